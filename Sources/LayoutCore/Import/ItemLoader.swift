internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

/// Puts items into a data set, inside a transaction that the caller holds.
///
/// Call `begin`, then `add` for each row and `flush` now and then, then `finish`. Memory is one batch,
/// one entry per section, and at most twelve bytes per row (`LineTable`).
final class ItemLoader {
    let connection: Connection
    private let job: ImportJob
    /// With the meanings of the columns.
    let options: ImportOptions
    let sourceName: String
    /// The columns of the source: an update leaves the rest of an item alone.
    private let forgets: ForgottenColumns
    /// The unit that messages count: `line`, or `row` of a table.
    private let placeWord: String

    var report = ImportReport()
    private var sections = ContiguousArray<SectionEnd>()
    /// The sections of the data set by their titles.
    private(set) var sectionIndices: [ContiguousArray<UInt8>?: Int] = [:]
    var batch = Batch()
    /// The title that was looked up last; nil for the section without one.
    var title: ContiguousArray<UInt8>?
    private(set) var dataset: Int64 = 0

    /// The id of the first item that this import adds: all its items have this id or a greater one.
    var firstItemID: Int64 = 0
    var nextSectionPosition = 0.0
    /// The entry of the row before: files are mostly sorted by section.
    var lastSection: Int?
    var lines = LineTable()
    /// How many of the rows in `lines` have a key.
    private(set) var keyCount = 0
    /// New values of items, which are in the place of the sections; their texts are in `batch`.
    private var updates = Batch()
    /// Keys in the batches, whose rows no query can see yet.
    var pendingKeys: Set<String> = []
    var indexes = UserSchema.ItemIndexes()
    private var checksKeysWhileLoading = false

    init(
        _ job: ImportJob, _ options: ImportOptions, _ forgets: ForgottenColumns, sourceName: String, placeWord: String,
        on connection: Connection
    ) {
        self.connection = connection
        self.job = job
        self.options = options
        self.sourceName = sourceName
        self.forgets = forgets
        self.placeWord = placeWord
        report.isDryRun = options.isDryRun
    }

    /// Makes or finds the data set, and makes the tables ready for many rows.
    ///
    /// - Throws: `LayoutError` of kind `datasetExists`, or `SQLiteError`.
    func begin() throws {
        dataset = try DatasetRecord.findOrMake(options.dataset, in: connection).id
        try Following.refuse("nothing can be imported into it", of: dataset, in: connection)
        let items = "section CROSS JOIN item ON item.section_id = section.id WHERE section.dataset_id = ?1"
        if options.mode == .create, try connection.has("SELECT 1 FROM \(items) LIMIT 1", dataset) {
            throw LayoutError(
                .datasetExists, "the data set “\(options.dataset)” already holds items",
                advice: "Append to it, replace it, or update it by key.")
        }
        if job.limits != nil { try willBulkLoad() }
        try loadSections()
        if options.mode == .replace {
            try setAsideForReplacement()
        } else {
            nextSectionPosition = try OrderedRows(sectionsOfDataset: dataset, in: connection).end()
        }
        let largest = try connection.first("SELECT max(id) FROM item", as: Int64?.self).flatMap(\.self)
        // Beyond this SQLite would pick ids at random, and consecutive ones could run out.
        guard largest ?? 0 < Int64.max / 2 else {
            throw LayoutError(.invalidOptions, "the table's item ids are used up", file: sourceName)
        }
        firstItemID = max(0, largest ?? 0) + 1
        try Self.releaseTexts(on: connection)
        let isStrictFreshLoad = options.maximumErrors == 0 && (options.mode == .create || options.mode == .replace)
        checksKeysWhileLoading = options.columns.key != nil && !isStrictFreshLoad
        if isStrictFreshLoad, largest == nil { try indexes.drop(on: connection) }
    }

