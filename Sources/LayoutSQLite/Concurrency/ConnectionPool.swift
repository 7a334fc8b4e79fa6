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
///   Cancelling the task interrupts SQLite and rolls back; the call throws `CancellationError`.
/// - A closure that the pool calls must not call the pool: that would wait for itself, and traps.
///   Connections and statements must not leave the closure.
public final class ConnectionPool: Sendable {
    /// The file's absolute path.
    public let path: String

    /// How its connections were opened.
    public let configuration: Configuration

    /// Whether the file is read without locks, because it is in WAL mode in a directory that cannot be
    /// written: nobody can be changing it.
    public let isImmutable: Bool

    private let readers: ReaderSlots
    /// For a pool that only reads.
    private let tidying: LogTidying?
    private let readerQueue = DispatchQueue(label: "LayoutSQLite.readers", attributes: .concurrent)
    private let writer: ConnectionSlot
    private let writerQueue = DispatchQueue(label: "LayoutSQLite.writer")
    /// The threads that are inside one of the pool's closures.
    private let occupants = Mutex<Set<ThreadIdentity>>([])

    /// Opens a file.
    ///
    /// - Throws: ``SQLiteError``; whatever ``Configuration/inspect`` and ``Configuration/setUp`` throw.
    public init(path: String, configuration: Configuration = Configuration()) throws {
        precondition(configuration.readerLimit > 0, "A pool needs at least one reader.")
        guard !path.isEmpty, path != ":memory:" else {
            throw SQLiteError(code: .misuse, message: "connections cannot share a database without a file")
        }
        var slots = (1..<configuration.readerLimit).map { _ in ConnectionSlot() }
        switch configuration.mode {
        case .readOnly:
            let tidying = LogTidying(before: path)
            do {
                let (reader, isImmutable) = try configuration.openFirstReader(path: path)
                slots.append(ConnectionSlot(reader))
                self.isImmutable = isImmutable
                self.path = reader.path ?? path
            } catch {
                tidying.run(at: path)
                throw error
            }
            writer = ConnectionSlot()
            self.tidying = isImmutable ? nil : tidying
        case .readWrite, .create:
            let connection = try configuration.openWriter(path: path)
            writer = ConnectionSlot(connection)
            slots.append(ConnectionSlot())
            isImmutable = false
            tidying = nil
            // Readers are opened later, when the current directory may be another.
            self.path = connection.path ?? path
        }
        self.configuration = configuration
        readers = ReaderSlots(slots)
    }

    deinit {
        // Nothing is running: whatever runs holds a reference. The writer is the last to close, since
        // a read-only connection cannot tidy the write-ahead log up.
        readers.close()
        writer.connection?.close()
        tidying?.run(at: path)
    }

    /// Waits for what is running, and closes all connections; later calls throw ``ResultCode/misuse``.
    public func close() {
        requireNoReentrancy()
        readers.close()
        writerQueue.sync {
            writer.connection?.close()
            writer.connection = nil
        }
        tidying?.run(at: path)
    }
}

extension ConnectionPool {
    /// Calls `body` with a connection that sees one snapshot of the file, and blocks meanwhile.
    public func read<T>(_ body: (Connection) throws -> T) throws -> T {
        requireNoReentrancy()
        guard let slot = readers.acquire() else {
            throw Self.closed
        }
        defer { readers.release(slot) }
        return try read(in: slot, cancellation: nil, body)
    }

    /// Calls `body` with a connection that sees one snapshot of the file.
    public func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await perform { cancellation, finish in
            self.readers.acquire { slot in
                guard let slot else {
                    return finish(.failure(Self.closed))
                }
                self.readerQueue.async {
                    let result = Result { try self.read(in: slot, cancellation: cancellation, body) }
                    self.readers.release(slot)
                    finish(result)
                }
            }
        }
    }

    /// Calls `body` in an immediate transaction, committed if it returns and rolled back if it
    /// throws, and blocks meanwhile.
    public func write<T>(_ body: (Connection) throws -> T) throws -> T {
        try writeWithoutTransaction { connection in
            try connection.transaction { try body(connection) }
        }
    }

    /// Calls `body` in an immediate transaction, committed if it returns and rolled back if it throws.
    public func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await writeWithoutTransaction { connection in
            try connection.transaction { try body(connection) }
        }
    }

    /// Calls `body` with the writer, for work in several transactions or in none, such as VACUUM,
    /// and blocks meanwhile.
    public func writeWithoutTransaction<T>(_ body: (Connection) throws -> T) throws -> T {
        requireNoReentrancy()
        return try writerQueue.sync { try write(cancellation: nil, body) }
    }

    /// Calls `body` with the writer, for work in several transactions or in none, such as VACUUM.
    public func writeWithoutTransaction<T: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await perform { cancellation, finish in
            self.writerQueue.async {
                finish(Result { try self.write(cancellation: cancellation, body) })
            }
        }
    }
}

extension ConnectionPool {
    private static var closed: SQLiteError {
        SQLiteError(code: .misuse, message: "the pool is closed")
    }

    /// Reads with a slot that the caller holds.
    private func read<T>(
        in slot: ConnectionSlot, cancellation: Cancellation?, _ body: (Connection) throws -> T
    ) throws -> T {
        let connection: Connection
        if let opened = slot.connection {
            connection = opened
        } else {
            connection = try configuration.openReader(path: path, isImmutable: isImmutable)
            slot.connection = connection
        }
        return try use(connection, cancellation) { connection in
            try connection.transaction(.deferred) {
                let result = try body(connection)
                // A statement left on a row would keep the snapshot open after the commit.
                connection.resetStatements()
                return result
            }
        }
    }

    /// Writes, inside the writer's queue.
    private func write<T>(cancellation: Cancellation?, _ body: (Connection) throws -> T) throws -> T {
        guard let connection = writer.connection else {
            throw configuration.mode == .readOnly
                ? SQLiteError(code: .readOnly, message: "the pool was opened for reading only", path: path)
                : Self.closed
        }
        return try use(connection, cancellation) { connection in
            do {
                let result = try body(connection)
                precondition(!connection.isInTransaction, "A transaction was left open.")
                return result
            } catch {
                connection.rollback()
                throw error
            }
        }
    }

    private func use<T>(
        _ connection: Connection, _ cancellation: Cancellation?, _ body: (Connection) throws -> T
    ) throws -> T {
        let thread = ThreadIdentity.current
        occupants.withLock { _ = $0.insert(thread) }
        defer {
            connection.resetStatements()
            occupants.withLock { _ = $0.remove(thread) }
        }
        guard let cancellation else {
            return try body(connection)
        }
        return try cancellation.perform(on: connection) { try body(connection) }
    }

    /// Suspends the task until `start` has had its result finished, passing on its cancellation.
    private func perform<T: Sendable>(
        _ start: (Cancellation, @escaping @Sendable (Result<T, any Error>) -> Void) -> Void
    ) async throws -> T {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(cancellation) { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func requireNoReentrancy() {
        let isInside = occupants.withLock { $0.contains(ThreadIdentity.current) }
        precondition(
            !isInside,
            "A pool's closure must not call the pool: use the connection that it was given."
        )
    }
}
