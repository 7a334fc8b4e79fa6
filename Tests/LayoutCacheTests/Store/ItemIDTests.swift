import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Items whose ids are at the ends of their range.
@Suite struct ItemIDTests {
    private static let distantIDs: [[Int64]] = [
        [.min, .max], [.max, .min], [.max, 5, .min + 1, .max - 1, .min], [.min, .min + 1, .max - 1, .max],
    ]

    private func insert(_ ids: [Int64], into test: TestStore) throws {
        for (index, id) in ids.enumerated() {
            let values = "\(id), 1, \(1.5 + Double(index) / 64), 20, \(7 + index)"
            try test.execute("INSERT INTO item (id, section_id, position, width, height) VALUES (\(values))")
        }
    }

    @Test("Item ids at both ends of their range in one band are found by the views and in Swift", arguments: distantIDs)
    func bothEnds(_ ids: [Int64]) throws {
        let test = try TestStore.ofTable(items: 4)
        try insert(ids, into: test)
        try test.store.prepare("wall")
        let reference = try test.reference("wall").elements
        for view in ["element_frames", "item_frames"] {
            expectSameElements(
                try test.elements(view, layout: "wall").filter { $0.kind == "cell" },
                reference.filter { $0.kind == "cell" }, "\(view), \(ids)")
        }
        let layout = test.store.layout("wall")
        for element in reference where element.kind == "cell" {
            let found = try layout.layoutAttributesForItem(at: ItemIndexPath(section: 0, item: element.item))
            #expect(found?.itemID == element.itemID && found?.frame == element.frame)
        }
        #expect(try test.store.verify(deep: true).isClean)
    }

    private static let badges = """
        {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
        "size":{"width":{"fractionalWidth":1},"height":30},"subitems":[{"size":{"width":90,"height":30},
        "supplementaries":[{"elementKind":"badge","size":{"width":8,"height":8},"anchor":["top","trailing"]}]}]}}]}
        """

    @Test(
        "Badges and the cells of a canvas are of the items that they are of, however far apart the ids are",
        arguments: [badges, #"{"layout":"canvas"}"#], distantIDs)
    func distantHosts(_ definition: String, _ ids: [Int64]) throws {
        let test = try TestStore.ofOneSection(
            items: 4, width: "20", height: "20", definition: definition, container: TestStore.tableContainer)
        try insert(ids, into: test)
        try test.execute("UPDATE item SET x = position * 400 % 90, y = position * 700 % 130")
        try test.store.prepare("wall")
        let reference = try test.reference("wall").elements
        let all = LayoutRect(x: -500, y: -500, width: 2000, height: 2000)
        for found in try [
            test.elements("element_frames", layout: "wall"),
            test.store.layout("wall").layoutAttributesForElements(in: all).map(ElementRow.init),
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
        #expect(try test.store.verify(deep: true).isClean)
    }
}
