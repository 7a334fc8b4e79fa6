internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// The triggers on a followed table, which all data sets that follow it share.
///
/// They note by its key each row that a statement may have changed, and nothing else. So a statement of an app neither
/// fails nor waits because of what follows its table.
struct FollowedTableTriggers {
    let table: FollowedTable
    /// Under which name they note rows: `table_` and a number.
    let journal: String
    /// The columns that matter to one that follows it.
    let columns: [String]

    /// The name of a trigger.
    static func name(_ journal: String, _ purpose: String) -> String {
        "\(UserSchema.followerPrefix)\(journal)_\(purpose)"
    }

    /// The line before the columns' names, which SQLite does not change with the columns.
    private static let note = "-- The names were: "

    /// The triggers as SQL.
    func triggers() throws -> [String] {
        var triggers: [String] = []
        let quoted = try SQLIdentifier.quoted(table.name)
        func add(_ purpose: String, _ event: String, when condition: String? = nil, _ body: [String]) {
            triggers.append(
                "CREATE TRIGGER \(Self.name(journal, purpose)) \(event) ON \(quoted)"
                    + (condition.map { " WHEN \($0)" } ?? "") + " BEGIN\n" + body.map { "  \($0)\n" }.joined() + "END")
        }
        let key = try SQLIdentifier.quoted(table.identity)
        func note(_ row: String) -> String {
            let values = "'\(journal)', 0, \(row).\(key)"
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
        let names = [table.identity] + (table.isRowID ? ["rowid", "_rowid_", "oid"] : [])
        add("key", "AFTER \(try update(of: names))", when: try differ([table.identity]), [note("old"), note("new")])
        if !columns.isEmpty {
            let list = JSONValue.array(columns.map { .string($0) }).text
            add(
                "update", "AFTER \(try update(of: columns))", when: try differ(columns),
                [Self.note + list, note("new")])
        }
        return triggers
    }

    private var insertion: String { "INSERT INTO lc_pending (source, kind, identity)" }

    /// Notes the rows that have the new row's values in an index. Some may stay: then they are looked at for nothing.
    private func replacedRows(_ index: FollowedTable.UniqueIndex) throws -> String {
        let key = "n.\(try SQLIdentifier.quoted(table.identity))"
        return "\(insertion) SELECT '\(journal)', 0, \(key) FROM \(try SQLIdentifier.quoted(table.name)) AS n "
            + "WHERE \(index.isSame) \(table.mayBeNull ? "AND \(key) IS NOT NULL " : "")"
            + "ON CONFLICT DO NOTHING;"
    }

    /// An update of some columns: SQLite then ignores the trigger if only other columns are assigned.
    private func update(of columns: [String]) throws -> String {
        // A generated column changes with columns that are not named.
        guard !columns.contains(where: table.generatedColumns.contains) else { return "UPDATE" }
        return "UPDATE OF \(try columns.map { try SQLIdentifier.quoted($0) }.joined(separator: ", "))"
    }

    /// That one of some columns has another value or type: its own collation may not distinguish two, nor its affinity
    /// a number and a text. No function of every SQLite distinguishes 0.0 and −0.0, as `atan2` does: any is a change.
    private func differ(_ columns: [String]) throws -> String {
        try columns.map {
            let name = try SQLIdentifier.quoted($0)
            return "old.\(name) COLLATE BINARY IS NOT new.\(name) OR typeof(old.\(name)) <> typeof(new.\(name)) "
                + "OR new.\(name) = 0 AND typeof(new.\(name)) = 'real'"
        }.joined(separator: " OR ")
    }

    // MARK: Keeping them

    /// A table, and the present names of its columns that have others by now.
    typealias Present = (table: String, columns: [String: String])

    /// Creates the triggers again if one is missing or different; returns how many there are.
    func settle(in connection: Connection) throws -> Int {
        let triggers = try triggers()
        let former = try connection.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '\(Self.name(journal, "*"))'"
        ) { (name: $0.stringOrEmpty(0), sql: $0.stringOrEmpty(1)) }
        guard Set(former.map(\.sql)) != Set(triggers) else { return triggers.count }
        for (name, _) in former { try connection.execute("DROP TRIGGER \(SQLIdentifier.quoted(name))") }
        for sql in triggers { try connection.execute(sql) }
        return triggers.count
    }

    /// The table that the triggers are on now, and the present names of the columns that matter: SQLite renames both in
    /// the triggers. Nil without triggers.
    static func present(_ journal: String, in connection: Connection) throws -> Present? {
        var found: Present?
        try connection.forEachRow(
            "SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN (?1, ?2)",
            name(journal, "delete"), name(journal, "update")
        ) { row in
            var columns: [String: String] = [:]
            let sql = row.stringOrEmpty(2)
            if let note = sql.firstRange(of: note) {
                let list = sql[note.upperBound...].prefix { $0 != "\n" }
                let former = FollowerRecord.list(try? JSONValue(parsing: String(list)))
                // AFTER UPDATE OF … ON: the names that are assigned. Each preparing looks here, and most find the same.
                let isSame = sql.contains(" OF \(try former.map(SQLIdentifier.quoted).joined(separator: ", ")) ON ")
                let words = isSame ? [] : SQLTokens(sql).tokens
                let now = words.drop { $0.name != "of" }.prefix { $0.name != "on" }.filter { $0.kind == .quoted }
                if now.count == former.count {
                    for (name, present) in zip(former, now) where name != present.name { columns[name] = present.name }
                }
            }
            found = (row.stringOrEmpty(0), columns.merging(found?.columns ?? [:]) { first, _ in first })
        }
        return found
    }
}
