internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Sections that are collapsed and expanded, and layouts in which many are.
enum FoldingScenario: Scenario {
    static let name = "folding"
    static let summary = """
        a tenth of a table, and three tenths of an outline, are collapsed and expanded, beside one resize; and \
        rectangles of a layout in which every other section is collapsed, beside one in which none is
        """

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            try measureSection(items, bench)
            try measureBranch(items, bench)
            try measureMany(items, bench)
        }
    }

    /// One section of a tenth of all items.
    private static func measureSection(_ items: Int, _ bench: Workbench) throws {
        let dataSet = try bench.dataSet(DataShape(items: items, sectioning: .count(10)))
        try measure(
            "folding", dataSet, at: ItemIndexPath(section: 5, item: 0), hiding: items / 10, bench,
            collapse: { try $0.collapse(sections: [5]) }, expand: { try $0.expand(sections: [5]) })
    }

    /// One branch of three tenths of the items of an outline with eight levels.
    private static func measureBranch(_ items: Int, _ bench: Workbench) throws {
        let dataSet = try bench.copy(of: DataShape(items: items, sectioning: .count(1)), named: "outline")
        let length = items * 3 / 10
        try dataSet.store.pool.write { connection in
            try connection.run(
                """
                UPDATE item SET level = CASE i.rank % ?1 WHEN 0 THEN 0 ELSE 1 + i.rank % 7 END
                FROM (SELECT id, row_number() OVER (ORDER BY position) - 1 AS rank FROM item) AS i WHERE i.id = item.id
                """, length)
        }
        let path = ItemIndexPath(section: 0, item: length)
        guard
            let id = try dataSet.store.pool.read({
                try $0.first("SELECT id FROM item ORDER BY position LIMIT 1 OFFSET ?1", length, as: Int64.self)
            })
        else { throw BenchmarkError("the outline has no branch") }
        try measure(
            "folding.branch", dataSet, at: path, hiding: length - 1, bench,
            collapse: { try $0.collapse([.id(id)]) }, expand: { try $0.expand([.id(id)]) })
    }

    /// Collapses and expands, each up to the next exact rectangle.
    private static func measure(
        _ name: String, _ dataSet: DataSet, at path: ItemIndexPath, hiding hidden: Int, _ bench: Workbench,
        collapse: (StoredLayout) throws -> Void, expand: (StoredLayout) throws -> Void
    ) throws {
        let editing = try EditSubject(dataSet, numbers: bench.numbers(60))
        let layout = editing.layout
        try StoreFile.readThrough(layout.store.path)
        let start = try layout.snapshot().layoutAttributesForItem(at: path)?.frame.y ?? 0
        let rect = LayoutRect(origin: LayoutPoint(x: 0, y: start - 200), size: LayoutSample.container)
        let items = try layout.snapshot().numberOfItems
        var (collapsing, expanding, resizing): ([Double], [Double], [Double]) = ([], [], [])
        var mostRows = 0
        var laidOut = 0
        for round in 0..<60 {
            let resize = try bench.stopwatch.seconds {
                try editing.resize()
                _ = try layout.layoutAttributesForElements(in: rect)
            }
            func fold(_ change: (StoredLayout) throws -> Void) throws -> Double {
                let before = try dataSet.store.pool.write { $0.totalChanges }
                let seconds = try bench.stopwatch.seconds {
                    try change(layout)
                    laidOut += try layout.prepare().elementsWritten
                    _ = try layout.layoutAttributesForElements(in: rect)
                }
                // The first touch of the tree's pages, and of levels that are not known, does not count.
                if round >= 10 { mostRows = max(mostRows, try dataSet.store.pool.write { $0.totalChanges } - before) }
                return seconds
            }
            let collapsed = try fold(collapse)
            guard try layout.snapshot().numberOfItems == items - hidden else {
                throw BenchmarkError("what is collapsed shows items")
            }
            let expanded = try fold(expand)
            guard round >= 10 else { continue }
            resizing.append(resize)
            collapsing.append(collapsed)
            expanding.append(expanded)
        }
        for (word, values) in [("collapse", collapsing), ("expand", expanding)] {
            try bench.add(
                Figure(
                    "\(name).\(word)", items: items, value: Samples(values).median, unit: .seconds,
                    baseline: .init("one resize, to the same rectangle", Samples(resizing).median),
                    target: .atMost(million: 2, items: items), note: "hides \(hidden) items"))
        }
        try bench.add(
            Figure(
                "\(name).rows", items: items, value: Double(mostRows), unit: .count,
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
