extension SQLiteError {
    /// The same error with the reason why a file could not be opened, which SQLite leaves out.
    func explained(opening path: String) -> SQLiteError {
        // A directory can be opened for reading, and then not read.
        guard .cannotOpen ~= code || .permission ~= code || .inputOutput ~= code else {
            return self
        }
        switch FileStatus.obstacle(to: path) {
        case nil:
            return self
        case .missing(let reason):
            return SQLiteError(code: code, message: reason, sql: sql, path: path)
        case .directory:
            return SQLiteError(code: .cannotOpenDirectory, message: "it is a directory", sql: sql, path: path)
        case .forbidden:
            return SQLiteError(code: .permission, message: "permission denied", sql: sql, path: path)
        }
    }
}
