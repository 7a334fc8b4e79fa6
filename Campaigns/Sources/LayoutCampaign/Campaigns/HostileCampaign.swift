internal import LayoutSQLite
internal import LayoutTestSupport

/// Stores prepared to do harm: with foreign triggers, views, names and numbers.
struct HostileCampaign: NumberedCampaign {
    static let name = "hostile"
    static let summary =
        "stores that bring triggers, views, evil names and extreme rows along: nothing of theirs runs, nothing is lost"
    static let patience = 180.0

    private let settings: CampaignSettings
    private let bases: BaseStores
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        bases = try BaseStores(settings)
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let base = try bases.base(for: number)
        let path = settings.file("hostile.db")
        try StoreFiles.copy(base.path, to: path)
        var done: [String] = []
        var changesOwnRows = false
        do {
            let connection = try Connection(path: path, mode: .readWrite)
            defer { connection.close() }
            // A mark for each trigger that runs in the end.
            try connection.execute(
                "CREATE TABLE note (text); CREATE TABLE lc_note (text); INSERT INTO lc_note VALUES ('mine')")
            let derived = try DerivedTables.names(connection).filter { $0 != "lc_note" }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let (sql, changes) = Self.attack(on: derived, &random)
                guard (try? connection.execute(sql)) != nil else { continue }
                done.append(sql)
                changesOwnRows = changesOwnRows || changes
            }
            // The preparations themselves may have set off what was prepared before them.
            _ = try? connection.execute("DELETE FROM note")
        }
        try bases.trial(base, path).run(into: &result, changesOwnRows: changesOwnRows)
        try Self.judge(path, &result)
        for index in result.findings.indices {
            result.findings[index].detail = "[\(done.joined(separator: "; "))] " + result.findings[index].detail
        }
        return result
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
    ) -> (sql: String, changesOwnRows: Bool) {
        let name = SQLText.name((evilNames.randomElement(using: &random) ?? "x"))
        let own = ["layout", "layout", "viewport", "item", "section"]
        let table = (Bool.random(using: &random) ? own : derived).randomElement(using: &random) ?? "layout"
        let event = ["INSERT", "UPDATE", "DELETE"].randomElement(using: &random) ?? "INSERT"
        let time = Bool.random(using: &random) ? "AFTER" : "BEFORE"
        let harms = ["DELETE FROM item", "DELETE FROM section", "UPDATE item SET height = 1"]
        let harm = harms.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let body = "INSERT INTO note VALUES ('ran'); \(harm);"
            return ("CREATE TRIGGER \(name) \(time) \(event) ON \(SQLText.name(table)) BEGIN \(body) END", false)
        case 2: return ("CREATE TABLE \(name) (a); INSERT INTO \(name) VALUES (1)", false)
        case 3: return ("CREATE VIEW \(name) AS SELECT * FROM item", false)
        case 4:
            let view = views.randomElement(using: &random) ?? ""
            if Bool.random(using: &random), let target = derived.randomElement(using: &random) {
                let name = SQLText.name(target)
                return ("DROP TABLE \(name); CREATE VIEW \(name) AS \(view)", false)
            }
            let target = ["visible", "layout_status", "element_frames"].randomElement(using: &random) ?? "visible"
            return ("DROP VIEW \(target); CREATE VIEW \(target) AS \(view)", false)
        default: return (rows.randomElement(using: &random) ?? "", true)
        }
    }

    private static let evilNames = [
        "lc_x; DELETE FROM item; --", "lc_\"; DROP TABLE item; --", "lc_'; DELETE FROM section; --", "lc_a\u{301}b",
        "lc_\u{1B}[31mred", "lc_\u{202E}desrever", "lc_line\u{2028}separator", "lc_new\nline", "lc_`tick",
        "lc_[bracket]", "lc_", "lc_block_own", "lc_item_after_insert2", "ordinary", "LC_UPPER", "lc_\"\u{301}",
        String(repeating: "lc_long", count: 400),
    ]

    private static let views = [
        "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n",
        """
        WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
        SELECT id, id AS layout, id AS band_id FROM n
        """,
        "SELECT * FROM item AS a, item AS b, item AS c, item AS d, item AS e",
        "SELECT 1", "SELECT * FROM \"no such table\"",
    ]

    private static let rows = [
        "UPDATE item SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM item)",
        "UPDATE item SET id = -9223372036854775808 WHERE id = (SELECT min(id) FROM item)",
        """
        INSERT INTO section (id, dataset_id, position) VALUES (0, 1, -5);
        UPDATE item SET section_id = 0 WHERE id % 3 = 1
        """,
        "UPDATE item SET position = position + 1e17", "UPDATE item SET position = -9e999 WHERE id = 4",
        "UPDATE item SET width = 5e-324, height = 5e-324", "UPDATE item SET width = 1e9, height = 1e9",
        "UPDATE item SET x = 1e9, y = -1e9 WHERE id % 2 = 0", "UPDATE section SET inset_top = 1e9, header_height = 1e9",
        "UPDATE layout SET container_width = 0", "UPDATE layout SET definition = '{'",
        "UPDATE layout SET definition = ''",
        "UPDATE layout SET name = char(27) || '[2J'", "UPDATE item SET key = char(8238) || 'k' || id",
        "UPDATE item SET payload = 'no JSON'", "UPDATE item SET key = replace(hex(zeroblob(5000)), '00', 'k') || id",
        "UPDATE viewport SET x = 1e300, width = 1e300", "DELETE FROM item", "DELETE FROM section",
        "DELETE FROM dataset",
        "INSERT INTO viewport VALUES ('missing', 0, 0, 1, 1)", "UPDATE dataset SET name = 'a' || char(10) || 'b'",
    ]
}
