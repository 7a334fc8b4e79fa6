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
    /// The columns that may be another name for the row id.
    let rowIDColumns: [String]
    /// The identity of its rows: the row id, or the one column of the primary key.
    let identity: String
    /// Whether the identity is a value of the user's own, whose collation may take different ones for equal.
    let isIdentityColumn: Bool
    /// The indexes for which REPLACE may remove other rows.
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
        var types: [String: String] = [:]
        var generated: Set<String> = []
        try connection.forEachRow(
            "SELECT name, pk, type, hidden FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid", found.name
        ) { row in
            names.append(row.stringOrEmpty(0))
            types[row.stringOrEmpty(0)] = row.stringOrEmpty(2)
            if row.int(3) > 1 { generated.insert(row.stringOrEmpty(0)) }
            if row.int(1) > 0 { keyColumns.append(row.stringOrEmpty(0)) }
        }
        columns = names
        generatedColumns = generated
        rowIDColumns = keyColumns.filter { types[$0]?.uppercased() == "INTEGER" }
        let isWithoutRowID =
            try connection.first(
                "SELECT wr FROM pragma_table_list WHERE name = ?1 COLLATE NOCASE AND schema = 'main'", found.name,
                as: Bool.self) ?? false
        let taken = Set(names.map { $0.lowercased() })
        if isWithoutRowID {
            guard keyColumns.count == 1 else {
                throw Self.unfit(
                    table,
                    "it has no row ids, and \(keyColumns.count) columns in its primary key; one is needed to identify "
                        + "rows"
                )
            }
            identity = keyColumns[0]
        } else if let rowID = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) {
            identity = rowID
        } else {
            guard keyColumns.count == 1, types[keyColumns[0]]?.uppercased() == "INTEGER" else {
                throw Self.unfit(
                    table, "columns of it are called rowid, _rowid_ and oid, so that its row ids have no name")
            }
            identity = keyColumns[0]
        }
        isIdentityColumn = isWithoutRowID
        uniqueIndexes = try Self.uniqueIndexes(of: found.name, in: connection)
        var collations: [String: String] = [:]
        for column in names { collations[column] = try connection.collation(ofColumn: column, table: found.name) }
        self.collations = collations
    }

    private static func uniqueIndexes(of table: String, in connection: Connection) throws -> [UniqueIndex] {
        var names: [(name: String, isPartial: Bool)] = []
        try connection.forEachRow("SELECT name, partial FROM pragma_index_list(?1) WHERE \"unique\"", table) {
            names.append(($0.stringOrEmpty(0), $0.bool(1)))
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

    static func unfit(_ table: String, _ reason: String) -> LayoutError {
        LayoutError(.invalidArgument, "the table “\(table)” cannot be followed: \(reason)")
    }
}
