import LayoutTestSupport
import Testing

import LayoutEngine

struct CardLayoutTests {
    @Test("Any cuts, chunks and restarts give the same frames", arguments: TestSettings.seedArguments(30))
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
