internal import LayoutCSQLite
internal import LayoutCSQLiteShim

// The bytes of the file on the disk, read and written by way of SQLite, which knows of the file's other users in this
// process. Opening and closing it would drop their locks (https://sqlite.org/howtocorrupt.html, section 2.2).
extension Connection {
    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// Reads bytes of the file, and zeros beyond its end.
    package func fileBytes(count: Int, at offset: Int) throws(SQLiteError) -> [UInt8] {
        let (file, methods) = try unsafe openFile()
        var bytes = [UInt8](repeating: 0, count: count)
        let code = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe methods.xRead(file, bytes.baseAddress, Int32(bytes.count), Int64(offset))
        }
        if code != ResultCode.inputOutputShortRead.rawValue { try require(code) }
        return bytes
    }

    /// Brings to the disk what checkpoints have written to the file, without a lock.
    func syncFile() throws(SQLiteError) {
        let (file, methods) = try unsafe openFile()
        try require(unsafe methods.xSync(file, SQLITE_SYNC_NORMAL))
    }

    /// Writes the changed bytes of the file's header, under a writer's lock. This connection has read nothing yet,
    /// since its own locks are on the same file.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/busy`` if another process is writing.
    func changeHeader(from old: [UInt8], to new: [UInt8]) throws(SQLiteError) {
        precondition(old.count == new.count)
        let (file, methods) = try unsafe openFile()
        defer { _ = unsafe methods.xUnlock(file, SQLITE_LOCK_NONE) }
        for lock in [SQLITE_LOCK_SHARED, SQLITE_LOCK_RESERVED] { try require(unsafe methods.xLock(file, lock)) }
        for run in new.indices.split(whereSeparator: { new[$0] == old[$0] }) {
            try require(unsafe methods.xWrite(file, Array(new[run]), Int32(run.count), Int64(run.lowerBound)))
        }
        try require(unsafe methods.xSync(file, SQLITE_SYNC_NORMAL))
    }

    private func openFile() throws(SQLiteError) -> (File, sqlite3_io_methods) {
        var file: File?
        try require(unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file))
        guard let file = unsafe file, let methods = unsafe file.pointee.pMethods else {
            throw SQLiteError(code: .cannotOpen, message: SQLiteError.name(of: SQLITE_CANTOPEN), path: path)
        }
        return unsafe (file, methods.pointee)
    }

    private func require(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        // The connection itself knows nothing of a call to its file.
        throw SQLiteError(code: ResultCode(rawValue: code), message: SQLiteError.name(of: code), path: path)
    }
}

extension SystemError {
    /// The error of the last system call that failed for a connection's file or its log; 0 for none.
    ///
    /// An EIO under a read reaches the caller as `SQLITE_CORRUPT`, for which SQLite keeps no number itself.
    init(of connection: OpaquePointer) {
        var number = unsafe sqlite3_system_errno(connection)
        // The journal's pointer is the log's if there is one.
        for operation in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] where number == 0 {
            var file: UnsafeMutablePointer<sqlite3_file>?
            guard unsafe sqlite3_file_control(connection, "main", operation, &file) == SQLITE_OK,
                let control = unsafe file?.pointee.pMethods?.pointee.xFileControl
            else { continue }
            var found: Int32 = 0
            if unsafe control(file, SQLITE_FCNTL_LAST_ERRNO, &found) == SQLITE_OK { number = found }
        }
        rawValue = number
    }
}
