internal import LayoutPlatform

/// A database file and the files that SQLite keeps beside it.
package enum DatabaseFiles {
    /// The endings of the names of a database and of the files beside it, the database first.
    package static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Whether there is something at a path.
    package static func exists(at path: String) -> Bool { FileStatus.size(of: path) != nil }

    /// Whether a name is taken, also by a link that leads nowhere.
    package static func isTaken(_ path: String) -> Bool {
        var found = stat()
        return unsafe lstat(path, &found) == 0
    }

    /// The size of a file in bytes; 0 for one that is missing.
    package static func size(at path: String) -> Int { FileStatus.size(of: path) ?? 0 }

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
        let error = SystemError(rawValue: errno)
        throw SQLiteError(
            code: error.meansForbidden ? .permission : .inputOutput, message: "it cannot be removed: \(error.message)",
            path: path)
    }

    /// Gives a file another name in the same directory.
    static func move(_ path: String, to other: String) throws(SQLiteError) {
        guard unsafe rename(path, other) != 0 else { return }
        throw SQLiteError(
            code: .cannotOpen, message: "it cannot be renamed: \(SystemError(rawValue: errno).message)", path: other)
    }

    /// Makes an empty file, unless it exists.
    package static func makeEmptyFile(at path: String) throws(SQLiteError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        throw SQLiteError(code: .cannotOpen, message: SystemError(rawValue: errno).message, path: path)
    }
}
