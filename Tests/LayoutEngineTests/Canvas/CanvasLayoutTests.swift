import LayoutTestSupport
import Testing
@testable import LayoutEngine

struct CanvasLayoutTests {
    @Test("Frames are the items' own, at any place; unknown values are 0")
    func frames() throws {
        let plan = try LayoutDefinition.Kind.canvas(CanvasDefinition()).plan(width: 10, height: 10)
        #expect(plan.traits.isFree)
        let solved = plan.layOut([
            ItemMeasure(width: 3, height: 4, x: -100, y: 2000), ItemMeasure(width: 5, x: 7), ItemMeasure(),
        ])
        #expect(solved.frames == [frame(-100, 2000, 3, 4), frame(7, 0, 5, 0), frame(0, 0, 0, 0)])
        #expect(solved.length == 0)
    }

    @Test("Any cuts and chunks give the same frames", arguments: 0..<10 as Range<UInt64>)
    func pieces(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let plan = try LayoutDefinition.Kind.canvas(CanvasDefinition()).plan(width: 10, height: 10)
        let items = (0..<200).map { _ in
            ItemMeasure(
                width: random.exactLength(in: 0...9), height: random.exactLength(in: 0...9),
                x: random.exactLength(in: -900...900), y: random.exactLength(in: -900...900))
        }
        #expect(plan.layOutInPieces(items, using: &random) == plan.layOut(items))
    }
}
