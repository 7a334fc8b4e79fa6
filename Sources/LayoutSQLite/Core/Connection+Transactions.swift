internal import LayoutCSQLite
internal import LayoutPlatform

extension Connection {
    /// When a transaction takes its locks.
    package enum TransactionKind: String, Sendable {
        /// At its first read and at its first write. A read that becomes a write fails at once, regardless of the busy
        /// timeout, if another connection has written in between: for reading only.
        case deferred = "BEGIN DEFERRED"
        /// The write lock at once, so that it waits at its start or never.
        case immediate = "BEGIN IMMEDIATE"
    }

    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Executes `body` in a transaction: committed if it returns, rolled back if it throws.
    ///
    /// If the commit fails, for a full disk or a deferred foreign key, it is rolled back too, and the commit's error is
    /// thrown. Transactions do not nest.
    ///
    /// On a borrowed connection a savepoint takes the place of the transaction if the owner has one open. That one
    /// stays open, and is undone in part only.
    ///
    /// - Throws: The errors of `body`; ``SQLiteError``, with ``ResultCode/abort`` on a connection that could
    ///   not undo an earlier transaction, for want of memory, and must be closed.
    package func transaction<T>(_ kind: TransactionKind = .immediate, _ body: () throws -> T) throws -> T {
        try requireUsable()
        guard !isBorrowed else { return try savepoint(kind, body) }
        precondition(!isInTransaction, "A transaction is open already: they do not nest.")
        if rollbackStatement == nil { rollbackStatement = try prepare("ROLLBACK") }
        try cached(kind.rawValue).run()
        do {
            let result = try body()
            try cached("COMMIT").run()
            let actions = commitActions
            commitActions.removeAll()
            for action in actions { action() }
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Begins a transaction that goes on seeing the present state.
    func beginReading() throws {
        try run(TransactionKind.deferred.rawValue)
        try determineState()
    }

    /// Lets the open transaction see the present state from now on: its first read determines that.
    func determineState() throws { _ = try first("SELECT count(*) FROM sqlite_schema LIMIT 1", as: Int.self) }

    /// Calls `action` once the open transaction is committed, and never if it is rolled back, or if another owner
    /// commits it.
    package func afterCommit(_ action: @escaping () -> Void) {
        if !isBorrowed { commitActions.append(action) }
    }

    private func savepoint<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
        // The owner's transaction is a snapshot already.
        if kind == .deferred, isInTransaction { return try body() }
        let isOutermost = kind == .immediate && !isInTransaction
        do {
            try cached("SAVEPOINT layout_cache").run()
        } catch {
            // Refused in the middle of a statement that writes. Such a one holds a snapshot too, but what is written
            // now could not be committed before it ends.
            if kind == .deferred { return try body() }
            throw SQLiteError(
                code: .misuse, message: "\(error.message); call it in a separate SELECT", sql: nil, path: path)
        }
        do {
            if isOutermost {
                // A savepoint that has read gets the write lock at once or never. This waits as long as the owner does.
                try cached("RELEASE layout_cache").run()
                try cached("BEGIN IMMEDIATE").run()
            }
            let result = try body()
            resetStatements()
            try cached(isOutermost ? "COMMIT" : "RELEASE layout_cache").run()
            return result
        } catch {
            resetStatements()
            // Nothing can be done if this fails too: SQLite has rolled all back by itself, or its owner will.
            if !isOutermost {
                try? cached("ROLLBACK TO layout_cache").run()
                try? cached("RELEASE layout_cache").run()
            } else if isInTransaction {
                try? cached("ROLLBACK").run()
            }
            throw error
        }
    }

    /// Undoes the open transaction, if SQLite has not done so by itself.
    ///
    /// If that fails for lack of memory, the connection is of no more use: ``isUnusable``. Changes that the disk
    /// refuses to undo are undone from the journal or the log by the next connection to open the file.
    func rollback() {
        commitActions.removeAll()
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
        if !firesTriggers, (try? setFiresTriggers(true)) == nil { isUnusable = true }
    }

    /// Waits for the locks of other connections, on SQLite's behalf: for a time, and no longer than until
    /// the connection is interrupted.
    ///
    /// SQLite's own rule sleeps longer each time, up to a tenth of a second. It loses every race with a writer that
    /// releases the lock only briefly, and its sleep cannot be interrupted.
    final class LockPatience {
        /// How long one wait lasts at most.
        var timeout: Duration
        private let interruption: InterruptHandle
        private var deadline = ContinuousClock.now
        private var interruptions = 0
        /// Whether the last wait ended because of an interruption: its failure is one, too.
        private(set) var wasInterrupted = false

        /// How often the lock is tried for: each try takes some microseconds.
        ///
        /// Less than ``WriterCourtesy/shortPause``, so that none is missed.
        static let interval = 400 as Int64

        init(timeout: Duration, interruption: InterruptHandle) {
            self.timeout = timeout
            self.interruption = interruption
        }

        /// Whether SQLite should try for the lock once more, after a moment.
        ///
        /// - Parameter attempts: How often it has been asked during this wait.
        func shouldTryAgain(attempts: Int32) -> Bool {
            if attempts == 0 {
                wasInterrupted = false
                interruptions = interruption.interruptionCount
                deadline = ContinuousClock.now + timeout
            }
            guard !interruption.isCancelled, interruption.interruptionCount == interruptions, !Task.isCancelled else {
                wasInterrupted = true
                return false
            }
            let remaining = deadline - ContinuousClock.now
            guard remaining > .zero else { return false }
            usleep(UInt32(clamping: min(Self.interval, remaining.microseconds + 1)))
            return true
        }

        /// A result code with what this wait knows of it.
        func translated(_ code: Int32) -> Int32 {
            guard code & 0xFF == SQLITE_BUSY, wasInterrupted else { return code }
            wasInterrupted = false
            return SQLITE_INTERRUPT
        }
    }
}

extension Connection.LockPatience {
    /// Makes a connection ask this object when a lock is in its way.
    ///
    /// The connection keeps it alive, and takes it away from SQLite before it lets go of it.
    func install(on handle: OpaquePointer) {
        unsafe sqlite3_busy_handler(
            handle,
            { context, attempts in
                guard let context = unsafe context else { return 0 }
                let patience = unsafe Unmanaged<Connection.LockPatience>.fromOpaque(context).takeUnretainedValue()
                return patience.shouldTryAgain(attempts: attempts) ? 1 : 0
            }, unsafe Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Duration {
    /// Whole microseconds, at most some thousand years.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, .max / 2_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
