import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import LayoutCore

/// Statements on a table that a data set follows, drawn at random, and what the data set must be after them.
struct FollowerFuzz {
    enum Shape: String, CaseIterable, Sendable {
        /// An integer primary key and another unique column.
        case plain
        /// Another key than the row id, and two columns that are unique together, one without regard to case.
        case hidden
        /// No row ids: distinguished by a text without regard to case.
        case textKey
        /// No order and no sections: the row ids alone.
        case bare
    }

    let shape: Shape
    /// How statements on the table are made.
    private let grammar: StatementGrammar

    init(shape: Shape) {
        self.shape = shape
        grammar = Self.grammar(shape)
    }

    var creation: [String] {
        switch shape {
        case .plain:
            ["CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken REAL, w, h, code TEXT UNIQUE, a, b TEXT)"]
        case .hidden:
            [
                "CREATE TABLE photo (id INT UNIQUE NOT NULL, album, taken, w, h, code COLLATE NOCASE, a, b)",
                "CREATE UNIQUE INDEX by_code ON photo (code, a COLLATE NOCASE)",
                "CREATE UNIQUE INDEX some ON photo (b) WHERE b > 'm'",
            ]
        case .textKey:
            [
                """
                CREATE TABLE photo (id TEXT PRIMARY KEY COLLATE NOCASE, album, taken COLLATE NOCASE, w, h, code UNIQUE,
                  a, b) WITHOUT ROWID
                """
            ]
        case .bare:
            [
                """
                CREATE TABLE photo (id INTEGER PRIMARY KEY AUTOINCREMENT, album TEXT, taken, w, h, code UNIQUE, a, b,
                  both AS (b || code) UNIQUE)
                """
            ]
        }
    }

    var following: Following {
        switch shape {
        case .bare: Following(table: "PHOTO", as: "data", key: "id", height: "h")
        case .hidden:
            Following(
                table: "photo", as: "data", section: "album", order: "taken", key: "code", width: "w", payload: ["a"])
        default:
            Following(
                table: "photo", as: "data", section: "Album", order: "taken", key: "id", width: "w", height: "h",
                payload: ["a", "b"])
        }
    }

    /// Further followers of the same table and of the first one, with queries for their rows as they must be and are.
    var further: [(following: Following, expected: String, found: String)] {
        let identity = Self.identity(shape)
        let (order, condition) = ("h DESC, w COLLATE NOCASE NULLS LAST", "w IS NOT 'x'")
        let places = "CROSS JOIN section AS s ON s.id = i.section_id"
        return [
            (
                Following(table: "photo", as: "other", section: "typeof(taken)", order: order, where: condition),
                "SELECT quote(\(identity)) FROM photo WHERE \(condition) ORDER BY typeof(taken), \(order), \(identity) "
                    + "COLLATE BINARY",
                "SELECT quote(r.row) FROM layout_followed_2 AS r CROSS JOIN item AS i ON i.id = r.item_id \(places) "
                    + "ORDER BY s.position, i.position"
            ),
            (
                Following(dataset: "data", as: "chain", order: "key DESC", where: "width IS NOT 12"),
                "SELECT i.id FROM item AS i \(places) WHERE s.dataset_id = 1 AND i.width IS NOT 12 "
                    + "ORDER BY key DESC, i.id",
                "SELECT original_id FROM item AS i \(places) WHERE s.dataset_id = 3 ORDER BY s.position, i.position"
            ),
        ]
    }

    /// The name of the key in statements.
    static func identity(_ shape: Shape) -> String { shape == .textKey || shape == .hidden ? "id" : "rowid" }

