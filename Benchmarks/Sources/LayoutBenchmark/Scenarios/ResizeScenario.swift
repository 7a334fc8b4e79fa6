internal import LayoutCache

/// One changed size and all its consequences until the layout is whole again.
enum ResizeScenario: Scenario {
    static let name = "resize"
    static let summary = "one item gets another height and the table is prepared again; beside it, preparing everything"

    /// The subjects of the comparison: the same change among few sections, among many, and in a huge one.
    private struct Subject {
        /// `sections` of a hundred items each, or a `single` one.
        var kind: String
        var editing: EditSubject
        var items: Int { editing.items }
    }

    static func run(on bench: Workbench) throws {
        try LineBreaks.measure(bench)
        var subjects: [Subject] = []
        for items in bench.options.sizes {
            for (kind, shape) in [
                ("sections", DataShape(items: items, sectioning: .size(100))), ("single", .singleSection(items)),
            ] {
                subjects.append(
                    Subject(kind: kind, editing: try EditSubject(bench.dataSet(shape), numbers: bench.numbers(2))))
            }
        }
        // The figure must not include the disk, nor the first touch of each tree's upper pages.
        for subject in subjects { try StoreFile.readThrough(subject.editing.layout.store.path) }
        let medians = try Interleaving.samples(
            rounds: 10, runs: 20, warmUp: 200, of: subjects.map { subject in { try subject.editing.resize() } }
        )
        .map(\.median)
        for (subject, median) in zip(subjects, medians) {
            for _ in 0..<50 { try subject.editing.countRows() }
            try addFigures(subject, median: median, bench)
        }
        for (subject, median) in zip(subjects, medians) {
            if subject.kind == "sections" {
                guard subject.items > subjects[0].items else { continue }
                try bench.add(
                    Figure(
                        "resize.sections.flatness", items: subject.items, value: median, unit: .seconds,
                        baseline: .init("at \(subjects[0].items) items", medians[0]),
                        target: .atMost(million: 1.5, items: subject.items),
                        note: "\(subject.items / 100) sections"
                    ))
            } else if let other = subjects.firstIndex(where: { $0.kind == "sections" && $0.items == subject.items }) {
                try bench.add(
                    Figure(
                        "resize.single.flatness", items: subject.items, value: median, unit: .seconds,
                        baseline: .init("in a section of 100", medians[other]),
                        target: .atMost(million: 3, items: subject.items)
                    ))
            }
        }
    }

    private static func addFigures(_ subject: Subject, median: Double, _ bench: Workbench) throws {
        let prefix = "resize." + subject.kind
        try bench.add(Figure(prefix + ".median", items: subject.items, value: median, unit: .seconds))
        try bench.add(
            Figure(
                prefix + ".whole", items: subject.items, value: subject.editing.preparationSeconds, unit: .seconds,
                baseline: .init("one resize", median), target: .atLeast(million: 200, items: subject.items),
                note: "preparing everything"
            ))
        try bench.add(
            Figure(
                prefix + ".rows", items: subject.items, value: Double(subject.editing.mostRowsBeyondBand), unit: .count,
                target: .atMost(million: 40, items: subject.items),
                note:
                    "rows of attributes written beyond the elements of the item's band; "
                    + "\(subject.editing.mostRows) in all at most"
            ))
    }
}
