internal import LayoutSQLite

extension LayoutStore {
    /// The options that this SQLite was built with, such as `ENABLE_RTREE`.
    ///
    /// - Throws: ``LayoutError`` `outOfMemory`.
    package static var sqliteOptions: [String] {
        get throws {
            var options: [String] = []
            try LayoutError.explaining {
                try Connection(path: ":memory:", mode: .create).forEachRow("PRAGMA compile_options") {
                    options.append($0.string(0) ?? "")
                }
            }
            return options
        }
    }

    /// The version of SQLite that does the work, such as `3.40.1`.
    public static var sqliteVersion: String { Connection.libraryVersion }

    /// True if that version of SQLite has the WAL-reset bug (<https://sqlite.org/wal.html>). The bug can lose a
    /// commit while two processes, or two connections, write and move the log.
    ///
    /// The store's own work is guarded; other programs' work is not: see RELIABILITY.md.
    public static var sqliteHasWALResetBug: Bool { Connection.hasWALResetBug }
}
