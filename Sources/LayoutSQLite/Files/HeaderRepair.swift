internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// Looks for what cannot be in the header of a database file, and sets it right.
package struct HeaderRepair {
    /// Evidence of a file's owner if its header may be damaged.
    package struct Mark: Sendable {
        var applicationID: Int
        /// A text that each such file holds, near its beginning.
        var text: String

        package init(applicationID: Int32, text: String) {
            self.applicationID = Int(UInt32(bitPattern: applicationID))
            self.text = text
        }
    }

    /// The impossible values, a few words for each.
    package let flaws: [String]
    /// Whether the file bears the mark.
    package let isMarked: Bool

    private let connection: Connection
    /// The present header.
    package let old: [UInt8]
    /// The headers that may be right, the most likely one first.
    package let candidates: [[UInt8]]

    /// Reads the header of a connection's file, and the file up to the mark.
    ///
    /// - Throws: ``SQLiteError`` for a file that cannot be read.
    /// - Complexity: O(1) for a file that is whole, and O(file) for one in which the mark is not found.
    package init(_ connection: Connection, mark: Mark) throws(SQLiteError) {
        self.connection = connection
        let path = connection.path ?? ""
        let firstPage = try connection.fileBytes(count: 65536, at: 0)
        let logPageSize = try Self.logPageSize(path + "-wal")
        let size = DatabaseFiles.size(at: path)
        let encodings = try Self.encodings(of: mark.text, in: connection, size: size)
        let old = Array(firstPage[..<FileHeader.count])
        let facts = FileHeader.Facts(
            size: size, logPageSize: logPageSize,
            isWhole: logPageSize == nil && DatabaseFiles.size(at: path + "-journal") == 0, encodings: encodings)
        // A file without a page has no header yet.
        let header = size < 512 ? nil : FileHeader(bytes: firstPage, facts: facts)
        let found = header?.flaws ?? []
        self.old = old
        flaws = found.map(\.what)
        // The text alone proves nothing about a file whose beginning is lost.
        isMarked = header?.applicationID == mark.applicationID || encodings != nil && header?.hasMagic == true
        let mended = Self.mended(old, found)
        let count = header == nil ? nil : FileHeader(bytes: mended, facts: facts).wrongPageCount
        let new = Self.mended(mended, count.map { [$0] } ?? [])
        candidates = (encodings ?? []).reduce(into: [new]) { candidates, encoding in
            var other = new
            other[59] = UInt8(encoding)
            if !candidates.contains(other) { candidates.append(other) }
        }
    }

    /// Writes another header over the one of a file.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/busy`` if another process is writing.
    package static func replace(_ old: [UInt8], with new: [UInt8], at path: String) throws(SQLiteError) {
        guard new != old else { return }
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        try connection.changeHeader(from: old, to: new)
    }

    /// The size of the pages in a log; nil if there is none, or if it is empty.
    private static func logPageSize(_ path: String) throws(SQLiteError) -> Int? {
        guard DatabaseFiles.size(at: path) > 0 else { return nil }
        // Read through SQLite as an immutable file, since no process locks it.
        let log = try Connection(readOnlyPath: path, uriParameter: "immutable=1", busyTimeout: .zero)
        defer { log.close() }
        return try log.fileBytes(count: 4, at: 8).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func mended(_ bytes: [UInt8], _ flaws: [FileHeader.Flaw]) -> [UInt8] {
        var bytes = bytes
        for flaw in flaws { bytes.replaceSubrange(flaw.offset..<flaw.offset + flaw.right.count, with: flaw.right) }
        return bytes
    }

    /// How a text may be encoded in a file: 1 for UTF-8, 2 and 3 for UTF-16 with the lower and the higher byte first.
    /// Nil where the file does not hold it.
    private static func encodings(
        of text: String, in connection: Connection, size: Int
    ) throws(SQLiteError) -> [Int]? {
        let narrow = Array(text.utf8)
        // Without the byte before it, and after it.
        let wide = Array(text.utf16.map { [UInt8(truncatingIfNeeded: $0)] }.joined(separator: [0]))
        let chunk = 1 << 16
        var offset = 0
        while offset < size {
            // A little more than a chunk, for matches that cross its end.
            let bytes = try connection.fileBytes(count: chunk + 2 * text.utf16.count, at: offset)
            if Self.contains(narrow, bytes) { return [1] }
            if Self.contains(wide, bytes) { return [2, 3] }
            offset += chunk
        }
        return nil
    }

    private static func contains(_ pattern: [UInt8], _ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let bytes = unsafe bytes.span
            return unsafe pattern.withUnsafeBufferPointer { pattern in
                let pattern = unsafe pattern.span
                for start in 0...(bytes.count - pattern.count) {
                    var length = 0
                    while length < pattern.count, bytes[start + length] == pattern[length] { length += 1 }
                    if length == pattern.count { return true }
                }
                return false
            }
        }
    }
}

/// The first 100 bytes of a database file, and what of them cannot be.
///
/// SQLite refuses or misreads a whole file if one of a few of these bits has flipped. The rest of the file determines
/// each field's value: <https://sqlite.org/fileformat.html#the_database_header>.
private struct FileHeader {
    /// A field that holds what it cannot.
    typealias Flaw = (what: String, offset: Int, right: [UInt8])

