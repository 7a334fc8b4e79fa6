package import LayoutText

/// Reads the lines of a text, one after another, and counts their columns. It keeps a piece of the text in memory, and
/// the beginning of a line, however long the line is.
///
/// A break is a line feed, with or without a carriage return before it. Control sequences of terminals have no columns.
package final class LineReader {
    private let reader: ImportSource.Reader
    private let tabWidth: Int
    /// How many bytes of each line ``text`` keeps.
    private let textLimit: Int
    private var buffer: [UInt8]
    /// The unread bytes of the buffer.
    private var unread = 0..<0
    private var isAtEnd = false
    /// The byte before the buffer's first one.
    private var precedingByte: UInt8 = 0
    private var width = CharacterWidth()
    private var sequence = CharacterWidth.ControlSequence()
    /// How far the text has been read, in bytes.
    package private(set) var offset: Int
    /// The beginning of the line that was read last, with its break.
    package private(set) var text: [UInt8] = []

    package var totalByteCount: Int? { reader.totalByteCount }

    /// Opens a text.
    ///
    /// - Parameters:
    ///   - start: How many bytes to skip. They are read, unless the source is a file.
    ///   - tabWidth: A tab ends at the next multiple of this number of columns.
    ///   - textLimit: How many bytes of each line to keep.
    /// - Throws: `LayoutError` of kind `fileNotFound`, `isDirectory` or `unreadable`.
    package init(
        _ source: ImportSource, from start: Int = 0, tabWidth: Int = 8, textLimit: Int = 0, bufferSize: Int = 1 << 20
    ) throws(LayoutError) {
        reader = try ImportSource.Reader(source)
        if start > 0 { try reader.skip(to: start) }
        offset = start
        self.tabWidth = max(1, tabWidth)
        self.textLimit = textLimit
        buffer = [UInt8](repeating: 0, count: max(8, bufferSize))
    }

    /// Reads the next line; nil at the end.
    ///
    /// - Throws: `LayoutError` of kind `unreadable`, `unsupportedEncoding` for a compressed file or UTF-16, or
    ///   `cancelled` if `isCancelled` returns true while it waits.
    package func next(isCancelled: () -> Bool = { false }) throws(LayoutError) -> Line? {
        var line = Line(offset: offset, columnCount: 0, isTerminated: false)
        text.removeAll(keepingCapacity: true)
        while true {
            let start = unread.lowerBound
            let isEnded = scan(&line)
            let end = unread.lowerBound
            offset += end - start
            if text.count < textLimit { text += buffer[start..<min(end, start + textLimit - text.count)] }
            if isEnded || isAtEnd {
                // No size is greater.
                line.columnCount = min(line.columnCount, Int(NumberRange.limit))
                return offset > line.offset ? line : nil
            }
            if isCancelled() { throw LayoutError(.cancelled, "the import was cancelled", file: reader.name) }
            try fill(isCancelled)
        }
    }

    /// Goes on to the end of a line, or of what is in the buffer; true if the line ended.
    private func scan(_ line: inout Line) -> Bool {
        let (index, columns, isEnded) = Self.scan(
            buffer.span, unread, line.columnCount, tabWidth, isAtEnd: isAtEnd, precedingByte, &width, &sequence)
        line.columnCount = columns
        line.isTerminated = isEnded
        unread = index..<unread.upperBound
        return isEnded
    }

    private static func scan(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ count: Int, _ tabWidth: Int, isAtEnd: Bool,
        _ precedingByte: UInt8, _ width: inout CharacterWidth, _ sequence: inout CharacterWidth.ControlSequence
    ) -> (index: Int, columns: Int, isEnded: Bool) {
        var index = range.lowerBound
        var columns = count
        while index < range.upperBound {
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x7F {
                columns &+= 1
                index &+= 1
                // Only a whole sequence has no columns: its characters were counted as they came.
                if sequence.hasBegun, let length = sequence.add(byte) { columns -= length }
                continue
            }
            _ = sequence.add(byte)
            switch byte {
            case UInt8(ascii: "\n"):
                let before = index > 0 ? bytes[index - 1] : precedingByte
                let hasReturn = before == UInt8(ascii: "\r") && columns > 0
                return (index + 1, hasReturn ? columns - 1 : columns, true)
            case UInt8(ascii: "\t"):
                columns += tabWidth - columns % tabWidth
                index += 1
            case 0..<0x80:
                columns += 1
                index += 1
            default:
                // ASCII goes past the widths, for speed: of the character before they ask here.
                let before = index > 0 ? bytes[index - 1] : precedingByte
                if before < 0x80 { width.add(ascii: before) }
                switch ByteScanner.UTF8Sequence(at: index, in: bytes, end: range.upperBound) {
                case .wellFormed(let length):
                    columns +=
                        ByteScanner.UTF8Sequence.scalar(at: index, in: bytes, length: length).map {
                            width.add($0).columns
                        } ?? 1
                    index += length
                case .cutShort where !isAtEnd: return (index, columns, false)
                case .cutShort, .illFormed:
                    width = CharacterWidth()
                    columns += 1
                    index += 1
                }
            }
        }
        return (index, columns, false)
    }

    /// Reads more behind what is left of the buffer, which is at most the beginning of a character.
    private func fill(_ isCancelled: () -> Bool) throws(LayoutError) {
        if unread.lowerBound > 0 { precedingByte = buffer[unread.lowerBound - 1] }
        let rest = unread.count
        for place in 0..<rest { buffer[place] = buffer[unread.lowerBound + place] }
        // Bytes that a file gains while it is read are left for the next time.
        let room = buffer.count - rest
        let limit = totalByteCount.map { max(0, min(room, $0 - offset - rest)) } ?? room
        var count = 0
        if limit > 0 { count = try reader.read(into: &buffer, range: rest..<rest + limit, isCancelled: isCancelled) }
        if count == 0 { isAtEnd = true }
        if offset + rest == 0 { try SourceBuffer.requireText(buffer[..<min(count, 6)], of: reader.name) }
        unread = 0..<(rest + count)
    }

    /// A line of a text, without its break.
    package struct Line: Sendable, Equatable {
        /// Its beginning, in bytes from the start of the text.
        package var offset: Int
        /// How long it is, in columns of a fixed pitch.
        package var columnCount: Int
        /// Whether a break ends it; the last line may have none.
        package var isTerminated: Bool
    }
}
