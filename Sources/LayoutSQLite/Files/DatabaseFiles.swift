internal import LayoutPlatform

/// A database file and the files that SQLite keeps beside it.
package enum DatabaseFiles {
    /// The endings of the names of a database and of the files beside it, the database first.
    package static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Whether there is something at a path.
    package static func exists(at path: String) -> Bool { FileStamp(path: path) != nil }

    /// Whether a name is taken, also by a link that leads nowhere.
    package static func isTaken(_ path: String) -> Bool {
        var found = stat()
        return unsafe lstat(path, &found) == 0
    }

    /// The size of a file in bytes; 0 for one that is missing.
    package static func size(at path: String) -> Int { FileStamp(path: path).map { Int($0.size) } ?? 0 }

    /// Removes a database that no process has open, with its log; does nothing if it does not exist.
    ///
    /// The database goes first: SQLite takes no notice of a log without one.
    ///
    /// - Throws: ``SQLiteError`` with the system's words for what cannot be removed.
    package static func remove(at path: String) throws(SQLiteError) {
        for suffix in suffixes { try removeFile(at: path + suffix) }
    }

    /// Removes a file; does nothing if it does not exist.
    ///
    /// Never one that SQLite has open: see ``FileStamp``.
    package static func removeFile(at path: String) throws(SQLiteError) {
        guard unsafe unlink(path) != 0, errno != ENOENT else { return }
        let error = SQLiteError.SystemError(rawValue: errno)
        throw SQLiteError(
            code: error.meansForbidden ? .permission : .inputOutput, message: "it cannot be removed: \(error.message)",
            path: path)
    }

    /// Gives a file another name in the same directory.
    static func move(_ path: String, to other: String) throws(SQLiteError) {
        guard unsafe rename(path, other) != 0 else { return }
        throw SQLiteError(
            code: .cannotOpen, message: "it cannot be renamed: \(SQLiteError.SystemError(rawValue: errno).message)",
            path: other)
    }

    /// Makes an empty file, unless it exists.
    package static func makeEmptyFile(at path: String) throws(SQLiteError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        throw SQLiteError(code: .cannotOpen, message: SQLiteError.SystemError(rawValue: errno).message, path: path)
    }

    // MARK: Questions about the place of a file

    /// Whether the permissions let any user write, ignoring the superuser.
    static func isWritableByAnyone(_ path: String) -> Bool {
        var found = stat()
        return unsafe stat(path, &found) == 0 && found.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0
    }

    // With the effective ids, as `open` does.
    static func mayRead(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 }
    static func mayWrite(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }

    static func isOnReadOnlyDisk(_ path: String) -> Bool {
        var disk = statvfs()
        return unsafe statvfs(path, &disk) == 0 && disk.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Whether the disk of a file has room for more bytes, as far as the system knows.
    static func hasRoom(_ path: String, bytes: Int) -> Bool {
        var disk = statvfs()
        guard unsafe statvfs(path, &disk) == 0, disk.f_blocks != 0 else { return true }
        return Double(disk.f_bavail) * Double(disk.f_frsize) >= Double(bytes)
    }

    /// The path without links: a file's log is beside the file, not beside a link to it. nil for what is missing.
    package static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The parent directory of a path without links.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
    }

    /// The times and lengths of a database and its log: each commit of any process changes one of them.
    struct Stamps {
        private let file: FileStamp?
        /// nil for a log without pages, which opening a database makes.
        private let log: FileStamp?

        init(_ path: String) {
            file = FileStamp(path: path)
            log = FileStamp(path: path + "-wal").flatMap { $0.size > 0 ? $0 : nil }
        }

        /// Whether another commit may bear the same time. The clocks of file systems tick every 10 ms at least.
        var isFresh: Bool {
            var now = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &now)
            let nanoseconds = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
            return (0..<100_000_000).contains(nanoseconds - max(file?.modified ?? 0, log?.modified ?? 0))
        }

        /// Whether nothing was committed since others. Only with the last connection of all processes does a log go.
        func hasContent(of earlier: Stamps) -> Bool { file == earlier.file && (log == nil || log == earlier.log) }
    }
}

extension SQLiteError {
    /// The error with the reason why a file could not be opened, which SQLite leaves out.
    func explained(opening path: String) -> SQLiteError {
        // A directory can be opened for reading, and then not read.
        guard .cannotOpen ~= code || .permission ~= code || .inputOutput ~= code else { return self }
        return SQLiteError.obstacle(to: path, sql: sql) ?? self
    }

    /// Why a path is not a file that could be a database, or one that may not be read; nil if nothing
    /// speaks against it.
    static func obstacle(to path: String, sql: String? = nil) -> SQLiteError? {
        func refusal(_ message: String, _ code: ResultCode = .cannotOpen) -> SQLiteError {
            SQLiteError(code: code, message: message, sql: sql, path: path)
        }
        guard let stamp = FileStamp(path: path) else {
            let reason = SQLiteError.SystemError(rawValue: errno)
            return reason.meansForbidden ? refusal("permission denied", .permission) : refusal(reason.message)
        }
        switch stamp.kind {
        case .directory: return refusal("it is a directory", .cannotOpenDirectory)
        case .fifo: return refusal("it is a named pipe, not a file")
        case .device: return refusal("it is a device, not a file")
        case .socket: return refusal("it is a socket, not a file")
        case .other: return refusal("it is not a file")
        case .regular: return DatabaseFiles.mayRead(path) ? nil : refusal("permission denied", .permission)
        }
    }

    /// Throws if a path leads to something other than a file: SQLite would open it, wait for it, and leave a journal
    /// beside it.
    package static func requireFile(at path: String) throws(SQLiteError) {
        guard let kind = FileStamp(path: path)?.kind, kind != .regular, kind != .directory else { return }
        if let obstacle = obstacle(to: path) { throw obstacle }
    }
}
