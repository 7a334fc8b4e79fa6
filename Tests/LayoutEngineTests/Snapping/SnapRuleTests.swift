import Testing

import LayoutEngine

struct SnapRuleTests {
    /// Twenty items 90 wide with 10 between them, in a container 300 wide: content 1990.
    private static let frames = (0..<20).map { frame(Double($0) * 100, 0, 90, 50) }

    private func rule(
        _ alignment: SnapDefinition.Alignment = .leading, mode: SnapDefinition.Mode = .item, inset: Double = 0
    ) -> SnapRule {
        SnapRule(
            definition: SnapDefinition(alignment: alignment, mode: mode), axis: .horizontal, containerLength: 300,
            contentLength: 1990, leadingContentInset: inset)
    }

    @Test(
        "The nearest stop counts however far it is, and beyond the last one the last",
        arguments: [
            // proposed, velocity, target; two cards 200 wide, 1,000 apart, in 400, with 600 of room behind them
            (250, 0, 0), (250, 1, 1200), (700, 0, 1200), (600, 0, 1200), (599, 0, 0), (1300, 1, 1200), (900, -1, 0),
            (1e9, 1, 1200), (-1e9, -1, 0),
        ] as [(Double, Double, Double)],
        [LayoutAxis.horizontal, .vertical])
    func far(_ gesture: (proposed: Double, velocity: Double, target: Double), axis: LayoutAxis) {
        var rule = rule()
        rule.axis = axis
        (rule.definition.padding, rule.containerLength, rule.contentLength) = (0, 400, 2000)
        let frames = [frame(0, 0, 200, 50), frame(1200, 0, 200, 50)]
        #expect(
            rule.target(
                proposed: gesture.proposed, velocity: gesture.velocity,
                among: axis == .vertical ? frames.map(\.transposed) : frames) == gesture.target)
    }

    @Test(
        "A slow gesture to an end of the range, or beyond it, rests there",
        arguments: SnapDefinition.Alignment.allCases, [0.0, 16, 36])
    func ends(_ alignment: SnapDefinition.Alignment, _ padding: Double) {
        // Five items of 100 with gaps of 10 in 300: offsets from 0 to 240.
        let frames = (0..<5).map { frame(Double($0) * 110, 0, 100, 50) }
        for (inset, trailing) in [(0.0, 0.0), (20, 30)] {
            var rule = rule(alignment, inset: inset)
            rule.definition.padding = padding
            (rule.contentLength, rule.trailingContentInset) = (540, trailing)
            for (proposed, target) in [
                (240 + trailing, 240 + trailing), (900, 240 + trailing), (-inset, -inset), (-90, -inset),
            ] {
                for velocity in [0, 0.3, -0.3] {
                    #expect(
                        rule.target(proposed: proposed, velocity: velocity, among: frames) == target,
                        "\(proposed), inset \(inset)")
                }
            }
        }
        // Content that fits rests at 0.
        var rule = rule(alignment)
        rule.contentLength = 210
        #expect(rule.target(proposed: 5, velocity: 0, among: frames.prefix(2)) == 0)
    }
}

extension SnapRule {
    /// The target among all cells of a layout.
    fileprivate func target(proposed: Double, velocity: Double, among frames: some Sequence<LayoutRect>) -> Double {
        target(proposed: proposed, velocity: velocity) { [axis] range in
            frames.filter { $0.min(axis) < range.upperBound && $0.max(axis) > range.lowerBound }
        }
    }
}
