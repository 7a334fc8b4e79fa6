import LayoutTestSupport
import Testing

import LayoutEngine

struct JustifiedLayoutTests {
    @Test(
        "A naive solver gives the same rows, in any cuts, chunks and restarts",
        arguments: TestSettings.seedArguments(60))
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let definition = JustifiedDefinition(
            rowHeight: 100, rule: Bool.random(using: &random) ? .tolerance : .nearest,
            tolerance: [0, 0.1, 0.25, 1].randomElement(using: &random) ?? 0,
            itemSpacing: random.exactLength(in: 0...20), rowSpacing: random.exactLength(in: 0...9),
            lastRow: JustifiedDefinition.LastRow.allCases.randomElement(using: &random) ?? .fill,
            maximumRows: Bool.random(using: &random) ? Int.random(in: 1...9, using: &random) : nil,
            fullWidthBreakout: Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil,
            unmeasuredAspectRatio: 1.5, sectionInsets: random.insets())
        let width = Double(Int.random(in: 150...900, using: &random))
        let items = random.items(count: Int.random(in: 0...120, using: &random), upTo: 200)
        let plan = try LayoutDefinition.Kind.justified(definition).plan(width: width, height: 300)
        let solved = plan.layOut(items)
        let expected = naiveRows(definition, width: width, items: items)
        #expect(solved.cells.count == expected.frames.count)
        for (cell, wanted) in zip(solved.cells, expected.frames) {
            #expect(cell.isHidden == (wanted == nil), "seed \(seed)")
            if let wanted { #expect(isNear(cell.frame, wanted), "seed \(seed), \(cell.frame), \(wanted)") }
        }
        #expect(abs(solved.length - expected.length) < 1e-6)
        let pieces = plan.layOutInPieces(items, using: &random)
        #expect(zip(pieces.frames, solved.frames).allSatisfy { isNear($0, $1) }, "seed \(seed)")
        #expect(abs(pieces.length - solved.length) < 1e-6)
    }

    private func isNear(_ left: LayoutRect, _ right: LayoutRect) -> Bool {
        let differences = [left.x - right.x, left.y - right.y, left.width - right.width, left.height - right.height]
        return differences.allSatisfy { abs($0) < 1e-6 }
    }
}
