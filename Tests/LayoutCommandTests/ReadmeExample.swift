import LayoutCache

/// Lays out a garden as lines of boxes, enlarges one of them, and returns what a phone shows.
func gardenWall(from csv: String, in file: String) throws -> [LayoutAttributes] {
    let store = try LayoutStore(path: file)
    let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
    try store.importFile(at: csv, into: "garden", columns: columns, mode: .replace)

    let flow = FlowDefinition(
        itemSpacing: 8, lineSpacing: 8, sectionInsets: LayoutInsets(12),
        header: LayoutSize(width: 0, height: 32), pinHeaders: true)
    let phone = LayoutSize(width: 360, height: 480)
    try store.defineLayout("wall", dataset: "garden", definition: .flow(flow), container: phone)

    let wall = store.layout("wall")
    try wall.prepare()  // computes every frame, once
    try store.resize(.key("Leek"), in: "garden", width: .points(200), height: .points(160))
    try wall.prepare()  // lays out only what became stale
    return try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 640, width: phone.width, height: phone.height))
}
