internal import Dispatch
internal import Synchronization

/// One database file, used by many threads: one writer and several readers.
///
/// ```swift
/// let pool = try ConnectionPool(path: "wall.db")
/// try pool.write { connection in try connection.run("DELETE FROM item WHERE id = ?1", id) }
/// let count = try await pool.read { connection in
///     try connection.first("SELECT count(*) FROM item", as: Int.self)
/// }
/// ```
///
/// - A write is an immediate transaction. Writes take turns, in the order in which they came.
/// - A read is a deferred transaction, and so one snapshot. It waits for no writer.
/// - Each has a form that blocks its thread and one that suspends its task, under the same name.
///   Cancelling the task ends its waiting, or interrupts SQLite and rolls back; the call throws
///   `CancellationError`. See also ``interruptAll()``.
/// - A state that is looked at for longer than a closure is a ``PoolSnapshot``.
/// - A closure that the pool calls must not call the pool: that would wait for itself, and traps.
///   Connections and statements must not leave the closure.
package final class ConnectionPool: Sendable {
    /// The file's absolute path, or `:memory:`.
    package let path: String

    /// How its connections were opened.
    package let configuration: Configuration

    let readers: ConnectionSlots
    /// In memory the one connection reads and writes: these are the readers then.
    let writer: ConnectionSlots
    let occupants = PoolOccupants()
    let watches = CommitWatches()
    let otherWriters: Mutex<OtherWriters>
    let snapshots: PoolSnapshots
    private let access: ReadOnlyAccess
    /// Whether ``Configuration/inspect`` found nothing to be done in the file, and it has no writer yet.
    package let isSettled: Bool
    let isInMemory: Bool
    /// Whether its one connection, which reads and writes, is another program's.
    private let isBorrowed: Bool
    let keeper: LogKeeper?
    /// For a pool that only reads.
    private let tidying: LogCleanup?
    /// Where asynchronous calls give up waiting.
    private let clock = DispatchQueue(label: "LayoutSQLite.clock")

    /// Opens a file.
    ///
    /// - Throws: ``SQLiteError``; whatever ``Configuration/inspect`` and ``Configuration/setUp`` throw.
    package init(path: String, configuration: Configuration = Configuration()) throws {
        precondition(configuration.readerLimit > 0, "A pool needs at least one reader.")
        snapshots = PoolSnapshots(limit: configuration.snapshotLimit, logLimit: configuration.heldLogLimitBytes)
        guard !path.isEmpty, path != ":memory:" else {
            throw SQLiteError(code: .misuse, message: "connections cannot share a database without a file")
        }
        var slots = (1..<configuration.readerLimit).map { _ in ConnectionSlot() }
        switch configuration.mode {
        case .readOnly:
            let real = FileStatus.realPath(path)
            let tidying = LogCleanup(before: real)
            do {
                let (reader, access) = try configuration.openFirstReader(path: real)
                slots.append(ConnectionSlot(reader))
                self.access = access
                self.path = reader.path ?? real
            } catch {
                if FileStatus.mayWrite(real) { tidying.run() }
                throw error
            }
            writer = ConnectionSlots([])
            self.tidying = access == .ordinary ? tidying : nil
            keeper = nil
            isSettled = false
        case .readWrite, .create:
            let (connection, isWriter) = try configuration.openFirst(path: path)
            // The others are opened later, when the current directory may be another.
            self.path = connection.path ?? path
            writer = ConnectionSlots([ConnectionSlot(isWriter ? connection : nil)])
            slots.append(ConnectionSlot(isWriter ? nil : connection))
            access = .likeTheWriter
            tidying = nil
            isSettled = !isWriter
            keeper = try configuration.keepLog(of: connection, path: self.path, writer: writer, for: snapshots)
            if isWriter { keeper?.watch(connection) }
        }
        isInMemory = false
        isBorrowed = false
        self.configuration = configuration
        readers = ConnectionSlots(slots)
        otherWriters = Mutex(OtherWriters(path: self.path))
    }

    /// Makes a database in memory, which goes with the pool: for previews and tests.
    ///
    /// Its one connection reads and writes, so that a read waits for a write.
    ///
    /// - Throws: ``SQLiteError``; whatever ``Configuration/setUp`` throws.
    package init(inMemory configuration: Configuration) throws {
        path = ":memory:"
        self.configuration = configuration
        snapshots = PoolSnapshots(limit: configuration.snapshotLimit, logLimit: .max)
        access = .ordinary
        isInMemory = true
        isBorrowed = false
        tidying = nil
        keeper = nil
        isSettled = false
        readers = ConnectionSlots([ConnectionSlot(try configuration.openInMemory())])
        writer = readers
        otherWriters = Mutex(OtherWriters(path: path))
    }

    /// Works with a connection that someone else goes on using, for as long as a function runs that it called.
    ///
    /// Nothing is set on it. Close the pool before the function returns.
    package init(borrowing connection: Connection, configuration: Configuration = Configuration()) {
        path = connection.path ?? ":memory:"
        self.configuration = configuration
        access = .ordinary
        isInMemory = true
        isBorrowed = true
        tidying = nil
        keeper = nil
        isSettled = false
        readers = ConnectionSlots([ConnectionSlot(connection)])
        writer = readers
        snapshots = PoolSnapshots(limit: configuration.snapshotLimit, logLimit: configuration.heldLogLimitBytes)
        otherWriters = Mutex(OtherWriters(path: path))
    }

    deinit {
        // Nothing is running: whatever runs holds a reference.
        closeConnections()
    }

    /// Whether the file is read without locks, because no one can be writing to it.
    package var isImmutable: Bool { access == .immutable }

    /// Waits for what is running, and closes all connections; later calls, and those that still wait for
    /// their turn, throw ``ResultCode/misuse``.
    package func close() {
        requireNoReentrancy()
        closeConnections()
    }

    private func closeConnections() {
        watches.cancelAll()
        keeper?.close()
        snapshots.close()
        // The writer is the last to close, since a read-only connection cannot tidy the log up.
        readers.close()
        writer.close()
        tidying?.run()
    }
}

