internal import LayoutCSQLite

/// When a transaction takes its locks.
public enum TransactionKind: Sendable {
    /// At its first read and at its first write. A read that becomes a write fails at once, whatever
    /// the busy timeout, if somebody else has written in between: for reading only.
    case deferred
    /// The write lock at once, so that it waits at its start or never.
    case immediate

    fileprivate var sql: String {
        switch self {
        case .deferred: "BEGIN DEFERRED"
        case .immediate: "BEGIN IMMEDIATE"
        }
    }
}

extension Connection {
    /// Whether a transaction is open.
    public var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// Executes `body` in a transaction: committed if it returns, rolled back if it throws.
    ///
    /// Where the commit fails, for a full disk or a deferred foreign key, it is rolled back too, and
    /// the commit's error is thrown. Transactions do not nest.
    ///
    /// - Throws: What `body` throws; ``SQLiteError``, with ``ResultCode/abort`` on a connection that could
    ///   not undo an earlier transaction, for want of memory, and must be closed.
    public func transaction<T>(_ kind: TransactionKind = .immediate, _ body: () throws -> T) throws -> T {
        try requireUsable()
        precondition(!isInTransaction, "A transaction is open already: they do not nest.")
        if rollbackStatement == nil {
            rollbackStatement = try prepare("ROLLBACK")
        }
        try cached(kind.sql).run()
        do {
            let result = try body()
            try cached("COMMIT").run()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Undoes the open transaction, if SQLite has not done so by itself.
    ///
    /// Where that fails, for want of memory, the connection is of no more use: ``isUnusable``. What the
    /// disk refuses is undone from the journal or the log by whoever opens the file next.
    func rollback() {
        // An interruption that comes now may hit the rollback itself: once, or again by a second one.
        for _ in 0..<4 where isInTransaction {
            if let rollbackStatement {
                // Not by ``Statement/step()``, which a cancellation stops.
                unsafe sqlite3_step(rollbackStatement.handle)
                unsafe sqlite3_reset(rollbackStatement.handle)
            } else {
                unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            }
        }
        isUnusable = isInTransaction
    }
}
