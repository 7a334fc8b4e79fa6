package import LayoutSQLite

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
