internal import LayoutCSQLite

/// A copying of one database over another, page by page, as a single transaction.
///
/// It keeps writers out of the database that it writes to from its beginning to its end.
@safe
package final class DatabaseCopy {
    fileprivate var handle: OpaquePointer?
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
        try end()
    }

    fileprivate func end() throws(SQLiteError) {
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

    /// Copies some pages; returns whether there are more.
    @discardableResult fileprivate func step(pages: Int32) throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_backup_step(handle, pages)
        guard code != SQLITE_DONE else { return false }
        if code != SQLITE_OK {
            cancel()
            try destination.check(code)
        }
        return true
    }
}

extension Connection {
    /// How many pages are copied between two looks at whether to go on: about a megabyte.
    private static let pagesPerStep: Int32 = 256

    /// Copies the whole database, in the state of the open transaction, over the database of another connection.
    ///
    /// - Parameter progress: Called after each step with the number of pages copied, and the total; an error that it
    ///   throws ends the copying.
    /// - Throws: ``SQLiteError``, with ``ResultCode/interrupt`` where this connection was interrupted; what
    ///   `progress` throws. The other database is as it was.
    /// - Complexity: O(pages), with a few pages in memory.
    package func copyDatabase(
        into destination: Connection, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        precondition(isInTransaction, "Without a transaction the database could change in the middle of its copy.")
        // The snapshot begins with the first reading.
        try run("PRAGMA schema_version")
        let copy = try DatabaseCopy(of: self, over: destination)
        var hasMore = true
        while hasMore {
            hasMore = try copy.step(pages: Self.pagesPerStep)
            let total = Int(unsafe sqlite3_backup_pagecount(copy.handle))
            try progress(total - Int(unsafe sqlite3_backup_remaining(copy.handle)), total)
            // SQLite itself does not look.
            if interruptHandle.isCancelled { throw SQLiteError.interrupted }
        }
        try copy.end()
    }
}
