internal import LayoutPlatform

extension ConnectionPool.Configuration {
    /// Opens the first connection of a pool that writes, and inspects the file.
    ///
    /// Each connection reads the schema for itself, which takes longer than finding a rectangle. So a file in which
    /// nothing is left to do gets a reader first, and the writer at the first write.
    ///
    /// - Returns: The connection, and whether it is the one that writes.
    func openFirst(path: String) throws -> (connection: Connection, isWriter: Bool) {
        let isLogLeft = DatabaseFiles.size(at: path + "-wal") > 0
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

    func openReader(path: String, access: ConnectionPool.ReadOnlyAccess) throws -> Connection {
        let connection = try access.open(path: path, busyTimeout: busyTimeout)
        try connection.readHeader()
        try setUpReader(connection)
        return connection
    }

    /// Opens a connection that is only asked for the file's version. It never reads the schema.
    func openWatcher(path: String, access: ConnectionPool.ReadOnlyAccess) throws -> Connection {
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
    func openFirstReader(path: String) throws -> (connection: Connection, access: ConnectionPool.ReadOnlyAccess) {
        var attempts = 0
        var access = try ConnectionPool.ReadOnlyAccess.find(path: path, isImmutable: isFileImmutable)
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
                guard try ConnectionPool.ReadOnlyAccess.isWholeWithoutLog(path) else { throw error }
                access = .immutable
            } catch let error as SQLiteError where error.code != .readOnlyRollback && .readOnly ~= error.code {
                // The owner has closed the file, and taken the side files away, since they were found there.
                attempts += 1
                guard attempts < 5 else {
                    throw SQLiteError(
                        code: .busy, message: "another process keeps opening and closing it; try again", path: path)
                }
                access = try ConnectionPool.ReadOnlyAccess.find(path: path, isImmutable: isFileImmutable)
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

    /// The way in which a reader opens a file without disturbing its writers.
    enum ReadOnlyAccess {
        /// In a pool that writes: whichever of its connections closes last takes the log away.
        case likeTheWriter
        /// As any other connection, making the log's side files if they are missing.
        case ordinary
        /// With the existing side files; none is made, since the file's owner could not write to it.
        case besideOthers
        /// Without locks and side files, because no process can be writing.
        case immutable

        /// Finds the way.
        ///
        /// A file in WAL mode cannot be read where its side files can neither be found nor made. It is read without
        /// locks if no process can write, and no log or journal holds a part of it. Otherwise it is refused: its owner
        /// might begin to write at any time, unnoticed.
        ///
        /// - Parameters:
        ///   - path: Without links.
        ///   - isImmutable: The caller's promise that no process writes.
        static func find(path: String, isImmutable: Bool) throws(SQLiteError) -> ReadOnlyAccess {
            guard let file = FileStamp(path: path), file.isRegular else { return .ordinary }
            let directory = DatabaseFiles.directory(of: path)
            let mayWrite = DatabaseFiles.mayWrite(path)
            let mayMakeFiles = mayWrite && DatabaseFiles.mayWrite(directory)
            if mayMakeFiles, !isImmutable {
                // A full disk has no room for the side files. Making them half would leave them there.
                if !DatabaseFiles.exists(at: path + "-shm"), !DatabaseFiles.hasRoom(path, bytes: 1 << 16),
                    try isWholeWithoutLog(path)
                {
                    return .immutable
                }
                return .ordinary
            }
            if !isImmutable, DatabaseFiles.exists(at: path + "-wal"), DatabaseFiles.exists(at: path + "-shm") {
                return mayWrite ? .ordinary : .besideOthers
            }
            guard file.size > 0, try isInWriteAheadMode(path) else {
                // A journal is read only, and found by SQLite; nothing is ever made for it.
                return isImmutable && !DatabaseFiles.exists(at: path + "-journal") ? .immutable : .ordinary
            }
            let isUnwritable =
                !DatabaseFiles.isWritableByAnyone(path) || !DatabaseFiles.isWritableByAnyone(directory)
                || DatabaseFiles.isOnReadOnlyDisk(path)
            let isWhole = hasNoLog(path)
            if isWhole, isImmutable || isUnwritable { return .immutable }
            throw SQLiteError(
                code: .cannotOpen,
                message: isWhole
                    ? "it is in WAL mode, and only those who may write to it and its directory can open it first; "
                        + "open it as its owner, or while its owner has it open"
                    : "its write-ahead log holds changes that only those who may write to it can read; "
                        + "open it as its owner once", path: path)
        }

        /// Whether no log or journal holds a part of the file.
        private static func hasNoLog(_ path: String) -> Bool {
            ["-wal", "-journal"].allSatisfy { DatabaseFiles.size(at: path + $0) == 0 }
        }

        /// Whether the file is in WAL mode, and no log or journal holds a part of it.
        static func isWholeWithoutLog(_ path: String) throws(SQLiteError) -> Bool {
            guard hasNoLog(path) else { return false }
            return try isInWriteAheadMode(path)
        }

        func open(path: String, busyTimeout: Duration) throws(SQLiteError) -> Connection {
            switch self {
            case .likeTheWriter:
                try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
            case .ordinary:
                try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
            case .besideOthers:
                try Connection(readOnlyPath: path, uriParameter: "readonly_shm=1", busyTimeout: busyTimeout)
            case .immutable:
                try Connection(readOnlyPath: path, uriParameter: "immutable=1", busyTimeout: busyTimeout)
            }
        }

        /// Whether a file's header selects a write-ahead log: bytes 18 and 19 of
        /// <https://sqlite.org/fileformat.html#the_database_header>.
        ///
        /// It is read through SQLite, which knows of the file's other users in this process.
        private static func isInWriteAheadMode(_ path: String) throws(SQLiteError) -> Bool {
            let connection = try Connection(readOnlyPath: path, uriParameter: "immutable=1", busyTimeout: .zero)
            defer { connection.close() }
            // Opens the file, and reads nothing that could be wrong.
            let header = try? connection.fileBytes(count: 20, at: 0)
            // A shorter file is no database; the first statement reports that.
            return header.map { $0[18] == 2 && $0[19] == 2 } ?? false
        }
    }

    /// Takes away the empty log files that a look at a database leaves behind.
    ///
    /// A read-only connection to a file in WAL mode makes missing `-wal` and `-shm` files, and may not remove them when
    /// it closes. A connection that could write does so if it is the last one.
    package struct LogCleanup {
        private let path: String
        /// Whether there was no log when the looking began, so that an empty one is our own.
        private let isDue: Bool

        /// - Parameter path: The database to open for reading only; absolute and without links: the log is beside it.
        package init(before path: String) {
            self.path = path
            isDue = !DatabaseFiles.exists(at: path + "-wal")
        }

        /// Called when all read-only connections are closed. Another process that has the file open, now or in the
        /// middle of this, keeps its log: SQLite's locks see to that. Nothing is written to the database.
        package func run() {
            guard isDue, FileStamp(path: path + "-wal")?.size == 0 else { return }
            // Side files that cannot be removed stay, and do no harm.
            guard let connection = try? Connection(path: path, mode: .readWrite, busyTimeout: .zero) else { return }
            try? connection.run("PRAGMA schema_version")
            connection.close()
        }
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
