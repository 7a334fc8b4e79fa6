import Testing

import LayoutEngine

struct SnapRuleTests {
    @Test(
        "The nearest stop counts however far it is, and beyond the last one the last",
        arguments: [
            // proposed, velocity, target; two cards 200 wide, 1,000 apart, in 400, with 600 of room behind them
            (250, 0, 0), (250, 1, 1200), (700, 0, 1200), (600, 0, 1200), (599, 0, 0), (1300, 1, 1200), (900, -1, 0),
            (1e9, 1, 1200), (-1e9, -1, 0),
        ] as [(Double, Double, Double)],
        [LayoutAxis.horizontal, .vertical])
    func far(_ gesture: (proposed: Double, velocity: Double, target: Double), axis: LayoutAxis) {
        let rule = SnapDefinition.Rule(
            definition: SnapDefinition(alignment: .leading, padding: 0, mode: .item), axis: axis, containerLength: 400,
            contentLength: 2000)
        let frames = [frame(0, 0, 200, 50), frame(1200, 0, 200, 50)]
        #expect(
            rule.target(
                proposed: gesture.proposed, velocity: gesture.velocity,
                among: axis == .vertical ? frames.map(\.transposed) : frames) == gesture.target)
    }
}

extension SnapDefinition.Rule {
    /// The target among all cells of a layout.
    fileprivate func target(proposed: Double, velocity: Double, among frames: some Sequence<LayoutRect>) -> Double {
        target(proposed: proposed, velocity: velocity) { [axis] range in
            frames.filter { $0.min(axis) < range.upperBound && $0.max(axis) > range.lowerBound }
        }
    }
}
