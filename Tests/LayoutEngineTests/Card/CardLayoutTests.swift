import Testing

import LayoutEngine

struct CardLayoutTests {
    @Test("A band that has lost its cards reports it: the card before it counts whole now, and is in another band")
    func lostCards() throws {
        let plan = try LayoutDefinition.Kind.card(CardDefinition()).plan(width: 100, height: 100)
        var solver = plan.makeSolver(for: SectionMeasure(index: 0), from: SectionMeasure.Start(itemIndex: 3))
        var band = BandBuffer()
        solver.finish(&band)
        #expect(band.length == 0)
        #expect(plan.layOut([item(10, 90), item(10, 90), item(10, 90)]).length == 170)
        #expect(plan.lineBreaksDependOnNextItem)
    }
}
