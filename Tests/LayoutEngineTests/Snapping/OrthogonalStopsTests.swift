import Testing

@testable import LayoutEngine

struct OrthogonalStopsTests {
    /// Groups of the given lengths with a spacing of 10, leading and trailing insets of 20 and 30, in a
    /// viewport 200 wide.
    private func content(
        _ behavior: OrthogonalScrollingBehavior, lengths: [Double] = [100, 100, 100, 100, 100]
    ) -> OrthogonalContent {
        var groups = ContiguousArray<OrthogonalContent.GroupExtent>()
        var start = 20.0
        for length in lengths {
            groups.append(OrthogonalContent.GroupExtent(start: start, length: length))
            start += length + 10
        }
        return OrthogonalContent(
            behavior: behavior, contentLength: start - (lengths.isEmpty ? 0 : 10) + 30, viewportLength: 200,
            leadingInset: 20, groups: groups)
    }

    @Test(
        "Each behaviour rests where UIKit's does: content 590 long, so at most 390 of it is scrolled away",
        arguments: [
            (.none, 0, 0, [0]), (.continuous, 0, 390, nil),
            (.continuousGroupLeadingBoundary, 0, 390, [0, 110, 220, 330, 390]), (.paging, 0, 390, [0, 200, 390]),
            (.groupPaging, 0, 390, [0, 110, 220, 330, 390]),
            (.groupPagingCentered, -30, 410, [-30, 80, 190, 300, 410]),
        ] as [(OrthogonalScrollingBehavior, Double, Double, ContiguousArray<Double>?)])
    func stops(
        behavior: OrthogonalScrollingBehavior, minimum: Double, maximum: Double,
        stops: ContiguousArray<Double>?
    ) {
        #expect(content(behavior).restPositions == OrthogonalStops(minimum: minimum, maximum: maximum, stops: stops))
    }

    @Test("Groups of different lengths rest by their own frames")
    func unequal() {
        let lengths: [Double] = [50, 150, 80, 300]
        #expect(content(.groupPaging, lengths: lengths).restPositions.stops == [0, 60, 220, 310])
        #expect(content(.groupPagingCentered, lengths: lengths).restPositions.stops == [-55, 55, 180, 380])
    }

    @Test(
        "Content that fits its viewport rests at 0",
        arguments: [
            OrthogonalScrollingBehavior.continuousGroupLeadingBoundary, .paging, .groupPaging,
            .none,
        ])
    func short(behavior: OrthogonalScrollingBehavior) {
        #expect(content(behavior, lengths: [100]).restPositions.stops == [0])
        #expect(content(behavior, lengths: []).restPositions.stops == [0])
    }

    @Test("A fling may pass many groups at a leading boundary, and rests at the nearest")
    func boundary() {
        let content = content(.continuousGroupLeadingBoundary)
        #expect(content.target(proposed: 160, velocity: 5, current: 0) == 110)
        #expect(content.target(proposed: 370, velocity: 5, current: 0) == 390)
        #expect(content.target(proposed: -99, velocity: -5, current: 0) == 0)
    }

    @Test(
        "Paging by groups moves by one group at most",
        arguments: [
            // proposed, velocity, current, target
            (390, 5, 0, 110), (390, 0, 0, 110), (20, 0, 0, 0), (60, 0.3, 0, 110), (0, -5, 220, 110), (0, 0, 220, 110),
            (230, 0, 220, 220), (220, 1, 220, 330), (390, 1, 390, 390), (0, -1, 0, 0), (300, 1, 80, 110),
            (0, -1, 80, 0),
            // A speed at the threshold counts as none.
            (40, 0.3, 0, 0), (180, -0.3, 220, 220), (40, 0.31, 0, 110), (180, -0.31, 220, 110),
        ] as [(Double, Double, Double, Double)])
    func groupPaging(proposed: Double, velocity: Double, current: Double, target: Double) {
        #expect(content(.groupPaging).target(proposed: proposed, velocity: velocity, current: current) == target)
    }

    @Test("Continuous rests anywhere inside, none nowhere else than at 0")
    func free() {
        #expect(content(.continuous).target(proposed: 123, velocity: 9) == 123)
        #expect(content(.continuous).target(proposed: 999, velocity: 9) == 390)
        #expect(content(.none).target(proposed: 123, velocity: 9) == 0)
    }

    @Test("A viewport next to nothing wide has no list of pages", arguments: [1e-300, 1e-9])
    func tinyViewport(length: Double) {
        var content = content(.paging)
        content.viewportLength = length
        #expect(content.restPositions.stops == nil)
        #expect(content.target(proposed: 123, velocity: 0, current: 0) == 123)
    }
}
