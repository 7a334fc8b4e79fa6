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
        "Leading alignment puts an item's leading edge at the container's",
        arguments: [
            // proposed, velocity, target
            (440, 0, 484), (430, 0, 384), (434, 0, 484),  // the nearest stop, the later of two
            (440, 0.3, 484), (440, -0.3, 484),  // the threshold itself is slow
            (440, 0.31, 484), (384, 1, 484),  // strictly beyond the proposal
            (440, -1, 384), (384, -1, 284),  // strictly before it
            (10, 0, 0), (1680, 0, 1684), (1690, 0, 1690), (1674, 0, 1684),  // clamped before they are compared
            (-50, 0, 0), (5000, 0, 1690), (5000, 1, 1690), (-50, -1, 0),  // beyond the last one, the last
        ] as [(Double, Double, Double)]) func leading(proposed: Double, velocity: Double, target: Double)
    { #expect(rule().target(proposed: proposed, velocity: velocity, among: Self.frames) == target) }

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

    @Test("A named alignment and its fraction compare the same stops", arguments: [0.0, 1, -1])
    func fractions(velocity: Double) {
        // The stop of an item at 610 is clamped to 10.
        var rule = rule()
        (rule.containerLength, rule.contentLength, rule.definition.padding) = (800, 810, 0)
        let frames = [frame(0, 0, 90, 50), frame(610, 0, 90, 50)]
        #expect(rule.target(proposed: 6, velocity: 0, among: frames) == 10)
        rule.definition.fraction = 0
        #expect(rule.target(proposed: 6, velocity: 0, among: frames) == 10)
        for (alignment, fraction) in zip(SnapDefinition.Alignment.allCases, [0, 0.5, 1]) {
            var (named, placed) = (self.rule(alignment), self.rule(alignment))
            placed.definition.fraction = fraction
            for proposed in stride(from: 3.0, to: 1690, by: 7) {
                named.definition.padding = proposed.truncatingRemainder(dividingBy: 20)
                placed.definition.padding = named.definition.padding
                #expect(
                    named.target(proposed: proposed, velocity: velocity, among: Self.frames)
                        == placed.target(proposed: proposed, velocity: velocity, among: Self.frames),
                    "\(alignment) at \(proposed)")
            }
        }
    }

    @Test("A leading content inset can be scrolled to")
    func inset() {
        #expect(rule(inset: 20).target(proposed: -5, velocity: 0, among: Self.frames) == -16)
        #expect(rule(inset: 10).target(proposed: -5, velocity: 0, among: Self.frames) == -10)
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

    @Test("Centre and trailing alignment use the matching edges")
    func alignments() {
        // Centres are at 45 + 100 i; the container's is at 150.
        #expect(rule(.center).target(proposed: 440, velocity: 0, among: Self.frames) == 395)
        #expect(rule(.center).target(proposed: 440, velocity: 1, among: Self.frames) == 495)
        // Trailing edges are at 90 + 100 i; 316 from the offset that leaves 16 after one.
        #expect(rule(.trailing).target(proposed: 440, velocity: 0, among: Self.frames) == 406)
        #expect(rule(.trailing).target(proposed: 440, velocity: 1, among: Self.frames) == 506)
    }

    @Test(
        "Page mode rests at multiples of the container's length",
        arguments: [
            (440, 0, 300), (460, 0, 600), (440, 1, 600), (300, 1, 600), (440, -1, 300), (300, -1, 0), (1900, 0, 1690),
            (-80, -1, 0), (1600, 0, 1690), (1590, 0, 1500),
        ] as [(Double, Double, Double)]) func pages(proposed: Double, velocity: Double, target: Double)
    { #expect(rule(mode: .page).target(proposed: proposed, velocity: velocity, among: []) == target) }
}

extension SnapRule {
    /// The target among all cells of a layout.
    fileprivate func target(proposed: Double, velocity: Double, among frames: some Sequence<LayoutRect>) -> Double {
        target(proposed: proposed, velocity: velocity) { [axis] range in
            frames.filter { $0.min(axis) < range.upperBound && $0.max(axis) > range.lowerBound }
        }
    }
}