extension ConnectionPool {
    /// Calls `body` with a connection that sees one snapshot of the file, and blocks meanwhile.
    ///
    /// - Throws: What `body` throws; ``SQLiteError``, with ``ResultCode/interrupt`` where
    ///   ``interruptAll()`` was called; `CancellationError` if the thread's task was cancelled.
    @usableFromInline package func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try perform(with: { readers }, waitingAtMost: nil) { slot in try read(in: slot, nil, body) }
    }

    /// Calls `body` with a connection that sees one snapshot of the file.
    @usableFromInline package func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws
        -> T
    {
        try await perform(with: { readers }, waitingAtMost: nil) { slot, cancellation in
            try self.read(in: slot, cancellation, body)
        }
    }

    /// Calls `body` in an immediate transaction, committed if it returns and rolled back if it
    /// throws, and blocks meanwhile.
    ///
    /// - Parameter patience: How long to wait for the turn among the writes of this process, and then for
    ///   other processes, in all; nil for ``Configuration/busyTimeout``.
    /// - Throws: What `body` throws; ``SQLiteError``, with ``ResultCode/busy`` when the time is up and
    ///   ``ResultCode/interrupt`` where ``interruptAll()`` was called; `CancellationError` if the thread's
    ///   task was cancelled.
    package func write<T>(waitingAtMost patience: Duration? = nil, _ body: (Connection) throws -> T) throws -> T {
        try writeWithoutTransaction(waitingAtMost: patience) { connection in
            try connection.transaction { try body(connection) }
        }
    }

    /// Calls `body` in an immediate transaction, committed if it returns and rolled back if it throws.
    ///
    /// - Parameter patience: How long to wait for the turn among the writes of this process, and then for
    ///   other processes; nil for as long as the former take, and ``Configuration/busyTimeout`` for the latter.
    package func write<T: Sendable>(
        waitingAtMost patience: Duration? = nil, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await writeWithoutTransaction(waitingAtMost: patience) { connection in
            try connection.transaction { try body(connection) }
        }
    }

    /// Calls `body` with the writer, for work in several transactions or in none, such as VACUUM,
    /// and blocks meanwhile.
    ///
    /// - Parameter patience: As for ``write(waitingAtMost:_:)``; what is left of it when the turn has come
    ///   is how long each of the transactions waits for other processes.
    package func writeWithoutTransaction<T>(
        waitingAtMost patience: Duration? = nil, _ body: (Connection) throws -> T
    ) throws -> T {
        let patience = patience ?? configuration.busyTimeout
        let start = ContinuousClock.now
        keeper?.waitIfBehind()
        return try perform(with: requireWriter, waitingAtMost: patience) { slot in
            try write(in: slot, patience - (ContinuousClock.now - start), nil, body)
        }
    }

    /// Calls `body` with the writer, for work in several transactions or in none, such as VACUUM.
    package func writeWithoutTransaction<T: Sendable>(
        waitingAtMost patience: Duration? = nil, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        let start = ContinuousClock.now
        await keeper?.waitIfBehind()
        return try await perform(with: requireWriter, waitingAtMost: patience) { slot, cancellation in
            let remaining = patience.map { $0 - (ContinuousClock.now - start) }
            return try self.write(in: slot, remaining, cancellation, body)
        }
    }
}

extension ConnectionPool {
    private func requireWriter() throws(SQLiteError) -> ConnectionSlots {
        if configuration.mode == .readOnly, !isInMemory {
            throw SQLiteError(code: .readOnly, message: "the pool was opened for reading only", path: path)
        }
        return writer
    }

