internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Sections that are collapsed and expanded, and layouts in which many are.
enum FoldingScenario: Scenario {
    static let name = "folding"
    static let summary = """
        a tenth of a table is collapsed and expanded, beside one resize; and rectangles of a layout in which every \
        other section is collapsed, beside one in which none is
        """

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            try measureOne(items, bench)
            try measureMany(items, bench)
        }
    }

    /// One section of a tenth of all items, up to the next exact rectangle.
    private static func measureOne(_ items: Int, _ bench: Workbench) throws {
        let dataSet = try bench.dataSet(DataShape(items: items, sectioning: .count(10)))
        let editing = try EditSubject(dataSet, numbers: bench.numbers(60))
        let layout = editing.layout
        try StoreFile.readThrough(layout.store.path)
        let start = try layout.snapshot().layoutAttributesForItem(at: ItemIndexPath(section: 5, item: 0))?.frame.y ?? 0
        let rect = LayoutRect(origin: LayoutPoint(x: 0, y: start - 200), size: LayoutSample.container)
        var (collapsing, expanding, resizing): ([Double], [Double], [Double]) = ([], [], [])
        var mostRows = 0
        var laidOut = 0
        func fold(_ change: () throws -> Void) throws -> Double {
            let before = try dataSet.store.pool.write { $0.totalChanges }
            let seconds = try bench.stopwatch.seconds {
                try change()
                laidOut += try layout.prepare().elementsWritten
                _ = try layout.layoutAttributesForElements(in: rect)
            }
            mostRows = max(mostRows, try dataSet.store.pool.write { $0.totalChanges } - before)
            return seconds
        }
        for round in 0..<60 {
            let resize = try bench.stopwatch.seconds {
                try editing.resize()
                _ = try layout.layoutAttributesForElements(in: rect)
            }
            let collapse = try fold { try layout.collapse(sections: [5]) }
            guard try layout.snapshot().numberOfItems(inSection: 5) == 0 else {
                throw BenchmarkError("a collapsed section shows items")
            }
            let expand = try fold { try layout.expand(sections: [5]) }
            // The first touch of the tree's pages does not count.
            guard round >= 10 else { continue }
            resizing.append(resize)
            collapsing.append(collapse)
            expanding.append(expand)
        }
        for (word, values) in [("collapse", collapsing), ("expand", expanding)] {
            try bench.add(
                Figure(
                    "folding.\(word)", items: items, value: Samples(values).median, unit: .seconds,
                    baseline: .init("one resize, to the same rectangle", Samples(resizing).median),
                    target: .atMost(million: 2, items: items), note: "a section of \(items / 10) items"))
        }
        try bench.add(
            Figure(
                "folding.rows", items: items, value: Double(mostRows), unit: .count,
                target: .atMost(million: 200, items: items),
                note: "at most written by one fold; \(laidOut) elements in \(2 * 60) folds"))
    }

    /// Rectangles at random places, where every other of up to 20,000 sections is collapsed.
    private static func measureMany(_ items: Int, _ bench: Workbench) throws {
        let shape = DataShape(items: items, sectioning: .count(min(20_000, max(2, items / 20))))
        let dataSet = try bench.dataSet(shape)
        let open = try dataSet.layout(.table)
        let folded = try dataSet.defined(LayoutSample(name: "folded", json: LayoutSample.table.json))
        let sections = Array(stride(from: 0, to: try open.snapshot().numberOfSections, by: 2))
        try folded.collapse(sections: sections)
        try folded.prepare()
        try StoreFile.readThrough(open.store.path)
        var places = try [open, folded].map { try Places($0, seed: bench.numbers(61)) }
        var offsets = [0.0, 0.0]
        func tick(_ index: Int) throws {
            // A screen holds as many elements in either, give or take a header.
            let layout = index == 0 ? open : folded
            offsets[index] += 8
            _ = try layout.layoutAttributesForElements(
                in: LayoutRect(origin: LayoutPoint(x: 0, y: offsets[index]), size: LayoutSample.container))
        }
        let samples = try Interleaving.samples(
            rounds: 20, runs: 40, warmUp: 100,
            of: [
                { _ = try open.layoutAttributesForElements(in: places[0].next()) },
                { _ = try folded.layoutAttributesForElements(in: places[1].next()) },
                { try tick(0) }, { try tick(1) },
            ])
        for (word, index) in [("rectangle", 0), ("tick", 2)] {
            try bench.add(
                Figure(
                    "folding.many.\(word)", items: items, value: samples[index + 1].median, unit: .seconds,
                    baseline: .init("none collapsed", samples[index].median),
                    target: .atMost(million: 1.1, items: items), note: "\(sections.count) collapsed sections"))
        }
    }
}
