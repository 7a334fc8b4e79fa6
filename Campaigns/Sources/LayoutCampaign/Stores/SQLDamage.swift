internal import LayoutSQLite
internal import LayoutTestSupport

/// Damages a store's derived tables in SQL, as a stray statement or a bug could.
enum SQLDamage {
    /// Does some damage to the store at a path; returns the statements that did it.
    static func strike(_ path: String, using random: inout SeededGenerator) throws -> [String] {
        try Connection.at(path) { connection in
            var done: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // Statements that a STRICT table refuses do nothing.
                for sql in try statements(connection, using: &random) where (try? connection.execute(sql)) != nil {
                    done.append(sql)
                }
            }
            return done
        }
    }

    private static func statements(
        _ connection: Connection, using random: inout SeededGenerator
    ) throws -> [String] {
        guard let table = try DerivedTables.names(connection).randomElement(using: &random) else { return [] }
        let name = try Statement.quoted(table)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return ["DELETE FROM \(name)"]
        case 1...3:
            let some = "SELECT rowid FROM \(name) LIMIT 2 OFFSET \(offset(in: name, &random))"
            return ["DELETE FROM \(name) WHERE rowid IN (\(some))"]
        case 4: return ["DROP TABLE \(name)"]
        case 5:
            let view = Statements.of("view").randomElement(using: &random) ?? "SELECT 1"
            return ["DROP TABLE \(name)", "CREATE VIEW \(name) AS \(view)"]
        case 6: return ["ALTER TABLE \(name) RENAME TO \(try Statement.quoted(table + "_old"))"]
        case let number where number < 10:
            let type = ["trigger", "index", "view"][number - 7]
            let parts = try connection.lines(
                "SELECT name FROM sqlite_schema WHERE type = '\(type)' AND sql IS NOT NULL")
            guard let part = parts.randomElement(using: &random) else { return [] }
            return ["DROP \(type) \(try Statement.quoted(part))"]
        default:
            // An extreme, or slightly different, number in some rows.
            guard let column = DerivedTables.columns(of: table, in: connection).randomElement(using: &random) else {
                return []
            }
            let place = try Statement.quoted(column)
            let values = Statements.of("value") + ["\(place) + 1", "\(place) - 1", "-\(place)", "zeroblob(40)"]
            let value = values.randomElement(using: &random) ?? "NULL"
            // By any of its columns: not every table has row ids.
            let row = "SELECT \(place) FROM \(name) LIMIT 1 OFFSET \(offset(in: name, &random))"
            let isEverywhere = Int.random(in: 0..<4, using: &random) == 0
            return [
                "UPDATE OR REPLACE \(name) SET \(place) = \(value)"
                    + (isEverywhere ? "" : " WHERE \(place) IS (\(row))")
            ]
        }
    }

    /// A row at random; not drawn by SQLite, whose numbers no seed repeats.
    private static func offset(in table: String, _ random: inout SeededGenerator) -> String {
        "\(Int.random(in: 0..<1_000_000, using: &random)) % (SELECT count(*) FROM \(table))"
    }
}
