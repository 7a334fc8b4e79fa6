public import LayoutText

/// Reads a source record by record, a buffer of them at a time.
///
/// The header of delimited text is read when the reader is made. Then call `next()` until it returns
/// false; after each call `batch` holds rows whose field ranges are offsets into `buffer.storage`.
package struct RecordReader {
    /// The size of the buffer: large enough that system calls do not count, small enough for the second-level cache.
    /// The bytes are looked at three times there: as text, as fields, as values.
    package static let defaultBufferSize = 256 * 1024

    /// The source's name in messages.
    package let name: String
    package let format: ImportFormat
    /// The names in the header, in order; empty for JSON, where each object names its own members.
    package private(set) var columns: [String] = []
    /// The names in the header, or of the members of the first object that can be read.
    package private(set) var names: [String] = []
    /// The rows that the last `next()` read.
    package private(set) var batch = RowBatch()
    package private(set) var buffer: SourceBuffer

    private var cutter: any Cutter
    private let reader: ImportSource.Reader
    private let isCancelled: () -> Bool

    /// Opens a source and reads its header.
    ///
    /// - Parameters:
    ///   - format: the text's format; nil to guess it from the name or the first bytes.
    ///   - bufferSize: how many bytes to hold at first, at least 1. A longer record makes it grow.
    ///   - maximumRecordLength: the bytes of the longest record that is accepted.
    /// - Throws: `LayoutError` about the file, its encoding or its header.
    package init(
        _ source: ImportSource, format: ImportFormat? = nil, bufferSize: Int = defaultBufferSize,
        maximumRecordLength: Int = SourceBuffer.defaultMaximumRecordLength,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(LayoutError) {
        name = source.name
        self.isCancelled = isCancelled
        reader = try ImportSource.Reader(source)
        buffer = SourceBuffer(reader, capacity: bufferSize, maximumRecordLength: maximumRecordLength)
        // The byte order mark and the guess need a few bytes even where the buffer is tiny.
        repeat {
            try buffer.fill(isCancelled: isCancelled)
        } while buffer.end < 4 && !buffer.isAtEnd
        try buffer.skipByteOrderMark()
        let guess = Self.guessedFormat(buffer)
        let chosenFormat = format ?? ImportFormat(fileName: source.name) ?? guess
        self.format = chosenFormat
        switch chosenFormat {
        case .delimited(let delimiter):
            guard delimiter.isASCII, !["\"", "\r", "\n"].contains(delimiter) else {
                throw LayoutError(
                    .invalidOptions, "fields cannot be separated by the character \(delimiter.debugDescription)",
                    advice: "The separator is one ASCII character, and neither a quote nor a line's end.", file: name)
            }
            cutter = DelimitedCutter(delimiter: UInt8(ascii: delimiter))
            try readHeader()
            cutter = DelimitedCutter(delimiter: UInt8(ascii: delimiter), columnCount: columns.count)
        case .ndjson:
            cutter = JSONLineCutter()
            guard try next() else { throw LayoutError(.emptyFile, "the file holds no object", file: name) }
            hasUnreadBatch = true
            guard batch.rowCount > 0 else { return }
            for index in batch.fieldIndices(ofRow: 0) where index.isMultiple(of: 2) {
                let field = batch.fields[index]
                var text: ContiguousArray<UInt8> = []
                JSONString.decode(buffer.storage.span, range: field.start..<field.end, to: &text)
                names.append(String(decoding: text, as: UTF8.self))
            }
        }
    }

    /// Whether `batch` was read ahead when the reader was made.
    private var hasUnreadBatch = false

    /// The number of bytes whose rows have been handed out, and the total if it is known.
    package var progress: (read: Int, total: Int?) { (buffer.takenByteCount, reader.totalByteCount) }

    /// Reads the next rows into `batch`; false at the end of the source.
    ///
    /// - Throws: `LayoutError` where reading fails. Faulty records do not throw: they are in
    ///   `batch.faults`.
    package mutating func next() throws(LayoutError) -> Bool {
        if hasUnreadBatch {
            hasUnreadBatch = false
            return true
        }
        return try next(rowLimit: Int.max)
    }

    private mutating func next(rowLimit: Int) throws(LayoutError) -> Bool {
        batch.removeAll()
        // The rows of the last batch have been used by now.
        buffer.advance(to: cutEnd ?? buffer.start)
        cutEnd = nil
        while true {
            let available = buffer.available
            var line = buffer.line
            let end = Self.cut(buffer, available, with: cutter, line: &line, rowLimit: rowLimit, into: &batch)
            buffer.line = line
            if !batch.isEmpty {
                cutEnd = end
                return true
            }
            // Empty lines were skipped.
            buffer.advance(to: end)
            if buffer.isAtEnd, end == buffer.end { return false }
            try buffer.fill(isCancelled: isCancelled)
        }
    }

    private var cutEnd: Int?

    /// Hands out what the last `next()` read, in exchange for arrays that can be used again.
    package mutating func handOver(_ rows: inout RowBatch, _ bytes: inout [UInt8]) {
        swap(&rows, &batch)
        buffer.handOver(&bytes, upTo: cutEnd ?? buffer.start)
        cutEnd = nil
    }

    private static func guessedFormat(_ buffer: borrowing SourceBuffer) -> ImportFormat {
        ImportFormat(firstBytes: buffer.storage.span, in: buffer.start..<buffer.end)
    }

    private static func cut(
        _ buffer: borrowing SourceBuffer, _ range: Range<Int>, with cutter: any Cutter, line: inout Int,
        rowLimit: Int, into batch: inout RowBatch
    ) -> Int {
        cutter.cut(
            buffer.storage.span, range: range, isFinal: buffer.isAtEnd, line: &line, fault: buffer.fault,
            rowLimit: rowLimit, into: &batch)
    }

    private mutating func readHeader() throws(LayoutError) {
        guard try next(rowLimit: 1) else { throw LayoutError(.emptyFile, "the file has no header row", file: name) }
        if let fault = batch.faults.first { throw error(fault) }
        let record = batch.records[0]
        var seen: [ExactString: Int] = [:]
        for index in batch.fieldIndices(ofRow: 0) {
            let field = batch.fields[index]
            var text: ContiguousArray<UInt8> = []
            field.appendText(of: buffer.storage.span, to: &text)
            let column = String(decoding: text, as: UTF8.self)
            if column.isEmpty {
                throw error(
                    at: field.start, in: record, kind: .emptyColumnName,
                    message: "column \(index + 1) of the header has no name",
                    advice: "The first line must name the columns.")
            }
            if let first = seen.updateValue(index, forKey: ExactString(column)) {
                throw error(
                    at: field.start, in: record, kind: .duplicateColumnName,
                    message: "columns \(first + 1) and \(index + 1) are both named “\(column)”")
            }
            columns.append(column)
        }
        names = columns
    }

    package func error(_ fault: RowBatch.Fault) -> LayoutError { fault.error(in: buffer.storage.span, name: name) }

    private func error(
        at offset: Int, in record: RowBatch.Record, kind: LayoutError.Code, message: String, advice: String? = nil
    ) -> LayoutError {
        record.error(at: offset, in: buffer.storage.span, name: name, kind: kind, message: message, advice: advice)
    }

    /// Cuts whole records out of bytes, so that the line number is its only state between buffers.
    protocol Cutter {
        /// Appends the records that are complete in `range` and returns where the first incomplete one
        /// begins; the end of the range if there is none.
        ///
        /// - Parameters:
        ///   - isFinal: whether the source ends where the range does.
        ///   - line: the line on which the range begins; left at the line of the returned offset.
        ///   - fault: the place of the first byte that is not text. The record that holds it becomes a fault, and is
        ///     the last one cut.
        ///   - rowLimit: how many rows to cut at most.
        func cut(
            _ bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool, line: inout Int, fault: Int?,
            rowLimit: Int, into batch: inout RowBatch
        ) -> Int
    }
}

extension LayoutError.Code {
    /// The options contradict each other, or cannot work with any file.
    public static let invalidOptions = Self(rawValue: "invalidOptions")

    // The file as a whole.

    /// There is no such file.
    public static let fileNotFound = Self(rawValue: "fileNotFound")
    /// The path names a directory.
    public static let isDirectory = Self(rawValue: "isDirectory")
    /// The file cannot be opened or read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The file holds nothing: no header row, or no object.
    public static let emptyFile = Self(rawValue: "emptyFile")
    /// The file is text in another encoding, by its byte order mark.
    public static let unsupportedEncoding = Self(rawValue: "unsupportedEncoding")
    /// A column of the header has no name.
    public static let emptyColumnName = Self(rawValue: "emptyColumnName")
    /// Two columns of the header have the same name.
    public static let duplicateColumnName = Self(rawValue: "duplicateColumnName")

    // The text.

    /// A byte that cannot stand at its place in UTF-8.
    public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
    /// A byte of value zero.
    public static let nulByte = Self(rawValue: "nulByte")
    /// A row has more or fewer fields than the header.
    public static let raggedRow = Self(rawValue: "raggedRow")
    /// A quote was opened and never closed.
    public static let unterminatedQuote = Self(rawValue: "unterminatedQuote")
    /// Something other than a separator follows a closing quote.
    public static let textAfterQuote = Self(rawValue: "textAfterQuote")
    /// A record longer than SQLite can store.
    public static let recordTooLong = Self(rawValue: "recordTooLong")
    /// A line is not valid JSON.
    public static let invalidJSON = Self(rawValue: "invalidJSON")
    /// A line is JSON, but not one object.
    public static let notAnObject = Self(rawValue: "notAnObject")
}
