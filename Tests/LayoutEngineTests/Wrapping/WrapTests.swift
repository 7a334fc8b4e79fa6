import Testing

import LayoutEngine

struct WrapTests {
    /// 3 sets of 5 items 100 wide, 10 apart: content 1640, a set 550, the centre 820.
    @Test(
        "The classic offset moves when it is more than one set from the centre",
        arguments: [
            (820, 820, false), (1370, 1370, false), (1371, 821, true), (270, 270, false), (269, 819, true),
            (-280.5, 269.5 + 550, true), (0, 550, true), (1640, 1090, true), (820 + 1100.25, 820.25, true),
        ] as [(Double, Double, Bool)])
    func recenter(offset: Double, expected: Double, moved: Bool) {
        let carousel = WrapRecentering(copiesOf: 540, spacing: 10, sets: 3)
        let result = carousel.recenter(offset)
        #expect(result.offset == expected)
        #expect(result.moved == moved)
    }

    @Test(
        "An empty carousel moves nothing",
        arguments: [
            WrapRecentering(copiesOf: 0, spacing: 10, sets: 3), WrapRecentering(copiesOf: 540, spacing: 10, sets: 0),
        ]) func emptyCarousel(carousel: WrapRecentering)
    {
        let result = carousel.recenter(1000)
        #expect(result.offset == 1000 && !result.moved)
    }
}
