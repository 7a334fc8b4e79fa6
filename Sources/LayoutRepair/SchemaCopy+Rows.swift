internal import LayoutCore
internal import LayoutMigrations
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension SchemaCopy {
    /// Copies a table's rows in the order of their row ids, by no index: those may be damaged.
    mutating func copyRows(of table: Entry) throws {
        var columns: [(name: String, type: ColumnType)] = []
        var names: Set<String> = []
        let isStrict =
            try connection.first(
                "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name = ?1", table.name, as: Bool.self)
            ?? false
        try connection.forEachRow(
            "SELECT name, lower(name), hidden, upper(type) FROM pragma_table_xinfo(?1, 'main')", table.name
        ) { row in
            names.insert(row.stringOrEmpty(1))
            // The remaining ones are generated.
            guard row.int(2) < 2 else { return }
            columns.append((row.stringOrEmpty(0), ColumnType(declaration: row.stringOrEmpty(3), isStrict: isStrict)))
        }
        let name = try Statement.quoted(table.name)
        let isRedeclared = redeclared.contains(table.key)
        if !isRedeclared, let rowID = try connection.rowIDNames(ofTable: table.name, columns: names).first {
            columns.insert((rowID, .other), at: 0)
        }
        let list = try columns.map { try Statement.quoted($0.name) }.joined(separator: ", ")
        let parameters = (1...max(1, columns.count)).map { "?\($0)" }.joined(separator: ", ")
        let insertion = try connection.prepare("INSERT INTO main.\(name) (\(list)) VALUES (\(parameters))")
        // Counted by column: a value from a damaged page is stored in the column's declared type.
        var converted = [Int](repeating: 0, count: columns.count)
        // A row without an id gets one, beyond all others.
        let order = isRedeclared && names.contains("id") ? " ORDER BY id IS NULL" : ""
        if isRedeclared { try connection.execute("PRAGMA ignore_check_constraints = OFF") }
        defer { if isRedeclared { try? connection.execute("PRAGMA ignore_check_constraints = ON") } }
        let rows = try Self.reading(table) { () throws(SQLiteError) in
            try old.prepare("SELECT \(list) FROM main.\(name) NOT INDEXED\(order)")
        }
        while try Self.reading(table, { () throws(SQLiteError) in try rows.step() }) {
            for column in columns.indices where columns[column].type.converts(rows.storage(column)) {
                converted[column] += 1
            }
            do {
                try insertion.run(rowOf: rows)
            } catch {
                guard .constraint ~= error.code || .mismatch ~= error.code else { throw error }
                guard !isRedeclared else {
                    throw StoreRebuild.Obstacles(mistakes: [try misfit(rows, columns.map(\.name), table, error)])
                }
                throw Self.damage("“\(table.name)” holds a row that it would refuse: \(error.message)")
            }
        }
        for (column, count) in converted.enumerated() where count > 0 {
            lines.append(
                "stored \(ReadableNumber.counted(count, "value")) of “\(table.name)” as "
                    + "\(columns[column].type.word), as its column “\(columns[column].name)” is declared")
        }
    }

    /// Copies a table's rows, or makes them again.
    mutating func copyOrMakeRows(of table: Entry) throws {
        if placesWithoutText.contains(table.key) { return try makePlaces(table.key) }
        do {
            try copyRows(of: table)
        } catch is LayoutError {
            if UserSchema.places.contains(table.key) { try makePlaces(table.key) } else { try recordMigrations() }
        }
    }

    /// Writes the list of migrations again: its content is known, except the times.
    private mutating func recordMigrations() throws {
        let applicationID = try old.first("PRAGMA application_id", as: Int64.self)
        try connection.execute("DELETE FROM main.\(UserSchema.migrator.table)")
        for (index, migration) in UserSchema.migrator.migrations.enumerated() {
            try connection.run(
                """
                INSERT INTO main.\(UserSchema.migrator.table) (number, name, checksum, applied_at, is_shared)
                VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?4)
                """,
                index + 1, migration.identifier, migration.checksum,
                applicationID != Int64(MigrationCatalogue.applicationID))
        }
        lines.append("rewrote the list of migrations, which could not be read")
    }

    /// Copies the counters of the tables that number their rows by themselves; making the rows counted them too.
    mutating func copySequences(_ entries: [Entry]) throws {
        guard entries.contains(where: { $0.key == "sqlite_sequence" && $0.rootPage > 0 }),
            try connection.has("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'")
        else { return }
        var counters: [(table: String, last: Int64)] = []
        do {
            try old.forEachRow("SELECT name, seq FROM sqlite_sequence") {
                counters.append(($0.stringOrEmpty(0), $0.int64(1)))
            }
        } catch let error as SQLiteError where .corrupt ~= error.code {
            lines.append(
                "the list sqlite_sequence cannot be read to its end: numbering continues after the largest row id")
        }
        for (table, last) in counters {
            try connection.run("DELETE FROM main.sqlite_sequence WHERE name = ?1 AND seq <= ?2", table, last)
            try connection.run(
                """
                INSERT INTO main.sqlite_sequence (name, seq)
                SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = ?1)
                """, table, last)
        }
    }

    /// Copies what ANALYZE has found out.
    mutating func copyStatistics(_ entries: [Entry]) throws {
        let tables = entries.filter { $0.key.hasPrefix("sqlite_stat") && $0.rootPage > 0 }
        guard !tables.isEmpty else { return }
        // Makes the tables, and fills none of them.
        try connection.execute("ANALYZE main.sqlite_schema")
        for table in tables where try DerivedSchema.has(.table, table.key, in: connection) {
            do {
                try copyRows(of: table)
            } catch let error as LayoutError where error.code == .corrupt {
                lines.append("the statistics in \(table.name) could not be kept: ANALYZE makes them again")
            }
        }
    }

    /// Reads a part of a table, and names the table if it is damaged.
    private static func reading<T>(_ table: Entry, _ body: () throws(SQLiteError) -> T) throws -> T {
        do {
            return try body()
        } catch {
            guard .corrupt ~= error.code else { throw error }
            throw damage("the table “\(table.name)” cannot be read to its end: \(error.message)")
        }
    }
}