    private static func grammar(_ shape: Shape) -> StatementGrammar {
        let identity = identity(shape)
        var rules = [
            "value": [
                "NULL", "0", "1", "2.5", "-3", "9e999", "'12'", "'1.5.1'", "'x'", "'A'", "'a'", "''", "x'00ff'", "1e12",
                "0.1", "-4.0", "1e14", "1e15", "'a' || char(0) || '\"'", "'back\\slash'",
                "'q\"uo\\te' || char(10) || char(1)", "char(233)", "'it''s'", "123456789012345678",
            ], "album": ["NULL", "''", "'Rome'", "'Paris'", "'rome'", "7", "'7'", "'Oslo'", "2.0"],
            "key": shape == .textKey ? ["'k{1...30}'", "'K{1...30}'"] : ["{1...30}"],
            "id": shape == .textKey || shape == .hidden ? ["{key}"] : ["{key}", "{key}", "NULL"],
            "code": ["'c{0...12}'", "'c{0...12}'", "NULL"], "taken": ["{0...6}", "{value}"],
            "row": ["({id}, {album}, {taken}, {value}, {value}, {code}, {value}, {value})"],
            "rows": ["{row}", "{row}, {row}", "{row}, {row}, {row}", "{row}, {row}, {row}, {row}"],
            "condition": [
                "album IS {album}", "\(identity) IN ({key}, {key}, {key})", "code = 'c{0...12}'",
                "\(identity) = {key}", "\(identity) = {key}",
            ],
            "or": ["", "OR REPLACE ", "OR IGNORE ", "OR REPLACE "],
            "insertion": ["INSERT {or}INTO photo VALUES {rows}"],
            "upsert": shape == .hidden
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
                shape == .textKey
                    ? "UPDATE {or}photo SET id = upper(id)"
                    : "UPDATE {or}photo SET \(identity) = \(identity) + {-2...40}",
            ],
            "deletion": ["DELETE FROM photo WHERE {condition}"]
                + [String](repeating: "DELETE FROM photo WHERE \(identity) = {key}", count: 12) + ["DELETE FROM photo"],
        ]
        rules["statement"] = [
            "{insertion}", "{insertion}", "{insertion}", "{insertion}", "{upsert}", "{update}", "{update}",
            "{renaming}", "{renaming}", "{renaming}", "{deletion}", "{deletion}",
        ]
        return StatementGrammar(rules)
    }

    func statement(_ random: inout SeededGenerator) -> String { grammar.draw("{statement}", using: &random) }

    // MARK: Expected results

    /// The rows of the table as lines, in order, made from their values one by one.
    func expected(_ connection: Connection) throws -> [String] {
        let order = shape == .bare ? "0 * rowid" : "taken"
        let section = shape == .bare ? order : "album COLLATE BINARY NULLS LAST"
        let payload = shape == .bare ? [] : shape == .hidden ? ["a"] : ["a", "b"]
        var lines: [String] = []
        try connection.forEachRow(
            """
            SELECT album, CAST(id AS TEXT), CAST(code AS TEXT), w, h, a, b FROM photo
            ORDER BY \(section), \(order), \(Self.identity(shape)) COLLATE BINARY
            """
        ) { row in
            let key = row.stringOrEmpty(shape == .hidden ? 2 : 1)
            let members = payload.enumerated().map { "\($1)=\(Self.json(row, 5 + $0))" }
            lines.append(
                Self.line(
                    shape == .bare ? "" : row.stringOrEmpty(0), key.isEmpty ? nil : key,
                    shape == .bare ? nil : Self.length(row, 3), shape == .hidden ? nil : Self.length(row, 4),
                    members.isEmpty ? nil : members.joined(separator: " ")))
        }
        return lines
    }

    private static func line(_ title: String, _ key: String?, _ width: Double?, _ height: Double?, _ payload: String?)
        -> String
    { [title, key, width.map { "\($0)" }, height.map { "\($0)" }, payload].map { $0 ?? "-" }.joined(separator: "|") }

    private static func length(_ row: Statement, _ column: Int) -> Double? {
        switch row.storage(column) {
        case .integer, .real:
            let value = row.double(column)
            return value >= 0 && value <= 1e9 ? value : nil
        case .text:
            let text = row.stringOrEmpty(column)
            let isPlain =
                text.allSatisfy { $0 == "." || ("0"..."9").contains($0) } && text.filter { $0 == "." }.count <= 1
            guard isPlain, let value = Double(text), value <= 1e9 else { return nil }
            return value
        default: return nil
        }
    }

    private static func json(_ row: Statement, _ column: Int) -> String {
        switch row.storage(column) {
        case .integer: "\(row.int64(column))"
        case .real: row.double(column).isFinite ? "\(row.double(column))" : "null"
        // SQLite's functions on text end at a NUL, and so it is nothing.
        case .text: row.stringOrEmpty(column).contains("\0") ? "null" : "text:\(row.stringOrEmpty(column))"
        default: "null"
        }
    }

    /// The data set's items as lines, in order.
    static func found(_ connection: Connection) throws -> [String] {
        var lines: [String] = []
        try connection.forEachRow(
            """
            SELECT s.title, i.key, i.width, i.height, i.payload
            FROM section AS s LEFT JOIN item AS i ON i.section_id = s.id
            WHERE s.dataset_id = (SELECT id FROM dataset WHERE name = 'data') ORDER BY s.position, i.position
            """
        ) { row in
            lines.append(
                line(
                    row.stringOrEmpty(0), row.string(1), row.isNull(2) ? nil : row.double(2),
                    row.isNull(3) ? nil : row.double(3), row.string(4).map { members(of: $0) ?? "no object: \($0)" }))
        }
        return lines
    }

    /// The members of an object by their names, read by another program's parser. Each value shows its type.
    private static func members(of text: String) -> String? {
        let object = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
        return object?.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case let text as String: "\(key)=text:\(text)"
            case let number as NSNumber where unsafe String(cString: number.objCType) == "d":
                "\(key)=\(number.doubleValue)"
            case let number as NSNumber: "\(key)=\(number.int64Value)"
            default: "\(key)=null"
            }
        }.joined(separator: " ")
    }
}
