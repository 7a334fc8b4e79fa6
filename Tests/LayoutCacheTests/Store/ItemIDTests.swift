import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Items whose ids lie at the ends of their range.
@Suite struct ItemIDTests {
    @Test("Item ids at the ends of their range are laid out and found again")
    func farIDs() throws {
        let test = try TestStore.ofTable(items: 4)
        try test.execute(
            """
            INSERT INTO item (id, section_id, position, height)
            VALUES (9223372036854775807, 1, 1.5, 7), (-9000000000000000000, 1, 2.5, 8)
            """
        )
        try test.store.prepare("wall")
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), try test.reference("wall").elements, "far ids")
        #expect(try test.store.layout("wall").layoutAttributesForItem(at: 2, inSection: 0)?.itemID == .max)
    }

    private static let distantIDs: [[Int64]] = [
        [.min, .max], [.max, .min], [.max, 5, .min + 1, .max - 1, .min], [.min, .min + 1, .max - 1, .max],
    ]

    @Test("Item ids at both ends of their range in one band are found by the views and in Swift", arguments: distantIDs)
    func bothEnds(_ ids: [Int64]) throws {
        let test = try TestStore.ofTable(items: 4)
        for (index, id) in ids.enumerated() {
            let position = 1.5 + Double(index) / 64
            try test.execute(
                "INSERT INTO item (id, section_id, position, height) VALUES (\(id), 1, \(position), \(7 + index))")
        }
        try test.store.prepare("wall")
        let reference = try test.reference("wall").elements
        for view in ["element_frames", "item_frames"] {
            expectSameElements(
                try test.elements(view, layout: "wall").filter { $0.kind == "cell" },
                reference.filter { $0.kind == "cell" }, "\(view), \(ids)")
        }
        let layout = test.store.layout("wall")
        for element in reference where element.kind == "cell" {
            let found = try layout.layoutAttributesForItem(at: element.item, inSection: 0)
            #expect(found?.itemID == element.itemID && found?.frame == element.frame)
        }
        #expect(try test.store.verify(deep: true).isClean)
    }
}
