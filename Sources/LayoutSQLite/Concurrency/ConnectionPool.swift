internal import Dispatch
internal import LayoutPlatform
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
/// - A state that is looked at for longer than a closure is a ``ReadTransaction``.
/// - A closure that the pool calls must not call the pool: that would wait for itself, and traps.
///   Connections and statements must not leave the closure.
package final class ConnectionPool: Sendable {
    /// The file's absolute path, or `:memory:`.
    package let path: String

    /// How its connections were opened.
    package let configuration: Configuration

    let readers: ConnectionSlots
    /// The turns of what reads for long: one fewer than there are readers. They have no connections.
    let longReads: ConnectionSlots
    /// In memory the one connection reads and writes: these are the readers then.
    let writer: ConnectionSlots
    let occupants = ConnectionSlots.Occupants()
    let watches = Mutex<[CommitWatch]>([])
    let otherWriters: Mutex<OtherWriters>
    let heldTransactions: HeldTransactions
    let access: ReadOnlyAccess
    /// Whether ``Configuration/inspect`` found nothing to be done in the file, and it has no writer yet.
    package let isSettled: Bool
    let isInMemory: Bool
    /// The file that was opened; nil for a database that is no file, and a borrowed connection.
    private let file: FileStamp?
    /// Whether its one connection, which reads and writes, is another program's.
    let isBorrowed: Bool
    let keeper: LogKeeper?
    /// Whether a write that failed has left pages in the log.
    let isLogLeft = Atomic<Bool>(false)
    /// The calls so far, and whether they are going to be counted again.
    private let uses = Atomic<Int>(0)
    private let isIdlenessDue = Atomic<Bool>(false)
    /// For a pool that only reads.
    private let tidying: LogCleanup?

    /// Opens a file.
    ///
    /// - Throws: ``SQLiteError``; any error that ``Configuration/inspect`` and ``Configuration/setUp`` throw.
    package init(path: String, configuration: Configuration = Configuration()) throws {
        precondition(configuration.readerLimit > 0, "A pool needs at least one reader.")
        heldTransactions = HeldTransactions(
            limit: configuration.readTransactionLimit, logLimit: configuration.heldLogLimitBytes)
        guard !path.isEmpty, path != ":memory:" else {
            throw SQLiteError(code: .misuse, message: "connections cannot share a database without a file")
        }
        var slots = (1..<configuration.readerLimit).map { _ in ConnectionSlots.Slot() }
        switch configuration.mode {
        case .readOnly:
            let real = DatabaseFiles.realPath(path) ?? path
            let tidying = LogCleanup(before: real)
            do {
                let (reader, access) = try configuration.openFirstReader(path: real)
                slots.append(ConnectionSlots.Slot(reader))
                self.access = access
                self.path = reader.path ?? real
            } catch {
                if DatabaseFiles.mayWrite(real) { tidying.run() }
                throw error
            }
            writer = ConnectionSlots([])
            self.tidying = access == .ordinary ? tidying : nil
            keeper = nil
            isSettled = false
        case .readWrite, .create:
            let (connection, isWriter) = try configuration.openFirst(path: path)
            // The remaining connections are opened later, when the current directory may be another.
            self.path = connection.path ?? path
            writer = ConnectionSlots([ConnectionSlots.Slot(isWriter ? connection : nil)])
            slots.append(ConnectionSlots.Slot(isWriter ? nil : connection))
            access = .likeTheWriter
            tidying = nil
            isSettled = !isWriter
            keeper = try configuration.keepLog(of: connection, path: self.path, writer: writer, for: heldTransactions)
            if isWriter { keeper?.watch(connection) }
        }
        isInMemory = false
        isBorrowed = false
        // Of another file system of SQLite's, such as one of a test, nothing is known.
        file = FileStamp(path: self.path).flatMap { $0.isRegular ? $0 : nil }
        self.configuration = configuration
        readers = ConnectionSlots(slots)
        longReads = Self.turns(max(1, configuration.readerLimit - 1))
        otherWriters = Mutex(OtherWriters(path: self.path))
    }

    /// Makes a database in memory, which goes with the pool: for previews and tests.
    ///
    /// Its one connection reads and writes, so that a read waits for a write.
    ///
    /// - Throws: ``SQLiteError``; any error that ``Configuration/setUp`` throws.
    package convenience init(inMemory configuration: Configuration) throws {
        self.init(try configuration.openInMemory(), isBorrowed: false, configuration)
    }

    /// Borrows a connection of the caller, for as long as a function runs that the connection called.
    ///
    /// Nothing is set on it. Close the pool before the function returns.
    package convenience init(borrowing connection: Connection, configuration: Configuration = Configuration()) {
        self.init(connection, isBorrowed: true, configuration)
    }

    private init(_ connection: Connection, isBorrowed: Bool, _ configuration: Configuration) {
        path = connection.path ?? ":memory:"
        self.configuration = configuration
        access = .ordinary
        isInMemory = true
        self.isBorrowed = isBorrowed
        file = nil
        tidying = nil
        keeper = nil
        isSettled = false
        readers = ConnectionSlots([ConnectionSlots.Slot(connection)])
        longReads = Self.turns(1)
        writer = readers
        heldTransactions = HeldTransactions(limit: configuration.readTransactionLimit, logLimit: .max)
        otherWriters = Mutex(OtherWriters(path: path))
    }

    private static func turns(_ count: Int) -> ConnectionSlots {
        ConnectionSlots((0..<count).map { _ in ConnectionSlots.Slot() })
    }

    deinit {
        // Nothing is running: each running call holds a reference.
        closeConnections()
    }

    /// Whether the file is read without locks, because no process can be writing to it.
    package var isImmutable: Bool { access == .immutable }

    /// Whether another file, or none, is at the path by now. Its connections go on with the one that they opened, and
    /// what they write there is lost.
    var isFileReplaced: Bool { file.map { !$0.isSameFile(as: FileStamp(path: path)) } ?? false }

    /// Refuses a call while the pool is suspended, and one that would work with a file that is gone. A state that was
    /// held before can be read on.
    func requireUsable(ofHeldState isHeld: Bool = false) throws(SQLiteError) {
        if occupants.isSuspended { throw SQLiteError.suspended }
        if !isHeld, isFileReplaced { throw SQLiteError.fileReplaced(path) }
    }

    /// Waits for running calls, and closes all connections. Later calls, and calls that still wait for their turn,
    /// throw ``ResultCode/misuse``.
    package func close() {
        requireNoReentrancy()
        closeConnections()
    }

    private func closeConnections() {
        for watch in watches.withLock({ $0 }) { watch.cancel() }
        keeper?.close()
        heldTransactions.close()
        // The writer is the last to close, since a read-only connection cannot tidy the log up.
        readers.close()
        longReads.close()
        writer.close()
        tidying?.run()
    }

    /// Who moves the pages of the write-ahead log into the file.
    package enum CheckpointPolicy: Sendable {
        /// The pool, on a thread that no commit runs on and no caller waits for.
        case inBackground
        /// Another program, such as one that copies the log elsewhere. The pool never does, not at its end either, and
        /// the log grows until that program does.
        case byOthers
    }

    /// The place of a transaction's changes until it commits.
    package enum Journal: Sendable {
        /// The new pages, in a file beside the database, until a checkpoint moves them: readers wait for no writer.
        case writeAheadLog
        /// The original content of the pages that change. Added pages are not journaled: a new file is written once,
        /// where the log would have it written twice. Readers wait while the writer is at work.
        case rollback
    }

    /// How a pool opens its connections.
    package struct Configuration: Sendable {
        /// The access to the file. A read-only pool has no writer, and changes nothing.
        package var mode = Connection.Mode.create

        /// The maximum number of readers at work at once, including one that is reserved for short reads. Each is
        /// opened when it is first needed.
        package var readerLimit = 4

        /// How long a statement waits for a lock, and a blocking call for its turn, before it fails as
        /// ``ResultCode/busy``.
        package var busyTimeout = Duration.seconds(5)

        /// The size of a page in bytes in a new file; an existing file keeps its own.
        static let pageSize = 4096

        /// How much of the file each connection keeps in memory, in bytes.
        ///
        /// 8 MiB is four times SQLite's default: the index of a few million rows, on any device.
        package var cacheBytes = 8 << 20

        /// How much of the file readers may map into memory, in bytes; 0 to read it page by page.
        ///
        /// A mapped page is shared with the system's cache and costs no call to fetch. In a file much larger than
        /// ``cacheBytes`` that halves the time of a look-up. The writer never maps, since a stray pointer could then
        /// change the file. See <https://www.sqlite.org/mmap.html>, also for the price: an error of the disk under a
        /// mapped page is a signal rather than a result.
        package var readerMappedBytes = 1 << 31

        /// The journal that the writer sets for the file, unless the file already uses a write-ahead log.
        package var journal = Journal.writeAheadLog

        /// How large the write-ahead log may become, in bytes, before writers wait for a checkpoint. It is cut to this
        /// size when its pages have been moved to the file.
        ///
        /// Checkpoints begin long before. A larger transaction lets the log grow regardless. So does a reader that
        /// keeps an old state: the pages that it needs cannot be moved.
        package var logLimitBytes = 64 << 20

        /// The maximum number of read transactions held at once. Each is a connection with a separate cache.
        package var readTransactionLimit = 16

        /// How far the log may grow while a read transaction is held, in bytes; then the read transaction is ended.
        ///
        /// Together held read transactions keep no more than twice as much. If other processes write the log or move
        /// its pages, a read transaction lasts until it is closed.
        package var heldLogLimitBytes = 256 << 20

        /// How long a file with a write-ahead log must not have been used before its connections are closed. They are
        /// opened again at the next call, in about a millisecond.
        package var idleTime = Duration.seconds(10)

        /// Who moves the pages of the write-ahead log into the file.
        package var checkpointing = CheckpointPolicy.inBackground

        /// Calls a closure after the given number of seconds, to see whether the log is idle.
        var idleTimer: @Sendable (_ seconds: Int, _ work: @escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds($0), execute: $1)
        }

        /// A promise by the caller that no process writes to the file, such as one in an app's bundle. A read-only pool
        /// then needs no side files. If a process does write, answers are wrong.
        package var isFileImmutable = false

        /// Inspects the file before anything is written to it, and returns whether nothing is left to do. The writer is
        /// opened at the first write then. An error it throws keeps the file from being opened, and leaves it
        /// unchanged. ``Migrator/check(_:)`` serves well here.
        package var inspect: (@Sendable (Connection) throws -> Bool)?

        /// Called on the thread that found it for each failure caused by damage to the file; it must not use the pool.
        package var noteDamage: (@Sendable () -> Void)?

        /// Translates an error into the terms of the caller of the pool's closures.
        package var translate: @Sendable (any Error) -> any Error = { $0 }

        /// Is called with each new connection, the writer and the readers: for functions and pragmas.
        package var setUp: (@Sendable (Connection) throws -> Void)?

        package init() {}
    }

    /// Releases the cache memory of idle connections.
    ///
    /// It does not wait: connections at work keep theirs. Later calls read from the file again as needed.
    package func releaseMemory() {
        for slots in writer === readers ? [readers] : [readers, writer] {
            var idle: [ConnectionSlots.Slot] = []
            while let slot = slots.takeIdle() { idle.append(slot) }
            for slot in idle {
                slot.connection?.releaseMemory()
                slots.release(slot)
            }
        }
    }

    /// Counts a call, and looks a while later whether there were others.
    func noteUse() {
        guard !isInMemory, configuration.mode != .readOnly, configuration.journal == .writeAheadLog else { return }
        uses.add(1, ordering: .sequentiallyConsistent)
        if !isIdlenessDue.exchange(true, ordering: .sequentiallyConsistent) { waitForIdleness() }
    }

    private func waitForIdleness() {
        let before = uses.load(ordering: .sequentiallyConsistent)
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + .microseconds(Int(configuration.idleTime.microseconds))
        ) { [weak self] in
            guard let self, !readers.isClosed else { return }
            let isIdle = uses.load(ordering: .sequentiallyConsistent) == before
            guard isIdle, closeIdleConnections() else { return waitForIdleness() }
            isIdlenessDue.store(false, ordering: .sequentiallyConsistent)
            // A call between the look and the line above has begun no wait.
            if uses.load(ordering: .sequentiallyConsistent) != before { noteUse() }
        }
    }

    /// Closes the connections that no caller uses: returns whether none is left.
    ///
    /// While one connection to a file is open, SQLite closes no descriptor of another one. A process would lose its
    /// locks with the first that is closed (<https://sqlite.org/howtocorrupt.html>, 2.2.1). So held states are moved.
    private func closeIdleConnections() -> Bool {
        // A state of a file that is gone is seen through the connection alone that holds it.
        guard !isFileReplaced || !heldTransactions.isHoldingAny, let reading = readers.takeAllIdle() else {
            return false
        }
        defer { for slot in reading { readers.release(slot) } }
        guard let writing = writer.takeAllIdle() else { return false }
        defer { for slot in writing { writer.release(slot) } }
        func close() {
            for slot in reading + writing {
                slot.connection?.close()
                slot.connection = nil
            }
            try? heldTransactions.closeIdle(path) { try reopened(asWriter: false) }
        }
        if let keeper { keeper.rest(isLast: !heldTransactions.isHoldingAny, during: close) } else { close() }
        return !heldTransactions.isHoldingAny
    }

    /// Copies one state of the database into a new file, while other connections use it.
    ///
    /// The file appears under its name when it is complete. Until then, or if the program is ended, a file beside it
    /// has a name that marks it as being copied.
    ///
    /// - Parameter progress: Called after each megabyte with how many pages were copied, and of how many.
    /// - Throws: ``SQLiteError``, with ``ResultCode/cannotOpen`` if a file of that name exists; any error that
    ///   `progress` throws. No file is left behind.
    package func copy(to path: String, progress: (_ done: Int, _ total: Int) throws -> Void) throws {
        try Self.requireFree(path)
        try longRead { try Self.copy($0, to: path, progress) }
    }

    /// Copies one state of the database into a new file, on another thread.
    package func copy(
        to path: String, progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void
    ) async throws {
        try Self.requireFree(path)
        try await longRead { try Self.copy($0, to: path, progress) }
    }

    private static func requireFree(_ path: String) throws(SQLiteError) {
        guard DatabaseFiles.isTaken(path) else { return }
        throw SQLiteError(code: .cannotOpen, message: "there is a file of that name already", path: path)
    }

    private static func copy(_ source: Connection, to path: String, _ progress: (Int, Int) throws -> Void) throws {
        // Random, for two may copy to the same place at once: the one that ends later finds it taken.
        let partial = path + "-copying-" + String(UInt32.random(in: .min ... .max), radix: 16)
        do {
            let destination = try Connection(path: partial, mode: .create)
            defer { destination.close() }
            // There is no earlier state to return to: a failed copy is removed.
            try destination.execute("PRAGMA journal_mode = OFF")
            try source.copyDatabase(into: destination, progress: progress)
        } catch {
            // A file that cannot be removed has a name that marks it as a partial copy.
            try? DatabaseFiles.remove(at: partial)
            throw error
        }
        do {
            try requireFree(path)
            try DatabaseFiles.move(partial, to: path)
        } catch {
            try? DatabaseFiles.remove(at: partial)
            throw error
        }
    }

    /// Makes every call that is at work or waits, for its turn or for a lock, fail with
    /// ``ResultCode/interrupt``; its transaction is undone. Later calls work as ever.
    ///
    /// From any thread, but not from inside a signal handler: it takes locks. See ``suspend()`` for an
    /// interruption that must not come too early.
    package func interruptAll() {
        occupants.interruptAll()
        readers.withdrawAll(SQLiteError.interrupted)
        longReads.withdrawAll(SQLiteError.interrupted)
        writer.withdrawAll(SQLiteError.interrupted)
    }

    /// Like ``interruptAll()``, and makes every later call fail as well until ``resume()``. For an app that is about to
    /// be suspended, which must not hold a lock then, and for a program that was asked to end.
    ///
    /// Read transactions hold a lock, and are ended.
    package func suspend() {
        // Later calls first: none slips through between the two.
        occupants.setSuspended(true)
        keeper?.suspend()
        interruptAll()
        heldTransactions.endAll(because: ReadTransaction.Held.suspended)
    }

    /// Waits until the calls that ``suspend()`` has interrupted have undone their work, so that no lock is held any
    /// more. Returns whether they finished in time.
    ///
    /// Not from within one of the pool's closures, for which it would wait.
    package func waitUntilNobodyWorks(atMost patience: Duration) -> Bool {
        precondition(!occupants.containsCurrentThread, "A closure of the pool cannot wait for its own end.")
        let isIdle = occupants.waitUntilNobodyWorks(atMost: patience)
        keeper?.waitUntilSuspended()
        return isIdle
    }

    /// Lets calls work again after ``suspend()``.
    package func resume() {
        keeper?.resume()
        occupants.setSuspended(false)
    }

    /// The present state of the file, readable for as long as it is held. It waits for no writer.
    ///
    /// A database in memory is copied for it: O(its size).
    ///
    /// - Throws: ``SQLiteError``, with ``ResultCode/busy`` if ``Configuration/readTransactionLimit`` are held already,
    ///   ``ResultCode/interrupt`` while the pool is suspended, ``ResultCode/misuse`` if it is closed.
    package func readTransaction() throws -> ReadTransaction {
        requireNoReentrancy()
        try requireUsable()
        if isInMemory { return try copyInMemory() }
        let transaction = ReadTransaction(
            try heldTransactions.begin(
                open: { try lentReader() ?? reopened(asWriter: false) }, openWatcher: openedWatcher), of: self)
        // Suspended since then: this one may have come too late to be ended together with the rest.
        if occupants.isSuspended {
            heldTransactions.endAll(because: ReadTransaction.Held.suspended)
            throw SQLiteError.suspended
        }
        return transaction
    }

    /// Takes over the connection of an idle open reader. It has read the schema, which takes longer than all queries of
    /// a first screen. Its slot opens another connection when one is needed.
    private func lentReader() -> Connection? {
        guard let slot = readers.takeIdle() else { return nil }
        defer { readers.release(slot) }
        let connection = slot.connection
        slot.connection = nil
        return connection
    }

    /// Opens the connection that reports the file's version.
    func openedWatcher() throws -> Connection { try configuration.openWatcher(path: path, access: access) }

    /// Counts the states of a database in memory: all changes to it are its one connection's own.
    static func generationInMemory(_ connection: Connection) throws -> Int {
        try connection.first("SELECT total_changes()", as: Int.self) ?? 0
    }

    private func copyInMemory() throws -> ReadTransaction {
        let (copy, changes) = try perform(with: { readers }, waitingAtMost: nil) { slot in
            guard let connection = slot.connection else { throw ConnectionSlots.closed }
            return try use(slot, connection) {
                let copy = try configuration.openInMemory()
                try connection.transaction(.deferred) { try connection.copyDatabase(into: copy) }
                return (ConnectionSlots.Slot(copy), try Self.generationInMemory(connection))
            }
        }
        return ReadTransaction(try heldTransactions.begin(onCopy: copy, generation: changes), of: self)
    }
}
