/// What tells whether anything was changed in a file since: by other connections, and by this one.
package struct FileMoment: Equatable, Sendable {
    private let version: Int64?
    private let changes: Int

    fileprivate init(version: Int64?, changes: Int) {
        self.version = version
        self.changes = changes
    }
}

extension Connection {
    /// The moment that the connection sees: equal to an earlier one as long as nobody has changed a row.
    ///
    /// What is undone counts as a change of this connection’s
    /// (<https://sqlite.org/c3ref/total_changes.html>), and no further one.
    package var moment: FileMoment {
        get throws(SQLiteError) {
            FileMoment(version: try first("PRAGMA data_version", as: Int64.self), changes: totalChanges)
        }
    }
}
