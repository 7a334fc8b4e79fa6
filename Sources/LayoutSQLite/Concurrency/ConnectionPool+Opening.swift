internal import LayoutPlatform

extension ConnectionPool.Configuration {
    /// Opens the first connection of a pool that writes, and inspects the file.
    ///
    /// Each connection reads the schema for itself, which takes longer than finding a rectangle. So a file in which
    /// nothing is left to do gets a reader first, and the writer at the first write.
    ///
    /// - Returns: The connection, and whether it is the one that writes.
    func openFirst(path: String) throws -> (connection: Connection, isWriter: Bool) {
        let isLogLeft = FileStatus.size(of: path + "-wal") ?? 0 > 0
        let connection = try Connection(path: path, mode: mode, busyTimeout: busyTimeout)
        var isReader = false
        do {
            try connection.readHeader()
            isReader =
                try inspect?(connection) ?? false
                && connection.first("PRAGMA journal_mode", as: String.self) == "wal"
        } catch {
            // Not even a log that a crash has left behind is moved into a file that is refused. If this switch failed,
            // the log would be moved, as by any other program that reads the file. Without a log it stays on, since it
            // has the side files removed as well.
            if isLogLeft { try? connection.setCheckpointsOnClose(false) }
            connection.close()
            throw error
        }
        if isReader { try setUpReader(connection) } else { try setUpWriter(connection) }
        return (connection, !isReader)
    }

    /// Opens the one connection that writes, to a file that has been inspected.
    func openWriter(path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
        try connection.readHeader()
        try setUpWriter(connection)
        return connection
    }

    private func setUpWriter(_ connection: Connection) throws {
        // Takes effect in a file that has no page yet.
        try connection.execute("PRAGMA page_size = \(Self.pageSize)")
        if journal == .writeAheadLog { try connection.useWriteAheadLog(patience: busyTimeout) }
        // In a write-ahead log NORMAL cannot corrupt the file. After a loss of power the last commits may be missing
        // (https://sqlite.org/pragma.html#pragma_synchronous). With a rollback journal it might, on some disks.
        try connection.execute(
            """
            PRAGMA synchronous = \(journal == .writeAheadLog ? "NORMAL" : "FULL");
            PRAGMA journal_size_limit = \(logLimitBytes);
            """)
        if checkpointing == .byOthers { try connection.setCheckpointsOnClose(false) }
        try setUpCommon(connection, mappedBytes: 0, checksCells: true)
    }

    /// Opens the connection of a database in memory, which reads and writes.
    func openInMemory() throws -> Connection {
        let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: busyTimeout)
        try setUpCommon(connection, mappedBytes: 0, checksCells: false)
        return connection
    }

    func openReader(path: String, access: ReadOnlyAccess) throws -> Connection {
        let connection = try access.open(path: path, busyTimeout: busyTimeout)
        try connection.readHeader()
        try setUpReader(connection)
        return connection
    }

    /// Opens a connection that is only asked for the file's version. It never reads the schema.
    func openWatcher(path: String, access: ReadOnlyAccess) throws -> Connection {
        let connection = try access.open(path: path, busyTimeout: busyTimeout)
        try connection.readHeader()
        if checkpointing == .byOthers { try connection.setCheckpointsOnClose(false) }
        return connection
    }

    private func setUpReader(_ connection: Connection) throws {
        // A read-only connection may still write to temporary tables; this one does not.
        try connection.execute("PRAGMA query_only = ON")
        if checkpointing == .byOthers { try connection.setCheckpointsOnClose(false) }
        try setUpCommon(connection, mappedBytes: readerMappedBytes, checksCells: false)
    }

    /// Opens the first reader of a read-only pool, and finds out how to open the remaining ones.
    ///
    /// - Parameter path: Without links.
    func openFirstReader(path: String) throws -> (connection: Connection, access: ReadOnlyAccess) {
        var attempts = 0
        var access = try ReadOnlyAccess.find(path: path, isImmutable: isFileImmutable)
        while true {
            do {
                let connection = try openReader(path: path, access: access)
                do {
                    _ = try inspect?(connection)
                } catch {
                    connection.close()
                    throw error
                }
                return (connection, access)
            } catch let error as SQLiteError where error.code.primary == .full && access == .ordinary {
                // The side files have no room. Without a log, no other process has them either.
                guard try ReadOnlyAccess.isWholeWithoutLog(path) else { throw error }
                access = .immutable
            } catch let error as SQLiteError where error.code != .readOnlyRollback && .readOnly ~= error.code {
                // The owner has closed the file, and taken the side files away, since they were found there.
                attempts += 1
                guard attempts < 5 else {
                    throw SQLiteError(
                        code: .busy, message: "another process keeps opening and closing it; try again", path: path)
                }
                access = try ReadOnlyAccess.find(path: path, isImmutable: isFileImmutable)
            }
        }
    }

    /// - Parameter checksCells: Whether each page that is fetched is looked through for damage before
    ///   it is used. The writer does, so that it builds on nothing damaged. A reader would spend more on that than on
    ///   finding what it looks for, since it fetches many pages for a row or two each.
    private func setUpCommon(_ connection: Connection, mappedBytes: Int, checksCells: Bool) throws {
        try connection.execute(
            """
            PRAGMA foreign_keys = OFF;
            PRAGMA mmap_size = \(mappedBytes);
            PRAGMA cell_size_check = \(checksCells ? "ON" : "OFF");
            PRAGMA cache_size = -\(max(1, cacheBytes / 1024));
            """)
        try setUp?(connection)
    }
}

extension ConnectionPool {
    /// Changes a file that is kept by a rollback journal to WAL mode. If another program reads it, or the disk fails,
    /// it keeps its journal mode until it is next opened for writing. Committed data is stored either way.
    @Sendable package static func useWriteAheadLog(_ connection: Connection) {
        try? connection.useWriteAheadLog(patience: .zero)
    }
}

extension Connection {
    /// Reads the file's header through SQLite, so that a file that is not a database is found out.
    fileprivate func readHeader() throws(SQLiteError) {
        do {
            try run("PRAGMA schema_version")
        } catch {
            guard error.code == .readOnlyRollback else {
                throw error.explained(opening: error.path ?? "")
            }
            throw SQLiteError(
                code: error.code,
                message: "a program was stopped in the middle of a transaction, which must be undone first; "
                    + "open the file for writing once", path: error.path)
        }
    }

    /// Changes the file to WAL mode, unless it is in it already.
    ///
    /// SQLite does not use the busy handler for this lock, since it might wait for itself. While another connection
    /// opens the file, it fails at once. So the waiting is done here.
    fileprivate func useWriteAheadLog(patience: Duration) throws {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                // If shared memory is not available, as on some network disks, SQLite returns the mode that stays. All
                // still works; readers and the writer then take turns.
                return try run("PRAGMA journal_mode = WAL")
            } catch {
                guard .busy ~= error.code, ContinuousClock.now < deadline else { throw error }
                try Task.checkCancellation()
                usleep(5000)
            }
        }
    }
}
