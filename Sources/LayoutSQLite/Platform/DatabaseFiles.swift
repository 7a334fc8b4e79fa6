internal import LayoutCSQLiteShim

/// A database file and the files that SQLite keeps beside it.
package enum DatabaseFiles {
    /// The endings of the names of a database and of the files beside it, the database first.
    package static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Whether there is something at a path.
    package static func exists(at path: String) -> Bool {
        FileStatus.size(of: path) != nil
    }

    /// Whether a name is taken, also by a link that leads nowhere.
    package static func isTaken(_ path: String) -> Bool { unsafe layout_is_taken(path) != 0 }

    /// The size of a file in bytes; 0 for one that is missing.
    package static func size(at path: String) -> Int {
        FileStatus.size(of: path) ?? 0
    }

    /// Removes a database that no process has open, with its log; does nothing if it does not exist.
    ///
    /// The database goes first: SQLite takes no notice of a log without one.
    ///
    /// - Throws: ``SQLiteError`` with the system's words for what cannot be removed.
    package static func remove(at path: String) throws(SQLiteError) {
        for suffix in suffixes { try removeFile(at: path + suffix) }
    }

    /// Removes a file; does nothing if it does not exist.
    package static func removeFile(at path: String) throws(SQLiteError) {
        let number = unsafe layout_remove_file(path)
        guard number != 0 else { return }
        throw SQLiteError(
            code: SystemError(rawValue: number).meansForbidden ? .permission : .inputOutput,
            message: "it cannot be removed: \(SystemError(rawValue: number).message)", path: path)
    }

    /// Gives a file another name in the same directory.
    package static func rename(_ path: String, to other: String) throws(SQLiteError) {
        let number = unsafe layout_rename_file(path, other)
        guard number != 0 else { return }
        throw SQLiteError(
            code: .cannotOpen, message: "it cannot be renamed: \(SystemError(rawValue: number).message)", path: other)
    }

    /// Makes an empty file, unless it exists.
    package static func makeEmptyFile(at path: String) throws(SQLiteError) {
        let number = unsafe layout_make_file(path)
        guard number != 0 else { return }
        throw SQLiteError(code: .cannotOpen, message: SystemError(rawValue: number).message, path: path)
    }
}
