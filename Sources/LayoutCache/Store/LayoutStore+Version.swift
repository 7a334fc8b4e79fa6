internal import LayoutSQLite

extension LayoutStore {
    /// The version of SQLite that does the work, such as `3.40.1`.
    public static var sqliteVersion: String { Connection.libraryVersion }
}
