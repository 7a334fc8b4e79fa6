internal import Dispatch
internal import Synchronization

/// Keeps the write-ahead log of a pool short, without a caller waiting for it.
///
/// When the log has grown by ``step`` pages, a separate connection moves the pages that no reader needs into the file,
/// beside readers and writers. A writer that never pauses would stay ahead of that for ever, and the log restarts only
/// when all of it has been moved. So once the log has half of its allowed size, the last pages are moved in the
/// writer's turn. If the log then grows by its whole allowed size, writers wait. An idle log is truncated.
/// ``HeldTransactions`` bounds the pages that held read transactions keep from being moved.
///
/// Each checkpoint runs under a read transaction of a second connection: see ``Connection/checkpoint(_:pinnedBy:)``.
final class LogKeeper: Sendable {
    /// After how many new pages the log is looked at: as many as SQLite itself takes.
    private let step: Int
    /// How long nothing must have been written before the log is taken for idle, in seconds.
    private static let idleTime = 1
    /// The longest time between two looks at a log that a reader or a writer keeps from being truncated, in seconds.
    /// There is no notification when another process ends.
    private static let longestIdleTime = 64
    /// How often a log that goes on growing is moved before its writers have to wait: an arbitrary number. At
    /// half of it, they wait sooner.
    private static let mostRounds = 8

    private let path: String
    private let limit: Int
    private let writer: ConnectionSlots
    private let heldTransactions: HeldTransactions
    private let idleTimer: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    private let queue = DispatchQueue(label: "LayoutSQLite.log", qos: .utility)
    /// Touched on the queue only.
    private let slot = ConnectionSlots.Slot()
    /// The connection that reads while the other one moves pages; touched on the queue only.
    private let pinSlot = ConnectionSlots.Slot()
    private let isClosed = Atomic<Bool>(false)
    /// Whether no lock may be held.
    private let isSuspended = Atomic<Bool>(false)
    /// Stops a running checkpoint.
    private let interruption = Mutex<Connection.InterruptHandle?>(nil)

    private let commits = Atomic<Int>(0)
    private let pages = Atomic<Int>(0)
    /// At how many pages the log is looked at next.
    private let threshold: Atomic<Int>
    /// At how many pages writers wait for the checkpoint that is under way.
    private let waitThreshold = Atomic<Int>(.max)
    private let isAwake = Atomic<Bool>(false)
    private let isWaitingForIdleness = Atomic<Bool>(false)
    /// Whether all connections were closed since the last commit: SQLite cut the log with the last one.
    private let isResting = Atomic<Bool>(false)

    /// - Parameters:
    ///   - limit: How many pages the log may hold.
    ///   - writer: The turns of the pool's writer.
    ///   - heldTransactions: The transactions that keep parts of the log.
    ///   - idleTimer: Calls a closure after the given number of seconds.
    init(
        path: String, limit: Int, writer: ConnectionSlots, heldTransactions: HeldTransactions,
        idleTimer: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    ) {
        self.path = path
        self.limit = limit
        self.idleTimer = idleTimer
        step = min(1000, max(1, limit / 4))
        threshold = Atomic(step)
        self.writer = writer
        self.heldTransactions = heldTransactions
        heldTransactions.setReleased { [weak self] in self?.wakeForIdleness() }
    }

    /// Called after each commit, on the thread that commits: it must be quick.
    func note(pages count: Int) {
        commits.add(1, ordering: .sequentiallyConsistent)
        isResting.store(false, ordering: .relaxed)
        let before = pages.exchange(count, ordering: .relaxed)
        if count < before {
            // The log has begun again at its start.
            threshold.store(step, ordering: .relaxed)
        }
        heldTransactions.noteWritten(pages: count < before ? count : count - before)
        if count >= threshold.load(ordering: .relaxed), !isAwake.exchange(true, ordering: .relaxed) {
            // A large transaction counts for what follows it, not for its own size.
            waitThreshold.store(count + limit, ordering: .relaxed)
            queue.async { [weak self] in self?.shorten() }
        }
        wakeForIdleness()
    }

    /// Waits for a checkpoint that the log outgrows, before a write begins to wait for its turn. It waits no longer
    /// than that write may wait in total, and until the task is cancelled.
    func waitIfBehind(atMost patience: Duration?) {
        guard isBehind else { return }
        let isOver = DispatchSemaphore(value: 0)
        queue.async { isOver.signal() }
        let deadline = patience.map { ContinuousClock.now + $0 }
        while !Task.isCancelled {
            let step = min(deadline.map { ($0 - ContinuousClock.now).microseconds } ?? .max, 20_000)
            if step <= 0 || isOver.wait(timeout: .now() + .microseconds(Int(step))) == .success { return }
        }
    }

