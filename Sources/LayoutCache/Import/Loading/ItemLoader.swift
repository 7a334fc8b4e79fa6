internal import LayoutSQLite

/// Puts items into a data set, inside a transaction that the caller holds.
///
/// Call `begin`, then `add` for each row and `flush` now and then, then `finish`. Memory is one batch,
/// one entry per section, and at most a byte and a half per row (`LineTable`).
final class ItemLoader {
    let connection: Connection
    let options: ImportOptions
    let sourceName: String
    let hooks: any ImportHooks
    /// Which mapped columns the source really has; an update leaves the others alone.
    let hasPayload: Bool

    var report = ImportReport()
    var sections = SectionTable()
    var batch = ItemBatch()
    /// The title of the row being read; what it holds counts only if the row has one.
    var title = ContiguousArray<UInt8>()
    private(set) var dataSet: Int64 = 0

    /// The id of the first item that this import adds: all its items have this id or a greater one.
    private var firstItemID: Int64 = 0
    /// The id of the first item in the batch.
    private var nextItemID: Int64 = 0
    private var nextSectionPosition = 0.0
    private var lastSection: Int?
    private var lines = LineTable()
    /// Keys in the batch, which no query can see yet.
    private var pendingKeys: Set<String> = []
    private var droppedIndexes: [String] = []
    private var checksKeysWhileLoading = false
    private var update: ItemUpdate?

    init(
        connection: Connection, options: ImportOptions, sourceName: String, hooks: any ImportHooks, hasPayload: Bool
    ) {
        self.connection = connection
        self.options = options
        self.sourceName = sourceName
        self.hooks = hooks
        self.hasPayload = hasPayload
        report.isDryRun = options.isDryRun
    }

    /// Makes or finds the data set, and makes the tables ready for many rows.
    ///
    /// - Throws: `ImportError` of kind `dataSetExists`, or `SQLiteError`.
    func begin() throws {
        if let known = try connection.first(
            "SELECT id FROM dataset WHERE name = ?1", options.dataSet, as: Int64.self
        ) {
            dataSet = known
        } else {
            try connection.run("INSERT INTO dataset (name) VALUES (?1)", options.dataSet)
            dataSet = connection.lastInsertRowID
        }
        if options.mode == .create, try hasItems() {
            throw ImportError(
                file: sourceName, kind: .dataSetExists,
                message: "the data set “\(options.dataSet)” exists and holds items",
                advice: "Append to it, replace it, or update it by key."
            )
        }
        if options.mode != .upsert {
            try hooks.willBulkLoad(dataSet: dataSet, on: connection)
        }
        try loadSections()
        if options.mode == .replace {
            try setAsideForReplacement()
        } else {
            nextSectionPosition = try connection.first(
                "SELECT max(position) FROM section WHERE dataset_id = ?1", dataSet, as: Double?.self
            )?.map { $0.rounded(.down) + 1 } ?? 0
        }
        let largest = try connection.first("SELECT max(id) FROM item", as: Int64?.self).flatMap(\.self)
        // Beyond this SQLite would pick ids at random, and consecutive ones could run out.
        guard largest ?? 0 < Int64.max / 2 else {
            throw ImportError(file: sourceName, kind: .invalidOptions, message: "the table's item ids are used up")
        }
        firstItemID = max(0, largest ?? 0) + 1
        nextItemID = firstItemID
        let isStrictFreshLoad = options.maximumErrors == 0 && (options.mode == .create || options.mode == .replace)
        checksKeysWhileLoading = options.columns.key != nil && !isStrictFreshLoad
        if isStrictFreshLoad, largest == nil {
            try dropItemIndexes()
        }
        if options.mode == .upsert {
            update = ItemUpdate(columns: options.columns, hasPayload: hasPayload)
        }
    }

    /// Takes one row.
    ///
    /// - Parameter line: the line or row number that it began on.
    /// - Throws: `RowProblem` for a row that cannot be stored, or `SQLiteError`.
    func add(_ values: consuming ItemValues, line: Int) throws {
        if checksKeysWhileLoading, try isHandledByKey(&values) {
            return
        }
        let index = try section(hasTitle: values.hasTitle)
        let position = sections[index].nextPosition
        if sections[index].firstPosition.isNaN {
            sections[index].firstPosition = position
        }
        sections[index].nextPosition = position + 1
        batch.append(values, section: sections[index].id, position: position)
        if values.width.isNaN || values.height.isNaN {
            report.itemsWithoutSize += 1
        }
        if options.columns.key != nil, !checksKeysWhileLoading {
            lines.append(line)
        }
    }

