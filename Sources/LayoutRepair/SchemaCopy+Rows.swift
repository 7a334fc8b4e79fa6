internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension SchemaCopy {
    /// Copies a table's rows in the order of their row ids, by no index: those may be damaged.
    mutating func copyRows(of table: Entry) throws {
        // With the kind of values that a column makes of others, if it is always the same:
        // https://sqlite.org/datatype3.html#determination_of_column_affinity
        var columns: [(name: String, kind: String?)] = []
        var names: Set<String> = []
        try connection.forEachRow(
            """
            SELECT name, lower(name), hidden, CASE WHEN type LIKE '%INT%' THEN iif(is_strict, 'numbers', NULL)
                WHEN type LIKE '%CHAR%' OR type LIKE '%CLOB%' OR type LIKE '%TEXT%' THEN 'text'
                WHEN is_strict AND upper(type) = 'REAL' THEN 'numbers' END
            FROM pragma_table_xinfo(?1, 'main'),
              (SELECT max(strict) AS is_strict FROM pragma_table_list WHERE schema = 'main' AND name = ?1)
            """, table.name
        ) { row in
            names.insert(row.stringOrEmpty(1))
            // The remaining ones are generated.
            if row.int(2) < 2 { columns.append((row.stringOrEmpty(0), row.string(3))) }
        }
        let name = try Statement.quoted(table.name)
        let isRedeclared = redeclared.contains(table.key)
        if !isRedeclared, let rowID = try connection.rowIDNames(ofTable: table.name, columns: names).first {
            columns.insert((rowID, nil), at: 0)
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
        // For a name alone in quotation marks that is no column's, SQLite would read that text.
        let found = try columns.map { "t.\(try Statement.quoted($0.name))" }.joined(separator: ", ")
        let rows = try Self.reading("the table “\(table.name)”") {
            try old.prepare("SELECT \(found) FROM main.\(name) AS t NOT INDEXED\(order)")
        }
        while try Self.reading("the table “\(table.name)”", rows.step) {
            for column in columns.indices {
                switch (columns[column].kind, rows.storage(column)) {
                case ("text", .integer), ("text", .real), ("numbers", .text): converted[column] += 1
                default: break
                }
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
                    + "\(columns[column].kind ?? ""), as its column “\(columns[column].name)” is declared")
        }
    }

    /// Copies a table's rows, or makes them again.
    mutating func copyOrMakeRows(of table: Entry) throws {
        do {
            // The tables have their present shapes now, those of an older version's file as well.
            if table.key == UserSchema.migrator.table,
                try Self.reading("the list of migrations", { try UserSchema.migrator.check(old).state }) != .current
            {
                return try recordMigrations()
            }
            try copyRows(of: table)
        } catch
            where error is LayoutError || error is StoreRebuild.Obstacles || error is Migrator.Failure
            || (error as? SQLiteError)?.code.primary == .error
        {
            // They cannot be read, or do not fit.
            if UserSchema.places.contains(table.key) { try makePlaces(table.key) } else { try recordMigrations() }
        }
    }

    /// Makes the list of migrations again: its content is known, except the times.
    mutating func recordMigrations() throws {
        let migrator = UserSchema.migrator
        let isShared = try old.first("PRAGMA application_id", as: Int.self) != Int(migrator.applicationID)
        let (version, known) = (try old.first("PRAGMA user_version", as: Int.self) ?? 0, migrator.migrations.count)
        if !isShared, version > known { throw Migrator.Failure.newer(found: version, known: known) }
        try connection.execute("DROP TABLE IF EXISTS main.\(migrator.table)")
        for number in 1...known { try migrator.record(number, isShared: isShared, on: connection) }
        lines.append("rewrote the list of migrations, which could not be read")
    }

    /// Copies tables of SQLite's own if they can be read: counters of tables that number their rows, or statistics.
    /// Making the rows counted them too.
    ///
    /// - Parameter remedy: The consequence of a missing row.
    mutating func copyTables(_ prefix: String, of entries: [Entry], remedy: String) throws {
        for table in entries where table.key.hasPrefix(prefix) && table.rootPage > 0 {
            // Makes the tables of statistics, and fills none of them.
            if prefix == "sqlite_stat" { try connection.execute("ANALYZE main.sqlite_schema") }
            guard try DerivedSchema.has(.table, table.key, in: connection) else { continue }
            do {
                try connection.execute("DELETE FROM main.\(table.key)")
                try copyRows(of: table)
            } catch let error as LayoutError where error.code == .corrupt {
                lines.append("the table \(table.name) cannot be read to its end: \(remedy)")
            }
        }
    }

    /// Reads a part of the old store, and names it if it is damaged.
    static func reading<T>(_ part: @autoclosure () -> String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SQLiteError where .corrupt ~= error.code {
            throw damage("\(part()) cannot be read to its end: \(error.message)")
        }
    }
}
