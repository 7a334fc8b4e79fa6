internal import LayoutFollowing
internal import LayoutMigrations
package import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

extension LayoutStore {
    /// Makes a store without a file, which goes with the object: for previews and tests.
    ///
    /// Its one connection reads and writes, so that a read waits for a write.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a configuration with what is negative; `outOfMemory`.
    public static func inMemory(configuration: Configuration = Configuration()) throws -> LayoutStore {
        try inMemory(configuration: configuration, limits: BandLimits())
    }

    /// Makes a store without a file whose bands have other sizes than usual.
    static func inMemory(
        configuration: Configuration = Configuration(), limits: BandLimits
    ) throws -> LayoutStore {
        try LayoutError.explaining {
            let pool = try ConnectionPool(inMemory: try configuration.poolConfiguration())
            try bringUpToDate(pool, pool.path, UserSchema.migrator, checksFollowers: false)
            return LayoutStore(path: pool.path, limits: limits, pool: pool)
        }
    }

    /// An empty store, for ``emptyCopy(limits:)``.
    private static let emptyStore = Mutex<LayoutStore?>(nil)

    /// Makes a store without a file as a copy of an empty one, which is kept. SQLite reads its tables, views and
    /// triggers once instead of twice.
    static func emptyCopy(limits: BandLimits) throws -> LayoutStore {
        let empty = try emptyStore.withLock { store in
            if let store { return store }
            let made = try inMemory()
            store = made
            return made
        }
        return try LayoutError.explaining {
            let pool = try ConnectionPool(inMemory: try Configuration().poolConfiguration())
            try empty.pool.read { source in
                try pool.writeWithoutTransaction { try source.copyDatabase(into: $0) }
            }
            return LayoutStore(path: pool.path, limits: limits, pool: pool)
        }
    }

    /// The states of a file's derived schema in which it may be opened.
    package enum Acceptance {
        /// As it should be.
        case whole
        /// Damaged: it will be verified.
        case damaged
        /// Damaged, or another version's: it will be made again.
        case any
    }

    /// Opens a file that is a store, or becomes one.
    ///
    /// - Parameters:
    ///   - journal: The journal of a new file.
    ///   - checksFollowers: Whether followers that lost their source are looked at.
    ///   - noteDamage: Called where damage to the file is met.
    static func openPool(
        at path: String, _ mode: Mode, _ configuration: Configuration, accepting acceptance: Acceptance = .whole,
        journal: ConnectionPool.Journal = .writeAheadLog, checksFollowers: Bool = true,
        noteDamage: @escaping @Sendable () -> Void
    ) throws -> ConnectionPool {
        var configuration = try configuration.poolConfiguration()
        configuration.mode =
            switch mode {
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            case .create, .adopt: .create
            }
        configuration.journal = journal
        let migrator = mode == .adopt ? UserSchema.sharingMigrator : UserSchema.migrator
        configuration.noteDamage = noteDamage
        configuration.inspect = { connection in
            let state = try inspect(connection, path, mode, migrator, acceptance)
            let isSettled =
                try state == .settled
                && (!checksFollowers || connection.transaction(.deferred) { try Followers.isWhole(connection) })
            return isSettled ? .settled : .unsettled
        }
        do {
            let pool = try ConnectionPool(path: path, configuration: configuration)
            if mode != .readOnly, !pool.isSettled {
                try bringUpToDate(pool, path, migrator, checksFollowers: checksFollowers)
            }
            return pool
        } catch let error as MigratorError {
            throw LayoutError(error, path: path)
        } catch let error as SQLiteError where .full ~= error.code && mode != .readOnly {
            var explained = LayoutError(explaining: error)
            if (DatabaseFiles.size(at: path)) > 0 { explained?.advice = LayoutError.fullDiskAdvice }
            throw explained ?? error
        } catch let error as SQLiteError where [.notADatabase, .readOnly, .error].contains(error.code.primary) {
            throw StoreHeader.damage(at: path) ?? error
        }
    }

    /// Looks at a file before anything is written to it: whether it is a store, and one with a schema that is whole.
    @discardableResult
    package static func inspect(
        _ connection: Connection, _ path: String, _ mode: Mode, _ migrator: Migrator, _ acceptance: Acceptance
    ) throws -> ConnectionPool.Inspection {
        if mode == .adopt, try migrator.state(of: connection) == .empty {
            let taken = try UserSchema.takenNames(in: connection)
            guard taken.isEmpty else {
                throw LayoutError(
                    .exists,
                    "\(path) has tables or other objects with names that a store uses: "
                        + "\(taken.joined(separator: ", ")); nothing was changed",
                    advice: "Keep the store in a separate file.")
            }
        }
        let (state, isDone) = try migrator.check(connection)
        // One flipped bit has SQLite read the file and refuse every write to it.
        if mode != .readOnly, connection.isReadOnly, let damage = StoreHeader.damage(at: path) { throw damage }
        if mode == .readOnly, case .older = state {
            throw LayoutError(
                .olderVersion, "\(path) was written by an older version",
                advice: "Open it for writing once, as “layoutctl prepare” does.")
        }
        if mode != .create, mode != .adopt, state == .empty {
            throw LayoutError(
                .notAStore, "\(path) is empty: it is not a layout store yet",
                advice: "Import something into it.")
        }
        guard state == .current else { return .unsettled }
        let derived: DerivedSchema.State
        do {
            derived = try DerivedSchema.state(of: connection)
        } catch let error as LayoutError where acceptance != .whole && error.code == .corrupt {
            return .unsettled
        }
        switch derived {
        case .current where acceptance == .whole: try SchemaInspection.require(connection, path: path)
        case .current: break
        case .outdated where mode != .readOnly || acceptance == .any: break
        case .outdated:
            throw LayoutError(
                .olderVersion, "\(path) was written by an older version",
                advice: "Open it for writing once, as “layoutctl prepare” does.")
        case .newer(let version):
            throw LayoutError(
                .notAStore,
                "\(path) was written by a later version: its derived schema is \(version), and this one knows up to "
                    + "\(MigrationCatalogue.derivedVersion)")
        }
        if case .current = derived, isDone { return .settled }
        return .unsettled
    }

    private static func bringUpToDate(
        _ pool: ConnectionPool, _ path: String, _ migrator: Migrator, checksFollowers: Bool
    ) throws {
        try pool.writeWithoutTransaction { connection in
            try migrator.migrate(connection)
            if case .outdated = try DerivedSchema.state(of: connection) {
                try connection.transaction(.immediate) {
                    try DerivedSchema.bringUpToDate(connection)
                    try SchemaInspection.require(connection, path: path)
                }
            }
            // Mostly nothing has changed, and no writer has to wait.
            if checksFollowers, try !connection.transaction(.deferred, { try Followers.isWhole(connection) }) {
                _ = try connection.transaction(.immediate) { try Followers.mend(connection) }
            }
        }
    }
}
