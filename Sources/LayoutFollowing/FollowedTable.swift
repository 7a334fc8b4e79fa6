internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// A user's table in the file, with the facts that triggers on it need.
struct FollowedTable {
    struct UniqueIndex {
        var columns: [(name: String, collation: String)]
        /// Whether rows come under it by a condition.
        var isPartial: Bool
    }

    /// Its name, spelled as in the file.
    let name: String
    /// All of its columns, generated ones included.
    let columns: [String]
    /// Columns whose values are computed from other ones.
    let generatedColumns: Set<String>
    /// The column that says which row is which, also after SQLite has renumbered the rows. It is the integer primary
    /// key, else another primary key or a unique column.
    let identity: String
    /// Whether it is a name of the row id.
    let isRowID: Bool
    /// Whether some row may have none.
    let mayBeNull: Bool
    /// Whether keys that are equal are the same bytes.
    var isBinaryKey: Bool { collation(of: identity) == "BINARY" }
    /// The indexes by which REPLACE may remove other rows.
    let uniqueIndexes: [UniqueIndex]
    private let collations: [String: String]

    /// - Throws: ``LayoutError`` `notFound` for a table that is not there, `invalidArgument` for one that no
    ///   triggers can follow.
    init(_ table: String, in connection: Connection) throws {
        var found: (name: String, type: String, sql: String)?
        try connection.forEachRow(
            """
            SELECT name, type, coalesce(sql, '') FROM sqlite_schema
            WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')
            """,
            table
        ) { found = ($0.stringOrEmpty(0), $0.stringOrEmpty(1), $0.stringOrEmpty(2)) }
        guard let found else { throw Self.missing(table, try Self.tables(connection)) }
        name = found.name
        let isVirtual = found.sql.split(separator: " ", maxSplits: 2).dropFirst().first?.uppercased() == "VIRTUAL"
        guard found.type == "table", !isVirtual else {
            throw Self.unfit(
                table, "it is a \(isVirtual ? "virtual table" : "view"), which cannot have the triggers that are needed"
            )
        }
        var names: [String] = []
        var keyColumns: [String] = []
        var required: Set<String> = []
        var isInteger = false
        var generated: Set<String> = []
        try connection.forEachRow(
            "SELECT name, pk, type, hidden, \"notnull\" FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid",
            found.name
        ) { row in
            let name = row.stringOrEmpty(0)
            names.append(name)
            if row.int(3) > 1 { generated.insert(name) }
            if row.bool(4) { required.insert(name) }
            guard row.int(1) > 0 else { return }
            keyColumns.append(name)
            isInteger = row.stringOrEmpty(2).uppercased() == "INTEGER"
        }
        columns = names
        generatedColumns = generated
        uniqueIndexes = try Self.uniqueIndexes(of: found.name, in: connection)
        // A primary key without a separate index is the row id.
        let key = keyColumns.count == 1 ? keyColumns.first : nil
        let hasIndex = uniqueIndexes.contains { $0.columns.map(\.name) == keyColumns }
        isRowID = key != nil && isInteger && !hasIndex
        let unique = uniqueIndexes.filter { !$0.isPartial && $0.columns.count == 1 }.compactMap(\.columns.first?.name)
        func holdsNoNull(_ column: String) throws -> Bool {
            let quoted = try SQLIdentifier.quoted(column)
            return try connection.first(
                "SELECT 1 FROM \(SQLIdentifier.quoted(found.name)) WHERE \(quoted) IS NULL LIMIT 1", as: Int.self)
                == nil
        }
        guard let identity = try key ?? unique.first(where: required.contains) ?? unique.first(where: holdsNoNull)
        else {
            throw Self.unfit(
                table,
                "it has no unique column without NULLs, and "
                    + (keyColumns.isEmpty
                        ? "no primary key: SQLite renumbers the rows of such a table, as VACUUM does"
                        : "the primary key has several columns"),
                advice: "Add a column “id INTEGER PRIMARY KEY”, or a unique index on a column without NULLs.")
        }
        self.identity = identity
        mayBeNull = !isRowID && !required.contains(identity)
        var collations: [String: String] = [:]
        for column in names { collations[column] = try connection.collation(ofColumn: column, table: found.name) }
        self.collations = collations
    }

    private static func uniqueIndexes(of table: String, in connection: Connection) throws -> [UniqueIndex] {
        let names = try connection.rows("SELECT name, partial FROM pragma_index_list(?1) WHERE \"unique\"", table) {
            ($0.stringOrEmpty(0), $0.bool(1))
        }
        return try names.map { index, isPartial in
            var columns: [(name: String, collation: String)] = []
            var hasExpression = false
            try connection.forEachRow(
                "SELECT cid, name, coll FROM pragma_index_xinfo(?1) WHERE key ORDER BY seqno", index
            ) { row in
                if row.int(0) < 0 { hasExpression = true }
                columns.append((row.stringOrEmpty(1), row.stringOrEmpty(2)))
            }
            if hasExpression {
                throw unfit(
                    table,
                    "its unique index “\(index)” is over an expression, so that the rows removed by REPLACE are unknown"
                )
            }
            return UniqueIndex(columns: columns, isPartial: isPartial)
        }
    }

    /// The collation of a column.
    func collation(of column: String) -> String { collations[column] ?? "BINARY" }

    /// The names of the tables that could be followed.
    private static func tables(_ connection: Connection) throws -> [String] {
        try connection.names("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .filter { !Followers.isOwn($0) }
    }

    private static func missing(_ table: String, _ known: [String]) -> LayoutError {
        LayoutError(
            .notFound, "there is no table “\(table)”",
            advice: NameAdvice.text(for: table, in: known, what: "tables"))
    }

    static func unfit(_ table: String, _ reason: String, advice: String? = nil) -> LayoutError {
        LayoutError(.invalidArgument, "the table “\(table)” cannot be followed: \(reason)", advice: advice)
    }
}
