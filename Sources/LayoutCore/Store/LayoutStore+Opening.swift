internal import LayoutFollowing
internal import LayoutMigrations
package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText
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

    /// An empty store, of which all others without a file are copies: SQLite reads its tables, views and triggers once
    /// instead of twice.
    private static let empty = Result {
        let pool = try ConnectionPool(inMemory: try Configuration().poolConfiguration())
        try bringUpToDate(pool, pool.path, UserSchema.migrator)
        return pool
    }

    /// Makes a store without a file whose bands have other sizes than usual.
    static func inMemory(configuration: Configuration = Configuration(), limits: BandLimits) throws -> LayoutStore {
        try LayoutError.explaining {
            let pool = try ConnectionPool(inMemory: try configuration.poolConfiguration())
            do {
                try empty.get().read { source in
                    try pool.writeWithoutTransaction { try source.copyDatabase(into: $0) }
                }
            } catch {
                // Memory ran out, now or when it was made, and the empty one is lost.
                try bringUpToDate(pool, pool.path, UserSchema.migrator)
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

    /// Opens a file that is a store, or becomes one, with what only some callers choose.
    ///
    /// - Parameters:
    ///   - limits: How many cells a band should hold.
    ///   - acceptance: The states of the derived schema in which the file may be opened.
    ///   - journal: The journal of a new file.
    ///   - noteDamage: Called with the path where damage to the file is met.
    package convenience init(
        path text: String, mode: Mode = .create, configuration: Configuration = Configuration(), limits: BandLimits,
        accepting acceptance: Acceptance = .whole, journal: ConnectionPool.Journal = .writeAheadLog,
        noteDamage: @escaping @Sendable (String) -> Void = DamagedFiles.note
    ) throws {
        let path = try Self.resolvedPath(text)
        let migrator = mode == .adopt ? UserSchema.sharingMigrator : UserSchema.migrator
        var configuration = try configuration.poolConfiguration()
        configuration.mode =
            switch mode {
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            case .create, .adopt: .create
            }
        configuration.journal = journal
        configuration.noteDamage = { noteDamage(path) }
        configuration.inspect = { try Self.inspect($0, path, mode, migrator, acceptance) }
        do {
            let pool = try ConnectionPool(path: path, configuration: configuration)
            if mode != .readOnly, !pool.isSettled { try Self.bringUpToDate(pool, path, migrator) }
            self.init(path: path, limits: limits, pool: pool)
        } catch {
            let failure = error as? SQLiteError
            if let failure, [.notADatabase, .readOnly, .error].contains(failure.code.primary),
                let damage = VerificationReport.StoreHeader.damage(at: path)
            {
                throw damage
            }
            guard var explained = LayoutError(explaining: error, path: path) else { throw error }
            if failure?.code.primary == .full, mode != .readOnly, DatabaseFiles.size(at: path) > 0 {
                explained.advice = LayoutError.fullDiskAdvice
            }
            throw explained
        }
    }

    /// Looks at a file before anything is written to it: whether it is a store, and one with a schema that is whole.
    /// Returns whether nothing is left to do.
    @discardableResult
    static func inspect(
        _ connection: Connection, _ path: String, _ mode: Mode, _ migrator: Migrator, _ acceptance: Acceptance
    ) throws -> Bool {
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
        if mode != .readOnly, connection.isReadOnly, let damage = VerificationReport.StoreHeader.damage(at: path) {
            throw damage
        }
        let older = LayoutError(
            .olderVersion, "\(path) was written by an older version",
            advice: "Open it for writing once, as “layoutctl prepare” does.")
        if mode == .readOnly, case .older = state { throw older }
        if mode != .create, mode != .adopt, state == .empty {
            throw LayoutError(
                .notAStore, "\(path) is empty: it is not a layout store yet", advice: "Import something into it.")
        }
        guard state == .current else { return false }
        do {
            switch try DerivedSchema.state(of: connection) {
            case .current:
                if acceptance == .whole { try SchemaInspection.require(connection, path: path) }
                return isDone
            case .outdated where mode != .readOnly || acceptance == .any: return false
            case .outdated: throw older
            case .newer(let version):
                throw LayoutError(
                    .notAStore,
                    "\(path) was written by a later version: its derived schema is \(version), and this one knows "
                        + "up to \(MigrationCatalogue.derivedVersion)")
            }
        } catch let error as LayoutError where acceptance != .whole && error.code == .corrupt {
            return false
        }
    }

    private static func bringUpToDate(_ pool: ConnectionPool, _ path: String, _ migrator: Migrator) throws {
        try pool.writeWithoutTransaction { connection in
            try migrator.migrate(connection)
            if case .outdated = try DerivedSchema.state(of: connection) {
                try connection.transaction(.immediate) {
                    try DerivedSchema.bringUpToDate(connection)
                    try SchemaInspection.require(connection, path: path)
                    // Another version has made other triggers for followers.
                    try Followers.mend(connection)
                }
            }
        }
    }

    /// Makes a store by loading it, or loads an empty one. This takes half of the disk and a fifth less time than an
    /// import into a store that is open.
    ///
    /// ```swift
    /// try await LayoutStore.create(at: path) { store in
    ///     try await store.importFile(at: csv, into: "photos", columns: columns)
    /// }
    /// ```
    ///
    /// Loaded data does not go through a write-ahead log, and so each page is written once. Until this returns, another
    /// process that opens the file waits, or throws ``LayoutError`` `busy`. A crash and a loss of power leave a store
    /// without its uncommitted changes, as always, and the next opening for writing removes the leftovers.
    ///
    /// If `load` throws, a new file is removed again, unless it holds a data set by then, or another program has opened
    /// it. An empty store that is open elsewhere, or that shares its file with other tables, keeps its log.
    ///
    /// - Parameters:
    ///   - path: A path, or the text of a file URL, at which there is no file yet, or a store without data sets.
    ///   - configuration: How the store uses time, memory and the disk.
    ///   - load: Loads the store, which is open until it returns: import all data in one go. Reads wait for writes in
    ///     it.
    /// - Returns: What `load` returns.
    /// - Throws: ``LayoutError`` `exists` if there is a data set; the error of opening a file that cannot be opened;
    ///   any error that `load` throws.
    /// - Complexity: The same as `load`.
    @discardableResult public static func create<T>(
        at path: String, configuration: Configuration = Configuration(), loading load: (LayoutStore) throws -> T
    ) throws -> T {
        let (store, isNew) = try begin(at: path, configuration)
        do {
            let result = try load(store)
            // All of it is stored: nothing that fails from here on undoes it.
            try? store.pool.writeWithoutTransaction(ConnectionPool.useWriteAheadLog)
            store.close()
            return result
        } catch {
            throw store.abandon(isNew: isNew, after: error)
        }
    }

    /// Makes a store by loading it, with a function that may suspend its task.
    @discardableResult public static func create<T: Sendable>(
        at path: String, configuration: Configuration = Configuration(),
        loading load: sending (LayoutStore) async throws -> T
    ) async throws -> T {
        let (store, isNew) = try await BlockingWork.run { try begin(at: path, configuration) }
        do {
            let result = try await load(store)
            try? await store.pool.writeWithoutTransaction(ConnectionPool.useWriteAheadLog)
            await BlockingWork.run { store.close() }
            return result
        } catch {
            throw await BlockingWork.run { store.abandon(isNew: isNew, after: error) }
        }
    }

    private static func begin(
        at path: String, _ configuration: Configuration
    ) throws -> (store: LayoutStore, isNew: Bool) {
        let path = try resolvedPath(path)
        let isNew = !DatabaseFiles.exists(at: path)
        let journal =
            isNew ? .rollback : try LayoutError.explaining { try leaveLog(ofEmptyStoreAt: path, configuration) }
        do {
            let limits = BandLimits()
            return (try LayoutStore(path: path, configuration: configuration, limits: limits, journal: journal), isNew)
        } catch let error as LayoutError where isNew && error.code == .diskFull {
            // Not even an empty store fits.
            if (try? isEmpty(path)) ?? true { try? destroy(at: path) }
            throw error
        }
    }

    /// Switches an empty store to a rollback journal, if that can be; returns its journal mode.
    private static func leaveLog(
        ofEmptyStoreAt path: String, _ configuration: Configuration
    ) throws -> ConnectionPool.Journal {
        // Which sees to it that it is a store, and of this version.
        let store = try LayoutStore(path: path, configuration: configuration)
        let isEmpty = try store.isEmpty
        let isShared = try store.pool.read { try UserSchema.migrator.isShared($0) }
        store.close()
        guard isEmpty else {
            throw LayoutError(.exists, "\(path) holds a data set", advice: "Open it, and import into it.")
        }
        if isShared { return .writeAheadLog }
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
        defer { connection.close() }
        do throws(SQLiteError) {
            try connection.run("PRAGMA journal_mode = DELETE")
        } catch {
            guard .busy ~= error.code else { throw error }
            return .writeAheadLog
        }
        return .rollback
    }

    /// Closes a store whose loading failed: restores the file if it is still empty.
    ///
    /// A file that cannot be removed, or be put into WAL mode, is no more than was there before.
    ///
    /// - Returns: The error, with the fact that something was stored, if it was.
    private func abandon(isNew: Bool, after error: any Error) -> any Error {
        close()
        let isEmpty = (try? Self.isEmpty(path)) ?? true
        if isNew, isEmpty {
            try? Self.destroy(at: path)
        } else {
            // The next opening for writing puts it into WAL mode.
            let store = try? LayoutStore(path: path)
            store?.close()
        }
        guard !isEmpty, var explained = LayoutError(explaining: error) else { return error }
        explained.advice = "\(path) holds the data sets that were loaded before that; look at it before you load again."
        return explained
    }

    /// Whether a file has no data set. An interrupted store answers no query any more.
    ///
    /// It is opened for writing, which undoes what the loading has left in a journal.
    private static func isEmpty(_ path: String) throws -> Bool {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        return try isEmpty(connection)
    }

    /// Whether it has no data set. O(1).
    package var isEmpty: Bool {
        get throws { try pool.read { try Self.isEmpty($0) } }
    }

    private static func isEmpty(_ connection: Connection) throws -> Bool {
        try !connection.has("SELECT 1 FROM dataset")
    }

    /// Removes a store that is not open, with the files beside it; does nothing if it does not exist.
    ///
    /// - Throws: ``LayoutError`` `notAStore` for another program's database, and one that a store was made in beside
    ///   other tables: these are not changed; `busy` for one that is open here or elsewhere.
    public static func destroy(at path: String) throws {
        let path = try resolvedPath(path)
        try LayoutError.explaining {
            if DatabaseFiles.exists(at: path) { try requireOwnAndUnused(path) }
            try DatabaseFiles.remove(at: path)
        }
        DamagedFiles.forget(path)
    }

    /// Removes a store that is not open, with the files beside it, on another thread.
    public static func destroy(at path: String) async throws {
        try await BlockingWork.run { try destroy(at: path) }
    }

    private static func requireOwnAndUnused(_ path: String) throws {
        do {
            let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .zero)
            defer { connection.close() }
            if case .foreign = try UserSchema.migrator.state(of: connection) {
                throw LayoutError(.notAStore, "\(path) is not a store: it was not changed")
            }
            if try UserSchema.migrator.isShared(connection) {
                throw LayoutError(
                    .notAStore, "\(path) has other tables beside a store\u{2019}s: it was not changed",
                    advice: "Remove its followers, which takes the store out of it.")
            }
            // This succeeds only if no other process has the file open.
            try connection.run("PRAGMA journal_mode = DELETE")
        } catch  where isDamage(error) {
            // Its owner is unknown by now.
        } catch let error as SQLiteError where error.code.primary == .busy {
            throw LayoutError(.busy, "\(path) is in use", advice: "Close every store that has it open first.")
        }
    }

    /// Whether a file cannot be read as a database, or not all of it.
    package static func isDamage(_ error: any Error) -> Bool {
        guard let error = LayoutError(explaining: error) else { return false }
        guard let code = error.resultCode.map(ResultCode.init) else { return error.code == .corrupt }
        return code.primary == .corrupt || code.primary == .notADatabase
    }

    /// The path that a text names: itself, or what a URL such as `file:///var/my%20data/wall.db` means.
    ///
    /// A relative path that begins with `file://` is written `./file://…`.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a URL of another machine's file, and one that is
    ///   not well-formed.
    package static func resolvedPath(_ text: String) throws(LayoutError) -> String {
        if text.utf8.contains(0) {
            throw LayoutError(.invalidArgument, "the path has a NUL character, which no file's name has")
        }
        if text.isEmpty || text == ":memory:" {
            throw LayoutError(
                .invalidArgument, "a store is a file, and “\(text)” names none", advice: "Give the path of a file.")
        }
        let scheme = "file://"
        guard text.utf8.count > scheme.utf8.count, text.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) else {
            return text
        }
        var rest = text.utf8.dropFirst(scheme.utf8.count)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
        guard rest.first == UInt8(ascii: "/") else {
            throw LayoutError(.invalidArgument, "\(text) does not name a file on this computer")
        }
        guard !rest.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            throw LayoutError(
                .invalidArgument, "\(text) has a query or a fragment, which the URL of a file cannot have")
        }
        guard let bytes = rest.percentDecoded(), !bytes.contains(0) else {
            throw LayoutError(.invalidArgument, "\(text) is not a URL: “%” is followed by no byte of a path")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The files in which damage was met, for ``LayoutStore/openOrRecreate(path:configuration:)`` to look through.
    ///
    /// Within this process they are remembered; a file beside the store marks them for the next one.
    package enum DamagedFiles {
        private static let known = Mutex<Set<String>>([])

        private static func marker(_ path: String) -> String { path + "-damaged" }

        static func note(_ path: String) {
            known.withLock { _ = $0.insert(path) }
        }

        /// Notes it beside the file as well; if nothing can be written there, for this process only.
        package static func noteForLater(_ path: String) {
            note(path)
            if !DatabaseFiles.exists(at: marker(path)) { try? DatabaseFiles.makeEmptyFile(at: marker(path)) }
        }

        package static func contains(_ path: String) -> Bool {
            known.withLock { $0.contains(path) } || DatabaseFiles.exists(at: marker(path))
        }

        /// Forgets a file that was repaired or removed.
        package static func forget(_ path: String) {
            known.withLock { _ = $0.remove(path) }
            // If it stays, the next opening checks the file once more.
            try? DatabaseFiles.removeFile(at: marker(path))
        }
    }
}
