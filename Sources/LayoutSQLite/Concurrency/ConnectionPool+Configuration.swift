extension ConnectionPool {
    /// How a pool opens its connections.
    public struct Configuration: Sendable {
        /// What may be done with the file. A read-only pool has no writer, and changes nothing.
        public var mode = Connection.Mode.create

        /// The most readers at work at once. Each is opened when it is first needed.
        public var readerLimit = 4

        /// How long a statement waits for a lock before it fails as ``ResultCode/busy``.
        public var busyTimeout = Duration.seconds(5)

        /// The size of a page in bytes in a new file, a power of two from 512 to 65,536; an existing
        /// file keeps its own.
        public var pageSize = 4096

        /// How much of the file each connection keeps in memory, in KiB.
        ///
        /// 8 MiB is four times SQLite's default: the index of a few million rows, whatever the device.
        public var cacheSize = 8192

        /// How much of the file readers may map into memory, in bytes; 0 to read it page by page.
        ///
        /// A mapped page is shared with the system's cache and costs no call to fetch: in a file much
        /// larger than ``cacheSize`` that halves the time of a look-up. The writer never maps, since a
        /// stray pointer could then change the file. See <https://www.sqlite.org/mmap.html>, also for
        /// the price: an error of the disk under a mapped page is a signal rather than a result.
        public var readerMappedSize = 1 << 31
        /// To how many bytes the write-ahead log is cut once its pages have been moved to the file.
        ///
        /// 64 MiB: a large import need not grow the log anew at each of its commits, and no more than
        /// that stays behind.
        public var journalSizeLimit = 64 << 20

        /// Looks at the file before anything is written to it; what it throws keeps the file from
        /// being opened, and the file as it was. ``Migrator/check(_:)`` serves well here.
        public var inspect: (@Sendable (Connection) throws -> Void)?

        /// Is called with each new connection, the writer and the readers: for functions and pragmas.
        public var setUp: (@Sendable (Connection) throws -> Void)?

        public init() {}
    }
}

extension ConnectionPool.Configuration {
    /// Opens the one connection that writes.
    func openWriter(path: String) throws -> Connection {
        let isLogLeft = FileStatus.size(of: path + "-wal") ?? 0 > 0
        let connection = try Connection(path: path, mode: mode, busyTimeout: busyTimeout)
        do {
            try connection.readHeader()
            try inspect?(connection)
        } catch {
            // Not even a log that a crash has left behind is moved into a file that is refused. If
            // this switch failed, the log would be moved, as by any other program that reads the file.
            // Where there is no log it stays on, for it has the side files removed as well.
            if isLogLeft {
                try? connection.setCheckpointsOnClose(false)
            }
            connection.close()
            throw error
        }
        // Takes effect in a file that has no page yet.
        try connection.execute("PRAGMA page_size = \(pageSize)")
        try connection.useWriteAheadLog(patience: busyTimeout)
        // In a write-ahead log NORMAL cannot corrupt the file; after a loss of power the last
        // commits may be missing (https://sqlite.org/pragma.html#pragma_synchronous).
        try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(journalSizeLimit)")
        try setUpCommon(connection, mappedSize: 0, checksCells: true)
        return connection
    }

    /// Opens one of the connections that read.
    ///
    /// - Parameter isImmutable: Whether the file lies where SQLite cannot keep its locks.
    func openReader(path: String, isImmutable: Bool) throws -> Connection {
        let connection = isImmutable
            ? try Connection(immutablePath: path)
            : try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
        try connection.readHeader()
        // A read-only connection may still write to temporary tables; this one does not.
        try connection.execute("PRAGMA query_only = ON")
        try setUpCommon(connection, mappedSize: readerMappedSize, checksCells: false)
        return connection
    }

    /// Opens the first reader of a read-only pool, and finds out whether the file must be taken for
    /// immutable.
    ///
    /// A file in WAL mode cannot be read where its side files can neither be found nor made. In a
    /// directory that cannot be written nobody else can make them either, and if there is no log
    /// left to read, the file is whole and nobody is changing it.
    func openFirstReader(path: String) throws -> (connection: Connection, isImmutable: Bool) {
        let connection: Connection
        let isImmutable: Bool
        do {
            connection = try openReader(path: path, isImmutable: false)
            isImmutable = false
        } catch let error as SQLiteError where .cannotOpen ~= error.code || .readOnly ~= error.code {
            guard FileStatus.size(of: path) ?? 0 > 0, FileStatus.size(of: path + "-wal") ?? 0 == 0 else {
                throw error
            }
            connection = try openReader(path: path, isImmutable: true)
            isImmutable = true
        }
        do {
            try inspect?(connection)
        } catch {
            connection.close()
            throw error
        }
        return (connection, isImmutable)
    }

    /// - Parameter checksCells: Whether each page that is fetched is looked through for damage before
    ///   it is used. The writer does, so that it builds on nothing damaged; a reader would spend more
    ///   on that than on finding what it looks for, since it fetches many pages for a row or two each.
    private func setUpCommon(_ connection: Connection, mappedSize: Int, checksCells: Bool) throws {
        try connection.execute(
            """
            PRAGMA foreign_keys = OFF;
            PRAGMA mmap_size = \(mappedSize);
            PRAGMA cell_size_check = \(checksCells ? "ON" : "OFF");
            PRAGMA cache_size = -\(cacheSize);
            """
        )
        try setUp?(connection)
    }
}

extension Connection {
    /// Has SQLite read the file's header, so that a file that is no database is found out.
    fileprivate func readHeader() throws(SQLiteError) {
        do {
            try run("PRAGMA schema_version")
        } catch {
            throw error.explained(opening: error.path ?? "")
        }
    }

    /// Changes the file to WAL mode, unless it is in it already.
    ///
    /// SQLite does not wait for this lock as for others, since it might wait for itself: while
    /// somebody else is opening the file, it fails at once. So the waiting is done here.
    fileprivate func useWriteAheadLog(patience: Duration) throws(SQLiteError) {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while true {
            do {
                // Where there can be no shared memory, as on some network disks, SQLite answers with
                // the mode that stays. All still works; readers and the writer then take turns.
                return try run("PRAGMA journal_mode = WAL")
            } catch {
                guard .busy ~= error.code, clock.now < deadline else {
                    throw error
                }
                pause(milliseconds: 5)
            }
        }
    }
}
