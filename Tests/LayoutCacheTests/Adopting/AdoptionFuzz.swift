import Foundation
import LayoutSQLite
import LayoutTestSupport
@testable import LayoutCache

/// Statements on a table that a data set follows, drawn at random, and what the data set must be after them.
struct AdoptionFuzz {
    enum Shape: String, CaseIterable, Sendable {
        /// An integer primary key and another unique column.
        case plain
        /// Row ids without a column, and two columns that are unique together, one without regard to case.
        case hidden
        /// No row ids: distinguished by a text without regard to case.
        case textKey
        /// No order and no sections: the row ids alone.
        case bare
    }

    let shape: Shape

    var creation: [String] {
        switch shape {
        case .plain:
            ["CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken REAL, w, h, code TEXT UNIQUE, a, b TEXT)"]
        case .hidden:
            [
                "CREATE TABLE photo (id, album, taken, w, h, code COLLATE NOCASE, a, b)",
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
            ["CREATE TABLE photo (id INTEGER PRIMARY KEY AUTOINCREMENT, album TEXT, taken, w, h, code UNIQUE, a, b)"]
        }
    }

    var adoption: TableAdoption {
        switch shape {
        case .bare: TableAdoption(table: "PHOTO", dataset: "data", height: "h", key: "id")
        case .hidden:
            TableAdoption(
                table: "photo", dataset: "data", section: "album", order: "taken", width: "w", key: "code",
                payload: ["a"])
        default:
            TableAdoption(
                table: "photo", dataset: "data", section: "Album", order: "taken", width: "w", height: "h", key: "id",
                payload: ["a", "b"])
        }
    }

    private var identity: String { shape == .textKey ? "id" : "rowid" }

    // MARK: Statements

    private func value(_ random: inout SeededGenerator) -> String {
        [
            "NULL", "0", "1", "2.5", "-3", "9e999", "'12'", "'1.5.1'", "'x'", "'A'", "'a'", "''", "x'00ff'", "1e12",
            "0.1", "-4.0", "1e14", "1e15", "'a' || char(0) || '\"'", "'back\\slash'",
            "'q\"uo\\te' || char(10) || char(1)", "char(233)", "'it''s'", "123456789012345678",
        ].randomElement(using: &random) ?? "NULL"
    }

    private func key(_ random: inout SeededGenerator) -> String {
        let number = Int.random(in: 1...30, using: &random)
        if shape == .textKey { return Bool.random(using: &random) ? "'k\(number)'" : "'K\(number)'" }
        return "\(number)"
    }

    private func album(_ random: inout SeededGenerator) -> String {
        ["NULL", "''", "'Rome'", "'Paris'", "'rome'", "7", "'7'", "'Oslo'", "2.0"].randomElement(using: &random)
            ?? "NULL"
    }

    private func row(_ random: inout SeededGenerator) -> String {
        let taken = Bool.random(using: &random) ? "\(Int.random(in: 0...6, using: &random))" : value(&random)
        let code = Int.random(in: 0..<3, using: &random) == 0 ? "NULL" : "'c\(Int.random(in: 0...12, using: &random))'"
        let id = Int.random(in: 0..<3, using: &random) == 0 && shape != .textKey ? "NULL" : key(&random)
        let others = (0..<2).map { _ in value(&random) } + [code] + (0..<2).map { _ in value(&random) }
        return "(\(([id, album(&random), taken] + others).joined(separator: ", ")))"
    }

    private func condition(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: "album IS \(album(&random))"
        case 1: "\(identity) IN (\(key(&random)), \(key(&random)), \(key(&random)))"
        case 2: "code = 'c\(Int.random(in: 0...12, using: &random))'"
        default: "\(identity) = \(key(&random))"
        }
    }

    func statement(_ random: inout SeededGenerator) -> String {
        let conflict = ["", "OR REPLACE ", "OR IGNORE ", "OR REPLACE "].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3:
            let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in row(&random) }
            return "INSERT \(conflict)INTO photo VALUES \(rows.joined(separator: ", "))"
        case 4:
            guard shape != .hidden else { return "INSERT INTO photo VALUES \(row(&random))" }
            let target = Bool.random(using: &random) ? "id" : "code"
            let change = "DO UPDATE SET album = excluded.album, taken = \(value(&random))"
            return "INSERT INTO photo VALUES \(row(&random)) ON CONFLICT (\(target)) \(change)"
        case 5, 6:
            let column = ["album", "taken", "w", "h", "a", "b"].randomElement(using: &random) ?? "w"
            return """
                UPDATE \(conflict)photo SET \(column) = \(column == "album" ? album(&random) : value(&random))
                WHERE \(condition(&random))
                """
        case 7:
            return """
                UPDATE \(conflict)photo SET code = 'c\(Int.random(in: 0...12, using: &random))'
                WHERE \(condition(&random))
                """
        case 8: return "UPDATE \(conflict)photo SET \(identity) = \(key(&random)) WHERE \(condition(&random))"
        case 9:
            return shape == .textKey
                ? "UPDATE \(conflict)photo SET id = upper(id)"
                : "UPDATE \(conflict)photo SET \(identity) = \(identity) + \(Int.random(in: -2...40, using: &random))"
        case 10: return "DELETE FROM photo WHERE \(condition(&random))"
        default:
            return Int.random(in: 0..<12, using: &random) == 0
                ? "DELETE FROM photo" : "DELETE FROM photo WHERE \(identity) = \(key(&random))"
        }
    }

    // MARK: Expected results

    /// The rows of the table as lines, in order, made from their values one by one.
    func expected(_ connection: Connection) throws -> [String] {
        let order = shape == .bare ? "0 * rowid" : "taken"
        let section = shape == .bare ? order : "CASE WHEN album IS NULL THEN '' ELSE album END COLLATE BINARY"
        let payload = shape == .bare ? [] : shape == .hidden ? ["a"] : ["a", "b"]
        var lines: [String] = []
        // NULL counts as the least number.
        try connection.forEachRow(
            """
            SELECT album, CAST(id AS TEXT), CAST(code AS TEXT), w, h, a, b FROM photo
            ORDER BY \(section), \(order) IS NOT NULL AND \(order) <> -9e999, \(order), \(identity) COLLATE BINARY
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
    {
        [title, key, width.map { "\($0)" }, height.map { "\($0)" }, payload].map { $0 ?? "-" }.joined(separator: "|")
    }

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
