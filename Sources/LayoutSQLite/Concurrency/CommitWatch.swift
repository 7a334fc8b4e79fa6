internal import Dispatch
internal import Synchronization

/// Notices what is committed to a pool's file, by whomever.
///
/// The pool's own commits are reported at once. Commits of other connections are noticed by reading `PRAGMA
/// data_version` now and then, on a separate connection: some microseconds each.
///
/// `@unchecked Sendable`: the timer and the connection are touched on the queue only, and by the initialiser.
package final class CommitWatch: @unchecked Sendable {
    private let queue = DispatchQueue(label: "LayoutSQLite.watch", qos: .userInitiated)
    private let body: @Sendable (Connection, Int) -> Void
    private let end: @Sendable () -> Void
    private weak let pool: ConnectionPool?
    /// Nil for a database in memory, which no other connection can change.
    private var connection: Connection?
    private var timer: (any DispatchSourceTimer)?
    private var version: Int64?
    private let isOver = Atomic<Bool>(false)
    /// Whether a check is due already.
    private let isPoked = Atomic<Bool>(false)

    init(
        _ pool: ConnectionPool, connection: Connection?, every interval: Duration,
        _ body: @escaping @Sendable (Connection, Int) -> Void, end: @escaping @Sendable () -> Void
    ) throws {
        self.pool = pool
        self.connection = connection
        self.body = body
        self.end = end
        // The state from which changes are reported begins here, before anything can change.
        if let connection {
            try check(with: connection, in: pool)
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(
                deadline: .now() + .microseconds(Int(interval.microseconds)),
                repeating: .microseconds(Int(interval.microseconds)), leeway: .milliseconds(10))
            timer.setEventHandler { [weak self] in self?.check() }
            self.timer = timer
            timer.activate()
        } else {
            try pool.readNumbered(body)
        }
    }

    /// Looks at once: the pool has committed something.
    func poke() {
        if isPoked.exchange(true, ordering: .relaxed) { return }
        queue.async {
            self.isPoked.store(false, ordering: .relaxed)
            self.check()
        }
    }

    /// Ends the watching; a second call does nothing.
    package func cancel() {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        pool?.watches.withLock { watches in watches.removeAll { $0 === self } }
        end()
        queue.async {
            self.timer?.cancel()
            self.timer = nil
            self.connection?.close()
            self.connection = nil
        }
    }

    private func check() {
        guard !isOver.load(ordering: .relaxed), let pool, !pool.occupants.isSuspended else { return }
        if pool.isFileReplaced { return cancel() }
        // A version that cannot be read now is read the next time: the version is noted after that.
        guard let connection else { return (try? pool.readNumbered(body)) ?? () }
        guard let found = try? connection.first("PRAGMA data_version", as: Int64.self), found != version else { return }
        try? check(with: connection, in: pool)
    }

    /// Reports a state that is not the one of the last time.
    private func check(with connection: Connection, in pool: ConnectionPool) throws {
        let generation = try pool.heldTransactions.beginReading(on: connection, openWatcher: pool.openedWatcher)
        defer { connection.rollback() }
        let found = try connection.first("PRAGMA data_version", as: Int64.self)
        // A number that is too large costs the caller a needless read transaction, but never lets it miss a change.
        body(connection, generation.most)
        version = found
    }
}

extension ConnectionPool {
    /// Calls `body` with a connection in a transaction once at once, and again soon after each commit to the file. One
    /// call may stand for several commits.
    ///
    /// - Parameters:
    ///   - interval: How often to look for the commits of other processes.
    ///   - body: Gets the number of the state, too: one whose ``ReadTransaction/generation`` is smaller does not
    ///     show it. Is called by one thread at a time; it must not call the pool.
    ///   - end: Is called when the watching is cancelled, and when the pool closes.
    package func watchCommits(
        every interval: Duration, _ body: @escaping @Sendable (Connection, Int) -> Void,
        end: @escaping @Sendable () -> Void
    ) throws -> CommitWatch {
        let watch = try CommitWatch(
            self, connection: isInMemory ? nil : try reopened(asWriter: false), every: interval, body, end: end)
        watches.withLock { $0.append(watch) }
        return watch
    }

    /// Reads a database in memory, with the number of its state.
    fileprivate func readNumbered(_ body: (Connection, Int) -> Void) throws {
        try read { try body($0, Self.generationInMemory($0)) }
    }
}
