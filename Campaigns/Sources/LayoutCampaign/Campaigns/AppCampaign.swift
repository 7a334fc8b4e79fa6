internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// An app's statements on a table that data sets follow, and on the same table in a file without a store.
///
/// Each statement does the same in both: it succeeds or fails alike, with the same words, count of changes, id and
/// rows. Afterwards each data set has the rows that its source has.
struct AppCampaign: NumberedCampaign {
    static let name = "app"
    static let summary = "statements of an app on a table that data sets follow: each does what it does without them"
    private static let statements = 60

    private let settings: CampaignSettings
    var number = 0

    init(_ settings: CampaignSettings) { self.settings = settings }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let table = AppTable(using: &random)
        let (followed, bare) = (settings.file("followed.db"), settings.file("bare.db"))
        for path in [followed, bare] {
            StoreFiles.remove(path)
            let connection = try Connection(path: path, mode: .create)
            for statement in table.creation { try connection.execute(statement) }
            connection.close()
        }
        for following in table.followings { try LayoutStore.follow(following, at: followed) }
        do {
            let store = try CampaignStore.open(followed)
            defer { store.close() }
            let size = LayoutSize(width: 300, height: 600)
            try store.defineLayout("wall", dataset: "data", definition: .table(), container: size)
            try store.prepare("wall")
        }
        var done: [String] = []
        try compare(followed, bare, table, &done, &result, &random)
        try judge(followed, table, &result)
        for index in result.findings.indices {
            result.findings[index].detail +=
                " [\(table.creation.joined(separator: "; ")); \(done.joined(separator: "; "))]"
        }
        return result
    }

    private func compare(
        _ followed: String, _ bare: String, _ table: AppTable, _ done: inout [String], _ result: inout TrialResult,
        _ random: inout SeededGenerator
    ) throws {
        let ours = try Connection(path: followed, mode: .readWrite)
        let theirs = try Connection(path: bare, mode: .readWrite)
        defer {
            ours.close()
            theirs.close()
        }
        for statement in table.settings(&random) + (0..<Self.statements).map({ _ in table.statement(&random) }) {
            done.append(statement)
            let (own, other) = (Outcome(of: statement, on: ours), Outcome(of: statement, on: theirs))
            result.tally(own.error == nil ? "succeeded" : "failed")
            guard own == other else {
                result.find("a statement differs because its table is followed", "\(statement): \(own), not \(other)")
                return
            }
        }
        for connection in [ours, theirs] { try? connection.execute("COMMIT") }
        if try table.rows(ours) != table.rows(theirs) { result.find("other rows because the table is followed") }
    }

    /// Each data set has the rows of its source, in a store that is in order.
    private func judge(_ path: String, _ table: AppTable, _ result: inout TrialResult) throws {
        do {
            let store = try CampaignStore.open(path)
            defer { store.close() }
            _ = try store.prepareAll()
            let report = try store.verify(deep: true)
            if !report.isWhole { result.find("not in order", "\(report)") }
            for (dataset, expected) in table.expectations {
                let found = try store.pool.read { connection in
                    try connection.first(
                        """
                        SELECT group_concat(quote(key), ',') FROM (
                          SELECT coalesce(i.key, o.key) AS key FROM item AS i
                          LEFT JOIN item AS o ON o.id = i.original_id
                          CROSS JOIN section AS s ON s.id = i.section_id CROSS JOIN dataset AS d ON d.id = s.dataset_id
                          WHERE d.name = ?1 ORDER BY s.position, i.position)
                        """, dataset, as: String?.self) ?? nil
                }
                let wanted = try store.pool.read { try $0.first(expected, as: String?.self) ?? nil }
                if found != wanted { result.find("a data set differs from its source", "\(dataset): \(found ?? "-")") }
            }
        } catch {
            result.find("the store fails afterwards", "\(error)")
        }
    }
}

/// The effect of a statement on a connection, as the app sees it.
private struct Outcome: Equatable {
    private(set) var error: String?
    private var changes = 0
    private var lastRow: Int64 = 0

