internal import LayoutSQLite
internal import LayoutTestSupport

extension BaseStores {
    /// Stores prepared to do harm: with foreign triggers, views, names and numbers.
    func hostile(_ number: Int) throws -> TrialResult {
        try trial(number, in: "hostile.db", judging: Self.judge) { path, _, random, _ in
            let connection = try Connection(path: path, mode: .readWrite)
            defer { connection.close() }
            var done: [String] = []
            var changesOwnRows = false
            // A mark for each trigger that runs in the end.
            try connection.execute(
                "CREATE TABLE note (text); CREATE TABLE lc_note (text); INSERT INTO lc_note VALUES ('mine')")
            let derived = try DerivedTables.names(connection).filter { $0 != "lc_note" }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let (sql, changes) = try Self.attack(on: derived, &random)
                guard (try? connection.execute(sql)) != nil else { continue }
                done.append(sql)
                changesOwnRows = changesOwnRows || changes
            }
            // The preparations themselves may have set off what was prepared before them.
            _ = try? connection.execute("DELETE FROM note")
            return (done.joined(separator: "; "), changesOwnRows)
        }
    }

    /// Whether anything of the file's own ran, and the user's own table is there.
    static func judge(_ path: String, _ result: inout TrialResult) throws {
        try Connection.at(path) { connection in
            let runs = try? connection.first("SELECT count(*) FROM note", as: Int.self)
            if runs != 0 { result.find("a trigger of the file's own ran", "\(runs.map { "\($0)" } ?? "no") notes") }
            let own = try? connection.first("SELECT text FROM lc_note", as: String.self)
            if own != "mine" { result.find("a table of the user's own is gone") }
        }
    }

    /// A statement that prepares some harm, and whether it changes the user's own rows.
    private static func attack(
        on derived: [String], _ random: inout SeededGenerator
    ) throws -> (sql: String, changesOwnRows: Bool) {
        let name = try Statement.quoted(evilNames.randomElement(using: &random) ?? "x")
        let own = ["layout", "layout", "viewport", "item", "section"]
        func one(of choices: [String]) -> String { choices.randomElement(using: &random) ?? choices[0] }
        let table = one(of: Bool.random(using: &random) ? own : derived)
        let event = one(of: ["INSERT", "UPDATE", "DELETE"])
        let time = one(of: ["AFTER", "BEFORE"])
        let harm = one(of: ["DELETE FROM item", "DELETE FROM section", "UPDATE item SET height = 1"])
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let (on, body) = (try Statement.quoted(table), "INSERT INTO note VALUES ('ran'); \(harm);")
            return ("CREATE TRIGGER \(name) \(time) \(event) ON \(on) BEGIN \(body) END", false)
        case 2: return ("CREATE TABLE \(name) (a); INSERT INTO \(name) VALUES (1)", false)
        case 3: return ("CREATE VIEW \(name) AS SELECT * FROM item", false)
        case 4:
            let view = one(of: Statements.of("view"))
            if Bool.random(using: &random), let target = derived.randomElement(using: &random) {
                let name = try Statement.quoted(target)
                return ("DROP TABLE \(name); CREATE VIEW \(name) AS \(view)", false)
            }
            let target = one(of: ["visible", "layout_status", "element_frames"])
            return ("DROP VIEW \(target); CREATE VIEW \(target) AS \(view)", false)
        default: return (one(of: Statements.of("row")), true)
        }
    }

    private static let evilNames = [
        "lc_x; DELETE FROM item; --", "lc_\"; DROP TABLE item; --", "lc_'; DELETE FROM section; --", "lc_a\u{301}b",
        "lc_\u{1B}[31mred", "lc_\u{202E}desrever", "lc_line\u{2028}separator", "lc_new\nline", "lc_`tick",
        "lc_[bracket]", "lc_", "lc_block_own", "lc_item_after_insert2", "ordinary", "LC_UPPER", "lc_\"\u{301}",
        String(repeating: "lc_long", count: 400),
    ]
}
