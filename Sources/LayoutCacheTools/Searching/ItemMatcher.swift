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
    }

    /// The columns of `item AS i` that are compared: the key, then the others that are searched.
    let columns: String
    /// The data set's index of the searched fields; nil if it has none.
    let index: SearchIndex?
    let words: SearchWords
    private let layout: LayoutReader
    private let label: [ItemField]
    private let searchCount: Int
    private var judge: TextJudge?

    init(_ layout: LayoutReader, _ words: SearchWords, _ fields: ItemFields) throws {
        self.words = words
        let dataset = try DatasetRecord.original(of: layout.record.datasetID, layout.connection)
        let found = try SearchIndex.find(ofDataset: dataset, in: layout.connection)
        let searched = fields.search ?? found?.fields ?? fields.label
        index = try found.flatMap {
            let isAnswer = try words.isPlain || $0.answers(words.query, in: layout.connection)
            return isAnswer && Set($0.fields) == Set(searched) ? $0 : nil
        }
        self.layout = layout
        label = fields.label
        searchCount = max(searched.count, 1)
        columns = "i.key, " + SearchIndex.columns(of: searched)
    }

    /// Takes in a row whose columns are an item's id and ``columns``.
    func read(_ row: Statement, into window: inout Window) {
        let text = SearchIndex.text(of: row, from: 1, count: 1 + searchCount)
        let isFound = words.isFound(in: text)
        guard isFound != false else { return }
        let id = row.int64(0)
        if isFound == true { window.sure.insert(id) } else { window.open.append((id, text)) }
        window.rows.append(Found(id: id, key: row.string(1)))
    }

    /// An item that was found, with its label and its place; nil if it has no place in the layout.
    func hit(_ found: Found) throws -> SearchSlice.Hit? {
        var labels: [String] = []
        try layout.connection.forEachRow(
            "SELECT \(SearchIndex.columns(of: label)) FROM item AS i WHERE i.id = ?1", found.id
        ) { row in labels = (0..<row.columnCount).compactMap { row.string($0) } }
        let title = labels.joined(separator: " · ")
        return try SearchSlice.Hit(
            ofItem: found.id, key: found.key, title: title.isEmpty ? nil : title, in: layout)
    }

    /// The numbers of the texts that hold the words, as an index would find them.
    mutating func found(in texts: [(number: Int64, text: [UInt8])]) throws -> Set<Int64> {
        guard !texts.isEmpty else { return [] }
        let judge = try judge ?? TextJudge(words)
        self.judge = judge
        return try judge.found(in: texts)
    }

    /// The items that hold the words, in the order in which they were read.
    mutating func matches(in window: Window) throws -> [Found] {
        let found = window.sure.union(try found(in: window.open))
        return window.rows.filter { found.contains($0.id) }
    }
}
