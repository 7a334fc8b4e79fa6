internal import Synchronization

extension ConnectionPool {
    /// Calls `body` with a connection that sees one snapshot of the file, and blocks until it returns.
    ///
    /// - Throws: The errors of `body`; ``SQLiteError``, with ``ResultCode/interrupt`` where
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

    /// Calls `body` as ``read(_:)`` does, for work that takes long, such as an export. Fewer such calls go on at a time
    /// than there are readers, so that a short read never waits for them all.
    package func longRead<T>(_ body: (Connection) throws -> T) throws -> T {
        try perform(with: { longReads }, waitingAtMost: nil) { _ in
            let slot = try readers.acquire(waitingAtMost: nil)
            defer { readers.release(slot) }
            return try read(in: slot, nil, body)
        }
    }

    /// Calls `body` as ``read(_:)`` does, for work that takes long, on another thread.
    package func longRead<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await perform(with: { longReads }, waitingAtMost: nil) { _, cancellation in
            let slot = try self.readers.acquire(waitingAtMost: nil)
            defer { self.readers.release(slot) }
            return try self.read(in: slot, cancellation, body)
        }
    }

    /// Calls `body` in an immediate transaction, which is committed if it returns and rolled back if it throws. Blocks
    /// until then.
    ///
    /// - Parameter patience: How long to wait for the turn among the writes of this process, and then for
    ///   other processes, in all; nil for ``Configuration/busyTimeout``.
    /// - Throws: The errors of `body`; ``SQLiteError``, with ``ResultCode/busy`` when the time is up and
    ///   ``ResultCode/interrupt`` where ``interruptAll()`` was called; `CancellationError` if the thread's
    ///   task was cancelled.
    package func write<T>(waitingAtMost patience: Duration? = nil, _ body: (Connection) throws -> T) throws -> T {
        try writeWithoutTransaction(waitingAtMost: patience) { connection in
            try connection.transaction { try body(connection) }
        }
    }

    /// Calls `body` in an immediate transaction, committed if it returns and rolled back if it throws.
    ///
    /// - Parameter patience: How long to wait for the turn among the writes of this process, and then for other
    ///   processes. Nil for as long as the former take, and ``Configuration/busyTimeout`` for the latter.
    package func write<T: Sendable>(
        waitingAtMost patience: Duration? = nil, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await writeWithoutTransaction(waitingAtMost: patience) { connection in
            try connection.transaction { try body(connection) }
        }
    }

    /// Calls `body` with the writer, for work in several transactions or in none, such as VACUUM, and blocks until it
    /// returns.
    ///
    /// - Parameter patience: As for ``write(waitingAtMost:_:)``. The time left after the wait for the turn is how long
    ///   each of the transactions waits for other processes.
    package func writeWithoutTransaction<T>(
        waitingAtMost patience: Duration? = nil, _ body: (Connection) throws -> T
    ) throws -> T {
        let patience = patience ?? configuration.busyTimeout
        let start = ContinuousClock.now
        // The remaining time is for the turn itself.
        keeper?.waitIfBehind(atMost: patience / 2)
        do {
            return try perform(
                with: requireWriter, waitingAtMost: max(.zero, patience - (ContinuousClock.now - start))
            ) { slot in
                try write(in: slot, patience - (ContinuousClock.now - start), nil, body)
            }
        } catch {
            if isLogLeft.exchange(false, ordering: .relaxed) { keeper?.cut() }
            throw error
        }
    }

    /// Calls `body` with the writer, for work in several transactions or in none, such as VACUUM.
    package func writeWithoutTransaction<T: Sendable>(
        waitingAtMost patience: Duration? = nil, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        let start = ContinuousClock.now
        // The remaining time is for the turn itself.
        await keeper?.waitIfBehind(atMost: patience.map { $0 / 2 })
        let remaining = patience.map { max(.zero, $0 - (ContinuousClock.now - start)) }
        do {
            return try await perform(with: requireWriter, waitingAtMost: remaining) { slot, cancellation in
                let remaining = patience.map { $0 - (ContinuousClock.now - start) }
                return try self.write(in: slot, remaining, cancellation, body)
            }
        } catch {
            if isLogLeft.exchange(false, ordering: .relaxed) { await keeper?.cut() }
            throw error
        }
    }

    /// Calls `body` with the writer, for a transaction that may be as large as an import.
    ///
    /// The log is moved into the file before. If the transaction fails because the disk is full, nothing of the log is
    /// needed, and its room is given back.
    package func writeInBulk<T>(_ body: (Connection) throws -> T) throws -> T {
        if logSize > 0 { keeper?.move() }
        return try writeWithoutTransaction(body)
    }

    /// Calls `body` with the writer, for a transaction that may be as large as an import.
    package func writeInBulk<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        if logSize > 0 { await keeper?.move() }
        return try await writeWithoutTransaction(body)
    }
}

extension ConnectionPool {
    private var logSize: Int { FileStatus.size(of: path + "-wal") ?? 0 }

    /// How many bytes of the log a failed write may leave: an arbitrary number.
    private static let leftLog = 1 << 20

    /// Whether a write that failed has left pages in the log, which take room on a disk that is perhaps full.
    private func leavesLog(_ error: any Error) -> Bool {
        // A writer that is waited for has pages in the log, too.
        if let error = error as? SQLiteError, .busy ~= error.code { return false }
        return keeper != nil && logSize > Self.leftLog
    }

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
                // Fails only if memory runs out; the next write then reports that it is not allowed.
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
            // The connection's memory of the file holds until another connection changes it; here the connection itself
            // changes it.
            if isInMemory { connection.memory = ConnectionMemory() }
            do {
                let result = try body(connection)
                precondition(isBorrowed || !connection.isInTransaction, "A transaction was left open.")
                watches.poke()
                return result
            } catch {
                if !isBorrowed { connection.rollback() }
                if leavesLog(error) { isLogLeft.store(true, ordering: .relaxed) }
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
}
