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
    let occupants = PoolOccupants()
    let watches = CommitWatches()
    let otherWriters: Mutex<OtherWriters>
    let heldTransactions: HeldTransactions
    let access: ReadOnlyAccess
    /// Whether ``Configuration/inspect`` found nothing to be done in the file, and it has no writer yet.
    package let isSettled: Bool
    let isInMemory: Bool
    /// The file that was opened; nil for a database that is no file, and a borrowed connection.
    private let file: FileStatus?
    /// Whether its one connection, which reads and writes, is another program's.
    let isBorrowed: Bool
    let keeper: LogKeeper?
    /// Whether a write that failed has left pages in the log.
    let isLogLeft = Atomic<Bool>(false)
    /// For a pool that only reads.
    private let tidying: LogCleanup?
    /// The queue on which asynchronous calls give up waiting.
    let clock = DispatchQueue(label: "LayoutSQLite.clock")

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
            // The remaining connections are opened later, when the current directory may be another.
            self.path = connection.path ?? path
            writer = ConnectionSlots([ConnectionSlot(isWriter ? connection : nil)])
            slots.append(ConnectionSlot(isWriter ? nil : connection))
            access = .likeTheWriter
            tidying = nil
            isSettled = !isWriter
            keeper = try configuration.keepLog(of: connection, path: self.path, writer: writer, for: heldTransactions)
            if isWriter { keeper?.watch(connection) }
        }
        isInMemory = false
        isBorrowed = false
        let status = FileStatus(of: self.path)
        // Of another file system of SQLite's, such as one of a test, nothing is known.
        file = status.kind == .regular ? status : nil
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
    package init(inMemory configuration: Configuration) throws {
        path = ":memory:"
        self.configuration = configuration
        heldTransactions = HeldTransactions(limit: configuration.readTransactionLimit, logLimit: .max)
        access = .ordinary
        isInMemory = true
        isBorrowed = false
        file = nil
        tidying = nil
        keeper = nil
        isSettled = false
        readers = ConnectionSlots([ConnectionSlot(try configuration.openInMemory())])
        longReads = Self.turns(1)
        writer = readers
        otherWriters = Mutex(OtherWriters(path: path))
    }

    /// Borrows a connection of the caller, for as long as a function runs that the connection called.
    ///
    /// Nothing is set on it. Close the pool before the function returns.
    package init(borrowing connection: Connection, configuration: Configuration = Configuration()) {
        path = connection.path ?? ":memory:"
        self.configuration = configuration
        access = .ordinary
        isInMemory = true
        isBorrowed = true
        file = nil
        tidying = nil
        keeper = nil
        isSettled = false
        readers = ConnectionSlots([ConnectionSlot(connection)])
        longReads = Self.turns(1)
        writer = readers
        heldTransactions = HeldTransactions(
            limit: configuration.readTransactionLimit, logLimit: configuration.heldLogLimitBytes)
        otherWriters = Mutex(OtherWriters(path: path))
    }

    private static func turns(_ count: Int) -> ConnectionSlots {
        ConnectionSlots((0..<count).map { _ in ConnectionSlot() })
    }

    deinit {
        // Nothing is running: each running call holds a reference.
        closeConnections()
    }

    /// Whether the file is read without locks, because no process can be writing to it.
    package var isImmutable: Bool { access == .immutable }

    /// Whether another file, or none, is at the path by now. Its connections go on with the one that they opened, and
    /// what they write there is lost.
    var isFileReplaced: Bool {
        guard let file else { return false }
        let present = FileStatus(of: path)
        return present.inode != file.inode || present.device != file.device || present.kind == .missing
    }

    /// Refuses a call while the pool is suspended, and one that would work with a file that is gone.
    func requireUsable() throws(SQLiteError) {
        if occupants.isSuspended { throw SQLiteError.suspended }
        if isFileReplaced { throw SQLiteError.fileReplaced(path) }
    }

    /// Waits for running calls, and closes all connections. Later calls, and calls that still wait for their turn,
    /// throw ``ResultCode/misuse``.
    package func close() {
        requireNoReentrancy()
        closeConnections()
    }

    private func closeConnections() {
        watches.cancelAll()
        keeper?.close()
        heldTransactions.close()
        // The writer is the last to close, since a read-only connection cannot tidy the log up.
        readers.close()
        longReads.close()
        writer.close()
        tidying?.run()
    }
}
