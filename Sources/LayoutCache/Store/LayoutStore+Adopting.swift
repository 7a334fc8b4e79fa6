internal import LayoutSQLite

extension LayoutStore {
    /// Makes a data set that is kept equal to a table of the app's own, in one transaction.
    ///
    /// From then on every change of the table changes the data set in the same transaction, by triggers on the table,
    /// for any program. They mark stale parts like any other change. The table itself is never written to. A data set
    /// that follows the table already, and equals it, is not changed. Otherwise it is filled again; its layouts stay.
    ///
    /// A change in the data set itself lasts until its row changes: the table is the truth. Sizes are not changed if
    /// the adoption names no column for them.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a missing table or column, `exists` for a data set that already has
    ///   sections. `invalidArgument` for a table that no triggers can follow. Those are views, virtual tables, tables
    ///   with a unique index over an expression, and tables without row ids whose primary key has several columns.
    /// - Complexity: O(rows), once.
    public func adopt(_ adoption: TableAdoption) throws {
        try pool.write { try Adopter(connection: $0).adopt(adoption) }
    }

    /// Makes a data set that is kept equal to a table of the app's own, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    /// - Complexity: As the blocking form.
    public func adopt(_ adoption: TableAdoption) async throws {
        try await pool.write { try Adopter(connection: $0).adopt(adoption) }
    }

    /// The tables that data sets are kept equal to, by the names of the data sets.
    ///
    /// - Throws: ``LayoutError`` of the file: see ``LayoutStore``.
    /// - Complexity: O(adoptions).
    public func adoptions() throws -> [TableAdoption] {
        try pool.read { try AdoptionRecord.all(in: $0).map(\.adoption) }
    }

    /// Makes a data set that is kept equal to a table of the database at a path. If the database has no store, one is
    /// made beside its tables.
    ///
    /// As `adopt(_:)`, also where the data set followed a table that has lost a column since, which keeps the store
    /// from being opened.
    ///
    /// - Throws: What `adopt(_:)` throws; ``LayoutError`` `exists` with the list of the names that are
    ///   taken where the database has tables that are called like a store's: nothing was changed.
    /// - Complexity: O(rows).
    public static func adopt(_ adoption: TableAdoption, at path: String) throws {
        try LayoutError.explaining { try adopt(adoption, inFile: StorePath.resolve(path)) }
    }

    private static func adopt(_ adoption: TableAdoption, inFile path: String) throws {
        let reader = try Connection(path: path, mode: .readOnly)
        defer { reader.close() }
        // A table that cannot be adopted is refused before a store is made for it.
        try reader.transaction(.deferred) { _ = try AdoptionSchema(adoption, dataset: 0, in: reader) }
        reader.close()
        let pool = try openPool(at: path, .adopt, Configuration(), checksAdoptions: false) { DamagedFiles.note(path) }
        defer { pool.close() }
        try pool.write { try Adopter(connection: $0).adopt(adoption) }
    }

    /// Removes data sets that follow tables, with their layouts and triggers. The store goes with them if nothing else
    /// is left in it and the database is another program's.
    ///
    /// The tables that were followed stay as they are. Data sets of the store's own keep it there.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL.
    ///   - dataset: The data set; nil for all.
    ///   - table: The table that it follows; nil for any.
    /// - Returns: The names of the data sets that were removed, and whether the store was.
    /// - Throws: ``LayoutError`` `notFound` if there is no such data set; nothing was changed.
    /// - Complexity: O(items of the data sets).
    @discardableResult
    public static func removeAdoptions(
        at path: String, of dataset: String? = nil, table: String? = nil
    ) throws -> (datasets: [String], isStoreRemoved: Bool) {
        let path = try StorePath.resolve(path)
        let pool = try LayoutError.explaining {
            try openPool(at: path, .readWrite, Configuration(), checksAdoptions: false) { DamagedFiles.note(path) }
        }
        defer { pool.close() }
        return try pool.write { connection in
            let known = try AdoptionRecord.all(in: connection)
            let chosen = known.filter { _, adoption in
                (dataset == nil || adoption.dataset == dataset)
                    && (table == nil || adoption.table.lowercased() == table?.lowercased())
            }
            guard !chosen.isEmpty || dataset == nil && table == nil else {
                let list = known.map { "“\($0.adoption.dataset)” follows “\($0.adoption.table)”" }.joined(
                    separator: ", ")
                throw LayoutError(
                    .notFound, "there is no such adoption; " + (list.isEmpty ? "no data set follows a table" : list))
            }
            for (dataset, _) in chosen { try Adopter(connection: connection).remove(dataset: dataset) }
            let isEmpty = try connection.first("SELECT 1 FROM dataset LIMIT 1", as: Int.self) == nil
            guard isEmpty, try UserSchema.migrator.isShared(connection) else {
                return (chosen.map(\.adoption.dataset), false)
            }
            try UserSchema.remove(from: connection)
            return (chosen.map(\.adoption.dataset), true)
        }
    }
}
