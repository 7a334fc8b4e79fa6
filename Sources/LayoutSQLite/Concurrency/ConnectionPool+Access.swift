internal import Dispatch
internal import LayoutPlatform
internal import Synchronization

extension ConnectionPool {
    /// Calls `body` with a connection that sees one snapshot of the file, and blocks until it returns.
    ///
    /// - Throws: The errors of `body`; ``SQLiteError``, with ``ResultCode/interrupt`` where
    ///   ``interruptAll()`` was called; `CancellationError` if the thread's task was cancelled.
    @usableFromInline package func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try perform(with: { readers }, waitingAtMost: nil) { try read(in: $0, body) }
    }

    /// Calls `body` with a connection that sees one snapshot of the file.
    @usableFromInline package func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws
        -> T
    {
        try await perform(with: { readers }, waitingAtMost: nil) { try self.read(in: $0, body) }
    }

    /// Calls `body` as ``read(_:)`` does, for work that takes long, such as an export. Fewer such calls go on at a time
    /// than there are readers, so that a short read never waits for them all.
    package func longRead<T>(_ body: (Connection) throws -> T) throws -> T {
        requireNoReentrancy()
        let turn = try translating { try longReads.acquire(waitingAtMost: nil) }
        defer { longReads.release(turn) }
        return try read(body)
    }

    /// Calls `body` as ``read(_:)`` does, for work that takes long, on another thread.
    package func longRead<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        let turn = try await translating { try await longReads.acquire(waitingAtMost: nil) }
        defer { longReads.release(turn) }
        return try await read(body)
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
                try write(in: slot, patience - (ContinuousClock.now - start), body)
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
        if let keeper, keeper.isBehind {
            await BlockingWork.run { keeper.waitIfBehind(atMost: patience.map { $0 / 2 }) }
        }
        let remaining = patience.map { max(.zero, $0 - (ContinuousClock.now - start)) }
        do {
            return try await perform(with: requireWriter, waitingAtMost: remaining) { slot in
                try self.write(in: slot, patience.map { $0 - (ContinuousClock.now - start) }, body)
            }
        } catch {
            if isLogLeft.exchange(false, ordering: .relaxed) { await BlockingWork.run { self.keeper?.cut() } }
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
        if logSize > 0 { await BlockingWork.run { self.keeper?.move() } }
        return try await writeWithoutTransaction(body)
    }

    private var logSize: Int { DatabaseFiles.size(at: path + "-wal") }

    /// How many bytes of the log a failed write may leave. An arbitrary number: half of it is cut more often.
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
    private func read<T>(in slot: ConnectionSlots.Slot, _ body: (Connection) throws -> T) throws -> T {
        let connection = try slot.connection ?? reopened(asWriter: false)
        slot.connection = connection
        return try use(slot, connection) {
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
        in slot: ConnectionSlots.Slot, _ patience: Duration?, _ body: (Connection) throws -> T
    ) throws -> T {
        let connection = try slot.connection ?? reopened(asWriter: true)
        slot.connection = connection
        connection.patience?.timeout = patience.map { max($0, .zero) } ?? configuration.busyTimeout
        return try use(slot, connection) {
            // The connection's memory of the file holds until another connection changes it; here the connection itself
            // changes it.
            if isInMemory { connection.memory = Connection.Memory() }
            // Work in several transactions has perhaps committed some before it failed.
            defer { for watch in watches.withLock({ $0 }) { watch.poke() } }
            do {
                let result = try body(connection)
                precondition(isBorrowed || !connection.isInTransaction, "A transaction was left open.")
                return result
            } catch {
                if !isBorrowed { connection.rollback() }
                if leavesLog(error) { isLogLeft.store(true, ordering: .relaxed) }
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

    /// Does work with the connection of a slot that the caller holds.
    func use<T>(_ slot: ConnectionSlots.Slot, _ connection: Connection, _ body: () throws -> T) throws -> T {
        try occupants.enter(connection.interruptHandle)
        defer {
            connection.resetStatements()
            slot.endCall()
            occupants.leave()
            if connection.isUnusable {
                // Closing undoes what a rollback could not; the next call opens another.
                connection.close()
                slot.connection = nil
            }
        }
        do {
            try slot.beginCall(connection.interruptHandle)
            return try body()
        } catch let error as SQLiteError {
            if error.code.primary == .corrupt { configuration.noteDamage?() }
            guard .interrupt ~= error.code, Task.isCancelled else { throw error }
            throw CancellationError()
        }
    }
}

// How a call comes to its turn with a connection.
extension ConnectionPool {
    /// Blocks until there is a slot, and calls `work` with it.
    ///
    /// - Throws: ``Configuration/translate``'s errors.
    func perform<T>(
        with slots: () throws -> ConnectionSlots, waitingAtMost patience: Duration?, ofHeldState isHeld: Bool = false,
        _ work: (ConnectionSlots.Slot) throws -> T
    ) throws -> T {
        try translating {
            let slots = try slots()
            requireNoReentrancy()
            try requireUsable(ofHeldState: isHeld)
            let slot = try slots.acquire(waitingAtMost: patience)
            defer {
                slots.release(slot)
                noteUse()
            }
            return try work(slot)
        }
    }

    /// Suspends the task until there is a slot and `work` has been called with it on another thread.
    ///
    /// - Throws: ``Configuration/translate``'s errors.
    func perform<T: Sendable>(
        with slots: () throws -> ConnectionSlots, waitingAtMost patience: Duration?,
        _ work: @Sendable (ConnectionSlots.Slot) throws -> T
    ) async throws -> T {
        try await translating {
            let slots = try slots()
            try requireUsable()
            let slot = try await slots.acquire(waitingAtMost: patience)
            defer {
                slots.release(slot)
                noteUse()
            }
            return try await slot.run { try work(slot) }
        }
    }

    private func translating<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw configuration.translate(error) }
    }

    private func translating<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch { throw configuration.translate(error) }
    }

    func requireNoReentrancy() {
        precondition(
            !occupants.containsCurrentThread,
            "A pool's closure must not call the pool: use the connection that it was given.")
    }

    /// The state of the other processes that write to the pool's file.
    struct OtherWriters {
        private var neighbours: WriterCourtesy.Neighbours
        private var courtesy = WriterCourtesy()

        init(path: String) { neighbours = WriterCourtesy.Neighbours(path: path) }

        /// Notes that one transaction of a long job has begun, and whether another process has committed before it.
        mutating func noteBeginning(on connection: Connection) {
            courtesy.noteBeginning(at: .now)
            if neighbours.exist(), let version = Self.version(connection) { courtesy.noteVersion(version) }
        }

        /// Notes that one transaction of a long job is over.
        mutating func noteEnd() { courtesy.noteEnd(at: .now) }

        /// Whether another process has the file open, and is to have its turn.
        mutating func isGapDue() -> Bool { courtesy.isGapDue(at: .now) && neighbours.exist() }

        /// How long to pause now, for their sake.
        mutating func pause() -> Duration { neighbours.exist() ? courtesy.pause(at: .now) : .zero }

        /// How much longer to pause after a pause.
        ///
        /// - Parameter writer: The connection that writes, if it is idle.
        mutating func extraPause(_ writer: ConnectionSlots) -> Duration {
            courtesy.extraPause(at: .now) {
                guard let slot = writer.takeIdle() else { return nil }
                defer { writer.release(slot) }
                return slot.connection.flatMap(Self.version)
            }
        }

        private static func version(_ connection: Connection) -> Int64? {
            try? connection.first("PRAGMA data_version", as: Int64.self)
        }
    }

    /// Does a long job in short transactions: calls `slice` in one immediate transaction after another
    /// until it answers true.
    ///
    /// ```swift
    /// try pool.writeInSlices { connection in
    ///     try connection.run("DELETE FROM mark WHERE id IN (SELECT id FROM mark LIMIT 1000)")
    ///     return connection.changes == 0
    /// }
    /// ```
    ///
    /// A slice should take some ten milliseconds, and end where ``shouldYield()`` returns true. Other writers
    /// have their turn between two slices: writers of this process always, writers of other processes by
    /// ``yieldToOtherWriters()``. Committed slices stay if a later one fails.
    ///
    /// - Parameters:
    ///   - patience: How long each slice waits for its turn and the lock; nil for ``Configuration/busyTimeout``.
    ///   - afterEach: Called after each slice, when it is committed.
    /// - Throws: `CancellationError` between two slices if the task was cancelled; otherwise as
    ///   ``write(waitingAtMost:_:)``.
    package func writeInSlices(
        waitingAtMost patience: Duration? = nil, _ slice: (Connection) throws -> Bool,
        afterEach: () throws -> Void = {}
    ) throws {
        while true {
            let isDone: Bool
            do {
                defer { otherWriters.withLock { $0.noteEnd() } }
                isDone = try write(waitingAtMost: patience) { connection in
                    otherWriters.withLock { $0.noteBeginning(on: connection) }
                    return try slice(connection)
                }
            }
            try afterEach()
            if isDone { return }
            if Task.isCancelled { throw configuration.translate(CancellationError()) }
            yieldToOtherWriters()
        }
    }

    /// Does a long job in short transactions on other threads.
    ///
    /// - Parameter state: The state of the job, which `slice` changes. If a slice fails, it is the one before that.
    package func writeInSlices<State: Sendable>(
        _ state: inout State, waitingAtMost patience: Duration? = nil,
        _ slice: @escaping @Sendable (inout State, Connection) throws -> Bool
    ) async throws {
        while true {
            let before = state
            let isDone: Bool
            do {
                defer { otherWriters.withLock { $0.noteEnd() } }
                (state, isDone) = try await write(waitingAtMost: patience) { connection in
                    self.otherWriters.withLock { $0.noteBeginning(on: connection) }
                    var state = before
                    let isDone = try slice(&state, connection)
                    return (state, isDone)
                }
            }
            if isDone { return }
            await yieldToOtherWriters()
            if Task.isCancelled { throw configuration.translate(CancellationError()) }
        }
    }

    /// Whether a slice that could go on should end: for a writer of this process that waits, or for the turn of another
    /// process.
    package func shouldYield() -> Bool { writer.isAwaited || otherWriters.withLock { $0.isGapDue() } }

    /// Pauses between two transactions of a long job, if another process has the file open. Its writers sleep while
    /// they wait, and would find the lock taken each time.
    ///
    /// Mostly half a millisecond; 27 milliseconds once the lock was taken again and again for 92. It takes longer if a
    /// process seems to have missed these. Alone with the file it costs about a microsecond.
    package func yieldToOtherWriters() {
        var pause = otherWriters.withLock { $0.pause() }
        while pause > .zero {
            usleep(UInt32(clamping: pause.microseconds))
            pause = otherWriters.withLock { $0.extraPause(writer) }
        }
    }

    /// Pauses between two transactions of a long job, if another process has the file open.
    package func yieldToOtherWriters() async { await BlockingWork.run { self.yieldToOtherWriters() } }
}
