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

    /// The rows of the source, numbered in their order, so that the rows of a section are consecutive.
    private static let tables = """
        CREATE TEMP TABLE lc_sync_source (id INTEGER PRIMARY KEY, key TEXT NOT NULL, width REAL, height REAL,
          x REAL, y REAL, payload TEXT, span INTEGER, row_span INTEGER, level INTEGER, sticky_level INTEGER,
          sticky_edge TEXT);
        CREATE TEMP TABLE lc_sync_match (source INTEGER PRIMARY KEY, item INTEGER NOT NULL UNIQUE,
          section_id INTEGER NOT NULL, position REAL NOT NULL);
        CREATE TEMP TABLE lc_sync_place (source INTEGER PRIMARY KEY, item INTEGER, section_id INTEGER NOT NULL,
          position REAL NOT NULL)
        """
    private static let removal = "DROP TABLE lc_sync_source; DROP TABLE lc_sync_match; DROP TABLE lc_sync_place"

    /// - Parameters:
    ///   - dataset: The data set, created if it does not exist.
    ///   - source: Holds a data set of the same name whose items all have distinct keys.
    /// - Throws: ``LayoutError`` for two sections of the same name.
    /// - Complexity: O(items · log items).
    func run(_ dataset: String, from source: Connection) throws -> SnapshotApplication.Outcome {
        try connection.execute(Self.tables)
        let (titles, first) = try load(DatasetRecord.id(of: dataset, in: source), from: source)
        try connection.execute("CREATE UNIQUE INDEX temp.lc_sync_source_key ON lc_sync_source (key)")

        var sections = DatasetSnapshot()
        sections.appendSections(titles)
        if let fault = sections.fault { throw fault }
        let datasetID = try DatasetRecord.findOrMake(dataset, in: connection).id
        try Following.refuse("nothing can be imported into it", of: datasetID, in: connection)
        // Of the items it knows nothing.
        let stored = try StoredOrder(sectionsOf: datasetID, sections, in: connection)
        let plan = try SnapshotPlan(sections, stored)
        let storedCount = try connection.first(
            "SELECT count(*) FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?1",
            datasetID, as: Int.self)
        let matched = try match(datasetID)
        try deleteItems(plan)
        let ids = try SnapshotApplication(connection: connection, snapshot: sections, limits: limits)
            .writeSections(plan, datasetID)
        try updateContents()
        for section in titles.indices { try place(first[section]..<first[section + 1], ids[section]) }
        try writeItems(datasetID, ids, first)
        for section in plan.difference.deletedSections {
            try connection.run("DELETE FROM section WHERE id = ?1", stored.sections[section].id)
        }
        try connection.execute(Self.removal)

        return SnapshotApplication.Outcome(
            difference: plan.difference, itemsBefore: storedCount ?? 0, itemsAfter: Int(first[titles.count] - first[0]),
            itemsMatched: matched)
    }

    // MARK: Reading

    /// Copies the source's rows; returns the titles of its sections, and the number of the first row of each, with
    /// one more at the end.
    private func load(_ dataset: Int64, from source: Connection) throws -> (titles: [String], first: [Int64]) {
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
        let columns = ["key", "width", "height", "x", "y", "payload"] + ItemTrait.allCases.map(\.column)
        let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let insert = try connection.cached(
            "INSERT INTO temp.lc_sync_source (\(columns.joined(separator: ", "))) VALUES (\(values))")
        try source.forEachRow(
            """
            SELECT \(columns.map { "i.\($0)" }.joined(separator: ", ")) FROM section AS s
            CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?1 ORDER BY s.position, i.position
            """, dataset
        ) { try insert.run(rowOf: $0) }
        return (titles, first)
    }

    /// Finds the stored items that the source has; returns how many. Of several with one key the one that was stored
    /// first counts, as in ``DatasetRecord/item(withKey:in:_:)``.
    private func match(_ dataset: Int64) throws -> Int {
        try connection.run(
            """
            INSERT INTO temp.lc_sync_match (source, item, section_id, position)
            SELECT t.id, i.id, i.section_id, i.position
            FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
            CROSS JOIN temp.lc_sync_source AS t ON t.key = i.key
            WHERE s.dataset_id = ?1
            ON CONFLICT (source) DO UPDATE
              SET item = excluded.item, section_id = excluded.section_id, position = excluded.position
              WHERE excluded.item < item
            """,
            dataset)
        return try connection.first("SELECT count(*) FROM temp.lc_sync_match", as: Int.self) ?? 0
    }

    // MARK: Writing

    /// Deletes items that the source does not have, except items that go with their section.
    private func deleteItems(_ plan: SnapshotPlan) throws {
        let ids = ContiguousArray(plan.stored.sections.filter { $0.title >= 0 }.map(\.id))
        try connection.run(
            """
            DELETE FROM item WHERE section_id IN (SELECT c0 FROM column_batch(?1))
              AND NOT EXISTS (SELECT 1 FROM temp.lc_sync_match AS m WHERE m.item = item.id)
            """,
            batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)]))
    }

    private func updateContents() throws {
        let columns = ["width", "height", "x", "y", "payload"] + ItemTrait.allCases.map(\.column)
        try connection.run(
            forgets.update(
                columns.map { ($0, "t.\($0)") },
                from: """
                    temp.lc_sync_match AS m CROSS JOIN temp.lc_sync_source AS t ON t.id = m.source
                    WHERE item.id = m.item
                    """))
    }

    private func writeItems(_ dataset: Int64, _ ids: [Int64], _ first: [Int64]) throws {
        let placed = try connection.first("SELECT count(*) FROM temp.lc_sync_place", as: Int.self) ?? 0
        guard placed > 0 else { return }
        var touched: Set<Int64> = []
        try connection.forEachRow(
            """
            SELECT section_id FROM temp.lc_sync_place UNION
            SELECT m.section_id FROM temp.lc_sync_place AS p CROSS JOIN temp.lc_sync_match AS m ON m.source = p.source
            """
        ) { touched.insert($0.int64(0)) }
        let items = ids.indices.reduce(0) { $0 + (touched.contains(ids[$1]) ? Int(first[$1 + 1] - first[$1]) : 0) }
        let isBulk = limits.isBulk(placed, of: items)
        if isBulk { try DerivedSchema.suspendTriggers(on: connection) }
        try connection.run(
            """
            INSERT INTO item (section_id, position, key, width, height, x, y, payload\(ItemTrait.columnList))
            SELECT p.section_id, p.position, t.key, t.width, t.height, t.x, t.y, t.payload
              \(ItemTrait.allCases.map { ", t.\($0.column)" }.joined())
            FROM temp.lc_sync_place AS p CROSS JOIN temp.lc_sync_source AS t ON t.id = p.source
            WHERE p.item IS NULL ORDER BY p.source
            """)
        try connection.run(
            """
            UPDATE item SET section_id = p.section_id, position = p.position
            FROM temp.lc_sync_place AS p WHERE item.id = p.item AND p.item IS NOT NULL
            """)
        guard isBulk else { return }
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
        for section in touched { try Outline.forget(section: section, in: connection) }
        try DatasetRecord.noteChange(of: dataset, in: connection)
    }

    /// A row of the source on its way to a section, and the stored item that goes there; nil for a new one.
    private typealias Arrival = (source: Int64, item: Int64?)

    /// Notes where the items of a section go that are new there, or change places in it.
    ///
    /// - Parameter rows: The numbers of the section's rows of the source.
    func place(_ rows: Range<Int64>, _ section: Int64) throws {
        guard let stays = try staying(rows, section) else { return }
        // Those that are not written yet.
        var places: [(arrival: Arrival, position: Double)] = []
        func writePlaces() throws {
            try connection.run(
                """
                INSERT INTO temp.lc_sync_place (source, item, section_id, position)
                SELECT c0, c1, ?2, c2 FROM column_batch(?1)
                """,
                batch: ColumnBatch(
                    rowCount: places.count,
                    columns: [
                        .integers(ContiguousArray(places.map(\.arrival.source))),
                        .integers(ContiguousArray(places.map { $0.arrival.item ?? ColumnBatch.nullInteger })),
                        .doubles(ContiguousArray(places.map(\.position))),
                    ]), section)
            places.removeAll(keepingCapacity: true)
        }
        func position(_ sql: String, after position: Double) throws -> Double? {
            try connection.first(
                "SELECT \(sql) FROM item WHERE section_id = ?1 AND position > ?2", section, position, as: Double?.self)
                ?? nil
        }
        var marks = stays.marks?.makeIterator()
        try SnapshotPlan.assign(
            staying: stays.count, last: position("max(position)", after: -.infinity),
            forEach: { body in
                try forEach(rows, section) { arrival, position in
                    try body(arrival, position.flatMap { marks?.next() ?? true ? $0 : nil })
                }
            },
            next: { try position("min(position)", after: $0) ?? .infinity },
            write: {
                places.append(($0, $1))
                if places.count >= ImportJob.batchSize { try writePlaces() }
            })
        try writePlaces()
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
        _ rows: Range<Int64>, _ section: Int64, _ body: (Arrival, _ position: Double?) throws -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT t.id, m.item, CASE WHEN m.section_id = ?3 THEN m.position END
            FROM temp.lc_sync_source AS t LEFT JOIN temp.lc_sync_match AS m ON m.source = t.id
            WHERE t.id BETWEEN ?1 AND ?2 ORDER BY t.id
            """,
            rows.lowerBound, rows.upperBound - 1, section
        ) { row in
            try body((row.int64(0), row.isNull(1) ? nil : row.int64(1)), row.isNull(2) ? nil : row.double(2))
        }
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
        var columns = options.columns
        job.didFindColumns = { columns = $0 }
        var report = try load(job, scratch)
        let hasPayload = try scratch.has("SELECT 1 FROM item WHERE payload IS NOT NULL LIMIT 1")
        let forgets = ForgottenColumns(columns, hasPayload: hasPayload)
        return try ImportJob.write(options, on: connection) {
            let outcome = try StreamedSync(connection: connection, limits: limits, forgets: forgets)
                .run(options.dataset, from: scratch)
            report.itemsInserted = outcome.itemsAfter - outcome.itemsMatched
            report.itemsMatched = outcome.itemsMatched
            report.itemsDeleted = outcome.itemsBefore - outcome.itemsMatched
            report.sectionsCreated = outcome.difference.insertedSections.count
            report.sectionsDeleted = outcome.difference.deletedSections.count
            report.isDryRun = options.isDryRun
            return report
        }
    }
}
