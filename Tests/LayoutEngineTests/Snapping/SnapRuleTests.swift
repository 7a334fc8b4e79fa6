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
            (440, 0, 384), (460, 0, 484), (450, 0, 384),  // the nearest origin, the first of two
            (440, 0.3, 384), (440, -0.3, 384),  // the threshold itself is slow
            (440, 0.31, 484), (400, 1, 484),  // strictly beyond the proposal
            (440, -1, 384), (400, -1, 284),  // the greatest centre in the page before
            (10, 0, 0), (1680, 0, 1690), (1690, 0, 1690), (1674, 0, 1684),  // clamped; at the end the greatest centre
            (-50, 0, 0), (5000, 0, 1690), (5000, 1, 1690), (-50, -1, 0),  // no candidate: the clamped proposal
        ] as [(Double, Double, Double)])
    func leading(proposed: Double, velocity: Double, target: Double) {
        #expect(rule().target(proposed: proposed, velocity: velocity, candidates: Self.frames) == target)
    }

    @Test("A leading content inset can be scrolled to")
    func inset() {
        #expect(rule(inset: 20).target(proposed: -5, velocity: 0, candidates: Self.frames) == -16)
        #expect(rule(inset: 10).target(proposed: -5, velocity: 0, candidates: Self.frames) == -10)
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
                        rule.target(proposed: proposed, velocity: velocity, candidates: frames) == target,
                        "\(proposed), inset \(inset)")
                }
            }
        }
        // Content that fits rests at 0.
        var rule = rule(alignment)
        rule.contentLength = 210
        #expect(rule.target(proposed: 5, velocity: 0, candidates: frames.prefix(2)) == 0)
    }

    @Test("Centre and trailing alignment use the matching edges")
    func alignments() {
        // Centres are at 45 + 100 i; the container's is at 150.
        #expect(rule(.center).target(proposed: 440, velocity: 0, candidates: Self.frames) == 395)
        #expect(rule(.center).target(proposed: 440, velocity: 1, candidates: Self.frames) == 495)
        // Trailing edges are at 90 + 100 i; 316 from the offset that leaves 16 after one.
        #expect(rule(.trailing).target(proposed: 440, velocity: 0, candidates: Self.frames) == 406)
        #expect(rule(.trailing).target(proposed: 440, velocity: 1, candidates: Self.frames) == 506)
    }

    @Test(
        "Page mode rests at multiples of the container's length",
        arguments: [
            (440, 0, 300), (460, 0, 600), (440, 1, 600), (300, 1, 600), (440, -1, 300), (300, -1, 0), (1900, 0, 1690),
            (-80, -1, 0),
        ] as [(Double, Double, Double)])
    func pages(proposed: Double, velocity: Double, target: Double) {
        #expect(rule(mode: .page).target(proposed: proposed, velocity: velocity, candidates: []) == target)
        #expect(rule(mode: .page).candidatePage(proposed: proposed, velocity: velocity) == nil)
    }

    @Test("Candidates are on the page at the proposal, or just before it for a gesture backwards")
    func candidatePage() {
        #expect(rule().candidatePage(proposed: 440, velocity: 0) == 440..<740)
        #expect(rule().candidatePage(proposed: 440, velocity: 2) == 440..<740)
        #expect(rule().candidatePage(proposed: 440, velocity: -2) == 140..<440)
        #expect(rule().candidatePage(proposed: .nan, velocity: 0) == nil)
    }

    @Test("The vertical axis is no different")
    func vertical() {
        var rule = rule()
        rule.axis = .vertical
        let frames = Self.frames.map(\.transposed)
        #expect(rule.target(proposed: 440, velocity: 1, candidates: frames) == 484)
    }
}
