internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// A table that is followed: one of the user's, with the facts that triggers on it need, or the items of a data set.
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
    /// The row of `dataset` of a followed data set; nil for a table.
    private(set) var dataset: Int64?
    /// Whether that data set follows one itself: its items stand for items of another.
    private var isFollower = false
    /// All of its columns, generated ones included.
    let columns: [String]
    /// Columns whose values are computed from other ones.
    private(set) var generatedColumns: Set<String> = []
    /// The column that says which row is which, also after SQLite has renumbered the rows. It is the integer primary
    /// key, else another primary key or a unique column.
    let identity: String
    /// Whether there are triggers that note another one, which says it no longer.
    private(set) var isNotedOtherwise = false
    /// Whether it is a name of the row id.
    private(set) var isRowID = true
    /// Whether some row may have none.
    private(set) var mayBeNull = false
    /// Whether keys that are equal are the same bytes.
    var isBinaryKey: Bool { collation(of: identity) == "BINARY" }
    /// The indexes by which REPLACE may remove other rows; row ids that are not the identity are one.
    private(set) var uniqueIndexes: [UniqueIndex] = []
    private var collations: [String: String] = [:]
    /// The declared types of the columns.
    private var types: [String: String] = [:]

    /// The columns that an item which stands for another one has from it.
    private static let contentColumns = ["key", "width", "height", "x", "y", "payload"]

    /// The columns in which an item that stands for another one equals it: those by which items are found.
    static let copiedColumns = ["sticky_level", "sticky_edge"]

    /// - Throws: ``LayoutError`` `notFound` for a source that is not there, `invalidArgument` for a table that no
    ///   triggers can follow.
    init(_ source: Following.Source, in connection: Connection) throws {
        switch source {
        case .table(let table): try self.init(table, in: connection)
        case .dataset(let dataset): try self.init(itemsOf: dataset, in: connection)
        }
    }

    private init(itemsOf dataset: String, in connection: Connection) throws {
        let id = try DatasetRecord.id(of: dataset, in: connection)
        (name, self.dataset, identity) = (dataset, id, "id")
        columns = Self.contentColumns + ["id", "position", "section.title", "section.position"]
        isFollower = try FollowerRecord.of(id, in: connection)?.source.isTable == false
    }

    private init(_ table: String, in connection: Connection) throws {
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
                advice: SpellingSuggestion.advice(for: table, in: known.filter { !Followers.isOwn($0) }, what: "tables")
            )
        }
        if let kind = found.kind {
            throw Self.unfit(table, "it is a \(kind), which cannot have the triggers that are needed")
        }
        let name = found.name
        let declared = try connection.rows(
            """
            SELECT name, pk, upper(type), hidden > 1, "notnull" FROM pragma_table_xinfo(?1)
            WHERE hidden <> 1 ORDER BY cid
            """, name
        ) { row in
            (
                name: row.stringOrEmpty(0), isInKey: row.bool(1), type: row.stringOrEmpty(2),
                isGenerated: row.bool(3), isRequired: row.bool(4)
            )
        }
        self.name = name
        columns = declared.map(\.name)
        let indexes = try Self.uniqueIndexes(of: name, in: connection)
        let keyColumns = declared.filter(\.isInKey)
        let key = keyColumns.count == 1 ? keyColumns.first : nil
        let required = Set(declared.filter(\.isRequired).map(\.name))
        let unique = indexes.filter { !$0.isPartial && $0.columns.count == 1 }.compactMap(\.columns.first)
        // Followers know the rows by the column that triggers note, whatever rows and indexes came later.
        let noted = try connection.first(
            "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 "
                + "AND name GLOB '\(Triggers.name("*", "delete"))'", name, as: String.self
        ).flatMap { FollowedExpression.Tokens($0).tokens.last { $0.kind == .quoted }?.name }
        let identity =
            try key?.name ?? unique.first { $0 == noted } ?? unique.first(where: required.contains)
            ?? unique.first {
                let (table, column) = (try Statement.quoted(name), try Statement.quoted($0))
                return try !connection.has("SELECT 1 FROM \(table) WHERE \(column) IS NULL LIMIT 1")
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
        isNotedOtherwise = noted != nil && noted != identity
        types = Dictionary(uniqueKeysWithValues: declared.map { ($0.name, $0.type) })
        generatedColumns = Set(declared.filter(\.isGenerated).map(\.name))
        uniqueIndexes = indexes
        for column in columns { collations[column] = try connection.collation(ofColumn: column, table: name) }
        // A primary key without a separate index is the row id.
        isRowID = key?.type == "INTEGER" && !indexes.contains { $0.columns == [key?.name] }
        mayBeNull = !isRowID && !required.contains(identity)
        let rowIDs = isRowID ? [] : try connection.rowIDNames(ofTable: name, columns: columns)
        if let rowID = rowIDs.first {
            uniqueIndexes.append(
                UniqueIndex(columns: rowIDs, isSame: "n.\(rowID) = new.\(rowID)", isPartial: false))
        }
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

    /// Whether a column turns all numbers into texts, or whole ones into integers. That is its affinity, which SQLite
    /// reads from the declared type.
    func affinity(of column: String) -> (isText: Bool, isInteger: Bool) {
        let type = types[column] ?? ""
        let isInteger = type.contains("INT")
        return (!isInteger && ["CHAR", "CLOB", "TEXT"].contains(where: type.contains), isInteger)
    }

    static func unfit(_ table: String, _ reason: String, advice: String? = nil) -> LayoutError {
        LayoutError(.invalidArgument, "the table “\(table)” cannot be followed: \(reason)", advice: advice)
    }

    // MARK: Its rows as SQL

    /// SQL for the rows, under the name t, with their columns.
    ///
    /// - Parameter isByIdentity: Whether some are found by what they are: SQLite would not choose it for items.
    func rows(isByIdentity: Bool) throws -> String {
        guard let dataset else {
            let table = try Statement.quoted(name)
            // A row without a key cannot be told from others, and is not shown.
            guard mayBeNull else { return "\(table) AS t" }
            return "(SELECT * FROM \(table) AS t WHERE \(try identity(of: "t")) IS NOT NULL) AS t"
        }
        let holder = isFollower ? "o" : "i"
        let own = (Self.contentColumns + Self.copiedColumns).map {
            "\(holder).\($0) AS \($0)"
        }
        return """
            (SELECT i.\(isFollower ? "original_id" : "id") AS id, \(own.joined(separator: ", ")),
              i.position AS position,
              s.title AS "section.title", s.position AS "section.position"
              FROM item AS i \(isByIdentity ? "CROSS " : "")JOIN section AS s ON s.id = i.section_id\(
                isFollower ? " CROSS JOIN item AS o ON o.id = i.original_id" : "")
              WHERE s.dataset_id = \(dataset)) AS t
            """
    }

    /// SQL for the identity of a row of ``rows(isByIdentity:)``.
    func identity(of row: String) throws -> String { "\(row).\(try Statement.quoted(identity))" }

    /// That a row is the one with an identity, or among some.
    func isRow(_ row: String, _ comparison: String) throws -> String {
        let own = try identity(of: row)
        // By its index first, and then by its bytes, where the collation may find another one.
        return "\(own) \(comparison)" + (isBinaryKey ? "" : " AND \(own) COLLATE BINARY \(comparison)")
    }

    /// The triggers on a followed table, which all data sets that follow it share.
    ///
    /// They note by its key each row that a statement may have changed, and nothing else. So a statement of an app
    /// neither fails nor waits because of what follows its table.
    struct Triggers {
        let table: FollowedTable
        /// Under which name they note rows: `table_` and a number, or ``ofRowIDs``.
        let journal: String
        /// The columns that matter to one that follows it.
        let columns: [String]

        /// The name for the one table whose notes are in `lc_pending_row`, since its keys are its row ids. SQLite adds
        /// one there in less than half of the time.
        static let ofRowIDs = "rows"

        /// The name of a trigger.
        static func name(_ journal: String, _ purpose: String) -> String {
            "\(UserSchema.followerPrefix)\(journal)_\(purpose)"
        }

        /// The line before the columns' names, which SQLite does not change with the columns.
        private static let note = "-- The names were: "

        /// The triggers as SQL.
        func triggers() throws -> [String] {
            var triggers: [String] = []
            let quoted = try Statement.quoted(table.name)
            func add(_ purpose: String, _ event: String, when condition: String? = nil, _ body: [String]) {
                triggers.append(
                    "CREATE TRIGGER \(Self.name(journal, purpose)) \(event) ON \(quoted)"
                        + (condition.map { " WHEN \($0)" } ?? "") + " BEGIN\n" + body.map { "  \($0)\n" }.joined()
                        + "END")
            }
            let key = try Statement.quoted(table.identity)
            func note(_ row: String) -> String {
                let values = values("\(row).\(key)")
                let source = table.mayBeNull ? "SELECT \(values) WHERE \(row).\(key) IS NOT NULL" : "VALUES (\(values))"
                return "\(insertion) \(source) ON CONFLICT DO NOTHING;"
            }
            // Unless recursive_triggers is on, no trigger fires for rows that REPLACE removes: they are noted before.
            let indexes = table.uniqueIndexes.filter { $0.columns != [table.identity] || !table.isBinaryKey }
            if !indexes.isEmpty {
                let replaced = try indexes.map(replacedRows)
                add("before_insert", "BEFORE INSERT", replaced)
                let names = indexes.flatMap(\.columns)
                // A row may come under a partial index by a column that is not in it.
                if indexes.contains(where: \.isPartial) {
                    add("before_update", "BEFORE UPDATE", replaced)
                } else {
                    add("before_update", "BEFORE \(try update(of: names))", when: try differ(names), replaced)
                }
            }
            add("insert", "AFTER INSERT", [note("new")])
            add("delete", "AFTER DELETE", [note("old")])
            // SQLite uses the name that a statement assigns to, and knows the row id by all of these.
            let names = [table.identity] + (table.isRowID ? Connection.rowIDNames : [])
            add(
                "key", "AFTER \(try update(of: names))", when: try differ([table.identity]), [note("old"), note("new")])
            if !columns.isEmpty {
                let list = JSONValue.array(columns.map { .string($0) }).text
                // The one before notes another key.
                let others = columns.filter { $0 != table.identity }
                add(
                    "update", "AFTER \(try update(of: columns))", when: try differ(others.isEmpty ? columns : others),
                    [Self.note + list, "-- To drop one of these columns, first follow without it.", note("new")])
            }
            return triggers
        }

        private var insertion: String {
            "INSERT INTO \(journal == Self.ofRowIDs ? "lc_pending_row (row)" : "lc_pending (source, kind, identity)")"
        }

        /// The values of a note.
        private func values(_ key: String) -> String { journal == Self.ofRowIDs ? key : "'\(journal)', 0, \(key)" }

        /// Notes the rows that have the new row's values in an index. Some may stay: then they are looked at for
        /// nothing.
        private func replacedRows(_ index: FollowedTable.UniqueIndex) throws -> String {
            let key = "n.\(try Statement.quoted(table.identity))"
            return "\(insertion) SELECT \(values(key)) FROM \(try Statement.quoted(table.name)) AS n "
                + "WHERE \(index.isSame) \(table.mayBeNull ? "AND \(key) IS NOT NULL " : "")"
                + "ON CONFLICT DO NOTHING;"
        }

        /// An update of some columns: SQLite then ignores the trigger if only other columns are assigned.
        private func update(of columns: [String]) throws -> String {
            // A generated column changes with columns that are not named.
            guard !columns.contains(where: table.generatedColumns.contains) else { return "UPDATE" }
            return "UPDATE OF \(try columns.map { try Statement.quoted($0) }.joined(separator: ", "))"
        }

        /// That one of some columns has another value or type: its own collation may not distinguish two, nor a
        /// comparison 1 and 1.0. No function of every SQLite distinguishes 0.0 and −0.0, as `atan2` does: any is a
        /// change. Values come first, since they tell it of most rows; in a column of texts no others are equal.
        private func differ(_ columns: [String]) throws -> String {
            var (values, types, zeros): ([String], [String], [String]) = ([], [], [])
            for column in columns {
                let (name, affinity) = (try Statement.quoted(column), table.affinity(of: column))
                let collation = table.collation(of: column) == "BINARY" ? "" : " COLLATE BINARY"
                values.append("old.\(name)\(collation) IS NOT new.\(name)")
                if !affinity.isText { types.append("typeof(old.\(name)) <> typeof(new.\(name))") }
                if !affinity.isText, !affinity.isInteger {
                    zeros.append("new.\(name) = 0 AND typeof(new.\(name)) = 'real'")
                }
            }
            return (values + types + zeros).joined(separator: " OR ")
        }

        // MARK: Keeping them

        /// A table, and the present names of its columns that have others by now.
        typealias Present = (table: String, columns: [String: String])

        /// Creates the triggers again if one is missing or different; returns how many there are.
        func create(in connection: Connection) throws -> Int {
            let triggers = try triggers()
            let former = try connection.rows(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '\(Self.name(journal, "*"))'"
            ) { (name: $0.stringOrEmpty(0), sql: $0.stringOrEmpty(1)) }
            guard Set(former.map(\.sql)) != Set(triggers) else { return triggers.count }
            for (name, _) in former { try connection.execute("DROP TRIGGER \(Statement.quoted(name))") }
            for sql in triggers { try connection.execute(sql) }
            return triggers.count
        }

        /// The table that the triggers are on now, and the present names of the columns that matter: SQLite renames
        /// both in the triggers. Nil without triggers.
        static func present(_ journal: String, in connection: Connection) throws -> Present? {
            let found = try connection.firstRow(
                "SELECT max(tbl_name), max(sql) FILTER (WHERE name = ?2) FROM sqlite_schema "
                    + "WHERE type = 'trigger' AND name IN (?1, ?2)", name(journal, "delete"), name(journal, "update")
            ) { (table: $0.string(0), sql: $0.stringOrEmpty(1)) }
            guard let table = found?.table, let sql = found?.sql else { return nil }
            guard let note = sql.firstRange(of: note) else { return (table, [:]) }
            let list = String(sql[note.upperBound...].prefix { $0 != "\n" })
            let former = FollowerRecord.list(try? JSONValue(parsing: list))
            // AFTER UPDATE OF … ON: the names that are assigned. Each preparing looks here, and most find the same.
            let isSame = sql.contains(" OF \(try former.map(Statement.quoted).joined(separator: ", ")) ON ")
            let words = isSame ? [] : FollowedExpression.Tokens(sql).tokens
            let now = words.drop { $0.name != "of" }.prefix { $0.name != "on" }.filter { $0.kind == .quoted }
            guard now.count == former.count else { return (table, [:]) }
            return (table, Dictionary(uniqueKeysWithValues: zip(former, now.map(\.name)).filter { $0 != $1 }))
        }
    }
}
