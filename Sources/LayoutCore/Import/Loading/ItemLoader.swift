internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

/// Puts items into a data set, inside a transaction that the caller holds.
///
/// Call `begin`, then `add` for each row and `flush` now and then, then `finish`. Memory is one batch,
/// one entry per section, and at most a byte and a half per row (`LineTable`).
final class ItemLoader {
    let connection: Connection
    let options: ImportOptions
    let sourceName: String
    let hooks: (any ImportHooks)?
    /// Whether the source has columns for the payload; otherwise an update leaves an item's payload alone.
    let hasPayload: Bool
    /// The unit that messages count: `line`, or `row` of a table.
    let placeWord: String

    var report = ImportReport()
    var sections = SectionTable()
    var batch = ItemBatch()
    /// The title that was looked up last.
    var title = ContiguousArray<UInt8>()
    private(set) var dataset: Int64 = 0

    /// The id of the first item that this import adds: all its items have this id or a greater one.
    var firstItemID: Int64 = 0
    /// The id of the first item in the batch.
    private var nextItemID: Int64 = 0
    var nextSectionPosition = 0.0
    /// The entry of the row before: files are mostly sorted by section.
    var lastSection: Int?
    var lines = LineTable()
    /// How many of the rows in `lines` have a key.
    private(set) var keyCount = 0
    /// Keys in the batch, which no query can see yet.
    var pendingKeys: Set<String> = []
    var indexes = ItemIndexes()
    private var checksKeysWhileLoading = false
    var requiresKeys = false
    var update: ItemUpdate?

    init(
        connection: Connection, options: ImportOptions, sourceName: String, hooks: (any ImportHooks)?, hasPayload: Bool,
        placeWord: String
    ) {
        self.connection = connection
        self.options = options
        self.sourceName = sourceName
        self.hooks = hooks
        self.hasPayload = hasPayload
        self.placeWord = placeWord
        report.isDryRun = options.isDryRun
    }

    /// Makes or finds the data set, and makes the tables ready for many rows.
    ///
    /// - Throws: `LayoutError` of kind `datasetExists`, or `SQLiteError`.
    func begin() throws {
        if let known = try connection.first(
            "SELECT id FROM dataset WHERE name = ?1", options.dataset, as: Int64.self
        ) {
            dataset = known
            try Following.refuse("nothing can be imported into it", of: known, in: connection)
        } else {
            try connection.run("INSERT INTO dataset (name) VALUES (?1)", options.dataset)
            dataset = connection.lastInsertRowID
        }
        if options.mode == .create, try hasItems() {
            throw LayoutError(
                .datasetExists, "the data set “\(options.dataset)” already holds items",
                advice: "Append to it, replace it, or update it by key.")
        }
        if options.mode != .upsert { try hooks?.willBulkLoad(dataset: dataset, on: connection) }
        try loadSections()
        if options.mode == .replace {
            try setAsideForReplacement()
        } else {
            nextSectionPosition =
                try connection.first(
                    "SELECT max(position) FROM section WHERE dataset_id = ?1", dataset, as: Double?.self
                )?.map { Self.position(after: $0) } ?? 0
        }
        let largest = try connection.first("SELECT max(id) FROM item", as: Int64?.self).flatMap(\.self)
        // Beyond this SQLite would pick ids at random, and consecutive ones could run out.
        guard largest ?? 0 < Int64.max / 2 else {
            throw LayoutError(.invalidOptions, "the table's item ids are used up", file: sourceName)
        }
        firstItemID = max(0, largest ?? 0) + 1
        nextItemID = firstItemID
        try releaseTexts()
        let isStrictFreshLoad = options.maximumErrors == 0 && (options.mode == .create || options.mode == .replace)
        checksKeysWhileLoading = options.columns.key != nil && !isStrictFreshLoad
        if isStrictFreshLoad, largest == nil { try indexes.drop(on: connection) }
        if options.mode == .upsert { update = ItemUpdate(columns: options.columns, hasPayload: hasPayload) }
    }

    /// Takes one row.
    ///
    /// - Parameter line: the line or row number that it began on.
    /// - Throws: `RowProblem` for a row that cannot be stored, or `SQLiteError`.
    func add(_ values: ItemValues, line: Int) throws {
        if requiresKeys, values.key == .null { throw missingKey(values) }
        if checksKeysWhileLoading, try isHandledByKey(values) { return }
        let index = try section(of: values)
        let position = sections[index].nextPosition
        sections[index].nextPosition = Self.position(after: position)
        batch.append(values, section: sections[index].id, position: position)
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
        guard batch.count > 0 else {
            if !keepsText { batch.text.removeAll(keepingCapacity: true) }
            return
        }
        let text = keepsText ? batch.text : []
        let count = batch.count
        try indexes.willInsert(batch.sections, on: connection)
        try batch.insert(firstID: nextItemID, on: connection)
        if keepsText { batch.text = text }
        nextItemID += Int64(count)
        report.itemsInserted += count
        pendingKeys.removeAll(keepingCapacity: true)
    }