    /// Reads with a slot that the caller holds.
    private func read<T>(
        in slot: ConnectionSlot, _ cancellation: Cancellation?, _ body: (Connection) throws -> T
    ) throws -> T {
        let connection = try slot.connection ?? reopened(asWriter: false)
        slot.connection = connection
        return try use(slot, connection, cancellation) {
            let isGuarded = isInMemory && !isBorrowed
            if isGuarded { try connection.run("PRAGMA query_only = ON") }
            defer {
                // Fails for want of memory only; the next write then says that it may not.
                if isGuarded { try? connection.run("PRAGMA query_only = OFF") }
            }
            return try connection.transaction(.deferred) {
                let result = try body(connection)
                // A statement left on a row would keep the snapshot open after the commit.
                connection.resetStatements()
                return result
            }
        }
    }

    /// Writes with a slot that the caller holds.
    private func write<T>(
        in slot: ConnectionSlot, _ patience: Duration?, _ cancellation: Cancellation?,
        _ body: (Connection) throws -> T
    ) throws -> T {
        let connection = try slot.connection ?? reopened(asWriter: true)
        slot.connection = connection
        if !isBorrowed { connection.busyTimeout = patience.map { max($0, .zero) } ?? configuration.busyTimeout }
        return try use(slot, connection, cancellation) {
            // What is remembered of the file holds until others change it; here one changes it oneself.
            if isInMemory { connection.memory = ConnectionMemory() }
            do {
                let result = try body(connection)
                precondition(isBorrowed || !connection.isInTransaction, "A transaction was left open.")
                watches.poke()
                return result
            } catch {
                if !isBorrowed { connection.rollback() }
                // Work in several transactions has perhaps committed some.
                watches.poke()
                throw error
            }
        }
    }

    /// Opens a connection for a slot that has none yet, or none any more.
    func reopened(asWriter isWriter: Bool) throws -> Connection {
        guard !isInMemory else {
            throw SQLiteError(code: .abort, message: "the database in memory was lost when memory ran out")
        }
        guard isWriter else { return try configuration.openReader(path: path, access: access) }
        let connection = try configuration.openWriter(path: path)
        keeper?.watch(connection)
        return connection
    }

    func use<T>(
        _ slot: ConnectionSlot, _ connection: Connection, _ cancellation: Cancellation?, _ body: () throws -> T
    ) throws -> T {
        try occupants.enter(connection.interruptHandle)
        defer {
            connection.resetStatements()
            occupants.leave()
            if connection.isUnusable {
                // Closing undoes what a rollback could not; the next call opens another.
                connection.close()
                slot.connection = nil
            }
        }
        do {
            if let cancellation { return try cancellation.perform(on: connection, body) }
            return try body()
        } catch let error as SQLiteError {
            if error.code.primary == .corrupt { configuration.noteDamage?() }
            guard cancellation == nil, .interrupt ~= error.code, Task.isCancelled else { throw error }
            throw CancellationError()
        }
    }

    /// Blocks until there is a slot, and calls `work` with it.
    ///
    /// - Throws: ``Configuration/translate``'s errors.
    func perform<T>(
        with slots: () throws -> ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: (ConnectionSlot) throws -> T
    ) throws -> T {
        do {
            return try perform(in: slots(), waitingAtMost: patience, work)
        } catch {
            throw configuration.translate(error)
        }
    }

    /// Suspends the task until there is a slot and `work` has been called with it on another thread.
    ///
    /// - Throws: ``Configuration/translate``'s errors.
    func perform<T: Sendable>(
        with slots: () throws -> ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: @escaping @Sendable (ConnectionSlot, Cancellation) throws -> T
    ) async throws -> T {
        do {
            return try await perform(in: slots(), waitingAtMost: patience, work)
        } catch {
            throw configuration.translate(error)
        }
    }

    private func perform<T>(
        in slots: ConnectionSlots, waitingAtMost patience: Duration?, _ work: (ConnectionSlot) throws -> T
    ) throws -> T {
        requireNoReentrancy()
        if occupants.isSuspended { throw SQLiteError.interrupted }
        let slot = try slots.acquire(waitingAtMost: patience)
        defer { slots.release(slot) }
        return try work(slot)
    }

    private func perform<T: Sendable>(
        in slots: ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: @escaping @Sendable (ConnectionSlot, Cancellation) throws -> T
    ) async throws -> T {
        if occupants.isSuspended { throw SQLiteError.interrupted }
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let request = SlotRequest { result in
                    switch result {
                    case .failure(let error):
                        continuation.resume(throwing: error)
                    case .success(let slot):
                        slot.queue.async {
                            let result = Result { try work(slot, cancellation) }
                            slots.release(slot)
                            continuation.resume(with: result)
                        }
                    }
                }
                cancellation.submit(request, to: slots)
                if let patience {
                    clock.asyncAfter(deadline: .now() + .microseconds(Int(patience.microseconds))) {
                        _ = slots.withdraw(request, ConnectionSlots.busy)
                    }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    func requireNoReentrancy() {
        precondition(
            !occupants.containsCurrentThread,
            "A pool's closure must not call the pool: use the connection that it was given."
        )
    }
}
