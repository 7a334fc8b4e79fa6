import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// The solver against a recursive twin that was written from the rules, and against itself.
@Suite("Compositional solving") struct CompositionalSolvingTests {
    static let container = LayoutSize(width: 320, height: 256)

    @Test("Frames are the same as a recursive twin's", arguments: TestSettings.seedArguments(1500))
    func recursiveTwin(seed: UInt64) throws {
        var random = CompositionalRandom(seed: seed)
        let section = random.section()
        let items = random.measures(Int.random(in: 0...40, using: &random.generator))
        let definition = LayoutDefinition(.compositional(section.definition))
        let plan = try definition.makePlan(in: Self.container)
        let solved = plan.solveSection(items)
        let expected = CompositionalTwin(items: items).solve(section, in: Self.container)
        let isSame =
            solved.cells.count == expected.cells.count
            && zip(solved.frames, expected.cells).allSatisfy { $0.isClose(to: $1) }
        let place = zip(solved.frames, expected.cells).enumerated().first { !$1.0.isClose(to: $1.1) }
        #expect(isSame, "seed \(seed), \(definition.json), \(String(describing: place))")
        #expect(abs(solved.length - expected.length) < 1e-6, "seed \(seed), \(definition.json)")
        switch (solved.orthogonal, expected.contentLength) {
        case (let content?, let length?): #expect(abs(content.contentLength - length) < 1e-6, "seed \(seed)")
        case (nil, _): #expect(section.behavior == .none, "seed \(seed) does not scroll")
        case (_?, nil): Issue.record("seed \(seed) scrolls across, and should not")
        }
        expectSameBadges(solved.elements, expected.badges, "seed \(seed), \(definition.json)")
    }

    @Test("Any chunks, cuts and restarts give the same section", arguments: TestSettings.seedArguments(600))
    func chunksAndRestarts(seed: UInt64) throws {
        var random = CompositionalRandom(seed: seed &+ 10_000, isExact: true)
        let section = random.section()
        let items = random.measures(Int.random(in: 0...200, using: &random.generator))
        let plan = try LayoutDefinition(.compositional(section.definition)).makePlan(in: Self.container)
        let whole = plan.solveSection(items)
        var chunks = SeededGenerator(seed: seed)
        var limits = SeededGenerator(seed: seed)
        let cut = plan.solveSection(
            items,
            feeding: CompositionalFeed(
                chunk: { Int.random(in: 1...30, using: &chunks) }, limit: { Int.random(in: 1...20, using: &limits) },
                restarts: { true }))
        #expect(cut.cells == whole.cells && cut.elements == whole.elements, "seed \(seed)")
        #expect(cut.sectionElements == whole.sectionElements && cut.length == whole.length, "seed \(seed)")
        #expect(cut.orthogonal == whole.orthogonal, "seed \(seed)")
    }

    @Test("A restart is equal to the last bit, with any lengths", arguments: TestSettings.seedArguments(600))
    func exactRestart(seed: UInt64) throws {
        var random = CompositionalRandom(seed: seed &+ 20_000)
        let section = random.section()
        let items = random.measures(Int.random(in: 0...200, using: &random.generator))
        let plan = try LayoutDefinition(.compositional(section.definition)).makePlan(in: Self.container)
        let limit = Int.random(in: 1...20, using: &random.generator)
        func bands(_ feeding: CompositionalFeed) -> [BandBuffer] {
            var bands: [BandBuffer] = []
            _ = plan.solveSection(items, feeding: feeding) { bands.append($0) }
            return bands
        }
        let through = bands(CompositionalFeed(limit: { limit }))
        let restarted = bands(CompositionalFeed(chunk: { 7 }, limit: { limit }, restarts: { true }))
        #expect(through.map(\.cells) == restarted.map(\.cells), "seed \(seed)")
        #expect(through.map(\.elements) == restarted.map(\.elements), "seed \(seed)")
        #expect(through.map(\.length) == restarted.map(\.length), "seed \(seed)")
    }

    @Test("A template gives the frames of a group that is walked")
    func templates() throws {
        var templateCount = 0
        let seeds = TestSettings.seedArguments(400)
        for seed in seeds {
            var random = CompositionalRandom(seed: seed &+ 30_000)
            let definition = random.section().definition
            var kinds: [BandBuffer.ElementKind] = []
            let program = SectionProgram(definition, section: 0, container: Self.container, measure: nil, kinds: &kinds)
            guard let template = program.template else { continue }
            templateCount += 1
            let items = ContiguousArray(unmeasured(template.cells.count * 2 + 1))
            var stamped = BandBuffer()
            var stamping = MeasuringSolver.Stamping(program, template: template, from: SectionMeasure.Start())
            _ = stamping.place(items, in: items.indices, limit: .max, into: &stamped)
            stamping.finish(&stamped)
            var walked = BandBuffer()
            var walking = MeasuringSolver(program, from: SectionMeasure.Start())
            _ = walking.place(items, in: items.indices, limit: .max, into: &walked)
            walking.finish(&walked)
            #expect(stamped.cells.count == items.count && walked.cells.count == items.count, "seed \(seed)")
            #expect(zip(stamped.cells, walked.cells).allSatisfy { $0.frame.isClose(to: $1.frame) }, "seed \(seed)")
            expectSameBadges(stamped.elements, walked.elements, "seed \(seed)")
            #expect(stamped.length == walked.length, "seed \(seed)")
            #expect(stamped.orthogonal == walked.orthogonal, "seed \(seed)")
        }
        // Half of the sections are drawn without anything that is measured.
        #expect(templateCount > seeds.count / 4 || TestSettings.seed != nil)
    }

    /// Expects the same badges on each cell; they have one name.
    private func expectSameBadges(
        _ elements: some Sequence<BandBuffer.Element>, _ others: some Sequence<BandBuffer.Element>, _ context: Comment
    ) {
        func byHost(_ elements: some Sequence<BandBuffer.Element>) -> [BandBuffer.Element] {
            elements.sorted { ($0.host ?? 0) < ($1.host ?? 0) }
        }
        let (badges, wanted) = (byHost(elements), byHost(others))
        #expect(badges.count == wanted.count, context)
        for (badge, wanted) in zip(badges, wanted) {
            #expect(
                badge.kind == wanted.kind && badge.host == wanted.host && badge.zIndex == wanted.zIndex
                    && badge.frame.isClose(to: wanted.frame), context)
        }
    }
}
