import LayoutTestSupport
import Testing

import LayoutEngine

struct JustifiedLayoutTests {
    private func solved(
        _ ratios: [Double], width: Double = 1060, _ definition: JustifiedDefinition
    ) throws -> LaidOutSection {
        try LayoutDefinition.Kind.justified(definition).plan(width: width, height: 500)
            .layOut(ratios.map { item($0, 1) })
    }

    /// The defaults of flickr/justified-layout, from whose test/test.js (commit 9d4db49) the numbers of the next tests
    /// are. It rounds heights to whole points; here they are whole anyway, except in tests that note it.
    private func flickr(
        width: Double = 1060, rowHeight: Double = 320, tolerance: Double = 0.25, padding: Double = 10,
        itemSpacing: Double = 10, rowSpacing: Double = 10, lastRow: JustifiedDefinition.LastRow = .leading,
        breakout: Int? = nil, ratio: Double? = nil
    ) -> JustifiedDefinition {
        JustifiedDefinition(
            rowHeight: rowHeight, tolerance: tolerance, itemSpacing: itemSpacing, rowSpacing: rowSpacing,
            lastRow: lastRow, fullWidthBreakout: breakout, aspectRatio: ratio, sectionInsets: LayoutInsets(padding))
    }

    @Test("An item that does not fit begins a row, as in flickr/justified-layout")
    func secondRow() throws {
        let frames = try solved([1, 2], width: 200, flickr(rowHeight: 100)).frames
        #expect(frames[0].y == 10)
        #expect(frames[1].y == 200)
    }

    @Test("An item joins a row that it brings nearer to its height, as in flickr/justified-layout")
    func nearer() throws {
        let frames = try solved([1, 4, 1.1], width: 1000, flickr(rowHeight: 250)).frames
        // (1000 − 20 − 20) / 6.1 = 157.4 is less than the other's 194, which it rounds from (1000 − 20 − 10) / 5.
        #expect(frames[0].height == 194 && frames[1].height == 194)
        #expect(frames[2].y == 214)
    }

    @Test("Spacing, tolerance, a fixed ratio and breakouts, as in flickr/justified-layout")
    func options() throws {
        let spaced = try solved([1, 1, 1, 1], flickr(itemSpacing: 40, rowSpacing: 5)).frames
        #expect(spaced[1].x == 370 && spaced[3].y == 335)
        #expect(try solved([1, 1, 1, 1], flickr(rowHeight: 255, tolerance: 0)).frames[0].height == 255)
        #expect(try solved([1, 1, 1], flickr(tolerance: 0)).frames[0].height == 320)
        #expect(try solved([2, 2, 2, 2], flickr(ratio: 1)).frames[0] == frame(10, 10, 340, 340))
        let broken = try solved([1, 1, 1, 1, 2, 2, 2, 2], flickr(breakout: 3)).frames
        #expect(broken[5].width == 1040)
        #expect(broken[6].y == broken[5].maxY + 10)
        let after = try solved(Array(repeating: 1, count: 8), flickr(breakout: 3)).frames
        #expect(after[7].height == 320)
    }

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
