internal import LayoutCSQLite
internal import LayoutCSQLiteShim

// The bytes of the file on the disk, read and written by way of SQLite, which knows of the file's other users in this
// process. Opening and closing it would drop their locks (https://sqlite.org/howtocorrupt.html, section 2.2).
extension Connection {
    /// Reads bytes of the file, and zeros beyond its end.
    package func fileBytes(count: Int, at offset: Int) throws(SQLiteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let code = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe layout_read_file(handle, bytes.baseAddress, Int32(bytes.count), Int64(offset))
        }
        guard code != ResultCode.inputOutputShortRead.rawValue else { return bytes }
        try require(code)
        return bytes
    }

    /// Brings to the disk what checkpoints have written to the file, without a lock.
    func syncFile() throws(SQLiteError) {
        try require(unsafe layout_sync_file(handle))
    }

    /// Writes the changed bytes of the file's header; before this connection has read anything.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/busy`` if another process is writing.
    func changeHeader(from old: [UInt8], to new: [UInt8]) throws(SQLiteError) {
        precondition(old.count == new.count)
        try require(
            unsafe old.withUnsafeBufferPointer { old in
                unsafe new.withUnsafeBufferPointer { new in
                    unsafe layout_change_header(handle, old.baseAddress, new.baseAddress, Int32(old.count))
                }
            })
    }

    private func require(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        // The connection itself knows nothing of a call to its file.
        throw SQLiteError(code: ResultCode(rawValue: code), message: SQLiteError.name(of: code), path: path)
    }
}
