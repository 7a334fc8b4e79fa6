internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

/// Makes a data set equal to what another database holds, by key, inside a transaction that the caller holds.
///
/// It does the work of ``SnapshotApplication`` by SQL over temporary tables, which SQLite keeps in a file. In memory
/// are only some bytes for each item of a section that is put in another order, and of a run of inserted items.
///
/// Sections are planned and written by that type. Items are not: it holds all of them in memory, and needs them there
/// for the difference by index paths that it returns.
struct StreamedSync {
    let connection: Connection
    let limits: BandLimits
    let forgets: ForgottenColumns

    private static let columns =
        ["key", "width", "height", "x", "y", "payload"] + ItemTrait.allCases.map(\.column)
    /// The rows of the source, numbered in their order, so that the rows of a section are consecutive. Each has the
    /// stored item with its key, and the place where it goes if it is new or goes elsewhere.
    private static let table =
        "CREATE TEMP TABLE lc_sync (id INTEGER PRIMARY KEY, item INTEGER, section_id INTEGER, position REAL, "
        + columns.joined(separator: ", ") + ")"

    /// - Parameters:
    ///   - dataset: The data set, created if it does not exist.
    ///   - source: Holds a data set of the same name whose items all have distinct keys.
    ///   - report: Is told what comes, stays and goes.
    /// - Throws: ``LayoutError`` for two sections of the same name.
    /// - Complexity: O(items · log items).
    func run(_ dataset: String, from source: Connection, _ report: inout ImportReport) throws {
        let datasetID = try DatasetRecord.findOrMake(dataset, in: connection).id
        try Following.refuse("nothing can be imported into it", of: datasetID, in: connection)
        try connection.execute(Self.table)
        let (titles, first) = try load(DatasetRecord.id(of: dataset, in: source), from: source, into: datasetID)
        var sections = DatasetSnapshot()
        sections.appendSections(titles)
        if let fault = sections.fault { throw fault }
        // Of the items it knows nothing.
        let plan = try SnapshotPlan(sections, StoredOrder(sectionsOf: datasetID, sections, in: connection))
        let stored =
            try connection.first(
                "SELECT count(*) FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?1",
                datasetID, as: Int.self) ?? 0
        report.itemsMatched = try connection.first("SELECT count(item) FROM temp.lc_sync", as: Int.self) ?? 0
        report.itemsDeleted = stored - report.itemsMatched
        report.itemsInserted = Int(first[titles.count] - first[0]) - report.itemsMatched
        report.sectionsCreated = plan.difference.insertedSections.count
        report.sectionsDeleted = plan.difference.deletedSections.count
        let application = SnapshotApplication(connection: connection, snapshot: sections, limits: limits)
        try deleteItems(plan)
        let ids = try application.writeSections(plan, datasetID)
        try connection.run(
            forgets.update(
                Self.columns.dropFirst().map { ($0, "t.\($0)") }, from: "temp.lc_sync AS t WHERE item.id = t.item"))
        for section in titles.indices { try place(first[section]..<first[section + 1], ids[section]) }
        try writeItems(datasetID, ids, first)
        try application.deleteSections(plan)
        try connection.execute("DROP TABLE temp.lc_sync")
    }

    /// Copies the source's rows, each with the stored item that it is. Of several items with one key the one that was
    /// stored first counts, as in ``DatasetRecord/item(withKey:in:_:)``.
    ///
    /// - Returns: The titles of its sections, and the number of the first row of each, with one more at the end.
    private func load(
        _ dataset: Int64, from source: Connection, into own: Int64
    ) throws -> (titles: [String], first: [Int64]) {
        var titles: [String] = []
        var first: [Int64] = [1]
        try source.forEachRow(
            """
            SELECT title, (SELECT count(*) FROM item AS i WHERE i.section_id = s.id)
            FROM section AS s WHERE s.dataset_id = ?1 ORDER BY s.position
            """, dataset
        ) { row in
            titles.append(row.stringOrEmpty(0))
            first.append(first[first.count - 1] + row.int64(1))
        }
        let insert = try connection.cached(
            """
            INSERT INTO temp.lc_sync (\(Self.columns.joined(separator: ", ")), item)
            VALUES (\(Self.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")), (
              SELECT i.id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
              WHERE i.key = ?1 AND s.dataset_id = \(own) ORDER BY i.id LIMIT 1))
            """)
        try source.forEachRow(
            """
            SELECT \(Self.columns.map { "i.\($0)" }.joined(separator: ", ")) FROM section AS s
            CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?1 ORDER BY s.position, i.position
            """, dataset
        ) { try insert.run(rowOf: $0) }
        return (titles, first)
    }

    // MARK: Writing

