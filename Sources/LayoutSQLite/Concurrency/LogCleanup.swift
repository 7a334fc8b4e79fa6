/// Takes away the empty log files that a look at a database leaves behind.
///
/// A read-only connection to a file in WAL mode makes missing `-wal` and `-shm` files, and may not remove them when it
/// closes. A connection that could write does so if it is the last one.
package struct LogCleanup {
    private let path: String
    /// Whether there was no log when the looking began, so that an empty one is our own.
    private let isDue: Bool

    /// - Parameter path: The database to open for reading only; absolute and without links, since the log is beside the
    ///   file itself.
    package init(before path: String) {
        self.path = path
        isDue = FileStatus.size(of: path + "-wal") == nil
    }

    /// Called when all read-only connections are closed. Another process that has the file open, now or in the middle
    /// of this, keeps its log: SQLite's locks see to that. Nothing is written to the database.
    package func run() {
        guard isDue, FileStatus.size(of: path + "-wal") == 0 else { return }
        // Side files that cannot be removed stay, and do no harm.
        guard let connection = try? Connection(path: path, mode: .readWrite, busyTimeout: .zero) else { return }
        try? connection.run("PRAGMA schema_version")
        connection.close()
    }
}
