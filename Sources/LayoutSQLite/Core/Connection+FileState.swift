/// A state of a file: it differs after a change by another connection, or by this one.
package struct FileState: Equatable, Sendable {
    private let version: Int64?
    private let changes: Int

    fileprivate init(version: Int64?, changes: Int) {
        self.version = version
        self.changes = changes
    }
}

extension Connection {
    /// The state that the connection sees: equal to an earlier one as long as no row has changed.
    ///
    /// An undone change counts as a change of this connection’s (<https://sqlite.org/c3ref/total_changes.html>), and no
    /// further one.
    package var fileState: FileState {
        get throws(SQLiteError) {
            FileState(version: try first("PRAGMA data_version", as: Int64.self), changes: totalChanges)
        }
    }
}
