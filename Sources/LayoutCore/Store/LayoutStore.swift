@_exported public import LayoutEngine
@_exported public import LayoutFollowing
internal import LayoutMigrations
@_exported public import LayoutRecords
package import LayoutSQLite
@_exported public import LayoutSchema
@_exported public import LayoutSources
internal import LayoutText
internal import Synchronization

/// An SQLite file of data sets and their layouts: the way to everything else.
///
/// ```swift
/// let store = try LayoutStore(path: path)
/// try store.defineLayout("wall", dataset: "garden", definition: definition, container: size)
///
/// let wall = store.layout("wall")
/// try wall.prepare()
/// let elements = try wall.layoutAttributesForElements(in: visibleRect)
/// ```
///
/// A store may be used from any thread. Writes take turns, and reads wait for no write, except in memory and while a
/// store is being created. Most calls that can take long have an asynchronous form of the same name. It does the
/// same on another thread, with the same parameters, errors and complexity. At the top level of a `main.swift` the
/// compiler chooses the blocking form despite `await`: call them in an asynchronous function.
///
/// ## Errors
///
/// Calls throw ``LayoutError``, and document the codes that concern their arguments. Every call that touches the file
/// can also throw the following: `busy`, if it writes and another process does not release the lock; `cannotOpen`,
/// `readOnly` and `diskFull`; `corrupt`; `outOfMemory`; `cancelled`, with the task or when the store is
/// suspended; `suspended` until it is resumed; `fileReplaced`, if the file was deleted, moved or replaced; and `sqlite`
/// for other errors of SQLite. An error thrown by a caller's closure or sequence is passed on unchanged.
public final class LayoutStore: Sendable {
    /// The access to a file.
    public enum Mode: Sendable {
        /// Only look; nothing is created or changed.
        case readOnly
        /// Change a store that exists.
        case readWrite
        /// Change a store, and create it if the file does not exist.
        case create
        /// Change a store in a database that has other tables, and create it beside them if it does not exist: see
        /// `follow(_:)`. No other table is changed, nor the numbers that identify the file's owner; it is put into WAL
        /// mode.
        case adopt
    }

    /// The file's path; `:memory:` for a store without one.
    public let path: String
    /// How many cells a band should hold; the tests force it small.
    let limits: BandLimits
    package let pool: ConnectionPool
    let sumCache = SumCache()
    /// The last viewed place of each layout, where preparing begins.
    let focus = Mutex<[String: LayoutPoint]>([:])
    let keptSizes = Mutex(KeptSizes())
    let behind = Atomic<Bool>(false)

    /// Opens a store, and brings its schema up to date unless it is opened to read only.
    ///
    /// Opening does no work that grows with the data set.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL: `url.absoluteString`.
    ///   - mode: The access to the file.
    ///   - configuration: How the store uses time, memory and the disk.
    /// - Throws: ``LayoutError`` with `notAStore` for a file that is not a layout store, or one of a newer version,
    ///   which is not changed; `corrupt` for one with damaged derived tables, views or triggers, see
    ///   ``verify(at:repair:deep:progress:)``; `exists` with the list of names that are taken, if a store has to
    ///   be made beside other tables; `sourceChanged` if a table that a data set follows has lost a column, with
    ///   the remedy; `cannotOpen`, `busy`, `readOnly` and `diskFull` for a file that cannot be opened.
    public convenience init(
        path: String, mode: Mode = .create, configuration: Configuration = Configuration()
    ) throws {
        try self.init(path: path, mode: mode, configuration: configuration, limits: BandLimits())
    }

    init(path: String, limits: BandLimits, pool: ConnectionPool) {
        self.path = path
        self.limits = limits
        self.pool = pool
    }

    /// Borrows a connection of the caller, for as long as a function runs that the connection called.
    ///
    /// The schema is not changed. Close the store before the function returns.
    ///
    /// - Throws: ``LayoutError`` with `notAStore` for a file that is not a layout store, or one of another version.
    package convenience init(borrowing connection: Connection, accepting acceptance: Acceptance = .whole) throws {
        self.init(
            path: try Self.inspect(borrowed: connection, accepting: acceptance), limits: BandLimits(),
            pool: ConnectionPool(borrowing: connection, configuration: try Configuration().poolConfiguration()))
    }

    /// Refuses a caller's connection to a file that is not a store of this version; returns the file's path.
    @discardableResult
    package static func inspect(
        borrowed connection: Connection, accepting acceptance: Acceptance = .whole
    ) throws -> String {
        let path = connection.path ?? "the database"
        try inspect(connection, path, .readOnly, UserSchema.migrator, acceptance)
        return path
    }