    /// Whether a write must wait for a checkpoint.
    var isBehind: Bool {
        isAwake.load(ordering: .relaxed) && pages.load(ordering: .relaxed) > waitThreshold.load(ordering: .relaxed)
    }

    /// Cuts the log, and blocks until that is done.
    func cut() { queue.sync { cutNow() } }

    /// Moves the pages that can be moved, and blocks until that is done. No other connection notices it.
    func move() { _ = queue.sync { shorten() } }

    /// Stops, and closes its connections.
    func close() {
        isClosed.store(true, ordering: .relaxed)
        queue.sync { closeConnections() }
    }

    /// Closes its connections, which may be the pool's last, and does work during which it changes no file: it opens
    /// others when it needs them.
    func rest(isLast: Bool, during work: () -> Void) {
        queue.sync {
            // With the last connection SQLite moves the rest into the file, which would look like a commit.
            if !isLast, DatabaseFiles.size(at: path + "-wal") > 0 { shorten() }
            closeConnections()
            isResting.store(isLast, ordering: .relaxed)
            work()
        }
    }

    private func closeConnections() {
        for slot in [slot, pinSlot] {
            slot.connection?.close()
            slot.connection = nil
        }
    }

    /// Stops what is under way, and begins nothing until ``resume()``.
    func suspend() {
        isSuspended.store(true, ordering: .relaxed)
        interruption.withLock { $0?.interrupt() }
    }

    func resume() {
        isSuspended.store(false, ordering: .relaxed)
        wakeForIdleness()
    }

    /// Waits for the end of what ``suspend()`` has stopped.
    func waitUntilSuspended() {
        queue.sync {}
    }

    /// Moves the pages that can be moved; returns whether that was all of them.
    @discardableResult
    private func shorten() -> Bool {
        defer { isAwake.store(false, ordering: .relaxed) }
        guard let (connection, pin) = connections() else { return false }
        heldTransactions.endOutgrown(logPages: pages.load(ordering: .relaxed))
        var moved = (try? connection.checkpoint(.passive, pinnedBy: pin).checkpointed) ?? -1
        // Both count from the log's start, which the next commit goes back to once all is moved.
        var hasRest: Bool { moved < pages.load(ordering: .relaxed) && pages.load(ordering: .relaxed) > limit / 2 }
        // A caller with the writer's turn waits for the disk as well, which after a large transaction takes seconds. So
        // most pages are moved, and written to the disk, before.
        for _ in 0..<Self.mostRounds where hasRest {
            if isClosed.load(ordering: .relaxed) || isSuspended.load(ordering: .relaxed) { return false }
            try? connection.syncFile()
            guard pages.load(ordering: .relaxed) - moved > step else { break }
            moved = (try? connection.checkpoint(.passive, pinnedBy: pin).checkpointed) ?? moved
        }
        if hasRest, let turn = turn(isPatient: true) {
            // A read transaction taken since then would be in the way again.
            heldTransactions.endOutgrown(logPages: pages.load(ordering: .relaxed))
            moved = (try? connection.checkpoint(.passive, pinnedBy: pin).checkpointed) ?? moved
            writer.release(turn)
        }
        let found = pages.load(ordering: .relaxed)
        threshold.store(found + step, ordering: .relaxed)
        return moved >= found
    }

    /// Looks at the log a while from now, unless that is due already.
    private func wakeForIdleness() {
        if !isWaitingForIdleness.exchange(true, ordering: .sequentiallyConsistent) {
            waitForIdleness(seconds: Self.idleTime)
        }
    }

    private func waitForIdleness(seconds: Int) {
        let before = commits.load(ordering: .sequentiallyConsistent)
        idleTimer(seconds) { [weak self] in
            guard let self else { return }
            queue.async { self.lookForIdleness(since: before, seconds: seconds) }
        }
    }

