internal import Synchronization

/// One state of a pool's file, kept until it is closed.
///
/// ```swift
/// let transaction = try pool.readTransaction()
/// let before = try transaction.read { try $0.first("SELECT count(*) FROM item", as: Int.self) }
/// // … during any writes …
/// let after = try transaction.read { try $0.first("SELECT count(*) FROM item", as: Int.self) }   // the same
/// transaction.close()
/// ```
///
/// It is a read transaction on a separate connection: no reader of the pool is missing while it is held. Read
/// transactions of the same state share one. Calls from several threads take turns. It ends with ``close()``, with its
/// last reference, with the pool, and with ``ConnectionPool/suspend()``.
///
/// The cost of a held read transaction: the write-ahead log keeps every page written since, and restarts only when no
/// reader uses it any more. So that a forgotten read transaction does not fill the disk, one is ended when the log has
/// grown by ``ConnectionPool/Configuration/heldLogLimitBytes`` since it began. Calls then throw ``ResultCode/abort``,
/// and another read transaction shows the present state. At most ``ConnectionPool/Configuration/readTransactionLimit``
/// are held at a time.
package final class ReadTransaction: Sendable {
    private let pool: ConnectionPool
    private let held: Held
    private let isClosed = Mutex(false)

    /// Counts the states of the file that this pool has seen: two read transactions with the same number show the same
    /// state. It grows, and means nothing to another pool or process.
    package var generation: Int { held.generation }

    init(_ held: Held, of pool: ConnectionPool) {
        self.held = held
        self.pool = pool
    }

    deinit { leave() }

    /// Whether another one reads through the same pool. A copy of the file counts its changes separately.
    package func sharesPool(with other: ReadTransaction) -> Bool { pool === other.pool }

    /// Why it cannot be read any more; nil while it can.
    package var ending: SQLiteError? { isClosed.withLock { $0 } ? Held.closed : held.ending }

    /// Ends the transaction, unless other read transactions share it.
    private func leave() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        if isFirst, held.leave() { pool.heldTransactions.end(held, because: Held.closed) }
    }

    /// Lets go of the state, after the call that is at work; later calls throw. A second call does nothing.
    package func close() {
        pool.requireNoReentrancy()
        leave()
    }

    /// Calls `body` with a connection that sees the state, and blocks until it returns.
    ///
    /// - Throws: Any error that `body` throws; ``SQLiteError`` with ``ResultCode/misuse`` if it was closed,
    ///   ``ResultCode/abort`` if it was ended, ``ResultCode/interrupt`` if the pool was interrupted;
    ///   `CancellationError` if the thread's task was cancelled.
    @usableFromInline package func read<T>(_ body: (Connection) throws -> T) throws -> T {
        if let ending { throw ending }
        return try pool.perform(with: { [held] in held.turn }, waitingAtMost: nil, ofHeldState: true) { slot in
            try use(slot, body)
        }
    }

    private func use<T>(_ slot: ConnectionSlots.Slot, _ body: (Connection) throws -> T) throws -> T {
        guard let connection = slot.connection else { throw held.ending ?? Held.closed }
        return try pool.use(slot, connection) {
            defer {
                // SQLite undoes a transaction by itself where memory or the disk fails: the state is lost then.
                if !connection.isInTransaction { held.markEnded(Held.lost) }
            }
            return try body(connection)
        }
    }

    /// A connection with an open read transaction, that one caller at a time uses, until it is ended.
    final class Held: Sendable {
        /// The turns of those who read: one slot, whose connection is gone once the transaction has ended.
        let turn: ConnectionSlots
        let generation: Int
        /// How many pages had been written to the log when it began.
        let pagesWritten: Int
        /// Whether its connection can serve another one afterwards: not that to a copy.
        let isReusable: Bool
        private let reason = Mutex<SQLiteError?>(nil)
        /// How many read transactions look at it.
        private let users = Mutex(1)

        init(_ slot: ConnectionSlots.Slot, generation: Int, pagesWritten: Int, isReusable: Bool = true) {
            turn = ConnectionSlots([slot])
            self.isReusable = isReusable
            self.generation = generation
            self.pagesWritten = pagesWritten
        }

        /// Counts one more user in; returns whether there still is another.
        func share() -> Bool {
            users.withLock { users in
                guard users > 0 else { return false }
                users += 1
                return true
            }
        }

        /// Counts a user out; returns whether it was the last.
        func leave() -> Bool {
            users.withLock { users in
                users -= 1
                return users == 0
            }
        }

        /// Why it cannot be read any more; nil while it can.
        var ending: SQLiteError? { reason.withLock { $0 } }

        /// Makes later calls fail; returns whether this was the first call.
        @discardableResult
        func markEnded(_ error: SQLiteError) -> Bool {
            reason.withLock { reason in
                guard reason == nil else { return false }
                reason = error
                return true
            }
        }

        /// Takes the connection away after the running call, with its transaction undone; nil if it can serve no other.
        func takeConnection() -> Connection? {
            guard let slot = try? turn.acquire(waitingAtMost: nil, isCancellable: false) else { return nil }
            defer { turn.release(slot) }
            guard let connection = slot.connection else { return nil }
            slot.connection = nil
            connection.resetStatements()
            connection.rollback()
            guard isReusable, !connection.isUnusable else {
                connection.close()
                return nil
            }
            return connection
        }

        static var closed: SQLiteError { SQLiteError(code: .misuse, message: "the snapshot is closed") }

        static var lost: SQLiteError {
            SQLiteError(code: .abort, message: "the snapshot was lost when memory or the disk failed; take another")
        }

        static var suspended: SQLiteError {
            SQLiteError(code: .abort, message: "the snapshot was ended when the store was suspended; take another")
        }

        static var overtaken: SQLiteError {
            SQLiteError(code: .abort, message: "the snapshot was ended when another process wrote; take another")
        }

        static func outgrown(_ limit: Int) -> SQLiteError {
            SQLiteError(
                code: .abort,
                message:
                    "the snapshot was ended because the log had grown by more than \(limit) bytes since it was taken; "
                    + "take another")
        }
    }
}
