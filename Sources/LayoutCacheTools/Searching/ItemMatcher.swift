internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Compares items with the words of a search.
struct ItemMatcher {
    struct Found {
        let id: Int64
        let key: String?
    }

    /// The rows of items that were read, and the rows among them that SQLite has to compare.
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
    private var judge: TextJudge?

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
        guard isFound != false else { return }
        let id = row.int64(0)
        if isFound == true { window.sure.insert(id) } else { window.open.append((id, text)) }
        window.rows.append(Found(id: id, key: row.string(1)))
    }

    /// Takes in the lines of a run from an item on, read from the file.
    func read(_ run: LineTexts.Run, from first: Int64, into window: inout Window) {
        texts.forEachLine(of: run, from: first) { item, line in
            let isFound = words.isFound(in: line)
            guard isFound != false else { return }
            if isFound == true { window.sure.insert(item) } else { window.open.append((item, Array(line))) }
            window.rows.append(Found(id: item, key: nil))
            window.lines.insert(item)
        }
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

    /// The numbers of the texts that hold the words, as an index would find them.
    mutating func found(in texts: [(number: Int64, text: [UInt8])]) throws -> Set<Int64> {
        guard !texts.isEmpty else { return [] }
        let judge = try judge ?? TextJudge(words)
        self.judge = judge
        return try judge.found(in: texts)
    }

    /// The sections that are looked at: more would take longer than a part of a search may.
    private static let sectionLimit = 20_000

    /// The sections whose titles hold the words, in their order.
    mutating func titledSections() throws -> [(rank: Int, id: Int64, title: String)] {
        var sections: [(rank: Int, id: Int64, title: String)] = []
        var open: [(number: Int64, text: [UInt8])] = []
        var found: Set<Int64> = []
        var rank = 0
        try layout.connection.forEachRow(
            "SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position LIMIT ?2", layout.record.datasetID,
            Self.sectionLimit
        ) { row in
            defer { rank += 1 }
            guard let title = row.string(1) else { return }
            let (id, text) = (row.int64(0), Array(title.utf8))
            switch words.isFound(in: text) {
            case false?: return
            case true?: found.insert(id)
            case nil: open.append((id, text))
            }
            sections.append((rank, id, title))
        }
        found.formUnion(try self.found(in: open))
        return sections.filter { found.contains($0.id) }
    }

    /// Reads the items of a section beyond a position: rows of an item's id, ``columns`` and the position.
    func forEachItem(
        after place: SearchPlace, isBackward: Bool = false, limit: Int, _ body: (Statement) throws -> Void
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
        let found = window.sure.union(try found(in: window.open))
        return window.rows.filter { found.contains($0.id) }
    }
}
