package import LayoutSQLite
internal import LayoutText

/// A part of an item: a member of its payload, or a column of the table `item` that was added to it.
package struct ItemField: Sendable, Hashable {
    /// The JSON path, or the column's name.
    package let name: String
    /// The expression in SQL, over a row of `item AS i`.
    package let sql: String
    /// The value and itself again as a JSON array, of payloads in which SQLite may cut it at a null character.
    package private(set) var pairSQL = "NULL"

    /// The field of a name: a JSON path such as `$.artist.name`, a column of `item`, or else a member of the payload.
    /// The name of ``called`` is that field.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for what is not a JSON path, and an empty name.
    package init(_ name: String, in connection: Connection) throws {
        guard name != Self.called.name else {
            self = .called
            return
        }
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw LayoutError(.invalidArgument, "a field needs a name without null characters")
        }
        var name = name
        if name.utf8.first != UInt8(ascii: "$") {
            let columns = try UserSchema.columns(of: "item", in: connection)
            if let column = columns.keys.first(where: { $0.lowercased() == name.lowercased() }) {
                self.name = column
                sql = "i.\(try SQLIdentifier.quoted(column))"
                return
            }
            guard !name.utf8.contains(UInt8(ascii: "\"")) else {
                throw LayoutError(.invalidArgument, "the field “\(name)” needs a JSON path such as $.artist")
            }
            name = "$.\"\(name)\""
        }
        do {
            try connection.run("SELECT json_extract('{}', ?1)", name)
        } catch {
            guard .error ~= error.code else { throw error }
            throw LayoutError(.invalidArgument, "“\(name)” is not a JSON path such as $.artist")
        }
        self.name = name
        let literal = name.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
        let value = "json_extract(i.payload, '\(literal)')"
        pairSQL = #"CASE WHEN i.payload LIKE '%\u0000%' THEN json_extract(i.payload, '\#(literal)', '\#(literal)') END"#
        sql =
            ["$.title", "$.\"title\""].contains(name)
            ? Self.orLine(value) : "CASE WHEN json_valid(i.payload) THEN \(value) END"
    }

    /// The name of an item by default: its title, name, label or text, or the only text that it has.
    package static let called: ItemField = ItemField(
        name: "title, name, label or text",
        sql: orLine(
            """
            coalesce(
              json_extract(i.payload, '$.title'), json_extract(i.payload, '$.name'),
              json_extract(i.payload, '$.label'), json_extract(i.payload, '$.text'),
              (SELECT CASE WHEN count(*) = 1 THEN max(j.value) END FROM json_each(i.payload) AS j
               WHERE j.type = 'text'))
            """))

    /// A value out of the payload; of a line of a text file, its text.
    private static func orLine(_ value: String) -> String {
        "CASE WHEN i.payload IS NULL THEN \(LineTexts.sql) WHEN json_valid(i.payload) THEN \(value) END"
    }

    private init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// The fields of an item that a viewer shows and searches.
package struct ItemFields: Sendable {
    /// The first line on a cell.
    package var label: [ItemField] = [.called]
    /// The line under it.
    package var detail: [ItemField] = []
    /// The fields that a search reads beside keys. nil: the fields of the data set's index, or both lines.
    package var search: [ItemField]?
    /// Whether a search also finds the items of sections whose titles hold the words.
    package var searchesSections = false
    /// A picture: a path, a data URL, a URL or bytes.
    package var image: ItemField?
    /// The picture in a larger size, for one at a time.
    package var original: ItemField?
    /// A colour or a blur hash that stands for the picture until it comes.
    package var placeholder: ItemField?
    /// The field whose values a contact sheet may be coloured by.
    package var tint: ItemField?

    package init() {}
}

