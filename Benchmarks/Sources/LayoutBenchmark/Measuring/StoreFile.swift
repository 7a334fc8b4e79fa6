internal import LayoutPlatform
internal import LayoutSQLite

/// Looks at a store's file from outside.
enum StoreFile {
    /// The bytes of all pages that are in use.
    static func usedBytes(_ path: String) throws -> Int {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        func number(_ pragma: String) throws -> Int {
            try connection.first("PRAGMA \(pragma)", as: Int.self) ?? 0
        }
        return try (number("page_count") - number("freelist_count")) * number("page_size")
    }

    /// Makes the system read the whole file, so that it is in memory as far as there is room.
    static func readThrough(_ path: String) throws {
        guard ProcessRunner.run(["cat", path]) == 0 else { throw BenchmarkError("\(path) cannot be read") }
    }

    /// Makes the system write earlier data to the disk before a measurement, which would otherwise wait for it.
    ///
    /// In another process: to close a file here would take the locks that SQLite holds on it.
    static func settleDisk() throws {
        guard ProcessRunner.run(["sync"]) == 0 else { throw BenchmarkError("“sync” failed") }
    }

    /// The bytes of the R*Tree's own tables, measured in a file that holds nothing else, since not every SQLite reports
    /// a table's size.
    static func treeBytes(_ path: String, copyingTo copyPath: String) throws -> Int {
        let connection = try Connection(path: copyPath, mode: .create)
        try connection.run("ATTACH ?1 AS store", path)
        for table in ["node", "rowid", "parent"] {
            let sql =
                try connection.first(
                    "SELECT sql FROM store.sqlite_schema WHERE name = ?1", "lc_rtree_\(table)", as: String.self
                ) ?? ""
            try connection.execute(sql)
            try connection.execute(
                "INSERT INTO main.lc_rtree_\(table) SELECT * FROM store.lc_rtree_\(table) ORDER BY 1")
        }
        try connection.execute("DETACH store")
        connection.close()
        return try usedBytes(copyPath)
    }
}