    /// Waits for what is running and closes the file; later calls throw ``LayoutError`` `closed`.
    public func close() { pool.close() }

    /// How long a reading call that prepares waits for writers, before it returns the prepared state.
    package static let readingTimeout = Duration.milliseconds(150)

    /// Whether a reading call has returned a stale state because a writer was at work for longer.
    package var isBehind: Bool { behind.load(ordering: .relaxed) }

    /// The layout of a name; its calls throw if it does not exist.
    public func layout(_ name: String) -> StoredLayout { StoredLayout(store: self, name: name) }

    /// A store's use of time, memory and the disk.
    ///
    /// ```swift
    /// var configuration = LayoutStore.Configuration()
    /// configuration.checkpointing = .byOthers
    /// let store = try LayoutStore(path: path, configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// Who moves the pages of the write-ahead log into the file.
        public enum CheckpointPolicy: Sendable {
            /// The store, on a thread that no commit runs on and no caller waits for.
            case inBackground
            /// Another program, such as one that copies the log elsewhere. The store never does, not when it
            /// closes either, and the log grows until that program does.
            case byOthers
        }

        /// The time that a blocking call waits for its turn among the writes of this process, and for other processes'
        /// locks. It then throws ``LayoutError`` `busy`. An asynchronous call waits for its turn without limit, and
        /// for other processes this long.
        public var busyTimeout: Duration

        /// The part of the file that readers may map into memory, in bytes. Use 0 to read it page by page, if an
        /// error of the disk must not end the process.
        public var readerMappedBytes: Int

        /// The part of the file that each connection, one that writes and up to four that read, keeps in memory, in
        /// bytes; see also ``LayoutStore/releaseMemory()``.
        public var cacheBytes: Int

        /// The size of the write-ahead log, in bytes, from which writers wait for it to be moved into the file. It
        /// is cut to this size then.
        ///
        /// A transaction that is larger, such as an import, and a snapshot that is held let it grow regardless.
        public var logLimitBytes: Int

        /// Who moves the pages of the write-ahead log into the file.
        public var checkpointing: CheckpointPolicy

        /// Makes one from its parts; omitted ones have their defaults.
        public init(
            busyTimeout: Duration = .seconds(5), readerMappedBytes: Int = 1 << 31, cacheBytes: Int = 8 << 20,
            logLimitBytes: Int = 64 << 20, checkpointing: CheckpointPolicy = .inBackground
        ) {
            self.busyTimeout = busyTimeout
            self.readerMappedBytes = readerMappedBytes
            self.cacheBytes = cacheBytes
            self.logLimitBytes = logLimitBytes
            self.checkpointing = checkpointing
        }

