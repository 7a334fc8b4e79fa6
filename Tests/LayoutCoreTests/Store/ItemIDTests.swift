import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Items whose ids are at the ends of their range.
@Suite struct ItemIDTests {
    private static let distantIDs: [[Int64]] = [
        [.min, .max], [.max, .min], [.max, 5, .min + 1, .max - 1, .min], [.min, .min + 1, .max - 1, .max],
    ]

    private static let badges = """
        {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
        "size":{"width":{"fractionalWidth":1},"height":30},"subitems":[{"size":{"width":90,"height":30},
        "supplementaries":[{"elementKind":"badge","size":{"width":8,"height":8},"anchor":["top","trailing"]}]}]}}]}
        """

    @Test(
        "Cells and badges are of the items that they are of, however far apart the ids in one band are",
        arguments: [TestStore.tableDefinition, badges, #"{"layout":"canvas"}"#], distantIDs)
    func distant(_ definition: String, _ ids: [Int64]) throws {
        let test = try TestStore.ofOneSection(items: 4, width: "20", height: "20", definition: definition)
        for (index, id) in ids.enumerated() {
            let values = "\(id), 1, \(1.5 + Double(index) / 64), 20, \(7 + index)"
            try test.execute("INSERT INTO item (id, section_id, position, width, height) VALUES (\(values))")
        }
        try test.execute("UPDATE item SET x = position * 400 % 90, y = position * 700 % 130")
        try test.store.prepare("wall")
        let reference = try test.reference("wall").elements
        let cells = reference.filter { $0.kind == "cell" }
        expectSameElements(try test.elements("item_frames", layout: "wall"), cells, "item_frames, \(ids)")
        let single = try cells.compactMap { try test.cell([0, $0.item]).map(ElementRow.init) }
        expectSameElements(single, cells, "one by one, \(ids)")
        let all = LayoutRect(x: -500, y: -500, width: 2000, height: 2000)
        for found in try [
            test.elements("element_frames", layout: "wall"),
            test.wall.layoutAttributesForElements(in: all).map(ElementRow.init),
        ] {
            // If a badge's item is unknown, it has no item id, and never another item's.
            let untold = Set(found.filter { $0.kind != "cell" && $0.itemID == nil }.map(\.item))
            let expected = reference.map { element in
                var element = element
                if element.kind != "cell", untold.contains(element.item) { element.itemID = nil }
                return element
            }
            expectSameElements(found, expected, "\(ids)")
            #expect(untold.count <= 2)
        }
        #expect(try test.store.verify(deep: true).isWhole)
    }
}
