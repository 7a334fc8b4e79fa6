internal import LayoutSQLite
internal import LayoutTestSupport

/// Damages a store's derived tables in SQL, as a stray statement or a bug could.
struct SQLDamage {
    fileprivate let connection: Connection
    fileprivate var random: SeededGenerator
    fileprivate var done: [String] = []

    /// Does some damage to the store at a path; returns the statements that did it.
    static func strike(_ path: String, using random: inout SeededGenerator) throws -> [String] {
        try Connection.at(path) { connection in
            var damage = SQLDamage(connection: connection, random: random)
            for _ in 0..<Int.random(in: 1...3, using: &damage.random) { try damage.strike() }
            random = damage.random
            return damage.done
        }
    }

    private mutating func strike() throws {
        let tables = try DerivedTables.names(connection)
        guard let table = tables.randomElement(using: &random) else { return }
        let name = try SQLIdentifier.quoted(table)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: execute("DELETE FROM \(name)")
        case 1...3:
            execute("DELETE FROM \(name) WHERE rowid IN (SELECT rowid FROM \(name) LIMIT 2 OFFSET \(offset(in: name)))")
        case 4: execute("DROP TABLE \(name)")
        case 5:
            execute("DROP TABLE \(name)")
            execute("CREATE VIEW \(name) AS \(Statements.of("view").randomElement(using: &random) ?? "SELECT 1")")
        case 6: execute("ALTER TABLE \(name) RENAME TO \(try SQLIdentifier.quoted(table + "_old"))")
        case 7: try dropPart(of: "trigger")
        case 8: try dropPart(of: "index")
        case 9: try dropPart(of: "view")
        default: try change(table)
        }
    }

    /// A row at random; not drawn by SQLite, whose numbers no seed repeats.
    private mutating func offset(in table: String) -> String {
        "\(Int.random(in: 0..<1_000_000, using: &random)) % (SELECT count(*) FROM \(table))"
    }

    private mutating func dropPart(of type: String) throws {
        let names = try connection.lines("SELECT name FROM sqlite_schema WHERE type = '\(type)' AND sql IS NOT NULL")
        guard let name = names.randomElement(using: &random) else { return }
        execute("DROP \(type.uppercased()) \(try SQLIdentifier.quoted(name))")
    }

    /// Puts an extreme, or slightly different, number in some rows.
    private mutating func change(_ table: String) throws {
        guard let column = DerivedTables.columns(of: table, in: connection).randomElement(using: &random) else {
            return
        }
        let (name, place) = (try SQLIdentifier.quoted(table), try SQLIdentifier.quoted(column))
        let values = Statements.of("value") + ["\(place) + 1", "\(place) - 1", "-\(place)", "zeroblob(40)"]
        let value = values.randomElement(using: &random) ?? "NULL"
        // By any of its columns: not every table has row ids.
        let some = "WHERE \(place) IS (SELECT \(place) FROM \(name) LIMIT 1 OFFSET \(offset(in: name)))"
        let isEverywhere = Int.random(in: 0..<4, using: &random) == 0
        execute("UPDATE OR REPLACE \(name) SET \(place) = \(value) \(isEverywhere ? "" : some)")
    }

    private mutating func execute(_ sql: String) {
        // Statements that a STRICT table refuses do nothing.
        if (try? connection.execute(sql)) != nil { done.append(sql) }
    }
}