        /// - Throws: ``LayoutError`` `invalidArgument` for what is negative.
        func poolConfiguration() throws -> ConnectionPool.Configuration {
            for (name, bytes) in [
                ("readerMappedBytes", readerMappedBytes), ("cacheBytes", cacheBytes), ("logLimitBytes", logLimitBytes),
            ] where bytes < 0 { throw LayoutError(.invalidArgument, "\(name) is \(bytes); it cannot be negative") }
            guard busyTimeout >= .zero else {
                throw LayoutError(.invalidArgument, "busyTimeout is \(busyTimeout); it cannot be negative")
            }
            var pool = ConnectionPool.Configuration()
            pool.busyTimeout = busyTimeout
            pool.readerMappedBytes = readerMappedBytes
            pool.cacheBytes = cacheBytes
            pool.logLimitBytes = logLimitBytes
            pool.setUp = LineTexts.register
            pool.translate = { LayoutError(explaining: $0) ?? $0 }
            pool.checkpointing = checkpointing == .byOthers ? .byOthers : .inBackground
            return pool
        }
    }

    /// Ends what the store is doing now with `cancelled`, and everything that begins later, from any thread.
    ///
    /// An open transaction is rolled back, and a wait for a lock ends.
    package func interrupt() { pool.suspend() }

    /// Ends what the store is doing, on any thread, and refuses everything that begins later, until ``resume()``.
    ///
    /// For an app that is about to be suspended. Running and waiting calls throw ``LayoutError`` `cancelled`, and later
    /// ones `suspended`; the changes of an incomplete transaction are rolled back. A preparation carries on with the
    /// next call after ``resume()``. From any thread, but not from within a closure that the store calls, such as one
    /// for progress.
    ///
    /// No other process has to wait for the store then. SQLite still holds two shared locks for each file that is
    /// open in WAL mode.
    ///
    /// iOS ends a suspended process with a lock on a file in a shared container. Close a store there instead.
    ///
    /// - Parameter timeout: How long to wait until running calls have rolled back.
    /// - Returns: Whether no transaction is left.
    @discardableResult
    public func suspend(waitingAtMost timeout: Duration = .seconds(3)) -> Bool {
        pool.suspend()
        return pool.waitUntilNobodyWorks(atMost: timeout)
    }

    /// Lets calls work again after ``suspend(waitingAtMost:)``.
    public func resume() { pool.resume() }

    /// Gives back the memory that is only kept to be quick: parts of the file, and what was learnt of the layouts.
    ///
    /// For a warning that memory is low. It does not wait; the next calls read again what they need.
    public func releaseMemory() {
        sumCache.removeAll()
        pool.releaseMemory()
    }

    /// Reports changes in the store from now on by any process: by this process at once, by another one within 100
    /// milliseconds.
    ///
    /// ```swift
    /// for await change in store.changes() where change.layouts.contains("wall") {
    ///     show(try wall.layoutAttributesForElements(in: visibleRect, preparing: .visible))
    /// }
    /// ```
    ///
    /// Changes that were not read yet are joined into one, so that a slow listener misses nothing and gets nothing
    /// twice. It ends when the store is closed, when its object is gone, and with the task that listens. Without a
    /// listener it costs nothing; a listener costs a check of the file, of some microseconds, 20 times a second. While
    /// the store is suspended nothing is reported, and changes from that time are reported afterwards.
    public func changes() -> AsyncStream<StoreChange> {
        let observation = StoreChange.Observation()
        do {
            observation.keep(
                try pool.watchCommits(
                    every: StoreChange.Observation.interval,
                    { [weak observation] in observation?.check($0, generation: $1) },
                    end: { [weak observation] in observation?.finish() }))
        } catch {
            // A store that cannot be read any more, such as one that was closed, does not change.
            observation.finish()
        }
        // The observation goes with the last use of the stream.
        return AsyncStream(unfolding: { await observation.next() }, onCancel: { observation.cancel() })
    }

    /// Makes a data set equal to a snapshot, in one transaction, and returns the difference; it is created if it does
    /// not exist.
    ///
    /// Sections are known again by their titles and items by their keys: they keep their ids, with what was
    /// measured, wherever they move. Only what differs is written, so that sections that did not change stay fresh.
    /// Items without a key, and sections and items beyond the first of their name, go.
    ///
    /// - Throws: ``LayoutError`` `exists` and `notFound` for a key or title that is twice or not in the snapshot.
    ///   `invalidArgument` for a value that cannot be stored. The data set is as it was.
    /// - Complexity: O(items), and O(log items) for each that came, went or moved. Beside the snapshot it needs 50
    ///   bytes of memory for each item; an import with ``ImportMode/sync``, which returns no difference, needs none.
    @discardableResult
    public func apply(_ snapshot: DatasetSnapshot, to dataset: String) throws -> DatasetDifference {
        try pool.write(applying(snapshot, to: dataset))
    }

    /// Makes a data set equal to a snapshot, in one transaction, on another thread.
    @discardableResult
    public func apply(_ snapshot: DatasetSnapshot, to dataset: String) async throws -> DatasetDifference {
        try await pool.write(applying(snapshot, to: dataset))
    }

    private func applying(
        _ snapshot: DatasetSnapshot, to dataset: String
    ) -> @Sendable (Connection) throws -> DatasetDifference {
        { [limits] in
            try SnapshotApplication(connection: $0, snapshot: snapshot, limits: limits).run(dataset: dataset)
        }
    }

    /// The contents of a data set, to be changed and applied again.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a data set that is not there. `invalidArgument` for one with an item
    ///   without a key, `exists` for one with two sections of the same title.
    /// - Complexity: O(items).
    public func datasetSnapshot(of dataset: String) throws -> DatasetSnapshot {
        try pool.longRead { try DatasetSnapshot(of: DatasetRecord.id(of: dataset, in: $0), in: $0) }
    }

    /// The contents of a data set, read on another thread.
    ///
    /// - Complexity: O(items).
    public func datasetSnapshot(of dataset: String) async throws -> DatasetSnapshot {
        try await pool.longRead { try DatasetSnapshot(of: DatasetRecord.id(of: dataset, in: $0), in: $0) }
    }
}
