import LayoutCache

/// Lays a garden out as lines of boxes, makes one of them larger, and returns what shows on a phone.
func gardenWall(from csv: String, in file: String) throws -> [LayoutAttributes] {
    let store = try LayoutStore(path: file)
    let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
    try store.importFile(at: csv, into: "garden", columns: columns, mode: .replace)

    let flow = """
        {"layout": "flow", "itemSpacing": 8, "lineSpacing": 8, "sectionInsets": 12,
         "header": {"height": 32}, "pinHeaders": true}
        """
    let phone = LayoutSize(width: 360, height: 480)
    try store.defineLayout("wall", dataset: "garden", definition: LayoutDefinition(json: flow), container: phone)

    let wall = store.layout("wall")
    try wall.prepare()  // computes every frame, once
    try store.resize(.key("Leek"), in: "garden", width: .points(200), height: .points(160))
    try wall.prepare()  // lays out what that made stale, and nothing else
    return try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 640, width: phone.width, height: phone.height))
}
