internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Copies what is not derived of an old store into a database that is empty, and makes what is derived there.
///
/// The only source about the old store is its list of objects, which is not trusted. A text is executed if it makes a
/// table, an index, a view or a trigger. That happens in the new database, before it holds anything that could run.
struct SchemaCopy {
    let old: Connection
    let connection: Connection
    /// The reported lines.
    var lines: [String] = []
    /// The tables of ours that were declared again.
    private(set) var redeclared: Set<String> = []
    /// The objects of the user's that cannot be made again.
    private(set) var obstacles: [VerificationReport.Mistake] = []

    typealias Entry = SchemaInspection.Entry

    static let derivedTables = Set(
        DerivedSchema.objects.values.joined().filter { $0.kind == .table }.map(\.name) + SchemaInspection.shadows)

    mutating func run() throws {
        let entries = try Self.reading("the list of its tables, sqlite_schema,") { try Entry.all(in: old) }
        do {
            try UserSchema.migrator.check(old)
        } catch let failure as Migrator.Failure {
            // Another program's file, or a later version's, stays as it is.
            guard case .unrecorded = failure else { throw failure }
        } catch {}
        // A file of an older version lacks columns as well, and no statement of the user's has removed them.
        if (try? UserSchema.migrator.state(of: old)) == .current {
            obstacles = try VerificationReport.lostShapes(in: old)
        }
        guard obstacles.isEmpty else { throw StoreRebuild.Obstacles(mistakes: obstacles) }
        let tables = entries.filter {
            $0.kind == "table" && $0.rootPage > 0 && !$0.key.hasPrefix("sqlite_")
                && !Self.derivedTables.contains($0.key)
        }
        for table in tables {
            do {
                try create(table)
            } catch let error as SQLiteError
                where error.code.primary == .error && UserSchema.places.contains(table.key)
            {
                // Its text is none any more, and its rows can be made again.
            }
            if try redeclare(table) { redeclared.insert(table.key) }
            if !canBeMadeAgain(table) { try copyRows(of: table) }
            // The trigger was not there that gives a position.
            if redeclared.contains(table.key) { try separateRows(of: table.key) }
        }
        try copyTables("sqlite_sequence", of: entries, remedy: "numbering continues after the largest row id")
        try makeOwn(entries)
        for table in tables where canBeMadeAgain(table) { try copyOrMakeRows(of: table) }
        if !tables.contains(where: { $0.key == UserSchema.migrator.table }) { try recordMigrations() }
        for table in tables { try moveAside(table) }
        try DerivedSchema.create(in: connection)
        try makeOthers(entries)
        guard obstacles.isEmpty else { throw StoreRebuild.Obstacles(mistakes: obstacles) }
        try copyTables("sqlite_stat", of: entries, remedy: "ANALYZE makes it again")
        for number in ["application_id", "user_version"] {
            let value = try old.first("PRAGMA \(number)", as: Int64.self) ?? 0
            try connection.execute("PRAGMA main.\(number) = \(value)")
        }
    }

    /// Whether a table's rows can be made again if they cannot be copied.
    private func canBeMadeAgain(_ table: Entry) -> Bool {
        UserSchema.places.contains(table.key) || table.key == UserSchema.migrator.table
    }

    /// The fault that prevents a repair, because the right values of the user's own rows are unknown.
    static func damage(_ what: String) -> LayoutError {
        LayoutError(
            .corrupt,
            "the user's own data is damaged, and the file was not changed: \(what); save the readable items with "
                + "“layoutctl export DB”, and other tables with “sqlite3 DB .dump”")
    }

    /// Executes the text of one object.
    func create(_ entry: Entry) throws {
        // A text with something behind its first statement is refused.
        try connection.prepare(entry.sql).run()
    }
}

