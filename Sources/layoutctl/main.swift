import LayoutCache
let a = CommandLine.arguments
func now() -> ContinuousClock.Instant { ContinuousClock().now }
let store = try LayoutStore(path: a[1])
if a.count > 2 {
    let t = now()
    print(try store.importItems(from: .file(a[2]), options: ImportOptions(dataSet: "tate", columns: .init(section: "artist_sort", key: "acno", width: "width", height: "height"), scale: 0.2, mode: .create, maximumErrors: 100)), now() - t)
    try store.defineLayout("wall", dataset: "tate", definition: LayoutDefinition(json: #"{"layout":"flow","itemSpacing":10,"lineSpacing":10,"itemSize":{"width":50,"height":50},"header":{"height":40},"pinHeaders":true,"sectionInsets":8}"#), container: LayoutSize(width: 390, height: 844))
    try store.defineLayout("list", dataset: "tate", definition: LayoutDefinition(json: #"{"layout":"table","header":{"height":30}}"#), container: LayoutSize(width: 390, height: 844))
    try store.defineLayout("cards", dataset: "tate", definition: LayoutDefinition(json: #"{"layout":"card","header":{"width":375,"height":50}}"#), container: LayoutSize(width: 390, height: 844))
}
for n in try store.layoutNames() {
    print(try store.prepare(n))
    let l = store.layout(n)
    print(try l.contentSize())
    for e in try l.layoutAttributesForElements(in: LayoutRect(x: 0, y: 120000, width: 390, height: 200)).prefix(5) { print(e) }
}
let vt = now()
print(try store.verify(), now() - vt)
try store.resize(.key("N04252"), in: "tate", height: .points(500))
print(try store.status().map { ($0.layout, $0.staleSections) })
for n in try store.layoutNames() { print(try store.prepare(n)) }
try store.apply([.insertItem(ItemDescription(key: "new", width: 100, height: 100), section: 246, at: 50), .deleteItem(.index(section: 300, item: 0)), .insertSection(title: "x", at: 10), .moveSection(5, to: 100), .deleteSection(1000)], to: "tate")
print(try store.status().map { ($0.layout, $0.staleSections) })
for n in try store.layoutNames() { print(try store.prepare(n)) }
print(try store.verify())
print(try store.layout("wall").anchor(at: LayoutPoint(x: 0, y: 120000))?.json as Any)
