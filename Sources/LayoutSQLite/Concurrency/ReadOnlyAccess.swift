internal import LayoutPlatform

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
    /// A file in WAL mode cannot be read where its side files can neither be found nor made. It is read without locks
    /// if no process can write, and no log or journal holds a part of it. Otherwise it is refused: its owner might
    /// begin to write at any time, unnoticed.
    ///
    /// - Parameters:
    ///   - path: Without links.
    ///   - isImmutable: The caller's promise that no process writes.
    static func find(path: String, isImmutable: Bool) throws(SQLiteError) -> ReadOnlyAccess {
        guard let file = FileStamp(path: path), file.isRegular else { return .ordinary }
        let directory = FileStatus.directory(of: path)
        let mayWrite = FileStatus.mayWrite(path)
        let mayMakeFiles = mayWrite && FileStatus.mayWrite(directory)
        if mayMakeFiles, !isImmutable {
            // A full disk has no room for the side files. Making them half would leave them there.
            if FileStatus.size(of: path + "-shm") == nil, !FileStatus.hasRoom(path, bytes: 1 << 16),
                try isWholeWithoutLog(path)
            {
                return .immutable
            }
            return .ordinary
        }
        let logSize = FileStatus.size(of: path + "-wal")
        if !isImmutable, logSize != nil, FileStatus.size(of: path + "-shm") != nil {
            return mayWrite ? .ordinary : .besideOthers
        }
        guard file.size > 0, try isInWriteAheadMode(path) else {
            // A journal is read only, and found by SQLite; nothing is ever made for it.
            return isImmutable && FileStatus.size(of: path + "-journal") == nil ? .immutable : .ordinary
        }
        let isUnwritable =
            !FileStatus.isWritableByAnyone(path) || !FileStatus.isWritableByAnyone(directory)
            || FileStatus.isOnReadOnlyDisk(path)
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
        ["-wal", "-journal"].allSatisfy { FileStatus.size(of: path + $0) ?? 0 == 0 }
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
/// A read-only connection to a file in WAL mode makes missing `-wal` and `-shm` files, and may not remove them when it
/// closes. A connection that could write does so if it is the last one.
package struct LogCleanup {
    private let path: String
    /// Whether there was no log when the looking began, so that an empty one is our own.
    private let isDue: Bool

    /// - Parameter path: The database to open for reading only; absolute and without links, since the log is beside the
    ///   file itself.
    package init(before path: String) {
        self.path = path
        isDue = FileStatus.size(of: path + "-wal") == nil
    }

    /// Called when all read-only connections are closed. Another process that has the file open, now or in the middle
    /// of this, keeps its log: SQLite's locks see to that. Nothing is written to the database.
    package func run() {
        guard isDue, FileStatus.size(of: path + "-wal") == 0 else { return }
        // Side files that cannot be removed stay, and do no harm.
        guard let connection = try? Connection(path: path, mode: .readWrite, busyTimeout: .zero) else { return }
        try? connection.run("PRAGMA schema_version")
        connection.close()
    }
}
