internal import LayoutCache

/// Changes of structure, and many changes at once, against one resize.
enum EditScenario: Scenario {
    static let name = "edit"
    static let summary =
        "an insertion in the middle of one huge section, and 1,000 resizes at once; beside them, one resize"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            let subject = try EditSubject(bench.dataSet(.singleSection(items)), numbers: bench.numbers(3))
            let middle = items / 2
            try StoreFile.readThrough(subject.layout.store.path)
            let samples = try Interleaving.samples(
                rounds: 10, runs: 10,
                of: [
                    { try subject.resize() },
                    { try subject.insert(atIndex: middle) },
                    { try subject.updateBare() },
                ])
            let resize = Figure.Baseline("one resize", samples[0].median)
            try bench.add("edit.insert", items: items, value: samples[1].median, baseline: resize)
            try bench.add(
                "edit.resize", items: items, value: samples[0].median,
                baseline: .init("a bare UPDATE and commit", samples[2].median))
            let many = try bench.stopwatch.samples(3, warmUp: 0) { _ in try subject.resizeMany(1000) }
            try bench.add(
                "edit.thousand", items: items, value: many.median, baseline: resize,
                note: "1,000 resizes at random places and one preparation")
        }
    }
}
