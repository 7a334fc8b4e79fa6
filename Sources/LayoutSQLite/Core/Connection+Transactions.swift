internal import LayoutCSQLite

/// When a transaction takes its locks.
public enum TransactionKind: Sendable {
    /// At its first read and at its first write. A read that becomes a write fails at once, whatever
    /// the busy timeout, if somebody else has written in between: for reading only.
    case deferred
    /// The write lock at once, so that it waits at its start or never.
    case immediate
    /// Like immediate, and without a write-ahead log it keeps readers out as well.
    case exclusive

    fileprivate var sql: String {
        switch self {
        case .deferred: "BEGIN DEFERRED"
        case .immediate: "BEGIN IMMEDIATE"
        case .exclusive: "BEGIN EXCLUSIVE"
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
    /// the commit's error is thrown. Transactions do not nest: see ``savepoint(_:)``.
    public func transaction<T>(_ kind: TransactionKind = .immediate, _ body: () throws -> T) throws -> T {
        precondition(!isInTransaction, "A transaction is open already: they do not nest, savepoints do.")
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

    /// Executes `body` so that it can be undone alone: kept if it returns, undone if it throws.
    ///
    /// Savepoints nest. Outside of a transaction the outermost is a deferred transaction.
    public func savepoint<T>(_ body: () throws -> T) throws -> T {
        // One name serves every depth: SQLite looks for the innermost one.
        try cached("SAVEPOINT scope").run()
        do {
            let result = try body()
            try cached("RELEASE scope").run()
            return result
        } catch {
            // A failure such as a full disk may have rolled the whole transaction back by itself.
            if isInTransaction {
                executeRegardless("ROLLBACK TO scope; RELEASE scope")
            }
            throw error
        }
    }

    /// Undoes the open transaction, if SQLite has not done so by itself.
    ///
    /// It answers nothing: a rollback that fails for the disk's sake is completed from the journal
    /// by whoever opens the file next.
    func rollback() {
        if isInTransaction {
            executeRegardless("ROLLBACK")
        }
    }

    /// Executes SQL even after a cancellation, which must not keep a transaction from being ended.
    private func executeRegardless(_ sql: String) {
        unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    }
}
