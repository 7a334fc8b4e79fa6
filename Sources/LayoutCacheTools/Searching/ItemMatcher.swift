internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Compares items with the words of a search.
struct ItemMatcher {
    struct Found {
        let id: Int64
        /// The key of an item, or the title of a section.
        let key: String?
    }

    /// The rows of items or sections that were read, and the rows among them that SQLite has to compare.
    struct Window {
        fileprivate var sure: Set<Int64> = []
        fileprivate var rows: [Found] = []
        fileprivate var open: [(number: Int64, text: [UInt8])] = []
        /// The lines of files among them.
        fileprivate var lines: Set<Int64> = []
    }

    /// The columns of `item AS i` that are compared: the key, then the others that are searched.
    let columns: String
    /// The data set's index of the searched fields; nil if it has none.
    let index: SearchIndex?
    let words: SearchWords
    /// Whether items without a payload are compared by the text of their line.
    let readsLines: Bool
    private let texts = LineTexts()
    private let layout: LayoutReader
    private let label: [ItemField]
    private let searchCount: Int
    private var judge: SearchWords.Judge?

    init(_ layout: LayoutReader, _ words: SearchWords, _ fields: ItemFields) throws {
        self.words = words
        let dataset = try DatasetRecord.original(of: layout.record.datasetID, layout.connection)
        let found = try SearchIndex.find(ofDataset: dataset, in: layout.connection)
        let searched = fields.search ?? found?.fields ?? fields.label + fields.detail
        index = try found.flatMap {
            guard words.areWords else { return nil }
            let isAnswer = try words.isPlain || $0.answers(words.query, in: layout.connection)
            return isAnswer && Set($0.fields) == Set(searched) ? $0 : nil
        }
        self.layout = layout
        label = fields.label
        searchCount = max(searched.count, 1)
        readsLines = index == nil && searched == [.called]
        columns = "i.key, " + SearchIndex.columns(of: searched)
    }

    /// Takes in a row whose columns are an item's id and ``columns``.
    ///
    /// - Parameter isSure: Whether the item is found whatever it holds.
    func read(_ row: Statement, into window: inout Window, isSure: Bool = false) {
        let text = SearchIndex.text(of: row, from: 1, count: 1 + searchCount)
        let isFound = isSure ? true : words.isFound(in: text)
        // Nearly all rows: their keys are not read.
        guard isFound != false else { return }
        take(Found(id: row.int64(0), key: row.string(1)), isFound, text, into: &window)
    }

    /// Takes in the lines of a run from an item on, read from the file.
    func read(_ run: LineTexts.Run, from first: Int64, into window: inout Window) {
        texts.forEachLine(of: run, from: first) { item, line in
            let isFound = words.isFound(in: line)
            guard isFound != false else { return }
            take(Found(id: item, key: nil), isFound, Array(line), into: &window)
            window.lines.insert(item)
        }
    }

    /// - Parameter isFound: Whether the text holds the words; nil: only SQLite can compare them.
    private func take(_ found: Found, _ isFound: Bool?, _ text: [UInt8], into window: inout Window) {
        guard isFound != false else { return }
        if isFound == true { window.sure.insert(found.id) } else { window.open.append((found.id, text)) }
        window.rows.append(found)
    }

    /// The items that hold the words and are shown by the data set, in the order of their ids.
    mutating func linesMatching(_ window: Window) throws -> [Found] {
        let own = try layout.connection.cached(
            """
            SELECT i.key IS NULL AND i.payload IS NULL FROM item AS i
            WHERE i.id = ?1 AND \(DatasetRecord.shows(layout.record.datasetID, layout.connection))
            """)
        return try matches(in: window).filter { found in
            guard window.lines.contains(found.id), found.key == nil else { return true }
            own.rewind()
            own.bindAll(found.id)
            defer { own.rewind() }
            return try own.step() && own.bool(0)
        }.sorted { $0.id < $1.id }
    }

    /// An item that was found, with its label and its place; nil if it has no place in the layout.
    func hit(_ found: Found) throws -> SearchSlice.Hit? {
        let title =
            try layout.connection.firstRow(
                "SELECT \(SearchIndex.columns(of: label)) FROM item AS i WHERE i.id = ?1", found.id
            ) { row in (0..<row.columnCount).compactMap { row.string($0) }.joined(separator: " · ") } ?? ""
        return try SearchSlice.Hit(ofItem: found.id, key: found.key, title: title.isEmpty ? nil : title, in: layout)
    }

    /// The sections that are looked at: more would take longer than a part of a search may.
    private static let sectionLimit = 20_000

    /// The sections whose titles hold the words, in their order.
    mutating func titledSections() throws -> [(rank: Int, id: Int64, title: String)] {
        var window = Window()
        var ranks: [Int64: Int] = [:]
        try layout.connection.forEachRow(
            "SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position LIMIT ?2", layout.record.datasetID,
            Self.sectionLimit
        ) { row in
            let id = row.int64(0)
            ranks[id] = ranks.count
            guard let title = row.string(1) else { return }
            let text = Array(title.utf8)
            take(Found(id: id, key: title), words.isFound(in: text), text, into: &window)
        }
        return try matches(in: window).map { (ranks[$0.id] ?? 0, $0.id, $0.key ?? "") }
    }

    /// Reads the items of a section beyond a position: rows of an item's id, ``columns`` and the position.
    func forEachItem(
        after place: SearchSlice.Place, isBackward: Bool = false, limit: Int, _ body: (Statement) throws -> Void
    ) throws {
        try layout.connection.forEachRow(
            """
            SELECT i.id, \(columns), h.position FROM item AS h
            CROSS JOIN item AS i ON i.id = coalesce(h.original_id, h.id)
            WHERE h.section_id = ?1 AND h.position \(isBackward ? "<" : ">") ?2
            ORDER BY h.position \(isBackward ? "DESC" : "") LIMIT ?3
            """,
            place.sectionID, place.position, limit, body: body)
    }

    /// The items that hold the words, in the order in which they were read.
    mutating func matches(in window: Window) throws -> [Found] {
        var found = window.sure
        if !window.open.isEmpty {
            let judge = try judge ?? SearchWords.Judge(words)
            self.judge = judge
            found.formUnion(try judge.found(in: window.open))
        }
        return window.rows.filter { found.contains($0.id) }
    }
}
