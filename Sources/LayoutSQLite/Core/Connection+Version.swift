internal import LayoutCSQLite

extension Connection {
    /// The version of the SQLite library in use, such as `3.40.1`.
    package static var libraryVersion: String {
        unsafe String(cString: sqlite3_libversion())
    }
}
