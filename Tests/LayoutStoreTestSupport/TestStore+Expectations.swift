import LayoutSQLite
package import LayoutTestSupport
import Testing
package import LayoutCore
import LayoutRepair

extension TestStore {
    /// Expects that every element of a layout is at its place in a layout of all; returns whether it is.
    @discardableResult
    package func expectSameAsAfresh(_ context: String, layout: String = "wall") throws -> Bool {
        try expectSameElements(elements("element_frames", layout: layout), reference(layout).elements, context)
    }

    package func expectInvariants(_ context: String) throws {
        let problems = try read { try StoreInvariants.problems($0) }
        #expect(problems.isEmpty, "\(problems), \(context)")
    }

    /// Expects that every element of “wall” is at its place in a layout of all, and that the store is in order. Returns
    /// whether the elements are.
    @discardableResult
    package func expectWhole(_ context: String) throws -> Bool {
        guard try expectSameAsAfresh(context) else { return false }
        try expectInvariants(context)
        let verification = try store.verify(deep: true)
        #expect(verification.isWhole, "\(verification.problems), \(context)")
        return true
    }

    /// Expects that the view `visible` has the elements of a rectangle. Elements that it marks as natural are at their
    /// natural places, and the others where the call places them. Returns whether it does.
    @discardableResult
    package func expectVisible(
        in rect: LayoutRect, _ expected: [ElementRow], layout: String = "wall", _ context: String = ""
    ) throws -> Bool {
        // Wherever the viewport is, the same elements are natural.
        let size = try store.layout(layout).contentSize()
        func margin(_ condition: String) throws -> Double {
            try count("lc_preparation WHERE is_shown AND \(condition)") > 0 ? max(size.width, size.height) : 1e8
        }
        let isVertical = try count("lc_preparation WHERE is_shown AND axis = 0") > 0
        let (along, across) = try (margin("wraps"), margin("wraps_across"))
        let (x, y) = isVertical ? (across, along) : (along, across)
        try look(at: LayoutRect(x: -x, y: -y, width: size.width + 2 * x, height: size.height + 2 * y), in: layout)
        let natural = Set(try elements("visible", layout: layout, placed: "natural").map(\.identity))
        let features = ["sticky", "motion", "frozen", "spreadsheet"]
        let definition = try first("SELECT definition FROM layout WHERE name = '\(layout)'", as: String.self)
        #expect(natural.isEmpty || features.contains { definition?.contains($0) == true }, "\(natural), \(context)")
        try look(at: rect, in: layout)
        let exact = try elements("visible", layout: layout, placed: "exact")
        let moved = try elements("visible", layout: layout, placed: "natural")
        // Cells that move are placed in their lap, by the offset of their section.
        let movesCells = try count("layout WHERE name = '\(layout)' AND definition LIKE '%\"motion\"%'") > 0
        let still = movesCells ? try placedWithoutMotion(in: rect, layout: layout) : []
        let resting = try elements("element_frames", layout: layout)
        let places = still + resting.filter { ($0.itemID == nil || !movesCells) && $0.frame.overlaps(rect) }
        let others = expected.filter { !natural.contains($0.identity) }
        return expectSameElements(exact, others, "exact, \(rect), \(context)")
            && expectSameElements(
                moved, places.filter { natural.contains($0.identity) }, "natural, \(rect), \(context)")
    }

    private func placedWithoutMotion(in rect: LayoutRect, layout: String) throws -> [ElementRow] {
        let offsets = try orthogonalOffsets(layout)
        return try reference(layout).elements(in: rect, offsets: offsets, isMoving: false).filter { $0.itemID != nil }
    }

    /// The offsets of a layout's orthogonal sections, within their contents.
    package func orthogonalOffsets(_ layout: String = "wall") throws -> [Int: Double] {
        var offsets: [Int: Double] = [:]
        try read { connection in
            try connection.forEachRow("SELECT section, offset FROM orthogonal_offset WHERE layout = ?1", layout) {
                offsets[$0.int(0)] = $0.double(1)
            }
        }
        for (section, offset) in offsets {
            let stops = try store.layout(layout).orthogonalStops(inSection: section)
            offsets[section] = max(stops.minimum, min(offset, stops.maximum))
        }
        return offsets
    }

    /// Moves a layout's viewport.
    package func look(at rect: LayoutRect, in layout: String = "wall") throws {
        try execute(
            """
            UPDATE viewport SET x = \(rect.x), y = \(rect.y), width = \(rect.width), height = \(rect.height)
            WHERE layout = '\(layout)'
            """)
    }
}

extension ElementRow {
    /// The element's identity at any place.
    fileprivate var identity: [String] { [kind, elementKind ?? "", section.map(String.init) ?? "", String(item)] }
}
