internal import LayoutCache

/// One changed size and all its consequences until the layout is whole again.
enum ResizeScenario: Scenario {
    static let name = "resize"
    static let summary = "one item gets another height and the table is prepared again; beside it, preparing everything"

    static func run(on bench: Workbench) throws {
        let subjects = try bench.options.sizes.map { items in
            let shape = DataShape(items: items, sectioning: .size(100))
            return try EditSubject(bench.dataSet(shape), numbers: bench.numbers(2))
        }
        // The figure must not include the disk, nor the first touch of each tree's upper pages.
        for subject in subjects { try StoreFile.readThrough(subject.layout.store.path) }
        let samples = try Interleaving.samples(
            rounds: 10, runs: 20, warmUp: 200, of: subjects.map { subject in { try subject.resize() } })
        for (subject, median) in zip(subjects, samples.map(\.median)) {
            try bench.add("resize.sections.median", items: subject.items, value: median)
            try bench.add(
                "resize.sections.whole", items: subject.items, value: subject.preparationSeconds,
                baseline: .init("one resize", median), note: "preparing everything")
        }
    }
}
