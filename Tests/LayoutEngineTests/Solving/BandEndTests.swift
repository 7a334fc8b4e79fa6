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
            var driver = SectionDriver(plan: plan, section: SectionMeasure(index: 0), start: BandStart())
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

    @Test(
        "Any cuts, chunks and restarts give the same frames", arguments: ["table", "card", "canvas"],
        TestSettings.seedArguments(20))
    func pieces(_ kind: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
        let (header, insets) = (LayoutSize(width: 10, height: 20), random.insets())
        let definition: LayoutDefinition.Kind =
            switch kind {
            case "table":
                .table(
                    TableDefinition(
                        axis: axis, rowSpacing: random.exactLength(in: 0...4), header: header,
                        footer: LayoutSize(width: 5, height: 6), sectionInsets: insets,
                        pinHeaders: Bool.random(using: &random)))
            case "card":
                .card(
                    CardDefinition(
                        axis: axis, itemPitch: random.exactLength(in: 1...60), header: header, sectionInsets: insets))
            default: .canvas(CanvasDefinition())
            }
        let plan = try definition.plan(width: 300, height: 300)
        var items = random.items(count: Int.random(in: 0...400, using: &random), upTo: 200)
        for index in items.indices where kind == "canvas" {
            items[index].x = random.exactLength(in: -900...900)
            items[index].y = random.exactLength(in: -900...900)
        }
        let section = SectionMeasure(index: Int.random(in: 0...5, using: &random))
        #expect(plan.layOutInPieces(items, section: section, using: &random) == plan.layOut(items, section: section))
    }
}