    /// Deletes items that the source does not have, except items that go with their section.
    private func deleteItems(_ plan: SnapshotPlan) throws {
        let ids = ContiguousArray(plan.stored.sections.filter { $0.title >= 0 }.map(\.id))
        try connection.run(
            """
            DELETE FROM item WHERE section_id IN (SELECT c0 FROM column_batch(?1))
              AND id NOT IN (SELECT item FROM temp.lc_sync WHERE item IS NOT NULL)
            """,
            batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)]))
    }

    private func writeItems(_ dataset: Int64, _ ids: [Int64], _ first: [Int64]) throws {
        let places = "temp.lc_sync AS t WHERE t.section_id IS NOT NULL"
        let placed = try connection.first("SELECT count(*) FROM \(places)", as: Int.self) ?? 0
        guard placed > 0 else { return }
        var touched: Set<Int64> = []
        try connection.forEachRow(
            """
            SELECT t.section_id FROM \(places)
            UNION SELECT (SELECT i.section_id FROM item AS i WHERE i.id = t.item) FROM \(places) AND t.item IS NOT NULL
            """
        ) { touched.insert($0.int64(0)) }
        let total = ids.indices.reduce(0) { $0 + (touched.contains(ids[$1]) ? Int(first[$1 + 1] - first[$1]) : 0) }
        try limits.write(placed, of: total, in: touched, ofDataset: dataset, on: connection) { _ in
            try connection.run(
                """
                INSERT INTO item (section_id, position, \(Self.columns.joined(separator: ", ")))
                SELECT t.section_id, t.position, \(Self.columns.map { "t.\($0)" }.joined(separator: ", "))
                FROM \(places) AND t.item IS NULL ORDER BY t.id
                """)
            let inserted = connection.changes
            try connection.run(
                """
                UPDATE item SET section_id = t.section_id, position = t.position
                FROM \(places) AND item.id = t.item
                """)
            try connection.checkChanges(placed - inserted)
        }
    }

    /// Notes where the items of a section go that are new there, or change places in it.
    ///
    /// - Parameter rows: The numbers of the section's rows of the source.
    func place(_ rows: Range<Int64>, _ section: Int64) throws {
        guard let stays = try staying(rows, section) else { return }
        let update = try connection.cached("UPDATE temp.lc_sync SET section_id = ?2, position = ?3 WHERE id = ?1")
        let order = OrderedRows(itemsOfSection: section, in: connection)
        var marks = stays.marks?.makeIterator()
        try SnapshotPlan.assign(
            staying: stays.count, last: order.last(),
            forEach: { body in
                try forEach(rows, section) { source, position in
                    try body(source, position.flatMap { marks?.next() ?? true ? $0 : nil })
                }
            },
            next: { try order.first(after: $0) ?? .infinity },
            write: { source, position in
                update.bindAll(source, section, position)
                try update.run()
            })
    }

    /// The number of a section's items that stay in place, and which ones, if not all of them. Nil if nothing comes to
    /// it or changes places.
    private func staying(_ rows: Range<Int64>, _ section: Int64) throws -> (
        count: Int, marks: ContiguousArray<Bool>?
    )? {
        var own = 0
        var arrivals = 0
        var isInOrder = true
        var last = -Double.infinity
        try forEach(rows, section) { _, position in
            guard let position else { return arrivals += 1 }
            own += 1
            if position <= last { isInOrder = false }
            last = position
        }
        if isInOrder { return arrivals == 0 ? nil : (own, nil) }
        var positions = ContiguousArray<Double>()
        positions.reserveCapacity(own)
        try forEach(rows, section) { _, position in if let position { positions.append(position) } }
        let marks = positions.longestIncreasingSubsequence()
        return (marks.reduce(0) { $0 + ($1 ? 1 : 0) }, marks)
    }

    /// Calls `body` with the rows of a section in order, and the positions of existing ones.
    private func forEach(
        _ rows: Range<Int64>, _ section: Int64, _ body: (_ source: Int64, _ position: Double?) throws -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT t.id, (SELECT i.position FROM item AS i WHERE i.id = t.item AND i.section_id = ?3)
            FROM temp.lc_sync AS t WHERE t.id BETWEEN ?1 AND ?2 ORDER BY t.id
            """,
            rows.lowerBound, rows.upperBound - 1, section
        ) { try body($0.int64(0), $0.isNull(1) ? nil : $0.double(1)) }
    }

    /// Makes a data set equal to what an import brings, by key.
    ///
    /// The rows are first imported into a temporary database, which checks them and finds what is wrong with them. Then
    /// they are compared with the data set like a snapshot, but row by row.
    ///
    /// - Parameters:
    ///   - name: The name of the source in messages.
    ///   - connection: May write, and holds no transaction.
    ///   - isCancelled: Asked while statements run; true ends the import.
    ///   - load: Does the import into the connection that it is given.
    static func run(
        _ name: String, _ options: ImportOptions, _ limits: BandLimits, on connection: Connection,
        _ isCancelled: @escaping () -> Bool, _ load: (ImportJob, Connection) throws -> ImportReport
    ) throws -> ImportReport {
        try options.validate(sourceName: name)
        let scratch = try Connection(path: "", mode: .create)
        defer { scratch.close() }
        try UserSchema.migrator.migrate(scratch)
        // The rows are all new to the temporary database.
        var loading = options
        (loading.mode, loading.isDryRun) = (.create, false)
        var job = ImportJob(loading)
        // A cancellation interrupts the store's connection, and not this one.
        let interruption = connection.interruptHandle
        job.interruption = interruption
        scratch.setProgressHandler(everyInstructions: 10_000) { !interruption.isCancelled && !isCancelled() }
        job.requiresKeys = true
        var forgets = ForgottenColumns()
        job.didFindColumns = { forgets = $0 }
        var report = try load(job, scratch)
        return try ImportJob.write(options, on: connection) {
            try StreamedSync(connection: connection, limits: limits, forgets: forgets)
                .run(options.dataset, from: scratch, &report)
            report.isDryRun = options.isDryRun
            return report
        }
    }
}
