import LayoutCache
let a = CommandLine.arguments
func now() -> ContinuousClock.Instant { ContinuousClock().now }
let store = try LayoutStore(path: a[1])
if a.count > 2 {
    let t = now()
    print(try store.importItems(from: .file(a[2]), options: ImportOptions(dataSet: "d", columns: .init(section: "section", key: "key", width: "width", height: "height"), mode: .create)).itemsInserted, now() - t)
}
let def = a.count > 3 ? a[3] : #"{"layout":"table"}"#
try store.defineLayout("l", dataset: "d", definition: LayoutDefinition(json: def), container: LayoutSize(width: 390, height: 844))
print(try store.prepare("l"))
