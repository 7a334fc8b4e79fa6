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
        var preparations: [PreparationRecord] = []
        // Those that nobody sees any more may be half removed.
        try connection.forEachRow("SELECT \(PreparationRecord.columns) FROM lc_preparation WHERE layout_id IS NOT NULL") { row in
            preparations.append(PreparationRecord(row))
        }
        for preparation in preparations {
            try checkSums(preparation)
            try checkBands(preparation)
            if preparation.isComplete, !preparation.isRestructured, !preparation.definition.isEmpty {
                try checkCounts(preparation)
            }
        }
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
    private mutating func checkSchema() throws {
        let fresh = try Connection(path: ":memory:", mode: .create)
        defer { fresh.close() }
        try LayoutStore.migrator.migrate(fresh)
        let needsTriggers = try connection.first("SELECT 1 FROM lc_preparation LIMIT 1", as: Int.self) != nil
        let hasTriggers = try !InvalidationTriggers.installed(on: connection).isEmpty
        if needsTriggers || hasTriggers { try fresh.execute(MigrationCatalogue.invalidation) }
        let expected = try Self.schema(fresh)
        let found = try Self.schema(connection)
        for (name, sql) in expected.sorted(by: { $0.key < $1.key }) {
            guard let actual = found[name] else {
                note("schema: \(name) is missing")
                continue
            }
            // Tables may have more columns, and renaming rewrites their text: their own columns are what counts.
            let isTable = sql.hasPrefix("CREATE TABLE")
            if !isTable, actual != sql { note("schema: the text of \(name) is not what it should be") }
        }
    }

    private static func schema(_ connection: Connection) throws -> [String: String] {
        var schema: [String: String] = [:]
        try connection.forEachRow("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL") { row in
            schema[row.stringOrEmpty(0)] = SQLStatements.normalised(row.stringOrEmpty(1))
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
        try note("layout: ", rowsOf: """
            SELECT '“' || name || '” has no row in viewport' FROM layout WHERE name NOT IN (SELECT layout FROM viewport)
            """)
    }
}