    /// Takes one row.
    ///
    /// - Parameter line: the line or row number that it began on.
    /// - Throws: `ItemValues.Problem` for a row that cannot be stored, or `SQLiteError`.
    func add(_ values: ItemValues, line: Int) throws {
        if values.key == .null, job.requiresKeys || options.mode == .upsert {
            throw ItemValues.Problem(
                offset: values.keyOffset, kind: .missingKey, message: "the row has no key to find its item by")
        }
        if checksKeysWhileLoading, try isHandledByKey(values) { return }
        let index = try section(of: values)
        batch.append(values, section: sections[index].id, position: sections[index].append())
        if values.width.isNaN || values.height.isNaN { report.itemsWithoutSize += 1 }
        if options.columns.key != nil, !checksKeysWhileLoading {
            lines.append(line)
            if values.key != .null { keyCount += 1 }
        }
    }

    /// Writes what has been added so far.
    ///
    /// - Parameter keepsText: Whether rows that are not added yet have their texts in the batch.
    func flush(keepsText: Bool = false) throws {
        if updates.count > 0 {
            updates.text = batch.text
            try updates.run(forgets.updateOfBatch, on: connection)
            updates.text = []
        }
        pendingKeys.removeAll(keepingCapacity: true)
        let count = batch.count
        if count > 0 {
            try indexes.willInsert(batch.sections, on: connection)
            try batch.insert(firstID: firstItemID + Int64(report.itemsInserted), on: connection)
            report.itemsInserted += count
        }
        if !keepsText { batch.text.removeAll(keepingCapacity: true) }
    }

    /// Makes the tables whole again, and checks the keys if that was left for the end.
    ///
    /// - Throws: `LayoutError` of kind `duplicateKey`, or `SQLiteError`.
    func finish() throws {
        try flush()
        try indexes.restore(on: connection)
        if options.columns.key != nil, !checksKeysWhileLoading { try checkKeys() }
        if options.mode == .replace {
            // Sections that were set aside and not named again go.
            try connection.run("DELETE FROM section WHERE dataset_id = ?1 AND position < 0", dataset)
            report.sectionsDeleted = connection.changes
        }
        if let limits = job.limits { try didBulkLoad(Outline(connection: connection, limits: limits)) }
    }

    /// Called before the first change: has the triggers rest that mark stale sections.
    private func willBulkLoad() throws {
        try DerivedSchema.suspendTriggers(on: connection)
        guard options.mode == .replace else { return }
        try connection.run(
            "DELETE FROM lc_run WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", dataset)
        for child in DatasetRecord.OwnedRows.ofItems {
            try connection.run(
                """
                DELETE FROM \(child.table) WHERE \(child.column) IN (
                  SELECT i.id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = ?1)
                """,
                dataset)
        }
    }

    /// Called last: writes the outline of what came, notes what that makes stale, and has the triggers fire again.
    private func didBulkLoad(_ outline: Outline) throws {
        for section in sections {
            guard let first = section.first else { continue }
            if section.isNew {
                try outline.insertRuns(ofSection: section.id, holding: Int(section.next ?? 0))
            } else {
                try Outline.forget(section: section.id, from: first, in: connection)
            }
        }
        try DatasetRecord.noteChange(of: dataset, in: connection)
        // Sections that no row named, and removed ones.
        try connection.run(
            """
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE dataset_id = ?1
              AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = section.id)
            """,
            dataset
        )
        try DatasetRecord.OwnedRows.removeOrphans(DatasetRecord.OwnedRows.ofSections, in: connection)
        // After a replacement every item is another one: laying out afresh, beside what readers see, is the least work.
        try connection.run(
            "UPDATE lc_preparation SET is_restructured = 2, is_replaced = is_replaced OR ?2 WHERE dataset_id = ?1",
            dataset, options.mode == .replace)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
    }

    /// Ids that items had whose texts are in files go to other items: triggers, which would see to that, are off.
    fileprivate static func releaseTexts(on connection: Connection) throws {
        let last = "(SELECT coalesce(max(id), 0) FROM item)"
        try connection.run("DELETE FROM text_run WHERE first_item > \(last)")
        try connection.run(
            """
            UPDATE text_run SET last_item = \(last)
            WHERE first_item = (SELECT max(first_item) FROM text_run) AND last_item > \(last)
            """)
    }

    /// The end of a section, where items are put one after another.
    struct SectionEnd {
        let id: Int64
        /// The position for the next item; nil while it is not known.
        var next: Double?
        /// The position of the first item that was put there, and is not in the outline yet; nil if there is none.
        var first: Double?
        /// Whether an import made or emptied it: then its items have the whole numbers from 0 on as positions.
        var isNew = false

