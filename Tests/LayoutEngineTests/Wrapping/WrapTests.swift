import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct WrapTests {
    @Test("each visible copy of each element is found once", arguments: 0..<40 as Range<UInt64>)
    func fold(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let spacing = random.exactLength(in: 0...10)
        let count = Int.random(in: 1...6, using: &random)
        let frames = (0..<count).map { LayoutRect(x: Double($0) * (20 + spacing), y: 0, width: 20, height: 10) }
        // A badge that sticks out of the beginning.
        let elements = frames + [LayoutRect(x: -6, y: 0, width: 9, height: 9)]
        let length = frames[count - 1].maxX
        let fold = WrapFold(axis: .horizontal, contentLength: length, spacing: spacing, overhangBefore: 6)
        for _ in 0..<30 {
            let rect = LayoutRect(
                x: random.exactLength(in: -2000...2000), y: 0, width: random.exactLength(in: 0...300), height: 10)
            var found: [LayoutRect] = []
            for lap in fold.laps(overlapping: rect) {
                let folded = fold.fold(rect, from: lap)
                found += elements.filter { $0.overlaps(folded) }.map { fold.unfold($0, into: lap) }
            }
            let expected = (-200...200).flatMap { lap in
                elements.map { $0.offsetBy(x: Double(lap) * (length + spacing), y: 0) }.filter { $0.overlaps(rect) }
            }
            #expect(found == expected, "\(rect)")
        }
    }

    @Test("no elements, no laps; and no crash however far away")
    func guards() {
        let empty = WrapFold(axis: .vertical, contentLength: 0, spacing: 10)
        #expect(empty.laps(overlapping: frame(0, 0, 10, 10)).isEmpty)
        #expect(!empty.showsElementsTwice(inContainerOf: 100))
        let fold = WrapFold(axis: .vertical, contentLength: 50, spacing: 10)
        #expect(fold.laps(overlapping: frame(0, -1e300, 10, 10)).isEmpty)
        #expect(fold.laps(overlapping: frame(0, .nan, 10, 10)).isEmpty)
        #expect(fold.laps(overlapping: frame(0, 0, 10, .infinity)).isEmpty)
        #expect(fold.laps(overlapping: frame(0, 6e9, 10, 61)) == 100_000_000..<100_000_002)
        #expect(fold.laps(overlapping: frame(0, 50, 10, 10)).isEmpty)
    }

    @Test("a set shorter than its container shows elements twice")
    func twice() {
        let fold = WrapFold(axis: .vertical, contentLength: 50, spacing: 10)
        #expect(fold.showsElementsTwice(inContainerOf: 61))
        #expect(!fold.showsElementsTwice(inContainerOf: 60))
    }

    /// 3 sets of 5 items 100 wide, 10 apart: content 1640, a set 550, the centre 820.
    @Test(
        "the classic offset moves when it is more than one set from the centre",
        arguments: [
            (820, 820, false), (1370, 1370, false), (1371, 821, true), (270, 270, false), (269, 819, true),
            (-280.5, 269.5 + 550, true), (0, 550, true), (1640, 1090, true), (820 + 1100.25, 820.25, true),
        ] as [(Double, Double, Bool)])
    func recenter(offset: Double, expected: Double, moved: Bool) {
        let fold = WrapFold(axis: .horizontal, contentLength: 540, spacing: 10)
        let carousel = WrapRecentering(fold, sets: 3)
        #expect(carousel == WrapRecentering(contentLength: 1640, itemSpacing: 10, sets: 3))
        let result = carousel.recenter(offset)
        #expect(result.offset == expected)
        #expect(result.moved == moved)
    }

    @Test("an empty carousel moves nothing, and indices repeat")
    func logicalIndices() {
        let result = WrapRecentering(contentLength: 0, itemSpacing: 10, sets: 3).recenter(1000)
        #expect(result.offset == 1000 && !result.moved)
        #expect(
            (-6...6).map { WrapRecentering.logicalIndex(of: $0, count: 5) } == [4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1])
        #expect(WrapRecentering.logicalIndex(of: 3, count: 0) == 0)
    }
}
