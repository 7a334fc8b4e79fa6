internal import LayoutSQLite

/// Makes data sets that follow tables, keeps them whole, and takes them out again, inside a transaction.
struct Adopter {
    let connection: Connection

    /// Makes a data set follow a table. One that follows it already and equals it keeps its items; any other is filled
    /// again.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a missing table or column, `exists` for a data set with its own items,
    ///   `invalidArgument` for a table that cannot be followed.
    func adopt(_ adoption: TableAdoption) throws {
        guard !adoption.dataset.isEmpty else { throw LayoutError(.invalidArgument, "a data set needs a name") }
        try requireForeign(adoption.table)
        let known = try AdoptionRecord.all(in: connection)
        let dataset = try findOrMakeDataset(adoption.dataset, known: known)
        let schema = try AdoptionSchema(adoption, dataset: dataset, in: connection)
        if let record = known.first(where: { $0.dataset == dataset }) {
            if record.adoption == schema.values.adoption, try isOfThisVersion(schema),
                try Self.isWhole(schema, connection), try AdoptionDifferences(schema: schema).count(in: connection) == 0
            {
                return
            }
            try removeObjects(of: dataset)
        }
        try AdoptionRecord.makeTable(in: connection)
        try AdoptionRecord.insert(schema.values.adoption, dataset: dataset, in: connection)
        for sql in try schema.tables() { try connection.execute(sql) }
        for trigger in try schema.triggers() { try connection.execute(trigger.sql) }
        try connection.run("DELETE FROM section WHERE dataset_id = ?1", dataset)
        try AdoptionLoader(schema: schema, connection: connection).run()
    }

    private func findOrMakeDataset(
        _ name: String, known: [(dataset: Int64, adoption: TableAdoption)]
    ) throws -> Int64 {
        let id = try DatasetRecord.findOrMake(name, in: connection).id
        let holdsSections =
            try connection.first("SELECT 1 FROM section WHERE dataset_id = ?1 LIMIT 1", id, as: Int.self) != nil
        guard known.contains(where: { $0.dataset == id }) || !holdsSections else {
            throw LayoutError(
                .exists,
                "the data set “\(name)” already has sections; adopt the table under another name, or remove it first"
            )
        }
        return id
    }

    /// - Throws: ``LayoutError`` `invalidArgument` for a table of the store itself.
    private func requireForeign(_ table: String) throws {
        guard Self.isOwn(table) else { return }
        throw LayoutError(.invalidArgument, "the table “\(table)” belongs to the store itself")
    }

    /// Whether a table is the store's, or SQLite's, and not the user's.
    static func isOwn(_ table: String) -> Bool {
        let name = table.lowercased()
        return name.utf8.starts(with: "lc_".utf8) || name.utf8.starts(with: "layout_adopt".utf8)
            || name.utf8.starts(with: "sqlite_".utf8) || UserSchema.allNames.contains(name)
    }

    // MARK: Keeping

    /// Brings what follows tables up to date with what these are now. A table that was made again without its triggers
    /// gets them back, and its data set what it missed.
    ///
    /// - Throws: ``LayoutError`` `adoptedTableChanged` for one that cannot be followed any more, with what to do.
    static func bringUpToDate(_ connection: Connection) throws {
        // Mostly nothing has changed, and no writer has to wait.
        if try isUpToDate(connection) { return }
        try connection.transaction(.immediate) {
            let adopter = Adopter(connection: connection)
            for (dataset, adoption) in try outdated(in: connection) {
                guard let adoption else {
                    try adopter.remove(dataset: dataset)
                    continue
                }
                var followed = adoption
                followed.table = try AdoptionRecord.followRenaming(of: dataset, from: adoption.table, in: connection)
                try adopter.renew(followed, dataset: dataset)
            }
        }
    }

    /// Whether what follows tables is up to date with what these are now.
    ///
    /// - Throws: As ``bringUpToDate(_:)``.
    static func isUpToDate(_ connection: Connection) throws -> Bool {
        guard try AdoptionRecord.exists(in: connection) else { return true }
        return try connection.transaction(.deferred) { try outdated(in: connection).isEmpty }
    }

    /// The adoptions that are not as they should be; nil for one whose data set is gone.
    private static func outdated(in connection: Connection) throws -> [(dataset: Int64, adoption: TableAdoption?)] {
        try AdoptionRecord.all(in: connection).compactMap { dataset, adoption in
            if adoption.dataset.isEmpty { return (dataset, nil) }
            var followed = adoption
            let found = try connection.first(
                "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name = ?1",
                AdoptionNames(dataset: dataset).afterDelete, as: String.self)
            if let found { followed.table = found }
            let schema = try schema(followed, dataset, connection)
            let isRecorded = followed.table == adoption.table
            return try isRecorded && isWhole(schema, connection) ? nil : (dataset, adoption)
        }
    }

    private static func schema(_ adoption: TableAdoption, _ dataset: Int64, _ connection: Connection) throws
        -> AdoptionSchema
    {
        do {
            return try AdoptionSchema(adoption, dataset: dataset, in: connection)
        } catch let error as LayoutError {
            throw LayoutError(
                .adoptedTableChanged,
                "the data set “\(adoption.dataset)” cannot follow its table any more: \(error.message)",
                advice: "Adopt the table again with the columns that it has, or remove the adoption.")
        }
    }

    private static func isWhole(_ schema: AdoptionSchema, _ connection: Connection) throws -> Bool {
        for trigger in try schema.triggers() {
            let sql = try connection.first(
                "SELECT sql FROM sqlite_schema WHERE name = ?1 AND type IN ('trigger', 'view')", trigger.name,
                as: String.self)
            guard sql == trigger.sql else { return false }
        }
        return try DerivedSchema.has(.table, schema.names.rows, in: connection)
    }

    /// Makes the triggers again, and the data set equal to the table: unchanged rows are not written.
    private func renew(_ adoption: TableAdoption, dataset: Int64) throws {
        let schema = try Self.schema(adoption, dataset, connection)
        guard try isOfThisVersion(schema) else { return try adopt(adoption) }
        try dropTriggers(of: dataset)
        for trigger in try schema.triggers() { try connection.execute(trigger.sql) }
        try AdoptionLoader(schema: schema, connection: connection).update()
    }

    /// Whether the tables of an adoption are this version's.
    private func isOfThisVersion(_ schema: AdoptionSchema) throws -> Bool {
        guard try DerivedSchema.has(.table, schema.names.rows, in: connection) else { return false }
        let columns = try connection.names(
            "SELECT name || ' ' || pk FROM pragma_table_info('\(schema.names.sections)') ORDER BY cid")
        return columns == ["section_id 1", "value 0"]
    }

    // MARK: Removing

    /// Removes a data set that follows a table, with its tables and triggers.
    func remove(dataset: Int64) throws {
        try removeObjects(of: dataset)
        try connection.run("DELETE FROM dataset WHERE id = ?1", dataset)
    }

    private func removeObjects(of dataset: Int64) throws {
        try dropTriggers(of: dataset)
        let names = AdoptionNames(dataset: dataset)
        for table in [names.rows, names.sections, names.notes] {
            try connection.execute("DROP TABLE IF EXISTS \(table)")
        }
        try AdoptionRecord.delete(dataset: dataset, in: connection)
    }

    private func dropTriggers(of dataset: Int64) throws {
        let names = AdoptionNames(dataset: dataset)
        for trigger in names.sourceTriggers { try connection.execute("DROP TRIGGER IF EXISTS \(trigger)") }
        for view in names.views { try connection.execute("DROP VIEW IF EXISTS \(view)") }
    }
}
