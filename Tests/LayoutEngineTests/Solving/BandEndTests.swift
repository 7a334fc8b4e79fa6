import LayoutTestSupport
import Testing
import LayoutEngine

/// The places at which a section may be cut into bands.
@Suite struct BandEndTests {
    @Test("A band that holds no cell yet cannot be ended, the first one or any later", arguments: LayoutKind.allCases)
    func emptyBands(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 8) { seed in
            var random = SeededGenerator(seed: seed &* 13 &+ 1)
            let layout = RandomDefinition(kind, using: &random)
            let plan = try layout.definition.makePlan(in: layout.container)
            let items = ContiguousArray(
                (0..<40).map { _ in
                    ItemMeasure(
                        width: .random(in: 20...90, using: &random), height: .random(in: 20...90, using: &random))
                })
            var driver = SectionDriver(plan: plan, section: SectionMeasure(index: 0), start: SectionMeasure.Start())
            #expect(!driver.canEndBand, "seed \(seed), \(layout)")
            var next = 0
            while next < items.count {
                next = driver.place(items, in: next..<items.count, limit: 4)
                guard driver.canEndBand else { continue }
                _ = driver.endBand()
                driver.beginBand()
                #expect(!driver.canEndBand, "after \(next) items, seed \(seed), \(layout)")
            }
        }
    }
}