/// An item's placement beside its size: a column of `item` each, all of them mostly NULL.
package enum ItemTrait: Int, CaseIterable {
    case span, rowSpan, level, stickyLevel, stickyEdge

    /// The columns and ranges, in the order of the cases.
    private static let facts: [(column: String, range: ClosedRange<Int>)] = [
        ("span", 0...1024), ("row_span", 1...Int(Int32.max)), ("level", 0...Int(Int32.max)), ("sticky_level", 0...31),
        ("sticky_edge", 0...1),
    ]

    /// The column of `item`.
    package var column: String { Self.facts[rawValue].column }

    /// Its name in messages.
    package var name: String { column.replacing("_", with: " ") }

    /// The whole numbers that it takes; an edge counts by its place among ``edges``.
    package var range: ClosedRange<Int> { Self.facts[rawValue].range }

    /// The words for edges, in the order of their numbers.
    package static let edges = ["start", "end"]

    /// SQL for the column's value, of a column that holds its number.
    package func stored(_ number: String) -> String {
        self == .stickyEdge ? "CASE \(number) WHEN 0 THEN 'start' WHEN 1 THEN 'end' END" : number
    }

    /// SQL for its number, of a row of `item` that a statement calls so.
    func number(of row: String) -> String {
        self == .stickyEdge ? "CASE \(row).sticky_edge WHEN 'start' THEN 0 WHEN 'end' THEN 1 END" : "\(row).\(column)"
    }

    /// SQL for all columns, each after a comma.
    package static let columnList = allCases.map { ", \($0.column)" }.joined()

    /// SQL for the numbers of a row, each after a comma.
    package static func numberList(of row: String) -> String { allCases.map { ", \($0.number(of: row))" }.joined() }
}

/// The indexes of the item table while its first rows are loaded. Building one from sorted rows at the end is faster
/// than growing it row by row. That is not so if the rows come in its order, or are not in it.
package struct ItemIndexes {
    /// The index of the order of items, by section and position.
    private static let order = "item_order"
    /// Indexes that few rows are in: none is built faster by reading the table once more for it.
    private static let sparse = ["item_original", "item_span", "item_sticky", "item_sticky_level"]

    private var dropped: [String] = []
    /// The section of the row before; nil where the index of the order is not grown any more.
    private var lastSection: Int64?

    package init() {}

    /// Drops the indexes that most rows will be in; the table is empty.
    ///
    /// The index of the order is kept for as long as rows come in that order.
    package mutating func drop(on connection: Connection) throws {
        let kept = Self.sparse.map { "'\($0)'" }.joined(separator: ", ")
        try drop(where: "name NOT IN ('\(Self.order)', \(kept))", on: connection)
        lastSection = .min
    }

    /// Drops the index of the order as well where rows that are about to be inserted do not come in it.
    ///
    /// Growing it in its order takes a fifth of the time that it takes to read the table once more and to sort.
    ///
    /// - Parameter sections: The rows' sections. In each of them positions ascend.
    package mutating func willInsert(_ sections: ContiguousArray<Int64>, on connection: Connection) throws {
        guard var last = lastSection else { return }
        for section in sections {
            guard section >= last else {
                lastSection = nil
                return try drop(where: "name = '\(Self.order)'", on: connection)
            }
            last = section
        }
        lastSection = last
    }

    /// Builds the dropped ones.
    package mutating func restore(on connection: Connection) throws {
        for sql in dropped { try connection.execute(sql) }
        dropped = []
        lastSection = nil
    }

    private mutating func drop(where condition: String, on connection: Connection) throws {
        let indexes = try connection.rows(
            """
            SELECT name, sql FROM sqlite_schema
            WHERE type = 'index' AND tbl_name = 'item' AND sql IS NOT NULL AND \(condition)
            """
        ) { (name: $0.stringOrEmpty(0), sql: $0.stringOrEmpty(1)) }
        for index in indexes { try connection.execute("DROP INDEX \(SQLIdentifier.quoted(index.name))") }
        dropped += indexes.map(\.sql)
    }
}