    init(of statement: String, on connection: Connection) {
        do {
            try connection.execute(statement)
        } catch {
            self.error = "\(error.code.rawValue): \(error.message)"
        }
        // Changes of the schema count rows of the schema.
        if ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(statement.prefix { $0 != " " }), error == nil {
            changes = connection.changes
        }
        lastRow = connection.lastInsertRowID
    }
}

/// A table of an app, the data sets that follow it, and statements on it.
private struct AppTable {
    let creation: [String]
    let followings: [Following]
    /// For each data set, a query for the keys that it must have, in order.
    let expectations: [(dataset: String, query: String)]
    private let grammar: StatementGrammar
    /// Whether the connection takes the file for the app's own.
    private let isTrusted: Bool

    init(using random: inout SeededGenerator) {
        let declarations = [
            "id INTEGER PRIMARY KEY, album, taken, w, h, code UNIQUE",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, album TEXT NOT NULL DEFAULT '', taken REAL, w REAL, h REAL, "
                + "code TEXT UNIQUE ON CONFLICT REPLACE",
            "id INTEGER PRIMARY KEY, album TEXT COLLATE NOCASE, taken REAL, w CHECK (w > 0 OR w IS NULL), h, code TEXT",
            "id TEXT PRIMARY KEY, album, taken, w, h, code UNIQUE",
        ]
        let declaration = declarations.randomElement(using: &random) ?? ""
        let withoutRowID = declaration.hasPrefix("id TEXT")
        creation = [
            "CREATE TABLE photo (\(declaration), note, "
                + "parent REFERENCES photo (id) ON DELETE CASCADE ON UPDATE CASCADE)"
                + (withoutRowID ? " WITHOUT ROWID" : ""),
            "CREATE TABLE log (what, who)",
            "CREATE TRIGGER own AFTER DELETE ON photo BEGIN INSERT INTO log VALUES ('gone', old.id); END",
            "INSERT INTO photo (id, album, taken, w, h) VALUES (1, 'a', 1, 10, 20), (2, 'b', 2, 20, 30)",
        ]
        let condition = "h IS NOT 30"
        followings = [
            Following(table: "photo", as: "data", section: "album", order: "taken", key: "id", width: "w", height: "h"),
            Following(table: "photo", as: "some", order: "w DESC, taken", where: condition, key: "id"),
            Following(dataset: "data", as: "chain", order: "key DESC", where: "width IS NOT 20"),
        ]
        let key = "CAST(id AS TEXT)"
        func keys(_ rest: String) -> String {
            "SELECT group_concat(quote(k), ',') FROM (SELECT \(key) AS k FROM photo \(rest))"
        }
        expectations = [
            ("data", keys("ORDER BY album COLLATE BINARY NULLS LAST, taken, id")),
            ("some", keys("WHERE \(condition) ORDER BY w DESC, taken, id")),
        ]
        isTrusted = Bool.random(using: &random)
        // Without trust SQLite before 3.44 renames and drops nothing in a file with a view of an R*Tree.
        let alterations =
            isTrusted
            ? ["RENAME COLUMN note TO note2", "RENAME COLUMN note2 TO note", "DROP COLUMN extra{1...9}"] : []
        // After the largest row id SQLite draws others at random.
        let end = Bool.random(using: &random) ? "NULL" : "9223372036854775807"
        grammar = StatementGrammar([
            "id": withoutRowID
                ? ["'k{1...30}'", "{1...30}", "NULL"]
                : ["{1...30}", "{1...30}", end, "-9223372036854775808", "-{1...9}"],
            "value": [
                "NULL", "{0...40}", "{0...40}", "{0...9}.5", "-3", "9e999", "-9e999", "1e308", "5e-324", "'x'", "''",
                "'12'", "x'00ff'", "zeroblob(5000)", "char(0)", "9007199254740993", "'é' || char(10)",
            ],
            "album": ["'a'", "'A'", "'b'", "{0...3}", "''", "NULL", "'7'", "x'41'"],
            "taken": ["{0...3}", "1.0000000000000002", "{value}"],
            "code": ["NULL", "NULL", "'c{0...15}'"],
            "row": ["({id}, {album}, {taken}, {value}, {value}, {code}, {value}, NULL)"],
            "parented": ["({id}, {album}, {taken}, {value}, {value}, {code}, {value}, {id})"],
            "rows": ["{row}", "{row}, {row}", "{row}, {row}, {parented}, {row}"],
            "or": ["", "", "OR REPLACE ", "OR IGNORE ", "OR FAIL ", "OR ABORT ", "OR ROLLBACK "],
            "where": [
                "id = {id}", "id IN ({id}, {id}, {id})", "album IS {album}", "code = 'c{0...15}'", "w > {value}", "1",
            ],
            "set": [
                "w = {value}", "h = {value}", "album = {album}", "taken = {taken}", "code = {code}", "note = {value}",
                "id = {id}", "w = h, h = w", "taken = taken + 1, album = {album}", "parent = {id}",
            ],
            "statement": [
                "INSERT {or}INTO photo VALUES {rows}", "INSERT {or}INTO photo VALUES {rows}",
                "INSERT {or}INTO photo VALUES {rows}",
                "INSERT INTO photo (id, album, taken, h) VALUES ({id}, {album}, 0.5, {value})",
                "INSERT INTO photo VALUES {row} ON CONFLICT DO UPDATE SET {set} WHERE {where}",
                "INSERT INTO photo VALUES {row} ON CONFLICT DO NOTHING", "REPLACE INTO photo VALUES {rows}",
                "INSERT {or}INTO photo SELECT id + 100, album, taken, w, h, NULL, note, id FROM photo WHERE {where} "
                    + "LIMIT 5",
                "UPDATE {or}photo SET {set} WHERE {where}", "UPDATE {or}photo SET {set} WHERE {where}",
                "UPDATE {or}photo SET {set} WHERE {where}", "UPDATE photo SET {set} FROM log WHERE log.who = photo.id",
                "DELETE FROM photo WHERE {where} AND id <> 1", "DELETE FROM photo WHERE id = {id}",
                "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s", "RELEASE s",
                "ANALYZE", "REINDEX photo", "ALTER TABLE photo ADD COLUMN extra{1...9} DEFAULT {0...9}",
                "CREATE INDEX IF NOT EXISTS by_taken ON photo (taken)",
                "DROP INDEX IF EXISTS by_taken", "CREATE VIEW IF NOT EXISTS seen AS SELECT id, w FROM photo",
                "INSERT INTO log SELECT 'seen', id FROM photo", "DELETE FROM log", "PRAGMA integrity_check",
            ] + alterations.map { "ALTER TABLE photo \($0)" },
        ])
    }

    func statement(_ random: inout SeededGenerator) -> String { grammar.draw("{statement}", using: &random) }

    /// Settings of a connection under which any statement may be run.
    func settings(_ random: inout SeededGenerator) -> [String] {
        [
            "recursive_triggers", "foreign_keys", "defer_foreign_keys", "legacy_alter_table", "cell_size_check",
            "reverse_unordered_selects", "case_sensitive_like",
        ].map { "PRAGMA \($0) = \(Bool.random(using: &random) ? "ON" : "OFF")" }
            + ["PRAGMA trusted_schema = \(isTrusted ? "ON" : "OFF")"]
    }

    /// The app's own rows.
    func rows(_ connection: Connection) throws -> [String] {
        var rows: [String] = []
        for query in [
            "SELECT quote(id) || quote(album) || quote(taken) || quote(w) || quote(h) || quote(code) || quote(parent) "
                + "FROM photo ORDER BY id", "SELECT quote(what) || quote(who) FROM log ORDER BY rowid",
        ] {
            try connection.forEachRow(query) { rows.append($0.stringOrEmpty(0)) }
        }
        return rows
    }
}