extension SchemaCopy {
    /// Makes one of our tables as the migrations declare it, if it was made in other words, or could not be made.
    /// Columns that the user has added stay.
    ///
    /// - Returns: Whether it was necessary. Its rows have to fit then.
    mutating func redeclare(_ table: Entry) throws -> Bool {
        guard let text = UserSchema.texts[table.key], let declared = try UserSchema.declarations.get()[table.key],
            try !UserSchema.differences(of: table.key, text: table.sql, in: connection).isEmpty
        else { return false }
        var added: [String] = []
        try connection.forEachRow(
            "SELECT name, upper(type), dflt_value FROM pragma_table_xinfo(?1, 'main') WHERE hidden = 0 ORDER BY cid",
            table.key
        ) { row in
            guard declared.columns[row.stringOrEmpty(0)] == nil else { return }
            let isKnown = ["INT", "INTEGER", "REAL", "TEXT", "BLOB"].contains(row.stringOrEmpty(1))
            added.append(
                "\(try Statement.quoted(row.stringOrEmpty(0))) \(isKnown ? row.stringOrEmpty(1) : "ANY")"
                    + (row.string(2).map { " DEFAULT (\($0))" } ?? ""))
        }
        try connection.execute("DROP TABLE IF EXISTS main.\(try Statement.quoted(table.name))")
        try connection.execute(text)
        for column in added { try connection.execute("ALTER TABLE main.\(table.key) ADD COLUMN \(column)") }
        lines.append("declared the table \(table.key) again, which had been made in other words")
        return true
    }

    /// A row that a table of ours refuses, and that another program has written while nothing refused it.
    func misfit(_ rows: Statement, _ titles: [String], _ table: Entry, _ error: SQLiteError) throws
        -> VerificationReport.Mistake
    {
        let place = try titles.indices.prefix(2).map { index in
            "\(titles[index]) IS \(try connection.first("SELECT quote(?1)", rows.string(index), as: String.self) ?? "")"
        }.joined(separator: " AND ")
        return VerificationReport.Mistake(
            message: "the table \(table.key) was made again by another program, and holds a row that it should refuse: "
                + error.message, remedy: "correct or delete the row WHERE \(place), and repair the store again")
    }
}

extension SchemaCopy {
    /// Makes what is missing of the user's tables, and their indexes.
    mutating func makeOwn(_ entries: [Entry]) throws {
        for object in UserSchema.objects {
            let isThere = entries.contains {
                $0.kind == object.kind.rawValue && $0.key == object.name && $0.rootPage > 0
            }
            if object.kind == .table, isThere { continue }
            if try refusal(of: object) != nil {
                try separateRows(of: String(object.name.prefix { $0 != "_" }))
                if let refusal = try refusal(of: object) {
                    throw Self.damage("its rows do not allow the index \(object.name): \(refusal)")
                }
            }
            if !isThere {
                lines.append(
                    "recreated the missing \(object.kind.rawValue) \(object.name)"
                        + (object.kind == .table ? "; it is empty" : ""))
            }
        }
    }

    /// Makes an object of ours; returns the reason if the rows do not allow it.
    private func refusal(of object: DerivedSchema.Object) throws(SQLiteError) -> String? {
        do {
            try connection.execute(object.sql)
            return nil
        } catch {
            guard .constraint ~= error.code else { throw error }
            return error.message
        }
    }

    /// Renames a table that bears the name of something of ours that is not a table.
    mutating func moveAside(_ table: Entry) throws {
        guard
            DerivedSchema.names.contains(table.key)
                || UserSchema.names.contains(table.key) && UserSchema.texts[table.key] == nil
        else { return }
        var number = 1
        while try connection.has("SELECT 1 FROM main.sqlite_schema WHERE lower(name) = ?1", "\(table.key)_\(number)") {
            number += 1
        }
        let name = "\(table.name)_\(number)"
        try connection.execute("PRAGMA legacy_alter_table = ON")
        try connection.execute(
            "ALTER TABLE main.\(try Statement.quoted(table.name)) RENAME TO \(try Statement.quoted(name))")
        lines.append("renamed the table “\(table.name)”, which had the name of a part of the store, to “\(name)”")
    }

