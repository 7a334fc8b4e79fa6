import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct CardLayoutTests {
    @Test("Each card begins a pitch after the one before it, and the last one counts whole")
    func vertical() throws {
        let definition = CardDefinition(
            itemPitch: 40, header: LayoutSize(width: 375, height: 50),
            sectionInsets: LayoutInsets(top: 10, leading: 3, bottom: 20, trailing: 4))
        let plan = try LayoutDefinition.Kind.card(definition).plan(width: 375, height: 600)
        let solved = plan.layOut([item(300, 200), item(320, 100), item(310, 150)], section: SectionMeasure(index: 2))
        #expect(
            solved.elements == [
                BandBuffer.Element(kind: 0, frame: frame(0, 0, 375, 50), zIndex: 2000)
            ])
        #expect(
            solved.cells == [
                BandBuffer.Cell(frame: frame(3, 60, 293, 200), zIndex: 2000),
                BandBuffer.Cell(frame: frame(3, 100, 313, 100), zIndex: 2001),
                BandBuffer.Cell(frame: frame(3, 140, 303, 150), zIndex: 2002),
            ])
        #expect(solved.length == 310)
    }

    @Test("A stack that scrolls horizontally turns its header")
    func horizontal() throws {
        let definition = CardDefinition(
            axis: .horizontal, itemPitch: 30, header: LayoutSize(width: 375, height: 50),
            sectionInsets: LayoutInsets(top: 1, leading: 10, bottom: 2, trailing: 5))
        let plan = try LayoutDefinition.Kind.card(definition).plan(width: 600, height: 400)
        let solved = plan.layOut([item(200, 300), item(100, 310)])
        #expect(solved.elements.map(\.frame) == [frame(0, 0, 50, 375)])
        #expect(solved.frames == [frame(60, 1, 200, 297), frame(90, 1, 100, 307)])
        #expect(solved.length == 195)
    }

    @Test(
        "Without a positive size in both directions there is no header, but the inset stays",
        arguments: [LayoutSize(width: 0, height: 50), LayoutSize(width: 50, height: 0)])
    func noHeader(header: LayoutSize) throws {
        let definition = CardDefinition(header: header, sectionInsets: LayoutInsets(top: 10))
        let solved = try LayoutDefinition.Kind.card(definition).plan(width: 100, height: 100).layOut([item(10, 20)])
        #expect(solved.elements.isEmpty)
        #expect(solved.frames == [frame(0, 10, 10, 20)])
    }

    @Test("A section without items adds nothing")
    func empty() throws {
        let definition = CardDefinition(header: LayoutSize(width: 10, height: 50), sectionInsets: LayoutInsets(10))
        let solved = try LayoutDefinition.Kind.card(definition).plan(width: 100, height: 100).layOut([])
        #expect(solved == LaidOutSection())
    }

    @Test("Across, the content is the container less its content insets, and so is a card that was not measured")
    func crossLength() throws {
        let plan = try LayoutDefinition.Kind.card(CardDefinition(contentInsets: LayoutInsets(7))).plan(
            width: 100, height: 50)
        #expect(plan.traits.contentCrossLength == 86)
        #expect(plan.layOut([ItemMeasure()]).frames == [frame(0, 0, 86, 40)])
        let sized = CardDefinition(itemWidth: 20, itemHeight: 60)
        #expect(
            try LayoutDefinition.Kind.card(sized).plan(width: 100, height: 50).layOut([ItemMeasure()]).frames == [
                frame(0, 0, 20, 60)
            ])
    }

    @Test("Any cuts, chunks and restarts give the same frames", arguments: 0..<30 as Range<UInt64>)
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let definition = CardDefinition(
            axis: Bool.random(using: &random) ? .vertical : .horizontal, itemPitch: random.exactLength(in: 1...60),
            header: LayoutSize(width: 10, height: 20), sectionInsets: random.insets())
        let plan = try LayoutDefinition.Kind.card(definition).plan(width: 300, height: 300)
        let items = random.items(count: Int.random(in: 0...400, using: &random), upTo: 200)
        let section = SectionMeasure(index: Int.random(in: 0...5, using: &random))
        #expect(plan.layOutInPieces(items, section: section, using: &random) == plan.layOut(items, section: section))
    }

    @Test("A band that has lost its cards reports it: the card before it counts whole now, and is in another band")
    func lostCards() throws {
        let plan = try LayoutDefinition.Kind.card(CardDefinition()).plan(width: 100, height: 100)
        var solver = plan.makeSolver(for: SectionMeasure(index: 0), from: BandStart(itemIndex: 3))
        var band = BandBuffer()
        solver.finish(&band)
        #expect(band.length == 0)
        #expect(plan.layOut([item(10, 90), item(10, 90), item(10, 90)]).length == 170)
        #expect(plan.lineBreaksDependOnNextItem)
    }
}
