internal import LayoutPlatform

extension SQLiteError {
    /// The same error with the reason why a file could not be opened, which SQLite leaves out.
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
            let reason = SystemError(rawValue: errno)
            return reason.meansForbidden ? refusal("permission denied", .permission) : refusal(reason.message)
        }
        switch stamp.kind {
        case .directory: return refusal("it is a directory", .cannotOpenDirectory)
        case .fifo: return refusal("it is a named pipe, not a file")
        case .device: return refusal("it is a device, not a file")
        case .socket: return refusal("it is a socket, not a file")
        case .other: return refusal("it is not a file")
        case .regular: return FileStatus.mayRead(path) ? nil : refusal("permission denied", .permission)
        }
    }

    /// Throws if a path leads to something other than a file: SQLite would open it, wait for it, and leave a journal
    /// beside it.
    package static func requireFile(at path: String) throws(SQLiteError) {
        guard let kind = FileStamp(path: path)?.kind, kind != .regular, kind != .directory else { return }
        if let obstacle = obstacle(to: path) { throw obstacle }
    }
}
