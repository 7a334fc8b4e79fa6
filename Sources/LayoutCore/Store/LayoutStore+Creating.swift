internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
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
        let isNew = try !DatabaseFiles.exists(at: StorePath.resolve(path))
        let store = try begin(at: path, isNew: isNew, configuration)
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
        let (store, isNew) = try await BlockingWork.run {
            let isNew = try !DatabaseFiles.exists(at: StorePath.resolve(path))
            return (try begin(at: path, isNew: isNew, configuration), isNew)
        }
        do {
            let result = try await load(store)
            try? await store.pool.writeWithoutTransaction(ConnectionPool.useWriteAheadLog)
            try? await BlockingWork.run { store.close() }
            return result
        } catch {
            throw (try? await BlockingWork.run { store.abandon(isNew: isNew, after: error) }) ?? error
        }
    }

    private static func begin(at path: String, isNew: Bool, _ configuration: Configuration) throws -> LayoutStore {
        let path = try StorePath.resolve(path)
        let journal =
            isNew ? .rollback : try LayoutError.explaining { try leaveLog(ofEmptyStoreAt: path, configuration) }
        do {
            return try LayoutStore(
                path: path, mode: .create, configuration: configuration, limits: BandLimits(), journal: journal)
        } catch let error as LayoutError where isNew && error.code == .diskFull {
            // Not even an empty store fits.
            if (try? isEmpty(path)) ?? true { try? destroy(at: path) }
            throw error
        }
    }

    /// Has an empty store kept by a rollback journal, if it can be; returns what it is kept by.
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
        try connection.first("SELECT 1 FROM dataset", as: Int.self) == nil
    }
}
