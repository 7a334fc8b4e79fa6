internal import LayoutCSQLite

/// The SQLite that this program runs with.
enum SQLiteLibrary {
    static var version: String { unsafe String(cString: sqlite3_libversion()) }
}
