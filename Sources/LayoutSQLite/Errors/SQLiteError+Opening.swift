#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

extension SQLiteError {
    /// The same error with the reason why a file could not be opened, which SQLite leaves out.
    ///
    /// Only the file's metadata is asked for. Opening and closing a file that SQLite has open would
    /// drop SQLite's locks on it (<https://sqlite.org/howtocorrupt.html>, section 2.2).
    func explained(opening path: String) -> SQLiteError {
        guard .cannotOpen ~= code || .permission ~= code else {
            return self
        }
        var status = stat()
        if unsafe stat(path, &status) != 0 {
            let reason = errno
            let code: ResultCode = reason == EACCES ? .permission : code
            return SQLiteError(code: code, message: unsafe String(cString: strerror(reason)), sql: sql, path: path)
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            return SQLiteError(code: .cannotOpenDirectory, message: "it is a directory", sql: sql, path: path)
        }
        if unsafe access(path, R_OK) != 0 {
            let message = unsafe String(cString: strerror(errno))
            return SQLiteError(code: .permission, message: message, sql: sql, path: path)
        }
        return self
    }
}
