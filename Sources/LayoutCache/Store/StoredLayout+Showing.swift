internal import LayoutEngine
internal import LayoutSQLite

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
        let ids = ContiguousArray(Set(ids)).sorted()
        let copy = try LayoutStore.inMemory(configuration: LayoutStore.Configuration(), limits: store.limits)
        try store.pool.read { source in
            let layouts = try ([name] + others.filter { $0 != name }).map { try LayoutRecord.find($0, in: source) }
            try copy.pool.writeWithoutTransaction { connection in
                // Nothing is prepared that triggers could mark. They fire again when the transaction ends.
                try connection.transaction(.immediate) {
                    try connection.setFiresTriggers(false)
                    try ItemCopy(from: source, to: connection).run(layouts, ids)
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

    init(from source: Connection, to target: Connection) {
        self.source = source
        self.target = target
    }

    /// - Parameter layouts: One or more. Those of another data set than the first one's are left out.
    func run(_ layouts: [LayoutRecord], _ ids: [Int64]) throws {
        guard let datasetID = layouts.first?.datasetID else { return }
        let layouts = layouts.filter { $0.datasetID == datasetID }
        try copy("dataset", "SELECT \(columns(of: "dataset")) FROM dataset AS t WHERE t.id = ?1", datasetID)
        for layout in layouts {
            try copy("layout", "SELECT \(columns(of: "layout")) FROM layout AS t WHERE t.id = ?1", layout.id)
            try target.run(
                "INSERT INTO viewport (layout, width, height) VALUES (?1, ?2, ?3)", layout.name, layout.container.width,
                layout.container.height)
        }
        for id in try copyItems(ids, of: datasetID, Set(layouts.compactMap(\.measure))) {
            try copy("section", "SELECT \(columns(of: "section")) FROM section AS t WHERE t.id = ?1", id)
        }
        try target.execute(
            """
            INSERT INTO lc_run (section_id, first_position, changes) SELECT id, -9e999, 3 FROM section;
            INSERT INTO lc_change (dataset_id) SELECT id FROM dataset;
            """)
    }

    /// Copies items, and their sizes in some measures; returns their sections.
    private func copyItems(_ ids: [Int64], of datasetID: Int64, _ measures: Set<String>) throws -> Set<Int64> {
        let names = try names(of: "item")
        guard let section = names.firstIndex(of: "section_id") else { return [] }
        let rows = try source.cached(
            """
            SELECT \(try columns(of: "item")) FROM item AS t
            WHERE t.id = ?1 AND (SELECT s.dataset_id FROM section AS s WHERE s.id = t.section_id) = ?2
            """)
        defer { rows.rewind() }
        let insert = try insertion(into: "item")
        var sections: Set<Int64> = []
        for id in ids {
            rows.rewind()
            rows.bindAll(id, datasetID)
            guard try rows.step() else { continue }
            for column in names.indices { insert.bind(column, of: rows, at: column + 1) }
            try insert.run()
            sections.insert(rows.int64(section))
            for measure in measures {
                try copy(
                    "measurement",
                    """
                    SELECT \(columns(of: "measurement")) FROM measurement AS t
                    WHERE t.item_id = ?1 AND t.measure = ?2
                    """,
                    id, measure)
            }
        }
        return sections
    }

    private func copy<each Argument: Bindable>(
        _ table: String, _ select: String, _ arguments: repeat each Argument
    ) throws {
        let insert = try insertion(into: table)
        let count = try names(of: table).count
        try source.forEachRow(select, repeat each arguments) { row in
            for column in 0..<count { insert.bind(column, of: row, at: column + 1) }
            try insert.run()
        }
    }

    /// The columns that both files have: the source may have more.
    private func names(of table: String) throws -> [String] {
        var names: [String] = []
        try target.forEachRow("SELECT name FROM pragma_table_info(?1)", table) { names.append($0.stringOrEmpty(0)) }
        return names
    }

    private func columns(of table: String) throws -> String {
        try names(of: table).map { "t.\(try SQLIdentifier.quoted($0))" }.joined(separator: ", ")
    }

    private func insertion(into table: String) throws -> Statement {
        let names = try names(of: table)
        let columns = try names.map { try SQLIdentifier.quoted($0) }.joined(separator: ", ")
        let marks = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try target.cached("INSERT INTO \(table) (\(columns)) VALUES (\(marks))")
    }
}
