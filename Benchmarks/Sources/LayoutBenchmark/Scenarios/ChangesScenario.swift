internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Changes between two states of one huge section, and in a screen.
enum ChangesScenario: Scenario {
    static let name = "changes"
    static let summary =
        "the difference of two states and the changes in a screen; beside them, reading all ids and reading the screen"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let copy = try bench.copy(of: .singleSection(items), named: "changes.db")
        defer { bench.discard(copy) }
        let layout = try copy.layout(.table)
        let connection = try Connection(path: copy.store.path, mode: .readOnly)
        defer { connection.close() }
        var inserted = 0
        func insert() throws {
            inserted += 1
            let item = SourceItem(key: "added \(inserted)", width: 100, height: 50)
            let place = ItemIndexPath(section: 0, item: items / 2)
            try copy.store.apply([.insertItem(item, at: place)], to: DataSet.name)
            try layout.prepare()
        }
        /// The seconds of a difference after some changes, without the changes.
        func difference(after change: () throws -> Void) throws -> Double {
            let before = try layout.snapshot()
            try change()
            let after = try layout.snapshot()
            defer { for snapshot in [before, after] { snapshot.close() } }
            return try elapsed { _ = try after.difference(from: before) }
        }
        // A state is read twice: all ids of the former one, and all of the present one.
        let reading = try Interleaving.samples(
            runs: 3, warmUp: 1,
            of: [
                {
                    for _ in 0..<2 {
                        try connection.forEachRow("SELECT id FROM item WHERE section_id = 1 ORDER BY position") { _ in }
                    }
                }
            ])
        let ids = Figure.Baseline("all ids of both states", reading[0].median)
        let one = Samples(try (0..<20).map { _ in try difference(after: insert) })
        try bench.add("changes.insert", items: items, value: one.median, baseline: ids)
        let (store, place) = (copy.store, ItemIndexPath(section: 0, item: items / 2))
        let shown = try ShownView.samples(20, of: layout) { number in
            let photo = SourceItem(key: "photo \(number)", width: 100, height: 50)
            try await store.apply([.insertItem(photo, at: place)], to: DataSet.name)
        }
        try bench.add(
            "changes.shown", items: items, value: shown.median, baseline: ids,
            note: "an insertion from write to shown, at most \(Int(shown.maximum * 1e6)) µs")
        let count = min(1000, items / 10)
        let many = try difference {
            let deleted = (0..<count).map { DatasetChange.deleteItem(.key("K\($0 * (items / count))")) }
            try copy.store.apply(deleted, to: DataSet.name)
        }
        try bench.add(
            "changes.deletions", items: items, value: many, baseline: ids,
            note: "\(count) deletions spread over all")
        try layout.prepare()
        let screen = try LayoutRect(origin: layout.contentOffset(atFraction: 0.7), size: LayoutSample.container)
        var generation = try layout.changes(in: screen, since: nil).generation
        let asked = Samples(
            try (0..<100).map { _ in
                try insert()
                return try elapsed {
                    generation = try layout.changes(in: screen, since: generation).generation
                }
            })
        let query = try Interleaving.samples(
            runs: 100, warmUp: 10, of: [{ _ = try layout.layoutAttributesForElements(in: screen) }])
        try bench.add(
            "changes.screen", items: items, value: asked.median, baseline: .init("reading the screen", query[0].median))
    }
}
