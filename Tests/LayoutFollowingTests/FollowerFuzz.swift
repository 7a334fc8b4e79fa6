import LayoutCore
import LayoutRepair
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

/// Statements on a source, drawn at random, and queries of the source that say what its followers must be after them.
struct FollowerFuzz: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let creation: String
    fileprivate let grammar: StatementGrammar
    /// Followers, each with a query of its lines as ``found(_:)`` has them.
    fileprivate let followers: [(following: Following, expected: String)]
    /// Parts of the messages of statements that are refused, with and without followers.
    fileprivate let refusals: [String]
    /// After which statements a row may be another item.
    fileprivate let renaming: [String]

    static let all = [plain, hidden, textKey, bare, dataset]

    // MARK: Tables

    /// An integer primary key and another unique column.
    private static let plain = ofTable(
        "plain",
        "CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken REAL, w, h, code TEXT UNIQUE, a, b TEXT)",
        Following(
            table: "photo", as: "data", section: "Album", order: "taken", key: "id", width: "w", height: "h",
            payload: ["a", "b"]))

    /// Another key than the row id, and two columns that are unique together, one without regard to case.
    private static let hidden = ofTable(
        "hidden",
        """
        CREATE TABLE photo (id INT UNIQUE NOT NULL, album, taken, w, h, code COLLATE NOCASE, a, b);
        CREATE UNIQUE INDEX by_code ON photo (code, a COLLATE NOCASE);
        CREATE UNIQUE INDEX some ON photo (b) WHERE b > 'm'
        """,
        Following(
            table: "photo", as: "data", section: "album", order: "taken DESC NULLS FIRST, w", key: "code", width: "w",
            payload: ["a"]))

    /// No row ids: distinguished by a text without regard to case.
    private static let textKey = ofTable(
        "text key",
        """
        CREATE TABLE photo (id TEXT PRIMARY KEY COLLATE NOCASE, album, taken COLLATE NOCASE, w, h, code UNIQUE, a, b)
        WITHOUT ROWID
        """,
        Following(
            table: "photo", as: "data", section: "album", order: "taken", key: "id", width: "w", height: "h",
            payload: ["a", "b"]))

    /// No order and no sections: the row ids alone.
    private static let bare = ofTable(
        "bare",
        """
        CREATE TABLE photo (id INTEGER PRIMARY KEY AUTOINCREMENT, album TEXT, taken, w, h, code UNIQUE, a, b,
          both AS (b || code) UNIQUE)
        """, Following(table: "PHOTO", as: "data", key: "id", height: "h"))

    private static func ofTable(_ name: String, _ creation: String, _ following: Following) -> FollowerFuzz {
        let identity = name == "plain" || name == "bare" ? "rowid" : "id"
        let isText = name == "text key"
        var rules = [
            "value": [
                "NULL", "0", "1", "2.5", "-3", "9e999", "'12'", "' 7.0'", "'1.5.1'", "'x'", "'A'", "'a'", "''",
                "x'00ff'", "1e12", "'1e1'", "0.1", "-4.0", "1e14", "1e15", "'a' || char(0) || '\"'", "'back\\slash'",
                "'q\"uo\\te' || char(10) || char(1)", "char(233)", "'it''s'", "123456789012345678",
            ], "album": ["NULL", "''", "'Rome'", "'Paris'", "'rome'", "7", "'7'", "'Oslo'", "2.0"],
            "key": isText ? ["'k{1...30}'", "'K{1...30}'"] : ["{1...30}"],
            "id": identity == "id" ? ["{key}"] : ["{key}", "{key}", "NULL"],
            "code": ["'c{0...12}'", "'c{0...12}'", "NULL"], "taken": ["{0...6}", "{value}"],
            "row": ["({id}, {album}, {taken}, {value}, {value}, {code}, {value}, {value})"],
            "rows": ["{row}", "{row}, {row}", "{row}, {row}, {row}", "{row}, {row}, {row}, {row}"],
            "condition": [
                "album IS {album}", "\(identity) IN ({key}, {key}, {key})", "code = 'c{0...12}'",
                "\(identity) = {key}", "\(identity) = {key}",
            ], "or": ["", "OR REPLACE ", "OR IGNORE ", "OR REPLACE "],
            "insertion": ["INSERT {or}INTO photo VALUES {rows}"],
            "upsert": name == "hidden"
                ? ["INSERT INTO photo VALUES {row}"]
                : ["id", "code"].map {
                    "INSERT INTO photo VALUES {row} ON CONFLICT (\($0)) "
                        + "DO UPDATE SET album = excluded.album, taken = {value}"
                },
            "update": (["w", "h", "a", "b", "taken"].map { "\($0) = {value}" } + ["album = {album}"]).map {
                "UPDATE {or}photo SET \($0) WHERE {condition}"
            },
            "renaming": [
                "UPDATE {or}photo SET code = 'c{0...12}' WHERE {condition}",
                "UPDATE {or}photo SET \(identity) = {key} WHERE {condition}",
                isText
                    ? "UPDATE {or}photo SET id = upper(id)"
                    : "UPDATE {or}photo SET {rowid} = {rowid} + {-2...40}",
            ], "rowid": name == "hidden" ? [identity, "_rowid_"] : [identity],
            "deletion": ["DELETE FROM photo WHERE {condition}"]
                + [String](repeating: "DELETE FROM photo WHERE \(identity) = {key}", count: 12) + ["DELETE FROM photo"],
        ]
        rules["statement"] = [
            "{insertion}", "{insertion}", "{insertion}", "{insertion}", "{upsert}", "{update}", "{update}",
            "{renaming}", "{renaming}", "{renaming}", "{deletion}", "{deletion}",
        ]
        var other = Following(
            table: "photo", as: "other", section: "typeof(taken)", order: "h DESC, w COLLATE NOCASE NULLS LAST",
            where: "w IS NOT 'x'", key: "id")
        other.sectionOrder = "length(section) DESC, section"
        // The section of NULL is the last one, unless the order says otherwise.
        var following = following
        following.sectionOrder = ["plain": "section DESC NULLS FIRST", "hidden": "section DESC"][name]
        following.span = following.width
        let chain = Following(dataset: "data", as: "chain", order: "key DESC", where: "width IS NOT 12")
        let standing = """
            SELECT \(line("NULL", "i.id")) FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
            WHERE s.dataset_id = 1 AND i.width IS NOT 12 ORDER BY key DESC, i.id
            """
        return FollowerFuzz(
            testDescription: name, creation: creation, grammar: StatementGrammar(rules),
            followers: [(following, expected(following)), (other, expected(other)), (chain, standing)],
            refusals: ["photo"], renaming: ["REPLACE", "SET \(identity)"])
    }

    /// The rows of the table as lines, in order.
    private static func expected(_ following: Following) -> String {
        let sections = "\(following.sectionOrder ?? "section NULLS LAST"), "
        let terms = [following.order, "id COLLATE BINARY"].compactMap(\.self).joined(separator: ", ")
        func length(_ column: String?) -> String {
            guard let column else { return "NULL" }
            return "CASE WHEN typeof(\(column)) IN ('integer', 'real') AND \(column) BETWEEN 0 AND 1e9 "
                + "THEN \(column) * 1.0 WHEN \(column) IN ('12', ' 7.0', '1e1') THEN \(column) * 1.0 END"
        }
        // A whole number up to 1024.
        let span =
            "(SELECT CAST(x AS INTEGER) FROM (SELECT \(length(following.span)) AS x) "
            + "WHERE x <= 1024 AND x = CAST(x AS INTEGER))"
        let members = ["a", "b"].map { column in
            guard following.payload.contains(column) else { return "NULL" }
            // SQLite's functions on text end at a NUL, and so it is nothing.
            return "CASE WHEN typeof(\(column)) = 'text' AND instr(\(column), char(0)) OR typeof(\(column)) = 'blob' "
                + "OR abs(\(column)) > 1.7e308 THEN NULL ELSE \(column) END"
        }
        let values = [length(following.width), length(following.height), span] + members
        return """
            SELECT \(line("CAST(section AS TEXT)", "CAST(\(following.key ?? "NULL") AS TEXT)", values)) FROM (
              SELECT *, \(following.section ?? "NULL") COLLATE BINARY AS section FROM photo
              WHERE \(following.where ?? "1"))
            ORDER BY \(following.section == nil ? "" : sections)\(terms)
            """
    }

    private static func line(
        _ title: String, _ item: String, _ values: [String] = [String](repeating: "NULL", count: 5)
    ) -> String { ([title, item] + values).map { "quote(\($0))" }.joined(separator: " || ' ' || ") }

    /// A data set's items as lines, in order; an empty section is one as well.
    private static func found(_ dataset: String) -> String {
        let values = ["i.width", "i.height", "i.span", "i.payload ->> 'a'", "i.payload ->> 'b'"]
        return """
            SELECT \(line("s.title", "coalesce(i.original_id, i.key, NULL)", values)) FROM dataset AS d
            JOIN section AS s ON s.dataset_id = d.id LEFT JOIN item AS i ON i.section_id = s.id
            WHERE d.name = '\(dataset)' ORDER BY s.position, i.position
            """
    }

    // MARK: Data sets

    private static let dataset: FollowerFuzz = {
        var rules = [
            "id": ["{1...24}"], "new": ["{1...24}", "{1...24}", "NULL", "9223372036854775807"],
            "section": ["{1...5}", "{1...5}", "999"], "position": ["{0...9}", "{0...9}.5", "NULL"],
            "height": ["{10...16}", "NULL", "13"], "key": ["'k{0...9}'", "'K{0...9}'", "NULL"],
            "payload": [
                #"'«"g":"x"»'"#, #"'«"g":"y"»'"#, #"'«"g":"x"»'"#, #"'«"g":7»'"#, #"'«"g":null»'"#, "'«»'", "NULL",
                #"'«"g":'"#, #"'«"g":""»'"#,
            ], "or": ["", "OR REPLACE ", "OR IGNORE ", "OR REPLACE ", "OR FAIL "],
            "row": ["({new}, {section}, {position}, {key}, {height}, {payload})"],
            "rows": ["{row}", "{row}, {row}", "{row}, {row}, {row}"],
            "condition": ["id IN ({id}, {id}, {id})", "id = {id}", "section_id = {section}"],
            "insertion": ["INSERT {or}INTO item (id, section_id, position, key, height, payload) VALUES {rows}"],
            "update": [
                "key = {key}", "height = {height}", "payload = {payload}", "position = {position}",
                "section_id = {section}", "section_id = {section}, position = {position}", "width = {height}",
                "id = (id + 100) % 1000", "id = 9223372036854775807 - id",
            ].map { "UPDATE {or}item SET \($0) WHERE original_id IS NULL AND {condition}" },
            "deletion": ["DELETE FROM item WHERE original_id IS NULL AND {condition}"],
            "ofSection": [
                "UPDATE {or}section SET position = {0...6}.5 WHERE id = {1...5}",
                "UPDATE section SET title = '{title}' WHERE id = {1...5}", "DELETE FROM section WHERE id = {1...5}",
                "INSERT {or}INTO section (id, dataset_id, position, title) "
                    + "VALUES ({1...5}, {1...2}, {0...6}, '{title}')",
                "UPDATE {or}section SET dataset_id = 3 - dataset_id WHERE id = {1...5}",
                "UPDATE {or}section SET id = {1...5} WHERE id = {1...5}",
            ], "title": ["a", "b", "c"],
        ]
        rules["statement"] = [
            "{insertion}", "{insertion}", "{insertion}", "{update}", "{update}", "{update}", "{deletion}",
            "{ofSection}",
        ]
        let order = "height DESC, key COLLATE NOCASE NULLS LAST"
        func expected(_ title: String, _ condition: String, _ order: String) -> String {
            """
            SELECT \(line("CAST(\(title) AS TEXT)", "id")) FROM (
              SELECT i.*, s.title, s.position AS place, CASE WHEN json_valid(payload) THEN payload ->> 'g' END AS g
              FROM item AS i JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = 1)
            WHERE \(condition) ORDER BY \(order), id
            """
        }
        let isShown = "height IS NULL OR height <> 13"
        return FollowerFuzz(
            testDescription: "data set",
            creation: """
                INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'others');
                INSERT INTO section (id, dataset_id, position, title) VALUES (1, 1, 1, 'a'), (2, 1, 2, 'b'),
                  (3, 1, 3, 'c'), (4, 2, 1, 'a'), (5, 2, 2, 'b');
                INSERT INTO item (id, section_id) VALUES (40, 1);
                """, grammar: StatementGrammar(rules),
            followers: [
                (
                    Following(dataset: "data", as: "f", section: "payload ->> 'g'", order: order, where: isShown),
                    expected("g", isShown, "g NULLS LAST, \(order)")
                ),
                (
                    // Its order is that of f, whose sections it has as texts.
                    Following(dataset: "f", as: "ff", section: "section.title || '+'", where: "key < 'k5'"),
                    expected("g || '+'", "(\(isShown)) AND key < 'k5'", "g || '+' NULLS LAST, \(order)")
                ),
                (
                    Following(dataset: "data", as: "plain", where: "section.title <> 'b'"),
                    expected("NULL", "title <> 'b'", "place, position")
                ),
            ],
            refusals: [
                "no section with that", "no data set with that", "UNIQUE constraint failed: item.id",
                "item.section_id, item.position", "section.dataset_id, section.position", "section.id", "FOREIGN KEY",
            ], renaming: [""])
    }()

    // MARK: Running

    func run(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 41 &+ 11)
        let scratch = try ScratchDirectory()
        let limits = BandLimits(target: 8, maximum: 16, minimum: 2, slice: 9, run: 5, estimated: 24)
        let app = try Connection(path: scratch.file("app.db"), mode: .create)
        let isOfTable = renaming != [""]
        if isOfTable { try app.execute(creation) }
        let store = try LayoutStore(path: scratch.file("app.db"), mode: .adopt, limits: limits)
        if !isOfTable { try app.execute(creation) }
        func draw(_ rule: String) -> String {
            grammar.draw(rule, using: &random).replacing("«", with: "{").replacing("»", with: "}")
        }
        for _ in 0..<20 { try? app.execute(draw("{insertion}")) }
        for (following, _) in followers { try store.follow(following) }
        func compare(_ context: String) throws -> Bool {
            try followers.allSatisfy { following, expected in
                let (found, expected) = (try app.names(Self.found(following.dataset)), try app.names(expected))
                #expect(found == expected, "\(context), \(following.dataset)")
                return found == expected
            }
        }
        guard try compare("seed \(seed), at first") else { return }
        let layouts = followers.map(\.following.dataset) + (isOfTable ? [] : ["data", "others"])
        for name in layouts { try store.define(name, #"{"layout":"table"}"#, 300, 400, dataset: name) }
        let setting = (1...2).map { _ in Bool.random(using: &random) }
        let pragmas = "PRAGMA recursive_triggers = \(setting[0]); PRAGMA foreign_keys = \(setting[1])"
        try app.execute(pragmas + "; PRAGMA trusted_schema = OFF; PRAGMA synchronous = OFF")
        for step in 0..<(TestSettings.seconds == nil ? 40 : 150) {
            if Int.random(in: 0..<15, using: &random) == 0 { try store.prepare(layouts[0]) }
            let (ids, statement) = (try ids(app), draw("{statement}"))
            do {
                try app.transaction { try app.execute(statement) }
            } catch let error as SQLiteError where error.code.primary == .constraint {
                #expect(refusals.contains { error.message.contains($0) }, "\(statement): \(error)")
            }
            let context = "seed \(seed), step \(step), \(pragmas): \(statement)"
            // Until it is looked at, no item stands for another one than before.
            let strangers = """
                item AS f CROSS JOIN item AS o ON o.id = f.original_id WHERE o.original_id IS NOT NULL
                """
            #expect(try app.first("SELECT count(*) FROM \(strangers)", as: Int.self) == 0, "\(context)")
            // The app's statement has noted rows, and no more. Some are looked at together with later ones, and
            // sometimes all are.
            switch Int.random(in: 0..<9, using: &random) {
            case 0..<3: continue
            case 3:
                try app.execute(
                    "INSERT OR IGNORE INTO lc_pending SELECT DISTINCT journal, 2, 0 FROM lc_change "
                        + "WHERE journal IS NOT NULL")
            default: break
            }
            try store.bringFollowersUpToDate()
            guard try compare(context) else { return }
            let now = try self.ids(app)
            if !renaming.contains(where: statement.contains) {
                for (row, id) in ids { if let other = now[row] { #expect(other == id, "\(context)") } }
            }
        }
        #expect(try app.first("SELECT count(*) FROM pragma_foreign_key_check", as: Int.self) == 0)
        for name in layouts { try store.prepare(name) }
        let problems = try store.pool.read { try StoreInvariants.problems($0) }
        #expect(problems == [], "seed \(seed): \(problems)")
        let report = try store.verify(deep: true)
        let differences = report.mistakes.filter { $0.message.contains("follows") }
        #expect(report.problems == [] && differences == [], "seed \(seed): \(report)")
        let notes = "SELECT (SELECT count(*) FROM lc_pending) + (SELECT count(*) FROM lc_pending_row)"
        #expect(try app.first(notes, as: Int.self) == 0, "seed \(seed)")
    }

    /// The items of the rows of the first follower of a table.
    private func ids(_ connection: Connection) throws -> [String: Int64] {
        var ids: [String: Int64] = [:]
        guard followers[0].following.source == .table("photo") else { return ids }
        try connection.forEachRow("SELECT row, item_id FROM layout_followed_1") {
            ids[$0.stringOrEmpty(0)] = $0.int64(1)
        }
        return ids
    }
}
