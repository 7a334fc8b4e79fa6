internal import Synchronization

/// What a pool knows of the other processes that write to its file.
struct OtherWriters {
    private var neighbours: FileNeighbours
    private var courtesy = WriterCourtesy()
    private var version: Int64?
    /// Since the last pause.
    private(set) var haveWritten = false

    init(path: String) {
        neighbours = FileNeighbours(path: path)
    }

    /// Notes the writer's `PRAGMA data_version`, which changes when someone else has written.
    mutating func note(version found: Int64?) {
        if let version, version != found { haveWritten = true }
        version = found
    }

    /// Whether another process has the file open now.
    mutating func hasNeighbour() -> Bool { neighbours.find() != nil }

    /// How long to pause now, for their sake.
    mutating func pause() -> Duration {
        let pause = courtesy.pause(
            at: ContinuousClock.now, neighbour: neighbours.find(), hasOtherWritten: haveWritten
        )
        haveWritten = false
        return pause
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
    /// A slice should take some ten milliseconds. Between two of them others have their turn: writers of this
    /// process always, those of other processes by ``yieldToOtherWriters()``. What a slice has committed
    /// stays when a later one fails.
    ///
    /// - Parameter patience: How long each slice waits for its turn and the lock; nil for
    ///   ``Configuration/busyTimeout``.
    /// - Throws: `CancellationError` between two slices if the task was cancelled; otherwise as
    ///   ``write(waitingAtMost:_:)``.
    package func writeInSlices(
        waitingAtMost patience: Duration? = nil, _ slice: (Connection) throws -> Bool
    ) throws {
        while true {
            if Task.isCancelled { throw configuration.translate(CancellationError()) }
            if try writeSlice(waitingAtMost: patience, slice) { return }
            yieldToOtherWriters()
        }
    }

    /// Does a long job in short transactions: calls `slice` in one immediate transaction after another
    /// until it answers true.
    package func writeInSlices(
        waitingAtMost patience: Duration? = nil, _ slice: @escaping @Sendable (Connection) throws -> Bool
    ) async throws {
        while true {
            if Task.isCancelled { throw configuration.translate(CancellationError()) }
            if try await writeSlice(waitingAtMost: patience, slice) { return }
            try await yieldToOtherWriters()
        }
    }

    /// Calls `slice` in an immediate transaction, as ``write(waitingAtMost:_:)`` does, and notes whether another
    /// process has written since the one before: ``yieldToOtherWriters()`` goes by that.
    package func writeSlice<T>(
        waitingAtMost patience: Duration? = nil, _ slice: (Connection) throws -> T
    ) throws -> T {
        try write(waitingAtMost: patience) { connection in
            try noteVersion(of: connection)
            return try slice(connection)
        }
    }

    /// Calls `slice` in an immediate transaction on another thread.
    package func writeSlice<T: Sendable>(
        waitingAtMost patience: Duration? = nil, _ slice: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await write(waitingAtMost: patience) { connection in
            try self.noteVersion(of: connection)
            return try slice(connection)
        }
    }

    /// Who else would like to write.
    package enum OtherWriting: Sendable {
        /// No one: no other process has the file open, and no one of this one waits for the turn.
        case none
        /// Another process has the file open, and nothing tells whether it waits.
        case possible
        /// Someone of this process waits.
        case awaited
    }

    /// Who else would like to write now: for a slice that could go on. Takes about a microsecond.
    package func otherWriting() -> OtherWriting {
        if writer.isAwaited { return .awaited }
        return otherWriters.withLock { $0.hasNeighbour() } ? .possible : .none
    }

    /// Pauses between two transactions of a long job, if another process has the file open: its writers
    /// sleep while they wait, and would find the lock taken each time.
    ///
    /// Mostly nothing or half a millisecond; at most 25 milliseconds, and only beside a process that has just
    /// come or has written lately. Alone with the file it costs about a microsecond.
    package func yieldToOtherWriters() {
        let pause = otherWriters.withLock { $0.pause() }
        if pause > .zero {
            ThreadIdentity.sleep(microseconds: pause.microseconds)
        }
    }

    /// Pauses between two transactions of a long job, if another process has the file open.
    package func yieldToOtherWriters() async throws {
        let pause = otherWriters.withLock { $0.pause() }
        if pause > .zero {
            do {
                try await Task.sleep(for: pause)
            } catch {
                throw configuration.translate(error)
            }
        }
    }

    private func noteVersion(of connection: Connection) throws(SQLiteError) {
        let version = try connection.first("PRAGMA data_version", as: Int64.self)
        otherWriters.withLock { $0.note(version: version) }
    }
}
