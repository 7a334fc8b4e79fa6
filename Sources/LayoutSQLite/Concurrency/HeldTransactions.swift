internal import Synchronization

/// The read transactions that are held of a pool's file, and the connections that serve the next ones.
///
/// Bounds the pages of the log that they keep: ``LogKeeper`` reports each write, and ends read transactions that have
/// held the log for too long.
final class HeldTransactions: Sendable {
    private struct State {
        var held: [ReadTransaction.Held] = []
        var idle: [ConnectionSlots.Slot] = []
        var pageSize = 1
        var isClosed = false
        /// The number of transactions being opened.
        var opening = 0
        /// Called when a held read transaction has ended.
        var released: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// Watches the file's version, so that states can be counted; it never holds one itself.
    private let watcher = ConnectionSlots([ConnectionSlots.Slot()])
    private let written = Atomic<Int>(0)
    /// Is added to the present watcher's versions.
    private let firstVersion = Atomic<Int>(0)
    private let limit: Int
    private let logLimit: Int

    /// The maximum number of attempts to find a state during which no other commit happens. An arbitrary number: each
    /// takes some tens of microseconds, in which even a busy writer commits once at the most. At half of it, the number
    /// of a state is too small more often.
    private static let mostAttempts = 8

    /// As many as an app changes between: the visible part, and the next one. Connections beyond these are closed.
    private static let idleLimit = 2

    /// - Parameters:
    ///   - limit: The most that may be held.
    ///   - logLimit: How many bytes one may have the log grow by.
    init(limit: Int, logLimit: Int) {
        self.limit = limit
        self.logLimit = logLimit
    }

    func setPageSize(_ bytes: Int) { state.withLock { $0.pageSize = max(1, bytes) } }

    /// Sets what is called whenever one that was held has ended: it must be quick.
    func setReleased(_ released: @escaping @Sendable () -> Void) { state.withLock { $0.released = released } }

    /// Whether any is held, or about to be.
    var isHoldingAny: Bool {
        state.withLock { !$0.held.isEmpty || $0.opening > 0 }
    }

    /// Called after each commit, on the thread that commits.
    func noteWritten(pages: Int) { written.add(pages, ordering: .relaxed) }

    // MARK: Beginning

    /// Begins a transaction on a connection that is free, or on one that `open` makes.
    ///
    /// - Parameters:
    ///   - open: Opens a connection; called without a lock being held.
    ///   - openWatcher: The same for one that is only asked for the file's version.
    func begin(open: () throws -> Connection, openWatcher: () throws -> Connection) throws -> ReadTransaction.Held {
        if let shared = try shared(openWatcher) { return shared }
        let slot = try reserve()
        defer { state.withLock { $0.opening -= 1 } }
        let connection = try slot?.connection ?? open()
        do {
            let pages = written.load(ordering: .relaxed)
            // A writer that commits without a pause leads to a number that is too small, never one too large.
            let generation = try beginReading(on: connection, openWatcher: openWatcher)
            let held = ReadTransaction.Held(
                slot ?? ConnectionSlots.Slot(connection), generation: generation, pagesWritten: pages)
            let isClosed = state.withLock { state in
                state.held.append(held)
                return state.isClosed
            }
            if isClosed { end(held, because: ConnectionSlots.closed) }
            return held
        } catch {
            connection.close()
            throw error
        }
    }

    /// A transaction that is held already and sees the present state.
    private func shared(_ openWatcher: () throws -> Connection) throws -> ReadTransaction.Held? {
        guard state.withLock({ !$0.isClosed && !$0.held.isEmpty }) else { return nil }
        let now = try version(openWatcher)
        return state.withLock { state in
            state.held.last { $0.generation == now && $0.isReusable && $0.ending == nil && $0.share() }
        }
    }

    /// Holds a private copy of a database.
    func begin(onCopy slot: ConnectionSlots.Slot, generation: Int) throws -> ReadTransaction.Held {
        _ = try reserve()
        defer { state.withLock { $0.opening -= 1 } }
        try slot.connection?.run("BEGIN DEFERRED")
        let held = ReadTransaction.Held(slot, generation: generation, pagesWritten: 0, isReusable: false)
        state.withLock { $0.held.append(held) }
        return held
    }

    /// Counts one more in, and hands out a connection that is free.
    private func reserve() throws -> ConnectionSlots.Slot? {
        try state.withLock { state throws(SQLiteError) in
            guard !state.isClosed else { throw ConnectionSlots.closed }
            guard state.held.count + state.opening < limit else {
                throw SQLiteError(code: .busy, message: "\(limit) snapshots are held already")
            }
            state.opening += 1
            // The one used last has the warmest cache.
            return state.idle.popLast()
        }
    }

