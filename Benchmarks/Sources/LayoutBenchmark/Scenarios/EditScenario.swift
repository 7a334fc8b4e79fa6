internal import LayoutCache

/// Edits and all their consequences until the layout is whole again, against one resize.
enum EditScenario: Scenario {
    static let name = "edit"
    static let summary =
        "a resize in short sections; a resize, an insertion and 1,000 resizes in a huge one; beside them, one resize"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let subject = try EditSubject(bench.dataSet(.singleSection(items)), .table, numbers: bench.numbers(3))
        let shape = DataShape(items: items, sectionLength: 100)
        let sections = try EditSubject(bench.dataSet(shape), .table, numbers: bench.numbers(2))
        for subject in [subject, sections] { try StoreFile.readThrough(subject.layout.store.path) }
        let samples = try Interleaving.samples(
            rounds: 10, runs: 10, warmUp: 100,
            of: [
                { try subject.resize() }, { try subject.insert(atIndex: items / 2) },
                { try subject.updateBare() }, { try sections.resize() },
            ])
        try bench.add("edit.sections", items: items, value: samples[3].median)
        try bench.add(
            "edit.sections.whole", items: items, value: sections.preparationSeconds,
            baseline: .init("one resize", samples[3].median), note: "preparing everything")
        let resize = Figure.Baseline("one resize", samples[0].median)
        try bench.add("edit.insert", items: items, value: samples[1].median, baseline: resize)
        try bench.add(
            "edit.resize", items: items, value: samples[0].median,
            baseline: .init("a bare UPDATE and commit", samples[2].median))
        let many = try Interleaving.samples(runs: 3, warmUp: 0, of: [{ try subject.resize(1000) }])
        try bench.add(
            "edit.thousand", items: items, value: many[0].median, baseline: resize,
            note: "1,000 resizes at random places and one preparation")
    }
}
