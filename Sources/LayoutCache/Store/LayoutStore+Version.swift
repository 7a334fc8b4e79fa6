internal import LayoutSQLite

extension LayoutStore {
    /// The options that this SQLite was built with, such as `ENABLE_RTREE`.
    ///
    /// - Throws: ``LayoutError`` `outOfMemory`.
    public static var sqliteOptions: [String] {
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
}
