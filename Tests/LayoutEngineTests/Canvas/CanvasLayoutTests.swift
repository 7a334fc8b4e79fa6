import LayoutTestSupport
import Testing
import LayoutEngine

struct CanvasLayoutTests {
    @Test("Any cuts and chunks give the same frames", arguments: TestSettings.seedArguments(10))
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let plan = try LayoutDefinition.Kind.canvas(CanvasDefinition()).plan(width: 10, height: 10)
        let items = (0..<200).map { _ in
            ItemMeasure(
                width: random.exactLength(in: 0...9), height: random.exactLength(in: 0...9),
                x: random.exactLength(in: -900...900), y: random.exactLength(in: -900...900))
        }
        #expect(plan.traits.isFree)
        #expect(plan.layOutInPieces(items, using: &random) == plan.layOut(items))
    }
}