        /// Returns the position for an item.
        mutating func append() -> Double {
            let position = next ?? 0
            next = OrderedRows.position(after: position)
            if first == nil { first = position }
            return position
        }
    }

    /// Makes a section, and returns its id.
    static func insertSection(
        _ title: String?, at position: Double, in dataset: Int64, on connection: Connection
    ) throws -> Int64 {
        try connection.run(
            "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)", dataset, position, title)
        try connection.checkChanges(1)
        return connection.lastInsertRowID
    }

    /// Remembers on which line each stored row began.
    ///
    /// Rows with the same number of lines, as nearly all have one, cost nothing: a run of them is one entry.
    struct LineTable {
        private var runs = ContiguousArray<(row: Int, line: Int, step: Int)>()
        private var rowCount = 0

        /// Notes the line of the next row; lines never fall.
        mutating func append(_ line: Int) {
            defer { rowCount += 1 }
            if let last = runs.last, rowCount == last.row + 1 {
                runs[runs.count - 1].step = line - last.line
            } else if runs.last.map({ $0.line + (rowCount - $0.row) * $0.step }) != line {
                runs.append((rowCount, line, 0))
            }
        }

        /// The line of a row, 0-based in order of appending.
        func line(ofRow row: Int) -> Int {
            runs.last { $0.row <= row }.map { $0.line + (row - $0.row) * $0.step } ?? 0
        }
    }

    /// Whether the row's key settled what becomes of it: the item was there and has been updated.
    ///
    /// - Throws: `ItemValues.Problem` of kind `duplicateKey`, or `SQLiteError`.
    func isHandledByKey(_ values: ItemValues) throws -> Bool {
        guard values.key != .null else { return false }
        let key = String(decoding: batch.text[values.key.start..<values.key.end], as: UTF8.self)
        if pendingKeys.contains(key), options.mode == .upsert { try flush(keepsText: true) }
        guard !pendingKeys.contains(key), let known = try DatasetRecord.item(withKey: key, in: dataset, connection)
        else {
            if !pendingKeys.insert(key).inserted { throw duplicate(key, values) }
            return false
        }
        guard options.mode == .upsert else { throw duplicate(key, values) }
        if options.columns.section != nil {
            let index = try section(of: values)
            if sections[index].id != known.sectionID {
                try connection.run(
                    "UPDATE item SET section_id = ?2, position = ?3 WHERE id = ?1", known.id, sections[index].id,
                    sections[index].append())
            }
        }
        updates.append(values, section: known.id, position: 0)
        pendingKeys.insert(key)
        report.itemsMatched += 1
        return true
    }

    private func duplicate(_ key: String, _ values: ItemValues) -> ItemValues.Problem {
        ItemValues.Problem(
            offset: values.keyOffset, kind: .duplicateKey,
            message: "duplicate key “\(key)”: the data set “\(options.dataset)” has it already")
    }

    /// Finds the first row of this import whose key an earlier one has, through the key's index.
    func checkKeys() throws {
        // In the order of the index each key is only compared with the one before it. This takes half as long as
        // counting the rows of each.
        let distinct = try connection.first(
            "SELECT count(*) FROM (SELECT DISTINCT key FROM item WHERE key IS NOT NULL AND id >= ?1)",
            firstItemID, as: Int.self)
        guard distinct != keyCount,
            let repeated = try Self.repeatedKey(from: firstItemID, in: dataset, on: connection)
        else { return }
        let (line, first) = (lines.line(ofRow: Int(repeated.id - firstItemID)), Int(repeated.earlier - firstItemID))
        throw LayoutError(
            .duplicateKey, "duplicate key “\(repeated.key)”: first on \(placeWord) \(lines.line(ofRow: first))",
            file: sourceName, line: line)
    }

