internal import LayoutCache
internal import LayoutEngine

/// An app whose cells measure themselves: a screenful of new sizes, laid out, kept in place and shown.
enum SelfSizingScenario: Scenario {
    static let name = "selfsizing"
    static let summary =
        "30 new sizes of neighbours, stored, laid out, anchored and shown; beside it, one bare UPDATE and commit"

    static let cells = 30

    static func measure(_ items: Int, on bench: Workbench) throws {
        let copy = try bench.copy(of: .thousandSections(items), named: "selfsizing.db")
        defer { bench.discard(copy) }
        let subject = try EditSubject(copy, .table, numbers: bench.numbers(14))
        try StoreFile.readThrough(copy.store.path)
        let samples = try Interleaving.samples(
            rounds: 10, runs: 20, warmUp: 50,
            of: [{ try subject.measureScreen(cells) }, { try subject.updateBare() }])
        try bench.add(
            "selfsizing.median", items: items, value: samples[0].median,
            baseline: .init("a bare UPDATE and commit", samples[1].median), note: "\(cells) cells")
    }
}
