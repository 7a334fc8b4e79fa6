internal import Dispatch
internal import Synchronization

/// Notices what is committed to a pool's file, by whomever.
///
/// The pool's own commits are reported at once. Commits of other connections are noticed by looking at the times of the
/// file and its log now and then: some microseconds each. It takes no connection: an idle pool can close them all.
///
/// `@unchecked Sendable`: the timer and the last look are touched on the queue only, and by the initialiser.
package final class CommitWatch: @unchecked Sendable {
    private let queue = DispatchQueue(label: "LayoutSQLite.watch", qos: .userInitiated)
    private let body: @Sendable (Connection, Int) -> Void
    private let end: @Sendable () -> Void
    private weak let pool: ConnectionPool?
    /// Nil for a database in memory, which no other connection can change.
    private var timer: (any DispatchSourceTimer)?
    private var stamps: DatabaseFiles.Stamps?
    private var version: Int?
    private let isOver = Atomic<Bool>(false)
    /// Whether a check is due already.
    private let isPoked = Atomic<Bool>(false)

    init(
        _ pool: ConnectionPool, every interval: Duration, _ body: @escaping @Sendable (Connection, Int) -> Void,
        end: @escaping @Sendable () -> Void
    ) throws {
        self.pool = pool
        self.body = body
        self.end = end
        // The state from which changes are reported begins here, before anything can change.
        // While the pool is suspended nothing can be read: it begins afterwards.
        do { try check(pool) } catch { guard pool.occupants.isSuspended else { throw error } }
        guard !pool.isInMemory else { return }
        let (timer, step) = (DispatchSource.makeTimerSource(queue: queue), Int(interval.microseconds))
        timer.schedule(deadline: .now(), repeating: .microseconds(step), leeway: .milliseconds(10))
        timer.setEventHandler { [weak self] in self?.look() }
        self.timer = timer
        timer.activate()
    }

    /// Looks at once: the pool has committed something.
    func poke() {
        if isPoked.exchange(true, ordering: .relaxed) { return }
        queue.async {
            self.isPoked.store(false, ordering: .relaxed)
            self.look(isCommitted: true)
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
        }
    }

    private func look(isCommitted: Bool = false) {
        guard !isOver.load(ordering: .relaxed), let pool, !pool.occupants.isSuspended else { return }
        if pool.isFileReplaced { return cancel() }
        let found = DatabaseFiles.Stamps(pool.path)
        // A state that cannot be read now is read the next time: it is noted after that.
        let isSame = stamps.map(found.hasContent) ?? false
        if isCommitted || !isSame || found.isFresh { try? check(pool) }
    }

    /// Reports a state that is not the one of the last time.
    private func check(_ pool: ConnectionPool) throws {
        guard !pool.isInMemory else { return try pool.readNumbered(body) }
        let found = DatabaseFiles.Stamps(pool.path)
        let present = try pool.heldTransactions.version(pool.openedWatcher)
        // A checkpoint changes the files alone.
        if present != version { try pool.readNumbered(body) }
        (stamps, version) = (found, present)
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
        let watch = try CommitWatch(self, every: interval, body, end: end)
        watches.withLock { $0.append(watch) }
        return watch
    }

    /// Reads the present state, with its number.
    fileprivate func readNumbered(_ body: (Connection, Int) -> Void) throws {
        try read { connection in
            if isInMemory { return try body(connection, Self.generationInMemory(connection)) }
            try connection.determineState()
            // A number that is too large costs the caller a needless read transaction, but never lets it miss a change.
            try body(connection, heldTransactions.version(openedWatcher))
        }
    }
}
