internal import LayoutText

/// The part of a source that is in memory: whole records are taken from its front, and more is read
/// at its back.
///
/// The storage is reused. It grows only when a single record is longer than it.
package struct SourceBuffer {
    /// SQLite stores no string longer than this by default (SQLITE_MAX_LENGTH), so a longer record could not be stored
    /// anyhow. Without a bound, a stray quote would read the rest of a file into memory. It also lets offsets be 31
    /// bits wide.
    package static let defaultMaximumRecordLength = 1_000_000_000

    package private(set) var storage: [UInt8]
    /// The first byte that has not been taken.
    private(set) var start = 0
    /// The end of what has been read.
    private(set) var end = 0
    /// The line that `start` begins, 1-based.
    var line = 1
    /// Whether the source has nothing more.
    private(set) var isAtEnd = false
    /// Bytes before `start` in the whole source, for progress.
    private(set) var takenByteCount = 0
    /// The end of what has been looked through for text faults.
    private(set) var checkedEnd = 0
    /// The place of the first byte at or after `start` that is not text, once it has come into the buffer.
    private(set) var fault: Int?

    private let reader: ImportSource.Reader

    private let capacity: Int
    private let maximumRecordLength: Int

    /// - Parameters:
    ///   - capacity: how many bytes to hold at first.
    ///   - maximumRecordLength: at most `defaultMaximumRecordLength`.
    init(_ reader: ImportSource.Reader, capacity: Int, maximumRecordLength: Int) {
        precondition(maximumRecordLength <= Self.defaultMaximumRecordLength, "Offsets of fields would not fit.")
        self.reader = reader
        self.maximumRecordLength = maximumRecordLength
        self.capacity = max(1, capacity)
        storage = [UInt8](repeating: 0, count: self.capacity + ByteScanner.wordPadding)
    }

    /// Bytes that records may be cut from: no character is cut in two at the end.
    var available: Range<Int> { start..<max(start, fault == nil ? checkedEnd : end) }

    /// Takes bytes from the front.
    mutating func advance(to offset: Int) {
        takenByteCount += offset - start
        start = offset
        if let fault, fault < offset {
            // The record with the fault was rejected; the text after it may be sound.
            self.fault = nil
            checkedEnd = offset
            check()
        }
    }

    /// Hands the bytes out, whose front up to an offset was taken, and goes on in other storage with what follows.
    ///
    /// - Parameter bytes: A buffer to use again; it receives the bytes.
    mutating func handOver(_ bytes: inout [UInt8], upTo offset: Int) {
        advance(to: offset)
        // As large as at first, unless a long record has begun: another like the last is not to be expected.
        let count = max(capacity, end - start) + ByteScanner.wordPadding
        if bytes.count < count { bytes = [UInt8](repeating: 0, count: count) }
        bytes.replaceSubrange(0..<end - start, with: storage[start..<end])
        swap(&bytes, &storage)
        beginAtFront()
    }

    /// Resets the offsets once the bytes from `start` on are at the front.
    private mutating func beginAtFront() {
        fault? -= start
        checkedEnd = max(0, checkedEnd - start)
        end -= start
        start = 0
    }

    /// How compressed files begin, nil for any byte, and the commands that print what is in them.
    private static let compressions: [(signature: [UInt8?], name: String, command: String)] = [
        ([0x1F, 0x8B], "gzip", "zcat"), ([0x50, 0x4B, 0x03, 0x04], "ZIP", "unzip -p"),
        ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard", "zstdcat"), ([0x42, 0x5A, 0x68, nil, 0x31, 0x41], "bzip2", "bzcat"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", "xzcat"),
    ]

    /// Refuses the beginning of a compressed file, and the marks of UTF-16 and UTF-32.
    ///
    /// - Throws: `LayoutError` of kind `unsupportedEncoding`, with the command that prints what is in it.
    static func requireText(_ head: ArraySlice<UInt8>, of name: String) throws(LayoutError) {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw LayoutError(
                .unsupportedEncoding, "the text is UTF-16, by its byte order mark",
                advice: "Convert it first: iconv -f UTF-16 -t UTF-8 FILE.", file: name, line: 1, column: 1)
        }
        for (signature, compression, command) in compressions
        where head.starts(with: signature, by: { $1 == nil || $0 == $1 }) {
            throw LayoutError(
                .unsupportedEncoding, "the file is compressed: \(compression)",
                advice: "Print what is in it: \(command) FILE | layoutctl import DB -", file: name, line: 1, column: 1)
        }
    }

    /// Skips a byte order mark at the very beginning.
    ///
    /// - Throws: `LayoutError` of kind `unsupportedEncoding` for the marks of UTF-16 and UTF-32, and for a compressed
    ///   file.
    mutating func skipByteOrderMark() throws(LayoutError) {
        let head = storage[start..<min(end, start + 6)]
        try Self.requireText(head, of: reader.name)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { advance(to: start + 3) }
    }

    /// Moves what is left to the front and reads until the buffer is full or the source ends.
    ///
    /// - Throws: the errors of reading, and `recordTooLong`.
    mutating func fill(isCancelled: () -> Bool) throws(LayoutError) {
        if start == 0, end + ByteScanner.wordPadding >= storage.count {
            guard end < maximumRecordLength else {
                throw LayoutError(
                    .recordTooLong, "the record that begins here is longer than \(maximumRecordLength) bytes",
                    advice: "Look for a quote that is opened here and never closed.", file: reader.name, line: line,
                    column: 1)
            }
            let added = min(end, maximumRecordLength - end) + ByteScanner.wordPadding
            storage.append(contentsOf: repeatElement(0, count: added))
        } else if start > 0 {
            unsafe storage.withUnsafeMutableBytes { bytes in
                unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
            beginAtFront()
        }
        while !isAtEnd, end + ByteScanner.wordPadding < storage.count {
            let count = try reader.read(
                into: &storage, range: end..<storage.count - ByteScanner.wordPadding, isCancelled: isCancelled)
            isAtEnd = count == 0
            end += count
        }
        check()
    }

    private mutating func check() {
        guard fault == nil, checkedEnd < end || isAtEnd else { return }
        let found = Self.firstFault(in: storage.span, range: checkedEnd..<end, isFinal: isAtEnd)
        (fault, checkedEnd) = found
    }

    /// Finds the first byte in a range that makes text unreadable: a zero byte, or one that cannot stand at its place
    /// in UTF-8. O(n), some gigabytes a second where text is ASCII.
    ///
    /// - Returns: The place of the fault, and the end of what was looked at. That is before the fault, or before a
    ///   character whose later bytes have not been read yet.
    static func firstFault(in bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool) -> (fault: Int?, end: Int) {
        var index = range.lowerBound
        while true {
            index = ByteScanner.firstIndexOfZeroOrNonASCII(in: bytes, range: index..<range.upperBound)
            guard index < range.upperBound else { return (nil, index) }
            if bytes[index] == 0 { return (index, index) }
            switch ByteScanner.UTF8Sequence(at: index, in: bytes, end: range.upperBound) {
            case .wellFormed(let length): index += length
            case .cutShort where !isFinal: return (nil, index)
            case .cutShort, .illFormed: return (index, index)
            }
        }
    }
}
