internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema

extension SchemaCopy {
    /// Makes what is missing of the user's tables, and their indexes.
    mutating func makeOwn(_ entries: [Entry]) throws {
        for object in UserSchema.objects {
            let isThere = entries.contains {
                $0.kind == object.kind.rawValue && $0.key == object.name && $0.rootPage > 0
            }
            if object.kind == .table, isThere { continue }
            if try refusal(of: object) != nil {
                try separateRows(for: object.name)
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
                || UserSchema.names.contains(table.key) && !UserSchema.tables.contains(table.key)
        else { return }
        var number = 1
        while try connection.first(
            "SELECT 1 FROM main.sqlite_schema WHERE lower(name) = ?1", "\(table.key)_\(number)", as: Int.self) != nil
        { number += 1 }
        let name = "\(table.name)_\(number)"
        try connection.execute("PRAGMA legacy_alter_table = ON")
        try connection.execute(
            "ALTER TABLE main.\(try SQLIdentifier.quoted(table.name)) RENAME TO \(try SQLIdentifier.quoted(name))")
        lines.append("renamed the table “\(table.name)”, which had the name of a part of the store, to “\(name)”")
    }

    /// Makes what else the user has: virtual tables, indexes, views and triggers.
    mutating func makeOthers(_ entries: [Entry]) throws {
        for entry in entries where entry.kind == "table" && entry.isVirtual && !Self.derivedTables.contains(entry.key) {
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
                    try note(lost: entry, error)
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
}
