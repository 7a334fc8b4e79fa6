internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// A user's table in the file, with the facts that triggers on it need.
struct FollowedTable {
    struct UniqueIndex {
        var columns: [String]
        /// SQL for that a row n has the values of a row new.
        var isSame: String
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
        let found = try connection.firstRow(
            """
            SELECT name, CASE WHEN type = 'view' THEN type WHEN sql LIKE 'CREATE VIRTUAL %' THEN 'virtual table' END
            FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')
            """,
            table
        ) { (name: $0.stringOrEmpty(0), kind: $0.string(1)) }
        guard let found else {
            let known = try connection.names("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            throw LayoutError(
                .notFound, "there is no table “\(table)”",
                advice: NameAdvice.text(for: table, in: known.filter { !Followers.isOwn($0) }, what: "tables"))
        }
        if let kind = found.kind {
            throw Self.unfit(table, "it is a \(kind), which cannot have the triggers that are needed")
        }
        let name = found.name
        let declared = try connection.rows(
            """
            SELECT name, pk, upper(type) = 'INTEGER', hidden > 1, "notnull" FROM pragma_table_xinfo(?1)
            WHERE hidden <> 1 ORDER BY cid
            """, name
        ) { row in
            (
                name: row.stringOrEmpty(0), isInKey: row.bool(1), isInteger: row.bool(2), isGenerated: row.bool(3),
                isRequired: row.bool(4)
            )
        }
        self.name = name
        columns = declared.map(\.name)
        generatedColumns = Set(declared.filter(\.isGenerated).map(\.name))
        uniqueIndexes = try Self.uniqueIndexes(of: name, in: connection)
        collations = try Dictionary(
            uniqueKeysWithValues: columns.map { ($0, try connection.collation(ofColumn: $0, table: name)) })
        let keyColumns = declared.filter(\.isInKey)
        let key = keyColumns.count == 1 ? keyColumns.first : nil
        // A primary key without a separate index is the row id.
        isRowID = key?.isInteger == true && !uniqueIndexes.contains { $0.columns == [key?.name] }
        let required = Set(declared.filter(\.isRequired).map(\.name))
        let unique = uniqueIndexes.filter { !$0.isPartial && $0.columns.count == 1 }.compactMap(\.columns.first)
        let identity =
            try key?.name ?? unique.first(where: required.contains)
            ?? unique.first {
                let (table, column) = (try SQLIdentifier.quoted(name), try SQLIdentifier.quoted($0))
                return try connection.first("SELECT 1 FROM \(table) WHERE \(column) IS NULL LIMIT 1", as: Int.self)
                    == nil
            }
        guard let identity else {
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
    }

    private static func uniqueIndexes(of table: String, in connection: Connection) throws -> [UniqueIndex] {
        var indexes: [UniqueIndex] = []
        try connection.forEachRow(
            """
            SELECT l.name, l.partial, json_group_array(x.name), max(x.cid = -2),
              group_concat(printf('n."%w" = new."%w" COLLATE "%w"', x.name, x.name, x.coll), ' AND ')
            FROM pragma_index_list(?1) AS l CROSS JOIN pragma_index_xinfo(l.name) AS x
            WHERE l."unique" AND x.key GROUP BY l.seq
            """, table
        ) { row in
            guard !row.bool(3) else {
                throw unfit(
                    table,
                    "its unique index “\(row.stringOrEmpty(0))” is over an expression, so that the rows removed by "
                        + "REPLACE are unknown")
            }
            let columns = FollowerRecord.list(try? JSONValue(parsing: row.stringOrEmpty(2)))
            indexes.append(UniqueIndex(columns: columns, isSame: row.stringOrEmpty(4), isPartial: row.bool(1)))
        }
        return indexes
    }

    /// The collation of a column.
    func collation(of column: String) -> String { collations[column] ?? "BINARY" }

    static func unfit(_ table: String, _ reason: String, advice: String? = nil) -> LayoutError {
        LayoutError(.invalidArgument, "the table “\(table)” cannot be followed: \(reason)", advice: advice)
    }
}
