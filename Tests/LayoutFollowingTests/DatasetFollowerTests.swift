import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Data sets that follow a data set, against a twin that filters, sorts and groups by itself.
@Suite struct DatasetFollowerTests {
    /// An item of the source, as the twin knows it.
    private struct Row {
        var id: Int64
        var section: (position: Double, title: String?)
        var position: Double
        var key: String?
        var height: Double?
        var group: String?
    }

    private static let following = Following(
        dataset: "data", as: "f", section: "payload ->> 'g'", order: "height DESC, key COLLATE NOCASE NULLS LAST",
        where: "height IS NULL OR height <> 13")
    private static let further = Following(
        dataset: "f", as: "ff", section: "section.title || '+'", where: "key < 'k5'")
    private static let plain = Following(dataset: "data", as: "plain", where: "section.title <> 'b'")

    private static let grammar: StatementGrammar = {
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
        return StatementGrammar(rules)
    }()

    /// - Returns: A statement; braces of JSON are not the grammar's.
    private static func draw(_ rule: String, _ random: inout SeededGenerator) -> String {
        grammar.draw(rule, using: &random).replacing("«", with: "{").replacing("»", with: "}")
    }

    @Test("A follower is its source filtered, sorted and grouped after any statements of any shell")
    func randomStatements() throws {
        try TestSettings.forEachSeed(rounds: 2) { seed in
            var random = SeededGenerator(seed: seed &* 53 &+ 5)
            let scratch = try ScratchDirectory()
            let store = try LayoutStore(path: scratch.file("a.db"), mode: .create, limits: TestStore.tinyLimits)
            let app = try Connection(path: scratch.file("a.db"), mode: .readWrite)
            try app.execute(
                """
                INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'other');
                INSERT INTO section (id, dataset_id, position, title) VALUES (1, 1, 1, 'a'), (2, 1, 2, 'b'),
                  (3, 1, 3, 'c'), (4, 2, 1, 'a'), (5, 2, 2, 'b');
                INSERT INTO item (id, section_id) VALUES (40, 1);
                """)
            for _ in 0..<20 { try? app.execute(Self.draw("{insertion}", &random)) }
            for following in [Self.following, Self.further, Self.plain] { try store.follow(following) }
            try compare(app, "seed \(seed), at first")
            let all = ["f", "ff", "plain", "data", "other"]
            for name in all { try store.define(name, #"{"layout":"table"}"#, 300, 400, dataset: name) }
            let setting = (1...2).map { _ in Bool.random(using: &random) }
            let pragmas = "PRAGMA recursive_triggers = \(setting[0]); PRAGMA foreign_keys = \(setting[1])"
            try app.execute(pragmas + "; PRAGMA synchronous = OFF")
            for step in 0..<(TestSettings.seconds == nil ? 40 : 150) {
                if Int.random(in: 0..<10, using: &random) == 0 { try store.prepare("ff") }
                let statement = Self.draw("{statement}", &random)
                let context = "seed \(seed), step \(step), \(pragmas): \(statement)"
                do {
                    try app.transaction { try app.execute(statement) }
                } catch let error as SQLiteError where error.code.primary == .constraint {
                    let isOwn = [
                        "no section with that", "no data set with that", "UNIQUE constraint failed: item.id",
                        "item.section_id, item.position", "section.dataset_id, section.position", "section.id",
                        "FOREIGN KEY",
                    ].contains { error.message.contains($0) }
                    #expect(isOwn, "\(context): \(error)")
                    // A conflict must be one of the statement's own: without followers it fails as well.
                }
                // Until it is looked at, no item stands for another one than before.
                let strangers = try app.first(
                    """
                    SELECT count(*) FROM item AS f CROSS JOIN item AS o ON o.id = f.original_id
                    WHERE o.original_id IS NOT NULL
                    """, as: Int.self)
                #expect(strangers == 0, "\(context)")
                if Int.random(in: 0..<3, using: &random) == 0 { continue }
                try store.bringFollowersUpToDate()
                guard try compare(app, context) else { return }
            }
            for name in all { try store.prepare(name) }
            let problems = try store.pool.read { try StoreInvariants.problems($0) }
            #expect(problems == [], "seed \(seed): \(problems)")
            let report = try store.verify(deep: true)
            let differences = report.mistakes.filter { $0.message.contains("follows") }
            #expect(report.problems == [] && differences == [], "seed \(seed): \(report)")
        }
    }

    @discardableResult
    private func compare(_ app: Connection, _ context: String) throws -> Bool {
        let rows = try source(app)
        let first = Self.arranged(rows)
        let further = first.map { (title: $0.title.map { $0 + "+" }, rows: $0.rows.filter { ($0.key ?? "z") < "k5" }) }
        // The follower of a follower groups by its title: without one, its sections are one.
        let found = try ["f", "ff", "plain"].map { try self.found($0, app) }
        let plain = rows.filter { $0.section.title != "b" && $0.section.title != nil }
        let expected = [
            Self.lines(first), Self.lines(Self.merged(further)), plain.isEmpty ? [] : Self.lines([(nil, plain)]),
        ]
        for index in found.indices {
            #expect(found[index] == expected[index], "\(context), follower \(index)")
        }
        return found == expected
    }

    private func source(_ app: Connection) throws -> [Row] {
        var rows: [Row] = []
        try app.forEachRow(
            """
            SELECT i.id, s.position, s.title, i.position, i.key, i.height, i.payload
            FROM item AS i JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = 1
            ORDER BY s.position, i.position, i.id
            """
        ) { row in
            rows.append(
                Row(
                    id: row.int64(0), section: (row.double(1), row.string(2)), position: row.double(3),
                    key: row.string(4), height: row.isNull(5) ? nil : row.double(5),
                    group: row.string(6).flatMap(Self.group)))
        }
        return rows
    }

    /// The member g as text, read by another program's parser.
    private static func group(_ payload: String) -> String? {
        let object = (try? JSONSerialization.jsonObject(with: Data(payload.utf8))) as? [String: Any]
        return switch object?["g"] {
        case let text as String: text
        case let number as NSNumber: "\(number.intValue)"
        default: nil
        }
    }

    /// Numbers, then texts, and NULL at the end.
    private static func rank(_ group: String?) -> String { group.map { $0 == "7" ? "1" : "2" + $0 } ?? "3" }

    private static func arranged(_ rows: [Row]) -> [(title: String?, rows: [Row])] {
        let shown = rows.filter { $0.height != 13 }
        return Dictionary(grouping: shown) { rank($0.group) }.sorted { $0.key < $1.key }.map { _, rows in
            let sorted = rows.sorted { first, second in
                if first.height != second.height { return (first.height ?? -1) > (second.height ?? -1) }
                let keys = (first.key?.lowercased(), second.key?.lowercased())
                if keys.0 != keys.1 { return (keys.0 ?? "z") < (keys.1 ?? "z") }
                return first.id < second.id
            }
            return (rows.first?.group, sorted)
        }
    }

    /// Groups by titles, whose order as texts is another.
    private static func merged(_ groups: [(title: String?, rows: [Row])]) -> [(title: String?, rows: [Row])] {
        groups.filter { !$0.rows.isEmpty }.sorted {
            $0.title.map { "1" + $0 } ?? "2" < $1.title.map { "1" + $0 } ?? "2"
        }
    }

    private static func lines(_ groups: [(title: String?, rows: [Row])]) -> [String] {
        groups.map { "\($0.title ?? "-"): \($0.rows.map { "\($0.id)" }.joined(separator: " "))" }
    }

    private func found(_ name: String, _ app: Connection) throws -> [String] {
        try app.names(
            """
            SELECT coalesce(s.title, '-') || ': ' || coalesce((SELECT group_concat(o, ' ')
              FROM (SELECT original_id AS o FROM item WHERE section_id = s.id ORDER BY position)), '')
            FROM section AS s JOIN dataset AS d ON d.id = s.dataset_id WHERE d.name = '\(name)' ORDER BY s.position
            """)
    }
}