    /// Writes what has been added so far.
    func flush() throws {
        guard batch.count > 0 else {
            batch.text.removeAll(keepingCapacity: true)
            return
        }
        let count = batch.count
        try batch.insert(firstID: nextItemID, on: connection)
        nextItemID += Int64(count)
        report.itemsInserted += count
        pendingKeys.removeAll(keepingCapacity: true)
    }

    /// Makes the tables whole again, and checks the keys if that was left for the end.
    ///
    /// - Throws: `ImportError` of kind `duplicateKey`, or `SQLiteError`.
    func finish() throws {
        try flush()
        for sql in droppedIndexes {
            try connection.execute(sql)
        }
        if options.columns.key != nil, !checksKeysWhileLoading {
            try checkKeys()
        }
        if options.mode == .replace {
            try deleteUnnamedSections()
        }
        guard options.mode != .upsert else { return }
        for entry in sections.entries where !entry.firstPosition.isNaN {
            try hooks.didTouch(section: entry.id, firstPosition: entry.firstPosition, on: connection)
        }
        try hooks.didBulkLoad(dataSet: dataSet, on: connection)
    }

    private func hasItems() throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM section CROSS JOIN item ON item.section_id = section.id
            WHERE section.dataset_id = ?1 LIMIT 1
            """,
            dataSet, as: Int.self
        ) != nil
    }
}

// MARK: - Sections

extension ItemLoader {
    private func loadSections() throws {
        let statement = try connection.cached("SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position")
        statement.bind(dataSet, at: 1)
        defer { statement.reset() }
        while try statement.step() {
            let title = statement.string(1).map { ContiguousArray($0.utf8) }
            // Of sections with the same title the first one counts.
            if sections.index(of: title) == nil {
                _ = sections.insert(id: statement.int64(0), title: title)
            }
        }
    }

    /// Deletes the items, and moves the sections out of the way of the new order: to positions below
    /// 0 and below all that are taken, where they stay if no row names them.
    private func setAsideForReplacement() throws {
        try connection.run(
            "DELETE FROM item WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", dataSet
        )
        let lowest = try connection.first(
            "SELECT min(position) FROM section WHERE dataset_id = ?1", dataSet, as: Double?.self
        )
        try connection.run(
            "UPDATE section SET position = ?2 - id WHERE dataset_id = ?1", dataSet, min(0, lowest.flatMap(\.self) ?? 0) - 1
        )
    }

    private func deleteUnnamedSections() throws {
        try connection.run("DELETE FROM section WHERE dataset_id = ?1 AND position < 0", dataSet)
        report.sectionsDeleted = connection.changes
    }

    /// The entry of the row's section, which is made if it is new.
    @inline(__always)
    private func section(hasTitle: Bool) throws -> Int {
        // Files are mostly sorted by section.
        if let lastSection, hasTitle, sections.hasTitle(title, at: lastSection) {
            return lastSection
        }
        let found = try findOrMakeSection(hasTitle ? title : nil)
        lastSection = found
        return found
    }

    private func findOrMakeSection(_ title: ContiguousArray<UInt8>?) throws -> Int {
        guard let index = sections.index(of: title) else {
            let text = title.map { String(decoding: $0, as: UTF8.self) }
            try connection.run(
                "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)",
                dataSet, nextSectionPosition, text
            )
            nextSectionPosition += 1
            report.sectionsCreated += 1
            let index = sections.insert(id: connection.lastInsertRowID, title: title)
            sections[index].nextPosition = 0
            sections[index].isNamed = true
            return index
        }
        guard !sections[index].isNamed else { return index }
        sections[index].isNamed = true
        if options.mode == .replace {
            try connection.run(
                "UPDATE section SET position = ?2 WHERE id = ?1", sections[index].id, nextSectionPosition
            )
            nextSectionPosition += 1
            sections[index].nextPosition = 0
        } else {
            sections[index].nextPosition = try nextPosition(inSection: sections[index].id)
        }
        return index
    }

    private func nextPosition(inSection section: Int64) throws -> Double {
        try connection.first(
            "SELECT max(position) FROM item WHERE section_id = ?1", section, as: Double?.self
        )?.map { $0.rounded(.down) + 1 } ?? 0
    }
}

// MARK: - Keys

extension ItemLoader {
    /// Whether the row's key settled what becomes of it: the item was there and has been updated.
    ///
    /// - Throws: `RowProblem` of kind `duplicateKey` or `missingKey`, or `SQLiteError`.
    private func isHandledByKey(_ values: inout ItemValues) throws -> Bool {
        guard values.key != .null else {
            guard options.mode == .upsert else { return false }
            throw RowProblem(
                offset: values.keyOffset, kind: .missingKey, message: "the row has no key, by which it would be found"
            )
        }
        let key = String(decoding: batch.text[values.key.start..<values.key.end], as: UTF8.self)
        if pendingKeys.contains(key), options.mode == .upsert {
            try flushKeepingOpenRow(&values)
        }
        guard !pendingKeys.contains(key), let known = try item(withKey: key) else {
            if !pendingKeys.insert(key).inserted { throw duplicate(key, values) }
            return false
        }
        guard let update else { throw duplicate(key, values) }
        var destination: (section: Int64, position: Double)?
        if options.columns.section != nil {
            let index = try section(hasTitle: values.hasTitle)
            if sections[index].id != known.section {
                destination = (sections[index].id, sections[index].nextPosition)
                sections[index].nextPosition += 1
            }
        }
        try update.run(known.id, values, text: batch.text, destination: destination, on: connection)
        report.itemsMatched += 1
        return true
    }

    /// Writes the rows before this one, whose texts are in the batch already.
    private func flushKeepingOpenRow(_ values: inout ItemValues) throws {
        let start = values.payload == .null ? values.key.start : min(values.key.start, values.payload.start)
        let texts = ContiguousArray(batch.text[start...])
        batch.text.truncate(to: start)
        try flush()
        batch.text = texts
        values.moveTexts(by: -start)
    }

    private func duplicate(_ key: String, _ values: ItemValues) -> RowProblem {
        RowProblem(
            offset: values.keyOffset, kind: .duplicateKey,
            message: "the key “\(key)” is in the data set “\(options.dataSet)” already"
        )
    }

    private func item(withKey key: String) throws -> (id: Int64, section: Int64)? {
        let statement = try connection.cached(
            """
            SELECT item.id, item.section_id FROM item CROSS JOIN section ON section.id = item.section_id
            WHERE item.key = ?1 AND section.dataset_id = ?2 ORDER BY item.id LIMIT 1
            """
        )
        statement.bind(key, at: 1)
        statement.bind(dataSet, at: 2)
        defer { statement.rewind() }
        return try statement.step() ? (statement.int64(0), statement.int64(1)) : nil
    }

    /// Finds the first row of this import whose key an earlier one has, through the key's index.
    private func checkKeys() throws {
        let isRepeated = try connection.first(
            "SELECT 1 FROM item WHERE key IS NOT NULL AND id >= ?1 GROUP BY key HAVING count(*) > 1 LIMIT 1",
            firstItemID, as: Int.self
        ) != nil
        guard isRepeated else { return }
        let statement = try connection.prepare(
            """
            SELECT id, key, earlier FROM (
              SELECT id, key, lag(id) OVER (PARTITION BY key ORDER BY id) AS earlier
              FROM item WHERE key IS NOT NULL AND id >= ?1)
            WHERE earlier IS NOT NULL ORDER BY id LIMIT 1
            """
        )
        statement.bind(firstItemID, at: 1)
        guard try statement.step() else { return }
        let line = lines.line(ofRow: Int(statement.int64(0) - firstItemID))
        let earlier = lines.line(ofRow: Int(statement.int64(2) - firstItemID))
        throw ImportError(
            file: sourceName, line: line, kind: .duplicateKey,
            message: "the key “\(statement.stringOrEmpty(1))” is on line \(earlier) already"
        )
    }
}

// MARK: - Indexes

extension ItemLoader {
    /// Drops the indexes of the empty item table: building them from sorted rows at the end is
    /// faster than growing them row by row.
    private func dropItemIndexes() throws {
        var names: [String] = []
        try connection.forEachRow(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'item' AND sql IS NOT NULL"
        ) { row in
            names.append(row.stringOrEmpty(0))
            droppedIndexes.append(row.stringOrEmpty(1))
        }
        for name in names {
            try connection.execute("DROP INDEX \(SQLName.quoted(name))")
        }
    }
}