    /// The first item from an id on whose key an earlier one of the data set has. O(items from there on).
    static func repeatedKey(
        from firstID: Int64, in dataset: Int64, on connection: Connection
    ) throws -> (id: Int64, key: String, earlier: Int64)? {
        try connection.firstRow(
            """
            SELECT i.id, i.key, o.id FROM item AS i CROSS JOIN item AS o ON o.key = i.key AND o.id < i.id
            CROSS JOIN section AS s ON s.id = o.section_id CROSS JOIN section AS t ON t.id = i.section_id
            WHERE i.id >= ?1 AND s.dataset_id = ?2 AND t.dataset_id = ?2 ORDER BY i.id LIMIT 1
            """, firstID, dataset
        ) { ($0.int64(0), $0.stringOrEmpty(1), $0.int64(2)) }
    }

    func loadSections() throws {
        try connection.forEachRow("SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position", dataset) {
            let title = $0.string(1).map { ContiguousArray($0.utf8) }
            // Of sections with the same title the first one counts.
            guard sectionIndices[title] == nil else { return }
            sectionIndices[title] = sections.count
            sections.append(SectionEnd(id: $0.int64(0)))
        }
    }

    /// Deletes the items, and moves the sections out of the way of the new order. They go to positions below 0 and
    /// below all used ones, where they stay if no row names them.
    func setAsideForReplacement() throws {
        try connection.run(
            "DELETE FROM item WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", dataset)
        let lowest = try connection.first(
            "SELECT min(position) FROM section WHERE dataset_id = ?1", dataset, as: Double?.self)
        try connection.run(
            "UPDATE section SET position = ?2 - id WHERE dataset_id = ?1", dataset,
            min(0, lowest.flatMap(\.self) ?? 0) - 1)
    }

    /// The entry of the row's section, which is made if it is new.
    func section(of values: ItemValues) throws -> Int {
        let bytes = values.title == .null ? nil : batch.text[values.title.start..<values.title.end]
        if let lastSection, let bytes, let title, title.elementsEqual(bytes) { return lastSection }
        title = bytes.map { ContiguousArray($0) }
        let index = try sectionIndices[title] ?? makeSection()
        lastSection = index
        guard sections[index].next == nil else { return index }
        let id = sections[index].id
        if options.mode == .replace {
            try connection.run("UPDATE section SET position = ?2 WHERE id = ?1", id, nextSectionPosition)
            nextSectionPosition += 1
            sections[index].isNew = true
            sections[index].next = 0
        } else {
            sections[index].next = try OrderedRows(itemsOfSection: id, in: connection).end()
        }
        return index
    }

    private func makeSection() throws -> Int {
        let id = try Self.insertSection(
            title.map { String(decoding: $0, as: UTF8.self) }, at: nextSectionPosition, in: dataset, on: connection)
        nextSectionPosition += 1
        report.sectionsCreated += 1
        sectionIndices[title] = sections.count
        sections.append(SectionEnd(id: id, next: 0, isNew: true))
        return sections.count - 1
    }

    /// Items on their way into the table; reused from batch to batch.
    struct Batch {
        private struct Row {
            var values: ItemValues
            var section: Int64
            var position: Double
        }

        /// The statements that insert a batch: without or with traits.
        private static let insertions = [("", ""), (ItemTrait.columnList, storedTraits)].map { names, values in
            """
            INSERT INTO item (id, section_id, position, key, width, height, x, y, payload\(names)) \
            SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8\(values) FROM column_batch(?1)
            """
        }
        private static let storedTraits = ItemTrait.allCases.map { ", " + $0.stored("c\(9 + $0.rawValue)") }.joined()

        private var rows = ContiguousArray<Row>()
        private var hasTraits = false
        private var mapper = SourceItem.Mapper()
        /// The bytes of keys and payloads, including the row being read.
        var text = ContiguousArray<UInt8>()

        var count: Int { rows.count }
        var sections: ContiguousArray<Int64> { column { $0.section } }

        @inline(__always)
        mutating func append(_ values: ItemValues, section: Int64, position: Double) {
            rows.append(Row(values: values, section: section, position: position))
            if !values.traits.isEmpty { hasTraits = true }
        }

        /// Adds an item that an app has.
        ///
        /// - Parameter context: Text before the message of an error.
        /// - Throws: ``LayoutError`` `invalidArgument`.
        mutating func append(
            _ item: SourceItem, section: Int64, position: Double, context: @autoclosure () -> String = ""
        ) throws(LayoutError) {
            if rows.isEmpty { text.removeAll(keepingCapacity: true) }
            var item = item
            // It has a place: what it calls its section itself does not count.
            item.section = nil
            do throws(ItemValues.Problem) {
                append(try mapper.map(item, text: &text), section: section, position: position)
            } catch {
                throw LayoutError(.invalidArgument, context() + error.message)
            }
        }