    /// Truncates the log unless it was written to in the meantime, or a reader or a writer is in the way. Then it looks
    /// again later.
    private func lookForIdleness(since before: Int, seconds: Int) {
        guard !isClosed.load(ordering: .relaxed) else { return }
        guard commits.load(ordering: .sequentiallyConsistent) == before else {
            return waitForIdleness(seconds: Self.idleTime)
        }
        let isCut = cutIdle()
        // A holder in this pool reports when it is done.
        guard isCut || isHeld else { return waitForIdleness(seconds: min(2 * seconds, Self.longestIdleTime)) }
        isWaitingForIdleness.store(false, ordering: .sequentiallyConsistent)
        // A commit between the look and the line above has woken nothing.
        if commits.load(ordering: .sequentiallyConsistent) != before || !(isCut || isHeld) { wakeForIdleness() }
    }

    /// Whether this pool keeps the log from being truncated, and will report when it no longer does.
    private var isHeld: Bool { isSuspended.load(ordering: .sequentiallyConsistent) || heldTransactions.isHoldingAny }

    /// Truncates an unused log; returns whether nothing is left to do.
    private func cutIdle() -> Bool {
        guard !isSuspended.load(ordering: .relaxed) else { return false }
        guard !isResting.load(ordering: .relaxed), let (connection, pin) = connections() else { return true }
        guard shorten() else { return false }
        // A short one is kept: the next commits would only make it again.
        guard pages.load(ordering: .relaxed) > step else { return true }
        guard let turn = turn(isPatient: false) else { return false }
        defer { writer.release(turn) }
        return (try? connection.checkpoint(.truncate, pinnedBy: pin)) != nil
    }

    /// Moves all pages that can be moved, and truncates the log unless a reader or another process is in the way.
    private func cutNow() {
        guard let (connection, pin) = connections() else { return }
        shorten()
        guard let turn = turn(isPatient: true) else { return }
        defer { writer.release(turn) }
        // Remaining pages wait for the next look.
        _ = try? connection.checkpoint(.truncate, pinnedBy: pin)
    }

    /// The writer's turn, so that no writer of this process comes in between.
    private func turn(isPatient: Bool) -> ConnectionSlots.Slot? {
        guard !isClosed.load(ordering: .relaxed) else { return nil }
        // Not for ever: the pool may be closed in the meantime.
        return isPatient ? try? writer.acquire(waitingAtMost: .milliseconds(200)) : writer.takeIdle()
    }

    /// The connection that moves pages, and the one that reads at the same time; nil while they cannot be opened.
    private func connections() -> (mover: Connection, pin: Connection)? {
        guard !isClosed.load(ordering: .relaxed), !isSuspended.load(ordering: .relaxed) else { return nil }
        guard let mover = connection(in: slot), let pin = connection(in: pinSlot) else { return nil }
        interruption.withLock { $0 = mover.interruptHandle }
        return (mover, pin)
    }

    private func connection(in slot: ConnectionSlots.Slot) -> Connection? {
        if let connection = slot.connection, !connection.isUnusable { return connection }
        slot.connection?.close()
        slot.connection = nil
        // A file that cannot be opened now may be the next time; the log grows until then.
        guard let connection = try? Connection(path: path, mode: .readWrite, busyTimeout: .zero) else { return nil }
        do {
            try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA cache_size = 10")
            // The log is opened by the first reading only.
            try connection.run("PRAGMA schema_version")
        } catch {
            connection.close()
            return nil
        }
        slot.connection = connection
        return connection
    }
}

extension ConnectionPool {
    /// Moves the write-ahead log into the file and truncates it, unless a reader or another process is in the way. Does
    /// nothing if other processes do that.
    package func cutLog() {
        requireNoReentrancy()
        keeper?.cut()
    }
}

extension LogKeeper {
    /// Makes a writer report its commits.
    func watch(_ connection: Connection) {
        connection.watchLog { [weak self] pages in self?.note(pages: pages) }
    }
}

extension ConnectionPool.Configuration {
    /// Makes the keeper that keeps the log of a new pool short; nil if other processes do that. It must watch the
    /// writer.
    func keepLog(
        of connection: Connection, path: String, writer: ConnectionSlots, for heldTransactions: HeldTransactions
    ) throws -> LogKeeper? {
        guard checkpointing == .inBackground else { return nil }
        let pageSize = try connection.first("PRAGMA page_size", as: Int.self) ?? Self.pageSize
        heldTransactions.setPageSize(pageSize)
        return LogKeeper(
            path: path, limit: logLimitBytes / max(1, pageSize), writer: writer, heldTransactions: heldTransactions,
            idleTimer: idleTimer)
    }
}
