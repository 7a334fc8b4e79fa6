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
        let size = FileStatus.size(of: path) ?? 0
        let encodings = try Self.encodings(of: mark.text, in: connection, size: size)
        let old = Array(firstPage[..<FileHeader.count])
        let facts = FileHeader.Facts(
            size: size, logPageSize: logPageSize,
            isWhole: logPageSize == nil && FileStatus.size(of: path + "-journal") ?? 0 == 0, encodings: encodings)
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
        guard FileStatus.size(of: path) ?? 0 > 0 else { return nil }
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
