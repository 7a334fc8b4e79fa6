internal import LayoutMigrations
internal import LayoutSQLite

@_exported public import LayoutEngine

/// An SQLite file of data sets and their layouts: the way to everything else.
///
/// ```swift
/// let store = try LayoutStore(path: "wall.db")
/// try store.defineLayout("wall", dataset: "tate", definition: definition, container: LayoutSize(width: 390, height: 844))
/// let wall = store.layout("wall")
/// try wall.prepare()
/// let elements = try wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 120_000, width: 390, height: 844))
/// ```
///
/// A store may be used from any thread: writes take turns, and reads wait for no write. Calls that can
/// take long have an asynchronous form of the same name.
public final class LayoutStore: Sendable {
    /// What may be done with a file.
    public enum Mode: Sendable {
        /// Only look; nothing is created or changed.
        case readOnly
        /// Change a store that exists.
        case readWrite
        /// Change a store, and make it where there is no file.
        case create
    }

    /// The file's path.
    public let path: String
    /// How many cells a band should hold; the tests force it small.
    public let limits: BandLimits
    let pool: ConnectionPool
    let sumCache = SumCache()
    let focus = ViewerFocus()
    let keptSizes = KeptSizes()

    /// Opens a store, and brings its schema up to date unless it is opened to read only.
    ///
    /// Opening does no work that grows with the data set.
    ///
    /// - Throws: ``LayoutStoreError`` with `notAStore` for a file that is no store or one of a newer
    ///   version, which is left as it is, and `corrupt` for one whose derived tables, views or triggers are
    ///   not what they should be, see ``verify(at:repair:deep:opened:)``; ``SQLiteError`` for a file that cannot
    ///   be opened.
    public convenience init(path: String, mode: Mode = .create, limits: BandLimits = BandLimits()) throws {
        try self.init(path: path, mode: mode, limits: limits, accepting: .whole)
    }

    /// What a file's derived schema may be like for it to be opened.
    enum Acceptance {
        /// As it should be.
        case whole
        /// Damaged: it is to be verified.
        case damaged
        /// Damaged, or another version's: it is to be made again.
        case any
    }

    init(path: String, mode: Mode, limits: BandLimits, accepting acceptance: Acceptance) throws {
        self.path = path
        self.limits = limits
        var configuration = ConnectionPool.Configuration()
        configuration.mode =
            switch mode {
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            case .create: .create
            }
        configuration.inspect = { connection in
            try Self.check(connection, path: path, mode: mode, accepting: acceptance)
        }
        do {
            pool = try ConnectionPool(path: path, configuration: configuration)
            if mode != .readOnly {
                try pool.writeWithoutTransaction { connection in
                    try UserSchema.migrator.migrate(connection)
                    guard case .outdated = try DerivedSchema.state(of: connection) else { return }
                    try connection.transaction(.immediate) {
                        try DerivedSchema.bringUpToDate(connection)
                        try SchemaInspection.require(connection, path: path)
                    }
                }
            }
        } catch let error as MigratorError {
            throw LayoutStoreError(.notAStore, "\(path): \(error)")
        }
    }

    /// Works on a connection that somebody else goes on using, for as long as a function runs that it called.
    ///
    /// The schema is left as it is. Close the store before the function returns.
    ///
    /// - Throws: ``LayoutStoreError`` with `notAStore` for a file that is no store, or one of another version.
    init(borrowing connection: Connection, accepting acceptance: Acceptance = .whole) throws {
        path = connection.path ?? "the database"
        limits = BandLimits()
        try Self.check(connection, path: path, mode: .readOnly, accepting: acceptance)
        pool = ConnectionPool(borrowing: connection)
    }

    /// - Throws: ``LayoutStoreError`` with `notAStore` for a file that is no store, or one of a version that
    ///   cannot be used like that; `MigratorError`.
    static func check(
        _ connection: Connection, path: String, mode: Mode, accepting acceptance: Acceptance = .whole
    ) throws {
        let state = try UserSchema.migrator.check(connection)
        if mode == .readOnly, case .older = state {
            throw LayoutStoreError(.notAStore, "\(path) was written by an older version; open it for writing once")
        }
        if mode != .create, state == .empty {
            throw LayoutStoreError(.notAStore, "\(path) is empty: it is no store yet; import something into it")
        }
        guard state == .current else { return }
        let derived: DerivedSchema.State
        do {
            derived = try DerivedSchema.state(of: connection)
        } catch let error as LayoutStoreError where acceptance != .whole && error.code == .corrupt {
            return
        }
        switch derived {
        case .current where acceptance == .whole: try SchemaInspection.require(connection, path: path)
        case .current: break
        case .outdated where mode != .readOnly || acceptance == .any: break
        case .outdated:
            throw LayoutStoreError(.notAStore, "\(path) was written by an older version; open it for writing once")
        case .newer(let version):
            throw LayoutStoreError(
                .notAStore,
                "\(path) was written by a later version: its derived schema is \(version), and this one knows up to "
                    + "\(MigrationCatalogue.derivedVersion)")
        }
    }

    /// Waits for what is running and closes the file; later calls throw.
    public func close() {
        pool.close()
    }

    /// The layout of a name; its calls throw if there is none.
    public func layout(_ name: String) -> StoredLayout {
        StoredLayout(store: self, name: name)
    }
}
