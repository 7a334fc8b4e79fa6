import LayoutCacheTools
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// A small layout's descriptions for a viewer, field by field.
@Suite struct KnownLayoutTests {
    /// Rows of 10, 20 and 30 points, then one of 40 in a separate section.
    private func makeWall() throws -> TestStore {
        let test = try TestStore.ofTwoSections()
        try test.execute("UPDATE item SET payload = '{\"title\":\"Fern\"}' WHERE id = 4")
        return try test.prepared()
    }

    @Test("A layout is described with its data set, its size and its contents")
    func browsed() throws {
        let test = try makeWall()
        let known = try test.wall.browsed()
        #expect(known.name == "wall" && known.dataset == "data" && known.kind == "table")
        #expect(known.state == .current && known.axis == .vertical)
        #expect(!known.isFree && !known.isMirrored && known.lapLength == 0)
        #expect(known.contentSize == LayoutSize(width: 300, height: 100))
        #expect(known.container == TestStore.tableContainer)
        #expect(known.sectionCount == 2 && known.itemCount == 4 && known.elementCount == 4)
        #expect(!known.hasFrozenLines)
        #expect(known.revision.hasSuffix(".0"))
        try test.execute("UPDATE item SET height = 50 WHERE id = 4")
        let changed = try test.wall.browsed()
        #expect(changed.revision != known.revision && changed.revision.hasSuffix(".1"))
    }

    @Test("An item is described with its section, its place and its size")
    func details() throws {
        let test = try makeWall()
        let found = try #require(try test.wall.details(of: .indexPath([1, 0])))
        #expect(found.sectionTitle == "section 1" && found.position == 1)
        #expect(found.width == nil && found.height == 40)
        #expect(found.element.key == "k3" && found.element.payload == "{\"title\":\"Fern\"}")
        #expect(found.element.attributes.frame == LayoutRect(x: 0, y: 60, width: 300, height: 40))
        #expect(try test.wall.details(of: .indexPath([1, 1])) == nil)
        try test.execute("UPDATE item SET width = 7, height = NULL, position = 2.5 WHERE id = 4")
        let changed = try #require(try test.wall.details(of: .indexPath([1, 0])))
        #expect(changed.width == 7 && changed.height == nil && changed.position == 2.5)
        try test.execute("DELETE FROM item WHERE id = 4")
        let deleted = try #require(try test.wall.details(of: .indexPath([1, 0])))
        #expect(deleted.sectionTitle == nil && deleted.position == 0)
        #expect(deleted.width == nil && deleted.height == nil && deleted.element.key == nil)
    }

    @Test("A rectangle is described with its elements, its pieces, its items and the steps of the query")
    func enclosed() throws {
        let test = try makeWall()
        let known = try test.wall.enclosed(LayoutRect(x: 0, y: 20, width: 300, height: 60))
        #expect(known.layout.name == "wall" && known.rect == LayoutRect(x: 0, y: 20, width: 300, height: 60))
        #expect(known.scene.elements.map(\.key) == ["k1", "k2", "k3"])
        #expect(known.scene.elements.map(\.title) == [nil, nil, "Fern"])
        #expect(known.items.map(\.element.key) == ["k1", "k2", "k3"])
        #expect(known.items.map(\.height) == [20, 30, 40])
        #expect(known.scene.sections.map(\.title) == ["section 0", "section 1"])
        #expect(
            known.scene.sections.map(\.frame) == [
                LayoutRect(x: 0, y: 0, width: 300, height: 60), LayoutRect(x: 0, y: 60, width: 300, height: 40),
            ])
        // Two thirds of it are of the first section.
        #expect(known.rail.pieces.count == 200)
        #expect(
            known.rail.pieces[0].section == 0 && known.rail.pieces[132].section == 0
                && known.rail.pieces[134].section == 1)
        #expect(known.explanation.bands.map(\.section) == [0, 1])
        for (width, height) in [(0.0, 1.0), (1, 0), (.infinity, 1), (1, .infinity)] {
            let error = refusal { try test.wall.enclosed(LayoutRect(x: 0, y: 0, width: width, height: height)) }
            #expect(error?.withCode == "invalidArgument: a page needs a rectangle with some area")
        }
    }

    @Test("An explanation counts what each step reads and keeps")
    func explanation() throws {
        let test = try makeWall()
        let known = try test.wall.explanation(of: LayoutRect(x: 0, y: 15, width: 300, height: 10))
        #expect(known.steps.map(\.name) == ["tree", "bands", "blocks", "elements"])
        // One band of three rows, one of them visible.
        #expect(known.steps.dropFirst().map(\.readCount) == [1, 1, 3])
        #expect(known.steps.dropFirst().map(\.keptCount) == [1, 1, 1])
        #expect(known.steps.map { $0.sql == nil } == [false, false, false, true])
        #expect(known.steps.map(\.plan.isEmpty) == [false, false, false, true])
        #expect(known.bands.map(\.frame) == [LayoutRect(x: 0, y: 0, width: 300, height: 60)])
        #expect(known.bands.map(\.elementCount) == [3] && known.blocks.map(\.elementCount) == [3])
        #expect(known.bands.map(\.isStale) == [false] && known.bands.map(\.isEstimated) == [false])
        let nothing = try test.wall.explanation(of: LayoutRect(x: 0, y: 15, width: 0, height: 10))
        #expect(nothing.steps.map(\.readCount) == [0, 0, 0, 0] && nothing.bands.isEmpty && nothing.blocks.isEmpty)
    }

    @Test("Texts are looked up for as many elements as the limit, and of what was deleted there are none")
    func texts() throws {
        let test = try makeWall()
        let whole = LayoutRect(x: 0, y: 0, width: 300, height: 100)
        #expect(try test.wall.scene(in: whole, textLimit: 4).elements.map(\.key) == ["k0", "k1", "k2", "k3"])
        #expect(try test.wall.scene(in: whole, textLimit: 3).elements.map(\.key) == [nil, nil, nil, nil])
        for (count, hasTexts) in [(4000, true), (4001, false)] {
            let other = try TestStore.ofTable(items: count)
            defer { other.store.close() }
            try other.store.prepare("wall")
            let all = LayoutRect(x: 0, y: 0, width: 300, height: Double(count) * 20)
            let elements = try other.wall.scene(in: all).elements
            #expect(elements.count == count && elements.allSatisfy { ($0.key != nil) == hasTexts })
        }
        // Six are no more than six, and more than five.
        let shown = try test.wall.scene(in: whole, limit: 6)
        #expect(shown.pieces == nil && shown.elements.count == 4)
        let pieces = try #require(try test.wall.scene(in: whole, limit: 5, pieceCount: 10).pieces)
        #expect(pieces.map(\.section) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
        // Three items in six pieces, and one in four.
        #expect(pieces.map(\.cells).map { ($0 * 100).rounded() } == [50, 50, 50, 50, 50, 50, 25, 25, 25, 25])
        try test.execute("DELETE FROM item WHERE id = 4")
        let scene = try test.wall.scene(in: whole)
        #expect(scene.elements.map(\.key) == ["k0", "k1", "k2", nil] && scene.elements.last?.title == nil)
    }
}