        mutating func append(text string: String) -> ColumnBatch.ByteRange {
            let start = text.count
            text.append(contentsOf: string.utf8)
            return ColumnBatch.ByteRange(start: start, end: text.count)
        }

        /// Inserts the items and empties the batch.
        ///
        /// - Parameter firstID: The first of consecutive ids; nil: SQLite chooses the ids.
        mutating func insert(firstID: Int64? = nil, on connection: Connection) throws {
            let count = count
            try run(Self.insertions[hasTraits ? 1 : 0], firstID: firstID, writesTraits: hasTraits, on: connection)
            try connection.checkChanges(count)
        }

        /// Runs a statement over `column_batch(?1)`: id, section, position, key, width, height, x, y and payload, then
        /// the numbers of traits if they are asked for. Empties the batch, except its texts.
        mutating func run<each Argument: Bindable>(
            _ sql: String, firstID: Int64? = nil, writesTraits: Bool = true, on connection: Connection,
            _ arguments: repeat each Argument
        ) throws(SQLiteError) {
            let ids = firstID.map { ContiguousArray($0..<$0 + Int64(count)) }
            var columns: [ColumnBatch.Column] = [
                .integers(ids ?? ContiguousArray(repeating: ColumnBatch.nullInteger, count: count)),
                .integers(sections),
                .doubles(column { $0.position }),
                .text(column { $0.values.key }), .doubles(column { $0.values.width }),
                .doubles(column { $0.values.height }), .doubles(column { $0.values.x }),
                .doubles(column { $0.values.y }),
                .text(column { $0.values.payload }),
            ]
            for trait in ItemTrait.allCases where writesTraits {
                columns.append(.integers(column { $0.values.traits[trait].map(Int64.init) ?? ColumnBatch.nullInteger }))
            }
            let batch = ColumnBatch(rowCount: count, columns: columns, bytes: text)
            try connection.run(sql, batch: batch, repeat each arguments)
            rows.removeAll(keepingCapacity: true)
            hasTraits = false
        }

        private func column<Value>(_ value: (Row) -> Value) -> ContiguousArray<Value> {
            ContiguousArray(rows.map(value))
        }
    }
}

extension BandLimits {
    /// Writes items at places, while triggers note what changes. They rest if a large share of the items in the
    /// sections comes and goes: then the outline is better made again as a whole.
    ///
    /// To put them back costs as much as some hundred rows. An arbitrary number of runs: both take about as long, at
    /// half of it as well.
    ///
    /// - Parameters:
    ///   - count: How many items come and go.
    ///   - total: How many items there are in the sections.
    ///   - sections: The sections, to be counted and laid out again.
    ///   - body: Writes; it is called with true if triggers rest.
    func write(
        _ count: Int, of total: Int, in sections: some Sequence<Int64>, ofDataset dataset: Int64,
        on connection: Connection, _ body: (_ isBulk: Bool) throws -> Void
    ) throws {
        guard count >= 4 * run, count * 2 >= total else { return try body(false) }
        try DerivedSchema.suspendTriggers(on: connection)
        try ItemLoader.releaseTexts(on: connection)
        try body(true)
        for section in sections { try Outline.forget(section: section, in: connection) }
        try DatasetRecord.noteChange(of: dataset, in: connection)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
    }
}

extension Connection {
    /// Sees that the last statement changed as many rows as it should have. Later steps go by that.
    ///
    /// - Parameter isDone: Whether another statement did the rest: a trigger that deletes a row with the one before it.
    /// - Throws: ``LayoutError`` `invalidArgument` if a trigger of another program left some out.
    func checkChanges(_ count: Int, unless isDone: @autoclosure () throws -> Bool = false) throws {
        guard changes != count, try !isDone() else { return }
        throw LayoutError(
            .invalidArgument, "a trigger of another program leaves out rows: \(changes) of \(count) would be changed",
            advice: "Drop the trigger, or let it raise an error.")
    }
}
