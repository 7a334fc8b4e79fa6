internal import Synchronization

/// The state of the other processes that write to the pool's file.
struct OtherWriters {
    private var neighbours: FileNeighbours
    private var courtesy = WriterCourtesy()

    init(path: String) {
        neighbours = FileNeighbours(path: path)
    }

    /// Notes that one transaction of a long job has begun, and whether another process has committed before it.
    mutating func noteBeginning(on connection: Connection) {
        courtesy.noteBeginning(at: .now)
        guard neighbours.find() != nil, let version = Self.version(connection) else { return }
        courtesy.noteVersion(version)
    }

    /// Notes that one transaction of a long job is over.
    mutating func noteEnd() { courtesy.noteEnd(at: .now) }

    /// Whether another process has the file open now, and whether it is to have its turn.
    mutating func state() -> ConnectionPool.OtherWriting {
        guard neighbours.find() != nil else { return .none }
        return courtesy.isGapDue(at: .now) ? .awaited : .possible
    }

    /// How long to pause now, for their sake.
    mutating func pause() -> Duration {
        neighbours.find() == nil ? .zero : courtesy.pause(at: .now)
    }

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

extension ConnectionPool {
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
    /// A slice should take some ten milliseconds, and end where ``otherWriting()`` returns `awaited`. Other writers
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
            if Task.isCancelled { throw configuration.translate(CancellationError()) }
            try await yieldToOtherWriters()
        }
    }

    /// Who else would like to write.
    package enum OtherWriting: Sendable {
        /// No other process has the file open, and no thread of this one waits for the turn.
        case none
        /// Another process has the file open, and may be waiting.
        case possible
        /// A writer of this process waits, or it is time to let another process have its turn.
        case awaited
    }

    /// Who else would like to write now: for a slice that could go on. Takes about a microsecond.
    package func otherWriting() -> OtherWriting {
        writer.isAwaited ? .awaited : otherWriters.withLock { $0.state() }
    }

    /// Pauses between two transactions of a long job, if another process has the file open. Its writers sleep while
    /// they wait, and would find the lock taken each time.
    ///
    /// Mostly half a millisecond; 27 milliseconds once the lock was taken again and again for 92. It takes longer if a
    /// process seems to have missed these. Alone with the file it costs about a microsecond.
    package func yieldToOtherWriters() {
        var pause = otherWriters.withLock { $0.pause() }
        while pause > .zero {
            ThreadIdentity.sleep(microseconds: pause.microseconds)
            pause = otherWriters.withLock { $0.extraPause(writer) }
        }
    }

    /// Pauses between two transactions of a long job, if another process has the file open.
    package func yieldToOtherWriters() async throws {
        var pause = otherWriters.withLock { $0.pause() }
        while pause > .zero {
            do {
                try await Task.sleep(for: pause)
            } catch {
                throw configuration.translate(error)
            }
            pause = otherWriters.withLock { $0.extraPause(writer) }
        }
    }
}
