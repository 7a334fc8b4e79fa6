internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// A layout of some of the items alone: the same definition and container, in a store in memory.
    ///
    /// Items keep their ids, keys, sizes and payloads, and their order; sections without any of them are left out.
    /// Nothing is laid out yet. The copy does not follow later changes. It lives as long as the layout that is
    /// returned.
    ///
    /// ```swift
    /// let hits = try wall.showing(ids: found)
    /// let elements = try hits.layoutAttributesForElements(in: screen, preparing: .visible)
    /// ```
    ///
    /// - Parameter ids: The ids of items. Ids that are not in the layout's data set are ignored.
    /// - Throws: ``LayoutError`` `notFound` if the layout does not exist.
    /// - Complexity: O(ids × log items), and memory for the items.
    public func showing(ids: some Sequence<Int64>) throws -> StoredLayout {
        try showing(ids: ids, besides: [])
    }

    /// The same with other layouts of the data set, by their names: they come to be in the same store.
    package func showing(ids: some Sequence<Int64>, besides others: [String]) throws -> StoredLayout {
        // In their order, so that neighbours are read and written one after the other.
        var ids = ContiguousArray(ids)
        ids.sort()
        ids = ContiguousArray(ids.indices.lazy.filter { $0 == 0 || ids[$0] != ids[$0 - 1] }.map { ids[$0] })
        let copy = try LayoutStore.emptyCopy(limits: store.limits)
        try store.pool.read { source in
            let layouts = try ([name] + others.filter { $0 != name }).map { try LayoutRecord.find($0, in: source) }
            try copy.pool.writeWithoutTransaction { connection in
                // The source has checked what is copied.
                try connection.run("PRAGMA ignore_check_constraints = ON")
                defer { try? connection.run("PRAGMA ignore_check_constraints = OFF") }
                // Nothing is prepared that triggers could mark. They fire again when the transaction ends.
                try connection.transaction(.immediate) {
                    try connection.setFiresTriggers(false)
                    try ItemCopy(source: source, target: connection, runLength: copy.limits.run).run(layouts, ids)
                }
            }
        }
        return copy.layout(name)
    }
}

/// Copies some items of one data set, and what belongs to them, to another file.
private struct ItemCopy {
    let source: Connection
    let target: Connection
    /// How many items a run of the outline should hold.
    let runLength: Int

    /// - Parameter layouts: One or more. Layouts of other data sets than the first one's are left out.
    func run(_ layouts: [LayoutRecord], _ ids: ContiguousArray<Int64>) throws {
        guard let datasetID = layouts.first?.datasetID else { return }
        let layouts = layouts.filter { $0.datasetID == datasetID }
        try RowCopy(self, of: "dataset").run([datasetID])
        try RowCopy(self, of: "layout").run(ContiguousArray(layouts.map(\.id)))
        for layout in layouts {
            try target.run(
                "INSERT INTO viewport (layout, width, height) VALUES (?1, ?2, ?3)", layout.name, layout.container.width,
                layout.container.height)
        }
        try target.execute("UPDATE dataset SET follows = NULL")
        if try DatasetRecord.standsForAnother(datasetID, source) {
            try RowCopy(self, of: "item", standingIn: datasetID).run(ids)
        } else {
            try RowCopy(self, of: "item").run(ids)
        }
        var sections: ContiguousArray<Int64> = []
        try target.forEachRow("SELECT DISTINCT section_id FROM item") { sections.append($0.int64(0)) }
        try RowCopy(self, of: "section", where: "t.id = b.c0 AND t.dataset_id = ?2").run(sections, datasetID)
        // Asked once for each section: the source would look it up for each item.
        if try target.first("SELECT count(*) FROM section", as: Int.self) != sections.count {
            try target.execute("DELETE FROM item WHERE section_id NOT IN (SELECT id FROM section)")
        }
        try copyTexts(of: ids)
        for measure in Set(layouts.compactMap(\.measure)) {
            try RowCopy(self, of: "measurement", where: "t.item_id = b.c0 AND t.measure = ?2").run(ids, measure)
            try RowCopy(self, of: "section_measurement", where: "t.section_id = b.c0 AND t.measure = ?2").run(
                sections, measure)
        }
        try target.execute("DELETE FROM measurement WHERE item_id NOT IN (SELECT id FROM item)")
        try target.execute("DELETE FROM section_measurement WHERE section_id NOT IN (SELECT id FROM section)")
        // A run that is too long is counted, and cut, as one in which everything changed.
        try target.run(
            """
            INSERT INTO lc_run (section_id, first_position, item_count, changes)
            SELECT section_id, -1e301, iif(count(*) < ?1, count(*), NULL), iif(count(*) < ?1, 0, 3)
            FROM item GROUP BY section_id
            """,
            2 * runLength)
        try target.execute("INSERT INTO lc_change (dataset_id) SELECT id FROM dataset")
    }

    /// Copies where the texts of lines are.
    private func copyTexts(of ids: ContiguousArray<Int64>) throws {
        var runs: ContiguousArray<Int64> = []
        var files: Set<Int64> = []
        var next = ids.startIndex
        try source.forEachRow("SELECT first_item, last_item, file_id FROM text_run ORDER BY first_item") { row in
            while next < ids.endIndex, ids[next] < row.int64(0) { next += 1 }
            guard next < ids.endIndex, ids[next] <= row.int64(1) else { return }
            runs.append(row.int64(0))
            files.insert(row.int64(2))
        }
        try RowCopy(self, of: "text_file").run(ContiguousArray(files))
        try RowCopy(self, of: "text_run", where: "t.first_item = b.c0").run(runs)
    }

    /// Copies rows of one table.
    private struct RowCopy {
        private let select: Statement
        private let insert: Statement

        /// - Parameters:
        ///   - condition: Finds a row by its id `b.c0`, and perhaps an argument `?2`.
        ///   - dataset: The data set in which others stand for the rows, which have their places there.
        init(
            _ copy: ItemCopy, of table: String, where condition: String = "t.id = b.c0",
            standingIn dataset: Int64? = nil
        ) throws {
            // The columns that both files have: the source may have more.
            var names: [String] = []
            try copy.target.forEachRow("SELECT name FROM pragma_table_info(?1)", table) {
                names.append($0.stringOrEmpty(0))
            }
            let columns = try names.map { try SQLIdentifier.quoted($0) }
            let places: Set = dataset == nil ? [] : ["section_id", "position"]
            let read = zip(names, columns).map { places.contains($0) ? "h." + $1 : "t." + $1 }
            let stands =
                dataset.map {
                    " CROSS JOIN item AS h ON h.original_id = t.id AND h.section_id IN "
                        + "(SELECT s.id FROM section AS s WHERE s.dataset_id = \($0))"
                } ?? ""
            select = try copy.source.cached(
                """
                SELECT \(read.joined(separator: ", "))
                FROM column_batch(?1) AS b CROSS JOIN \(table) AS t\(stands) WHERE \(condition)
                """)
            let values = columns.indices.map { "c\($0)" }.joined(separator: ", ")
            insert = try copy.target.cached(
                "INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT \(values) FROM column_batch(?1)")
        }

        func run<each Argument: Bindable>(_ ids: ContiguousArray<Int64>, _ arguments: repeat each Argument) throws {
            select.bindAll(from: 2, repeat each arguments)
            try insert.run(
                rowsOf: select, batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)]))
        }
    }
}