    /// Makes what else the user has: virtual tables, indexes, views and triggers.
    mutating func makeOthers(_ entries: [Entry]) throws {
        for entry in entries
        where entry.sql.hasPrefix("CREATE VIRTUAL TABLE") && !Self.derivedTables.contains(entry.key) {
            // Its parts were copied with the tables, so nothing has to be made.
            try connection.run(
                "INSERT INTO main.sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?1, ?1, 0, ?2)",
                entry.name, entry.sql)
        }
        for kind in ["index", "view", "trigger"] {
            for entry in entries where entry.kind == kind && !entry.sql.isEmpty {
                guard !UserSchema.allNames.contains(entry.key) else {
                    report(replaced: entry)
                    continue
                }
                if kind == "trigger",
                    DerivedSchema.names.contains(entry.tableKey) || Self.derivedTables.contains(entry.tableKey)
                {
                    lines.append(
                        "removed the trigger “\(entry.name)”, which was on \(entry.tableKey) and not part of the "
                            + "store: \(entry.sql)")
                    continue
                }
                do {
                    try create(entry)
                } catch let error as SQLiteError {
                    guard [ResultCode.error, .constraint, .misuse].contains(error.code.primary) else { throw error }
                    obstacles.append(
                        VerificationReport.Mistake(
                            message: "the repair was stopped and changed nothing, because the \(kind) “\(entry.name)” "
                                + "could not be made again: \(error.message)",
                            remedy: "DROP \(kind.uppercased()) \(try Statement.quoted(entry.name)); repair the store, "
                                + "and then make it again: \(entry.sql)"))
                }
            }
        }
    }

    /// Reports an object that stood in the place of one of ours.
    private mutating func report(replaced entry: Entry) {
        let object = (DerivedSchema.objects.values.joined() + UserSchema.objects).first { $0.name == entry.key }
        let expected = object?.kind.rawValue ?? "table"
        guard expected != entry.kind else { return }
        lines.append("removed the \(entry.kind) “\(entry.name)”, which stood in the place of a \(expected)")
    }

    /// Moves items and sections without a position to the end, and those at the position of one with a lower id. A
    /// flipped bit can cause that, and so can a shell that dropped the index.
    mutating func separateRows(of table: String) throws {
        let parents = ["item": ("section_id", "section"), "section": ("dataset_id", "data set")]
        guard let (parent, holder) = parents[table] else { return }
        try connection.run(
            """
            WITH placed AS (
              SELECT id, \(parent) AS parent, position,
                row_number() OVER (PARTITION BY \(parent), position ORDER BY id) AS rank,
                coalesce(max(position) OVER (PARTITION BY \(parent)), 0) AS last
              FROM main.\(table)),
            moved AS (
              SELECT id, last + max(1, abs(last) * 2.3e-16) * row_number()
                  OVER (PARTITION BY parent ORDER BY position, id)
                AS place
              FROM placed WHERE rank > 1 OR position IS NULL)
            UPDATE main.\(table) SET position = moved.place FROM moved WHERE main.\(table).id = moved.id
            """)
        let count = connection.changes
        guard count > 0 else { return }
        lines.append(
            count == 1
                ? "moved 1 \(table) to the end of its \(holder), because its position was missing or taken"
                : "moved \(count) \(table)s to the ends of their \(holder)s, whose positions were missing or taken")
    }
}

extension SchemaCopy {
    /// Shows every layout, or every orthogonal section, from its beginning.
    mutating func makePlaces(_ table: String) throws {
        try connection.execute("DELETE FROM main.\(table)")
        if table == "viewport" { try LayoutRecord.placeViewports(in: connection) }
        let outcome =
            switch table {
            case "viewport": "layout is shown from its beginning"
            case "collapsed": "section is expanded"
            case "collapsed_item": "item is expanded"
            default: "orthogonal section is shown from its beginning"
            }
        lines.append("recreated the rows of “\(table)”, which could not be kept: every \(outcome)")
    }
}
