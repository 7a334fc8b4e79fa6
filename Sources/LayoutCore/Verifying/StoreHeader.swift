internal import LayoutMigrations
package import LayoutSQLite

/// The header of a store's file: its impossible values, and whether the file is a store all the same.
package enum StoreHeader {
    package static let mark = HeaderRepair.Mark(
        applicationID: MigrationCatalogue.applicationID, text: MigrationCatalogue.steps[0].name)

    /// The impossible values in the header of an open store, a line for each.
    static func problems(of connection: Connection) throws(SQLiteError) -> [String] {
        guard connection.path != nil else { return [] }
        return try HeaderRepair(connection, mark: mark).flaws.map { "header: \($0)" }
    }

    /// The fault that prevents opening a store: SQLite does not recognize the file as a database, though all of it
    /// except its header is ours. Nil for any other file.
    static func damage(at path: String) -> LayoutError? {
        guard let connection = try? Connection(path: path, mode: .readOnly) else { return nil }
        defer { connection.close() }
        guard let repair = try? HeaderRepair(connection, mark: mark), repair.isMarked, let flaw = repair.flaws.first
        else { return nil }
        return .corrupt("\(path) is damaged: in the header of the file, \(flaw)")
    }
}
