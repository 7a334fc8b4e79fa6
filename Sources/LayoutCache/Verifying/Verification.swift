internal import LayoutMigrations
internal import LayoutSQLite

/// Looks for what is wrong in a store, within one snapshot.
struct Verification {
    let connection: Connection
    private(set) var problems: [String] = []

    /// After so many problems of one kind the rest is only counted: an arbitrary number.
    private static let listed = 20

    init(_ connection: Connection) {
        self.connection = connection
    }

    mutating func run() throws {
        try checkFile()
        // Damaged pages make every further question fail.
        guard problems.isEmpty else { return }
        try checkSchema()
        try checkUserTables()
        // Those that nobody sees any more may be half removed.
        for preparation in try PreparationRecord.all(in: connection) {
            try checkSums(preparation)
            try checkBands(preparation)
            if preparation.isOutlined, !preparation.isRestructured, !preparation.isReplaced { try checkCounts(preparation) }
        }
        try checkDefinitions()
        try checkOutline()
        try checkLeftovers()
    }

    mutating func note(_ problem: String) { problems.append(problem) }

    /// Adds a problem for each row of a query whose first column is text.
    mutating func note(_ prefix: String, rowsOf sql: String, _ argument: Int64? = nil) throws {
        var lines: [String] = []
        var count = 0
        let rows = try connection.cached(sql)
        if rows.parameterCount > 0 { rows.bind(argument, at: 1) }
        defer { rows.rewind() }
        while try rows.step() {
            count += 1
            if count <= Self.listed { lines.append(prefix + rows.stringOrEmpty(0)) }
        }
        problems.append(contentsOf: lines)
        if count > Self.listed { problems.append("\(prefix)… and \(count - Self.listed) more") }
    }

    // MARK: SQLite's own

    private mutating func checkFile() throws {
        do {
            try connection.forEachRow("PRAGMA integrity_check") { row in
                if row.stringOrEmpty(0) != "ok" { problems.append("integrity_check: \(row.stringOrEmpty(0))") }
            }
            // The pragma does not look inside an R*Tree before SQLite 3.44.
            if let answer = try connection.first("SELECT rtreecheck('lc_block')", as: String.self), answer != "ok" {
                for line in answer.split(separator: "\n").prefix(Self.listed) { problems.append("rtreecheck: \(line)") }
            }
        } catch let error as SQLiteError where error.code.primary == .corrupt || error.code.primary == .error {
            problems.append("the file cannot be read through: \(error.message)")
        }
    }

    /// Compares every table, view, trigger and index with what the migrations make.
    ///
    /// The user's tables may have more columns, which may stand in any order, and renaming rewrites their text:
    /// of these it is their own columns that count, with their types and what they refuse.
    private mutating func checkSchema() throws {
        let fresh = try Connection(path: ":memory:", mode: .create)
        defer { fresh.close() }
        try UserSchema.migrator.migrate(fresh)
        let userTables = try Set(Self.schema(fresh).filter { $0.value.kind == "table" }.keys)
        try DerivedSchema.rebuild(fresh)
        let found = try Self.schema(connection)
        for (name, expected) in try Self.schema(fresh).sorted(by: { $0.key < $1.key }) {
            guard let actual = found[name], actual.kind == expected.kind else {
                note("schema: the \(expected.kind) \(name) is missing")
                continue
            }
            if userTables.contains(name) {
                try compareColumns(of: name, with: fresh)
            } else if actual.sql != expected.sql {
                note("schema: the text of the \(expected.kind) \(name) is not what it should be")
            }
        }
    }

    private mutating func compareColumns(of table: String, with fresh: Connection) throws {
        let found = try Self.columns(of: table, in: connection)
        for (name, expected) in try Self.columns(of: table, in: fresh).sorted(by: { $0.key < $1.key }) {
            guard let actual = found[name] else {
                note("schema: the table \(table) has no column \(name)")
                continue
            }
            if actual != expected {
                note("schema: the column \(name) of the table \(table) is declared \(actual), and should be \(expected)")
            }
        }
    }

    /// The columns of a table by name, as they are declared.
    private static func columns(of table: String, in connection: Connection) throws -> [String: String] {
        var columns: [String: String] = [:]
        try connection.forEachRow(
            "SELECT name, type || CASE WHEN \"notnull\" THEN ' NOT NULL' ELSE '' END "
                + "|| CASE WHEN pk THEN ' PRIMARY KEY' ELSE '' END FROM pragma_table_info(?1)",
            table
        ) { columns[$0.stringOrEmpty(0)] = $0.stringOrEmpty(1) }
        return columns
    }

    private static func schema(_ connection: Connection) throws -> [String: (kind: String, sql: String)] {
        var schema: [String: (kind: String, sql: String)] = [:]
        try connection.forEachRow("SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL") { row in
            schema[row.stringOrEmpty(0)] = (row.stringOrEmpty(1), SQLStatements.normalised(row.stringOrEmpty(2)))
        }
        return schema
    }

    // MARK: The user's tables

    private mutating func checkUserTables() throws {
        try note("data set: ", rowsOf: """
            SELECT count(*) || ' items belong to a section that is not there' FROM item
            WHERE section_id NOT IN (SELECT id FROM section) HAVING count(*) > 0
            """)
        try note("data set: ", rowsOf: """
            SELECT count(*) || ' sections belong to a data set that is not there' FROM section
            WHERE dataset_id NOT IN (SELECT id FROM dataset) HAVING count(*) > 0
            """)
        try note("layout: ", rowsOf: """
            SELECT '“' || name || '” belongs to a data set that is not there' FROM layout WHERE dataset_id NOT IN (SELECT id FROM dataset)
            """)
        try note("data set: ", rowsOf: """
            SELECT count(*) || ' items have a payload that is not JSON' FROM item
            WHERE payload IS NOT NULL AND NOT json_valid(payload) HAVING count(*) > 0
            """)
        try note("data set: ", rowsOf: """
            SELECT count(*) || ' measurements belong to an item that is not there' FROM measurement
            WHERE item_id NOT IN (SELECT id FROM item) HAVING count(*) > 0
            """)
        try note("layout: ", rowsOf: """
            SELECT '“' || name || '” has no row in viewport' FROM layout WHERE name NOT IN (SELECT layout FROM viewport)
            """)
    }
}
