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
let l = store.layout("l")
print(try l.layoutAttributesForElements(in: LayoutRect(x: 1000, y: 5000, width: 390, height: 844)).map { [Double($0.section!), Double($0.item), $0.frame.x, $0.frame.y, Double($0.zIndex)] }.sorted { ($0[0],$0[1]) < ($1[0],$1[1]) })