    /// Begins a transaction that sees the present state. Returns its number, or a lower one while a writer commits
    /// without a pause.
    private func beginReading(on connection: Connection, openWatcher: () throws -> Connection) throws -> Int {
        // A commit between the two readings of the version leaves open on which side of it the transaction is.
        var attempts = 0
        while true {
            let before = try version(openWatcher)
            try connection.beginReading()
            let after = try version(openWatcher)
            attempts += 1
            if before == after || attempts == Self.mostAttempts { return before }
            connection.rollback()
        }
    }

    /// The file's version as the watcher sees it (<https://www.sqlite.org/pragma.html#pragma_data_version>): it
    /// changes with every commit of another connection.
    func version(_ openWatcher: () throws -> Connection) throws -> Int {
        let slot = try watcher.acquire(waitingAtMost: nil, isCancellable: false)
        defer { watcher.release(slot) }
        let connection = try slot.connection ?? openWatcher()
        slot.connection = connection
        return firstVersion.load(ordering: .relaxed) + (try connection.first("PRAGMA data_version", as: Int.self) ?? 0)
    }

    /// Closes the connections that no transaction uses. Later states are counted on from the last one.
    ///
    /// Held transactions of the present state go on with new connections: SQLite closes the descriptors of all others
    /// with the last one of the old ones.
    func closeIdle(_ path: String, open: () throws -> Connection) throws {
        guard let slot = watcher.takeIdle() else { return }
        defer { watcher.release(slot) }
        let (idle, held) = state.withLock { state in
            defer { state.idle = [] }
            return (state.idle, state.held)
        }
        for slot in idle { slot.connection?.close() }
        let before = DatabaseFiles.Stamps(path)
        guard let connection = slot.connection, held.isEmpty || !before.isFresh else { return }
        let last = try connection.first("PRAGMA data_version", as: Int.self) ?? 0
        let present = firstVersion.add(last + 1, ordering: .relaxed).oldValue + last
        connection.close()
        slot.connection = nil
        let taken = held.compactMap { held in held.turn.takeIdle().map { (held, $0) } }
        defer { for (held, slot) in taken { held.turn.release(slot) } }
        guard taken.count == held.count, held.allSatisfy({ $0.generation == present && $0.isReusable }) else { return }
        for (_, slot) in taken { slot.connection?.close() }
        for (_, slot) in taken {
            slot.connection = try? open()
            // One that could not read would see a later state.
            do { try slot.connection?.beginReading() } catch { slot.connection?.rollback() }
        }
        let isSame = DatabaseFiles.Stamps(path).hasContent(of: before)
        for (held, slot) in taken where !isSame || slot.connection?.isInTransaction != true {
            held.markEnded(ReadTransaction.Held.overtaken)
        }
    }

    // MARK: Ending

    /// Ends one, after the call that is at work with it.
    func end(_ held: ReadTransaction.Held, because error: SQLiteError) {
        guard held.markEnded(error) || state.withLock({ $0.held.contains { $0 === held } }) else { return }
        let connection = held.takeConnection()
        let kept = connection.map { ConnectionSlots.Slot($0) }
        let surplus = state.withLock { state in
            state.held.removeAll { $0 === held }
            guard let kept else { return nil as ConnectionSlots.Slot? }
            guard !state.isClosed, state.idle.count < Self.idleLimit else { return kept }
            state.idle.append(kept)
            return nil
        }
        surplus?.connection?.close()
        state.withLock { $0.released }?()
    }

    func endAll(because error: @autoclosure () -> SQLiteError) {
        for held in state.withLock({ $0.held }) { end(held, because: error()) }
    }

    /// Ends read transactions that made the log grow by more than they may. Ends all of them if one after another kept
    /// it from restarting.
    func endOutgrown(logPages: Int) {
        let now = written.load(ordering: .relaxed)
        let (pageSize, all) = state.withLock { ($0.pageSize, $0.held) }
        guard !all.isEmpty else { return }
        let limit = logLimit / pageSize
        for held in all where now - held.pagesWritten > limit || logPages / 2 > limit {
            end(held, because: ReadTransaction.Held.outgrown(logLimit))
        }
    }

    /// Ends all, closes their connections, and refuses new ones.
    func close() {
        state.withLock { $0.isClosed = true }
        endAll(because: ConnectionSlots.closed)
        state.withLock { state in
            for slot in state.idle { slot.connection?.close() }
            state.idle = []
        }
        watcher.close()
    }
}