    static let count = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// The header, and perhaps more of the first page.
    let bytes: [UInt8]
    let facts: Facts

    /// Facts about the file from outside its header.
    struct Facts {
        /// In bytes.
        var size: Int
        var logPageSize: Int?
        /// Whether a journal or a log holds a part of it.
        var isWhole: Bool
        /// The encodings, 1 to 3, that its texts can have, if one of them was found. The two of UTF-16 cannot be told
        /// apart: each looks like the other one a byte further on.
        var encodings: [Int]?
    }

    private func number(at offset: Int, width: Int = 4) -> Int {
        bytes[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(of number: Int, width: Int = 4) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
    }

    var applicationID: Int { number(at: 68) }

    /// Whether it begins as every database does.
    var hasMagic: Bool { bytes.starts(with: Self.magic) }

    /// The flaws that need no knowledge of the rest of the file.
    var flaws: [Flaw] {
        var flaws: [Flaw] = []
        func expect(_ isRight: Bool, _ what: String, at offset: Int, _ right: [UInt8]) {
            if !isRight { flaws.append((what, offset, right)) }
        }
        /// Expects one of some numbers, of which the first is put in the place of another one.
        func expect(_ name: String, at offset: Int, width: Int = 1, _ right: [Int]) {
            let found = number(at: offset, width: width)
            expect(right.contains(found), "its \(name) is \(found)", at: offset, Self.bytes(of: right[0], width: width))
        }
        expect(hasMagic, "it does not begin with “SQLite format 3”", at: 0, Self.magic)
        let size = pageSize
        expect("page size", at: 16, width: 2, [size & 0xFFFF | size >> 16])
        expect("write version", at: 18, [version, 3 - version])
        expect("read version", at: 19, [version, 3 - version])
        let reserved = Int(bytes[20])
        expect(
            reserved == 0 || size - reserved >= 480 && lastCellEnd(pageSize: size) <= size - reserved,
            "it reserves \(reserved) bytes at the end of each page", at: 20, [0])
        expect("largest payload fraction", at: 21, [64])
        expect("smallest payload fraction", at: 22, [32])
        expect("leaf payload fraction", at: 23, [32])
        // SQLite's own check finds every other wrong count, and the first statement that wants a page fails for
        // this one.
        let free = number(at: 36)
        expect(
            free == 0 || number(at: 32) != 0, "it counts \(free) free pages and names none", at: 36, Self.bytes(of: 0))
        // Both are 0 before anything was made in the file, or while all of it is in the log.
        if number(at: 44) == 0, number(at: 56) == 0, bytes.count > 104, number(at: 103, width: 2) == 0 { return flaws }
        expect("schema format", at: 44, width: 4, [4, 3, 2, 1])
        expect("text encoding", at: 56, width: 4, facts.encodings ?? [1, 2, 3])
        return flaws
    }

    /// A wrong number of pages.
    ///
    /// A longer file is not wrong, and a shorter one is damaged elsewhere: SQLite reports both. But it also takes pages
    /// beyond the number for damage, so that a repair has it count the file's pages instead.
    var wrongPageCount: Flaw? {
        guard facts.isWhole, number(at: 24) == number(at: 92), number(at: 28) != facts.size / pageSize else {
            return nil
        }
        return ("it counts \(number(at: 28)) pages", 92, Self.bytes(of: number(at: 24) ^ 1))
    }

    /// A page's size, from the header or from other evidence.
    private var pageSize: Int {
        func isValid(_ size: Int) -> Bool { size >= 512 && size <= 65536 && size & (size - 1) == 0 }
        let stored = number(at: 16, width: 2)
        let own = stored == 1 ? 65536 : stored
        if isValid(own) { return own }
        if let size = facts.logPageSize, isValid(size) { return size }
        let pages = number(at: 28)
        if pages > 0, facts.size % pages == 0, isValid(facts.size / pages) { return facts.size / pages }
        return 4096
    }

    /// The version of a file with a log is 2, and of one with a journal 1; both bytes agree.
    private var version: Int {
        for offset in [18, 19] where (1...2).contains(bytes[offset]) { return Int(bytes[offset]) }
        return facts.logPageSize == nil ? 1 : 2
    }

    /// The end of the last cell of the first page, if each page is used to its last byte; 0 if that is unknown.
    ///
    /// Cells fill a page from its end. A store's list of objects takes many pages, so that the first one names further
    /// ones.
    private func lastCellEnd(pageSize size: Int) -> Int {
        guard bytes.count >= size, bytes[100] == 5 else { return 0 }
        let count = number(at: 103, width: 2)
        guard 112 + 2 * count <= size else { return 0 }
        let ends = (0..<count).map { index in
            // A cell is the number of a page in four bytes, and a row id of one to nine. Each of these has a bit that
            // is set if another follows.
            let start = number(at: 112 + 2 * index, width: 2)
            var offset = start + 4
            while offset < min(size, start + 12), bytes[offset] >= 0x80 { offset += 1 }
            return offset + 1
        }
        return ends.filter { $0 <= size }.max() ?? 0
    }
}

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

extension SQLiteError.SystemError {
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
