internal import LayoutCSQLite

/// A copying of one database over another, page by page, as a single transaction.
///
/// It keeps writers out of the database that it writes to from its beginning to its end.
@safe
package final class DatabaseCopy {
    private var handle: OpaquePointer?
    private let destination: Connection

    /// Begins to copy all of `source` over all of `destination`, regardless of its content: only the header must be
    /// valid.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/busy`` if another process writes for longer than the destination's
    ///   busy timeout.
    package init(of source: Connection, over destination: Connection) throws(SQLiteError) {
        self.destination = destination
        unsafe handle = sqlite3_backup_init(destination.handle, "main", source.handle, "main")
        guard unsafe handle != nil else {
            throw unsafe SQLiteError(
                code: sqlite3_errcode(destination.handle), connection: destination.handle, sql: nil)
        }
        // No page yet: this takes the lock.
        try step(pages: 0)
    }

    deinit { cancel() }

    /// Copies everything, and commits it.
    package func finish() throws(SQLiteError) {
        try step(pages: -1)
        let code = unsafe sqlite3_backup_finish(handle)
        unsafe handle = nil
        try destination.check(code)
    }

    /// Ends the copying, if it was not finished; the destination is what it was.
    package func cancel() {
        // Answers with the error of the last step, which has been reported.
        unsafe sqlite3_backup_finish(handle)
        unsafe handle = nil
    }

    private func step(pages: Int32) throws(SQLiteError) {
        let code = unsafe sqlite3_backup_step(handle, pages)
        guard code != SQLITE_OK, code != SQLITE_DONE else { return }
        cancel()
        try destination.check(code)
    }
}
