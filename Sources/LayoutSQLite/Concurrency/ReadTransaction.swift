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
    private let held: HeldTransaction
    private let isClosed = Mutex(false)

    /// Counts the states of the file that this pool has seen: two read transactions with the same number show the same
    /// state. It grows, and means nothing to another pool or process.
    package var generation: Int { held.generation }

    init(_ held: HeldTransaction, of pool: ConnectionPool) {
        self.held = held
        self.pool = pool
    }

    deinit { leave() }

    /// Whether another one reads through the same pool. A copy of the file counts its changes separately.
    package func sharesPool(with other: ReadTransaction) -> Bool { pool === other.pool }

    /// Why it cannot be read any more; nil while it can.
    package var ending: SQLiteError? { isClosed.withLock { $0 } ? HeldTransaction.closed : held.ending }

    /// Ends the transaction, unless other read transactions share it.
    private func leave() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        if isFirst, held.leave() { pool.heldTransactions.end(held, because: HeldTransaction.closed) }
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

    private func use<T>(_ slot: ConnectionSlot, _ body: (Connection) throws -> T) throws -> T {
        guard let connection = slot.connection else { throw held.ending ?? HeldTransaction.closed }
        return try pool.use(slot, connection) {
            defer {
                // SQLite undoes a transaction by itself where memory or the disk fails: the state is lost then.
                if !connection.isInTransaction { held.markEnded(HeldTransaction.lost) }
            }
            return try body(connection)
        }
    }
}
