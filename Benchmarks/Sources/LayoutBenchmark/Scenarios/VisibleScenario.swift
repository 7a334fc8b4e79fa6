internal import LayoutCache
internal import LayoutEngine

/// A phone's view of random places, against an R*Tree with an entry for each element.
enum VisibleScenario: Scenario {
    static let name = "visible"
    static let summary = "a phone's view of random places; beside it, an R*Tree entry per element"

    /// Beyond this the baselines are not built: filling such a tree takes ten times as long as all
    /// other scenarios together.
    private static let baselineLimit = 1_000_000

    /// The number of untimed queries before the timed ones, ours and the baseline's. A process maps a file's pages into
    /// its memory as it touches them. With ten million items, each of the first two thousand places costs up to half as
    /// much again.
    private static let warmUp = 10_000

    static func measure(_ items: Int, on bench: Workbench) throws {
        // All sizes take turns.
        guard items == bench.options.items else { return }
        for sample in [LayoutSample.table, .flow] { try measure(sample, bench) }
    }

    /// One size and everything timed there.
    private struct Subject {
        var items: Int
        var places: Places
        var layout: StoredLayout
        var tree: StoredFrames?
    }

    private static func measure(_ sample: LayoutSample, _ bench: Workbench) throws {
        var subjects: [Subject] = []
        defer {
            for subject in subjects { subject.tree?.close() }
            for items in bench.options.sizes { bench.directory.remove("elements-\(items).db") }
        }
        for items in bench.options.sizes {
            let layout = try bench.dataSet(.thousandSections(items)).layout(sample)
            var subject = Subject(items: items, places: try Places(layout, seed: bench.numbers(1)), layout: layout)
            if items <= baselineLimit {
                subject.tree = try StoredFrames(
                    StoredFrames.all(of: layout, count: items), .tree,
                    path: bench.directory.path("elements-\(items).db"))
            }
            subjects.append(subject)
            // The figure must not include the disk.
            try StoreFile.readThrough(layout.store.path)
        }

        // In turns: ours at each size, and the tree if there is one.
        var operations: [() throws -> Void] = []
        for index in subjects.indices {
            operations.append {
                _ = try subjects[index].layout.layoutAttributesForElements(in: subjects[index].places.next())
            }
        }
        let trees = subjects.indices.filter { subjects[$0].tree != nil }
        for index in trees {
            operations.append { _ = try subjects[index].tree?.elements(in: subjects[index].places.next()) }
        }
        let samples = try Interleaving.samples(rounds: 10, runs: 200, warmUp: warmUp, of: operations)
        for (index, subject) in subjects.enumerated() {
            // If there is no tree, the largest one that was built stands in.
            let tree = trees.lastIndex { subjects[$0].items <= subject.items }.map { position in
                Figure.Baseline(
                    "R*Tree entry per element at \(subjects[trees[position]].items)",
                    samples[subjects.count + position].median)
            }
            try addFigures(sample, subject, samples[index], tree: tree, smallest: samples[0].median, bench)
        }
    }

    private static func addFigures(
        _ sample: LayoutSample, _ subject: Subject, _ samples: Samples, tree: Figure.Baseline?, smallest: Double,
        _ bench: Workbench
    ) throws {
        let items = subject.items
        var places = subject.places
        var found = 0
        for _ in 0..<100 { found += try subject.layout.layoutAttributesForElements(in: places.next()).count }
        try bench.add(
            "visible.\(sample.name).median", items: items, value: samples.median, baseline: tree, target: 1,
            note: "\(found / 100) elements found on average")
        if items > 10_000, bench.options.sizes.first == 10_000 {
            try bench.add(
                "visible.\(sample.name).flatness", items: items, value: samples.median,
                baseline: .init("at 10,000 items", smallest),
                target: .atMost(million: 1.5, tenMillion: 1.3, items: items))
        }
    }
}
