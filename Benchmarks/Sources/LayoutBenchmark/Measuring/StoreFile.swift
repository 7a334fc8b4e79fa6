internal import LayoutPlatform
internal import LayoutSQLite

/// Looks at a store's file from outside.
enum StoreFile {
    static func usedBytes(_ path: String) throws -> Int {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        func number(_ pragma: String) throws -> Int { try connection.first("PRAGMA \(pragma)", as: Int.self) ?? 0 }
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
}