    /// Makes the tables whole again, and checks the keys if that was left for the end.
    ///
    /// - Throws: `LayoutError` of kind `duplicateKey`, or `SQLiteError`.
    func finish() throws {
        try flush()
        try indexes.restore(on: connection)
        if options.columns.key != nil, !checksKeysWhileLoading { try checkKeys() }
        if options.mode == .replace { try deleteUnnamedSections() }
        guard options.mode != .upsert else { return }
        try hooks?.didBulkLoad(dataset: dataset, sections.loaded, on: connection)
    }

    /// The next whole number, or, far out, where these are no longer distinct, the next representable number.
    static func position(after position: Double) -> Double {
        let next = position.rounded(.down) + 1
        return next > position ? next : position.nextUp
    }

    /// Ids that items had whose texts are in files go to other items: triggers, which would see to that, are off.
    private func releaseTexts() throws {
        try connection.run("DELETE FROM text_run WHERE first_item >= ?1", firstItemID)
        try connection.run(
            """
            UPDATE text_run SET last_item = ?1 - 1
            WHERE first_item = (SELECT max(first_item) FROM text_run) AND last_item >= ?1
            """,
            firstItemID)
    }

    private func hasItems() throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM section CROSS JOIN item ON item.section_id = section.id
            WHERE section.dataset_id = ?1 LIMIT 1
            """,
            dataset, as: Int.self
        ) != nil
    }
}

/// The store's work around a bulk load, inside its transaction.
///
/// In modes that add many rows at once the store's triggers would cost more than the rows. They are off, and the load
/// reports itself what it touched. `upsert` leaves the triggers alone, and calls none of these.
protocol ImportHooks {
    /// Called before the first change: has the triggers rest that mark stale sections.
    func willBulkLoad(dataset: Int64, on connection: Connection) throws

    /// Called last: has the triggers fire again. In a replacement, sections may be gone.
    func didBulkLoad(dataset: Int64, _ sections: [LoadedSection], on connection: Connection) throws
}

/// A section to which a bulk load appended items.
struct LoadedSection {
    var id: Int64
    /// Whether it was without items before: then these have the whole numbers from 0 on as positions.
    var isNew: Bool
    /// The positions of the items.
    var positions: Range<Double>
}

/// The sections of the data set being loaded, found by title. Looking up a title allocates nothing.
struct SectionTable {
    struct Entry {
        var id: Int64
        /// False for the section without a title.
        var hasTitle: Bool
        /// The position for the next item that is appended; NaN while it is not known.
        var nextPosition = Double.nan
        /// The position of the first item that was appended; NaN as long as no row names it.
        var firstPosition = Double.nan
        /// Whether this import made or emptied it.
        var isNew = false
    }

    private var entries = ContiguousArray<Entry>()
    private var titles = KeyTable()
    /// The entries of the titles, by their numbers.
    private var titled = ContiguousArray<Int>()
    private var untitled: Int?

    subscript(index: Int) -> Entry {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    /// The sections that rows named.
    var loaded: [LoadedSection] {
        entries.filter { !$0.firstPosition.isNaN }.map {
            LoadedSection(id: $0.id, isNew: $0.isNew, positions: $0.firstPosition..<$0.nextPosition)
        }
    }

    func index(of title: ContiguousArray<UInt8>?) -> Int? {
        guard let title else { return untitled }
        return titles.number(of: title.span).map { titled[$0] }
    }

    /// Adds an entry whose title is not in the table yet.
    mutating func insert(id: Int64, title: ContiguousArray<UInt8>?) -> Int {
        let index = entries.count
        entries.append(Entry(id: id, hasTitle: title != nil))
        if let title {
            _ = titles.insert(title)
            titled.append(index)
        } else {
            untitled = index
        }
        return index
    }
}

extension ItemLoader {
    /// Whether the row's key settled what becomes of it: the item was there and has been updated.
    ///
    /// - Throws: `RowProblem` of kind `duplicateKey` or `missingKey`, or `SQLiteError`.
    func isHandledByKey(_ values: ItemValues) throws -> Bool {
        guard values.key != .null else {
            guard options.mode == .upsert else { return false }
            throw missingKey(values)
        }
        let key = String(decoding: batch.text[values.key.start..<values.key.end], as: UTF8.self)
        if pendingKeys.contains(key), options.mode == .upsert { try flush(keepsText: true) }
        guard !pendingKeys.contains(key), let known = try DatasetRecord.item(withKey: key, in: dataset, connection)
        else {
            if !pendingKeys.insert(key).inserted { throw duplicate(key, values) }
            return false
        }
        guard let update else { throw duplicate(key, values) }
        var destination: (section: Int64, position: Double)?
        if options.columns.section != nil {
            let index = try section(of: values)
            if sections[index].id != known.sectionID {
                destination = (sections[index].id, sections[index].nextPosition)
                sections[index].nextPosition = Self.position(after: sections[index].nextPosition)
            }
        }
        try update.run(known.id, values, text: batch.text, destination: destination, on: connection)
        report.itemsMatched += 1
        return true
    }

    func missingKey(_ values: ItemValues) -> RowProblem {
        RowProblem(offset: values.keyOffset, kind: .missingKey, message: "the row has no key to find its item by")
    }

    private func duplicate(_ key: String, _ values: ItemValues) -> RowProblem {
        RowProblem(
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
        guard distinct != keyCount else { return }
        let statement = try connection.prepare(
            """
            SELECT id, key, earlier FROM (
              SELECT id, key, lag(id) OVER (PARTITION BY key ORDER BY id) AS earlier
              FROM item WHERE key IS NOT NULL AND id >= ?1)
            WHERE earlier IS NOT NULL ORDER BY id LIMIT 1
            """)
        statement.bind(firstItemID, at: 1)
        guard try statement.step() else { return }
        let line = lines.line(ofRow: Int(statement.int64(0) - firstItemID))
        let earlier = lines.line(ofRow: Int(statement.int64(2) - firstItemID))
        throw LayoutError(
            .duplicateKey, "duplicate key “\(statement.stringOrEmpty(1))”: first on \(placeWord) \(earlier)",
            file: sourceName, line: line)
    }

    func loadSections() throws {
        let statement = try connection.cached("SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position")
        statement.bind(dataset, at: 1)
        defer { statement.reset() }
        while try statement.step() {
            let title = statement.string(1).map { ContiguousArray($0.utf8) }
            // Of sections with the same title the first one counts.
            if sections.index(of: title) == nil { _ = sections.insert(id: statement.int64(0), title: title) }
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

    /// Ends a replacement: sections that were set aside and not named again go.
    func deleteUnnamedSections() throws {
        try connection.run("DELETE FROM section WHERE dataset_id = ?1 AND position < 0", dataset)
        report.sectionsDeleted = connection.changes
    }

    /// The entry of the row's section, which is made if it is new.
    @inline(__always)
    func section(of values: ItemValues) throws -> Int {
        let range = values.title
        if let lastSection, range != .null, sections[lastSection].hasTitle, isTitle(range) { return lastSection }
        let found = try findOrMakeSection(readTitle(range) ? title : nil)
        lastSection = found
        return found
    }

    /// Whether a title in the batch's bytes is the one that was looked up last.
    @inline(__always)
    private func isTitle(_ range: ColumnBatch.ByteRange) -> Bool {
        guard title.count == range.end - range.start else { return false }
        var distance = 0
        while distance < title.count {
            guard title[distance] == batch.text[range.start + distance] else { return false }
            distance += 1
        }
        return true
    }

    private func readTitle(_ range: ColumnBatch.ByteRange) -> Bool {
        title.removeAll(keepingCapacity: true)
        guard range != .null else { return false }
        title.append(contentsOf: batch.text[range.start..<range.end])
        return true
    }

    private func findOrMakeSection(_ title: ContiguousArray<UInt8>?) throws -> Int {
        guard let index = sections.index(of: title) else {
            let text = title.map { String(decoding: $0, as: UTF8.self) }
            try connection.run(
                "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)", dataset, nextSectionPosition,
                text)
            nextSectionPosition += 1
            report.sectionsCreated += 1
            let index = sections.insert(id: connection.lastInsertRowID, title: title)
            sections[index].isNew = true
            (sections[index].firstPosition, sections[index].nextPosition) = (0, 0)
            return index
        }
        guard sections[index].firstPosition.isNaN else { return index }
        if options.mode == .replace {
            try connection.run(
                "UPDATE section SET position = ?2 WHERE id = ?1", sections[index].id, nextSectionPosition)
            nextSectionPosition += 1
            sections[index].isNew = true
            sections[index].nextPosition = 0
        } else {
            sections[index].nextPosition = try nextPosition(inSection: sections[index].id)
        }
        sections[index].firstPosition = sections[index].nextPosition
        return index
    }

    private func nextPosition(inSection section: Int64) throws -> Double {
        try connection.first(
            "SELECT max(position) FROM item WHERE section_id = ?1", section, as: Double?.self
        )?.map { Self.position(after: $0) } ?? 0
    }
}
