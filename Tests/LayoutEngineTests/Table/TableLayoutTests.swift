import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct TableLayoutTests {
    @Test("Rows stack at the sum of what is before them, as wide as the container")
    func rows() throws {
        let plan = try LayoutDefinition.Kind.table(TableDefinition()).plan(width: 320, height: 480)
        let solved = plan.layOut([item(10, 30), item(20, 50), ItemMeasure()])
        #expect(solved.frames == [frame(0, 0, 320, 30), frame(0, 30, 320, 50), frame(0, 80, 320, 44)])
        #expect(solved.length == 124)
        #expect(plan.traits.contentCrossLength == 320)
    }

    @Test("Header, insets, spacing and footer come in this order")
    func order() throws {
        let definition = TableDefinition(
            rowSpacing: 2, header: LayoutSize(width: 9, height: 30), footer: LayoutSize(width: 0, height: 10),
            sectionInsets: LayoutInsets(top: 5, leading: 6, bottom: 7, trailing: 8))
        let solved = try LayoutDefinition.Kind.table(definition).plan(width: 100, height: 50).layOut([
            item(1, 20), item(1, 20),
        ])
        #expect(solved.frames == [frame(6, 35, 86, 20), frame(6, 57, 86, 20)])
        #expect(solved.elements.map(\.frame) == [frame(0, 0, 100, 30), frame(0, 84, 100, 10)])
        #expect(solved.elements.map(\.kind) == [0, 1])
        #expect(solved.length == 94)
    }

    @Test("A section's own header, footer and insets count before the definition's")
    func overrides() throws {
        let definition = TableDefinition(header: LayoutSize(width: 0, height: 30), sectionInsets: LayoutInsets(4))
        let section = SectionMeasure(index: 3, headerHeight: 0, footerHeight: 12, insetTop: 1)
        let solved = try LayoutDefinition.Kind.table(definition).plan(width: 100, height: 50).layOut(
            [item(1, 20)], section: section)
        #expect(solved.frames == [frame(4, 1, 92, 20)])
        #expect(solved.elements.map(\.frame) == [frame(0, 25, 100, 12)])
        #expect(solved.length == 37)
    }

    @Test("An empty section keeps header, footer and insets, and an empty plain one has no length")
    func empty() throws {
        let definition = TableDefinition(header: LayoutSize(width: 0, height: 30), sectionInsets: LayoutInsets(4))
        #expect(try LayoutDefinition.Kind.table(definition).plan(width: 100, height: 50).layOut([]).length == 38)
        #expect(try LayoutDefinition.Kind.table(TableDefinition()).plan(width: 100, height: 50).layOut([]).length == 0)
    }

    @Test("Headers and footers that pin belong to the section and take the same room")
    func pinned() throws {
        let definition = TableDefinition(
            header: LayoutSize(width: 0, height: 30), footer: LayoutSize(width: 0, height: 10),
            pinHeaders: true, pinFooters: true)
        let solved = try LayoutDefinition.Kind.table(definition).plan(width: 100, height: 50).layOut([item(1, 20)])
        #expect(solved.elements.isEmpty)
        #expect(
            solved.sectionElements == [
                BandBuffer.SectionElement(kind: 0, edge: .start, frame: frame(0, 0, 100, 30), zIndex: 1, pins: true),
                BandBuffer.SectionElement(kind: 1, edge: .end, frame: frame(0, -10, 100, 10), zIndex: 1, pins: true),
            ])
        #expect(solved.frames == [frame(0, 30, 100, 20)])
        #expect(solved.length == 60)
    }

    @Test("A horizontal table is a vertical one with its axes swapped")
    func horizontal() throws {
        let definition = TableDefinition(
            axis: .horizontal, rowSpacing: 2, header: LayoutSize(width: 30, height: 9),
            sectionInsets: LayoutInsets(top: 1, leading: 5))
        let solved = try LayoutDefinition.Kind.table(definition).plan(width: 50, height: 100).layOut([
            item(20, 1), item(20, 1),
        ])
        #expect(solved.frames == [frame(35, 1, 20, 99), frame(57, 1, 20, 99)])
        #expect(solved.elements.map(\.frame) == [frame(0, 0, 30, 100)])
    }

    @Test("Insets that leave no row are refused")
    func noRoom() throws {
        let kind = LayoutDefinition.Kind.table(TableDefinition(sectionInsets: LayoutInsets(50)))
        let error = #expect(throws: LayoutError.self) { try kind.plan(width: 100, height: 50) }
        #expect(
            error == LayoutError(path: "$.sectionInsets", message: "leaves no width in a container of width 100"))
    }

    @Test("Any cuts, chunks and restarts give the same frames", arguments: 0..<30 as Range<UInt64>)
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let definition = TableDefinition(
            axis: Bool.random(using: &random) ? .vertical : .horizontal,
            rowSpacing: random.exactLength(in: 0...4), header: LayoutSize(width: 10, height: 20),
            footer: LayoutSize(width: 5, height: 6), sectionInsets: random.insets(),
            pinHeaders: Bool.random(using: &random))
        let plan = try LayoutDefinition.Kind.table(definition).plan(width: 300, height: 300)
        let items = random.items(count: Int.random(in: 0...400, using: &random), upTo: 90)
        #expect(plan.layOutInPieces(items, using: &random) == plan.layOut(items))
    }
}
