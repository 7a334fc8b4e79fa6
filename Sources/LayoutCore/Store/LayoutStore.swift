internal import LayoutMigrations
package import LayoutSQLite
internal import Synchronization

@_exported public import LayoutEngine
@_exported public import LayoutFollowing
@_exported public import LayoutRecords
@_exported public import LayoutSchema
@_exported public import LayoutSources

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
    let focus = ViewerFocus()
    let keptSizes = KeptSizes()
    private let behind = Atomic<Bool>(false)

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
    ///   ``verify(at:repair:deep:opened:progress:)``; `exists` with the list of names that are taken, if a store has to
    ///   be made beside other tables; `sourceChanged` if a table that a data set follows has lost a column, with
    ///   the remedy; `cannotOpen`, `busy`, `readOnly` and `diskFull` for a file that cannot be opened.
    public convenience init(
        path: String, mode: Mode = .create, configuration: Configuration = Configuration()
    ) throws {
        try self.init(path: path, mode: mode, configuration: configuration, limits: BandLimits())
    }

    /// Opens a store whose bands have other sizes than usual.
    package convenience init(
        path: String, mode: Mode = .create, configuration: Configuration = Configuration(), limits: BandLimits
    ) throws {
        try self.init(path: path, mode: mode, configuration: configuration, limits: limits, journal: .writeAheadLog)
    }

    /// Opens a store with a journal for a new file.
    convenience init(
        path: String, mode: Mode, configuration: Configuration, limits: BandLimits, journal: ConnectionPool.Journal
    ) throws {
        let path = try StorePath.resolve(path)
        self.init(
            path: path, limits: limits,
            pool: try LayoutError.explaining {
                try Self.openPool(at: path, mode, configuration, journal: journal) { DamagedFiles.note(path) }
            })
    }

    /// Opens a store that may be damaged.
    package convenience init(path: String, mode: Mode, limits: BandLimits, accepting acceptance: Acceptance) throws {
        let path = try StorePath.resolve(path)
        self.init(
            path: path, limits: limits,
            pool: try Self.openPool(at: path, mode, Configuration(), accepting: acceptance) { DamagedFiles.note(path) })
    }

    /// Opens a store that was just repaired, except for the triggers of its followers.
    package convenience init(repaired path: String) throws {
        let path = try StorePath.resolve(path)
        self.init(
            path: path, limits: BandLimits(),
            pool: try Self.openPool(at: path, .readWrite, Configuration(), checksFollowers: false) {
                DamagedFiles.note(path)
            })
    }

    /// Opens a store, and remembers damage also for the next process.
    ///
    /// - Parameter path: A resolved path.
    package convenience init(notingDamageAt path: String, _ configuration: Configuration) throws {
        self.init(
            path: path, limits: BandLimits(),
            pool: try Self.openPool(at: path, .create, configuration) { DamagedFiles.noteForLater(path) })
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
            pool: ConnectionPool(
                borrowing: connection, configuration: try Configuration().poolConfiguration()))
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
    public func close() {
        pool.close()
    }

    /// How long a reading call that prepares waits for writers, before it returns the prepared state.
    package static let readingPatience = Duration.milliseconds(150)

    /// Whether a reading call has returned a stale state because a writer was at work for longer.
    package var isBehind: Bool { behind.load(ordering: .relaxed) }

    func noteBehind() { behind.store(true, ordering: .relaxed) }

    /// The layout of a name; its calls throw if it does not exist.
    public func layout(_ name: String) -> StoredLayout {
        StoredLayout(store: self, name: name)
    }
}
