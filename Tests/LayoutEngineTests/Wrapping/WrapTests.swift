import Testing

import LayoutEngine

struct WrapTests {
    private static let traits = LayoutTraits(axis: .vertical, contentCrossLength: nil, wrapSpacing: 10)

    /// 3 sets of 5 items 100 wide, 10 apart: content 1640, a set 550, the centre 820.
    @Test(
        "The classic offset moves when it is more than one set from the centre",
        arguments: [
            (820, 820, false), (1370, 1370, false), (1371, 821, true), (270, 270, false), (269, 819, true),
            (-280.5, 269.5 + 550, true), (0, 550, true), (1640, 1090, true), (820 + 1100.25, 820.25, true),
        ] as [(Double, Double, Bool)])
    func recenter(offset: Double, expected: Double, moved: Bool) {
        let result = Self.traits.recentered(offset, inSets: 3, of: 540)
        #expect(result.offset == expected && result.moved == moved)
    }

    @Test("An empty carousel moves nothing", arguments: [(0, 3), (540, 0)] as [(Double, Int)])
    func emptyCarousel(length: Double, sets: Int) {
        let result = Self.traits.recentered(1000, inSets: sets, of: length)
        #expect(result.offset == 1000 && !result.moved)
    }
}
