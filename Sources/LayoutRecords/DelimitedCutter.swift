internal import LayoutText

/// Cuts CSV and TSV, by RFC 4180 and in the common variants.
///
/// - A field that begins with a quote ends with the next single one; two quotes stand for one. Line ends and delimiters
///   inside are text. It must be followed by a delimiter or the line's end.
/// - A quote inside a field that does not begin with one is text (`5" pipe`), as in SQLite's shell.
/// - A line ends with LF, CR LF or a lone CR; the last may lack its end. Empty lines are skipped.
/// - TSV is quoted like CSV, as spreadsheets write it; there are no backslash sequences.
struct DelimitedCutter: RecordReader.Cutter {
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// The byte between fields.
    let delimiter: UInt8
    /// How many fields each row has: the header's; nil while the header itself is cut.
    var columnCount: Int?

    private typealias Fault = (offset: Int, kind: LayoutError.Code, message: String)
    /// How the scan of a record ended; nil if the record is incomplete. `content` is the end without the line end, and
    /// `next` the beginning of the next record.
    private typealias End = (content: Int, next: Int, fault: Fault?)

    func cut(
        _ bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool, line: inout Int, fault: Int?,
        rowLimit: Int, into batch: inout RowBatch
    ) -> Int {
        let end = range.upperBound
        var start = range.lowerBound
        var rowsLeft = rowLimit
        while start < end, rowsLeft > 0 {
            let byte = bytes[start]
            if byte == Self.lineFeed || byte == Self.carriageReturn {
                guard let next = endOfLineEnd(at: start, bytes, end: end, isFinal: isFinal) else { return start }
                line += 1
                start = next
                continue
            }
            var endLine = line
            let ending = scanRecord(bytes, start: start, end: end, isFinal: isFinal, line: &endLine, into: &batch)
            guard case (let contentEnd, let next, var found)? = ending else {
                batch.dropOpenRow()
                return start
            }
            if found == nil, let columnCount, batch.openFieldCount != columnCount {
                found = raggedRow(expected: columnCount, contentEnd: contentEnd, batch: batch)
            }
            let record = RowBatch.Record(start: start, end: contentEnd, line: line)
            line = endLine
            start = next
            rowsLeft -= 1
            if let fault, fault < next {
                batch.endFaultyRow(record, byteAt: fault, in: bytes)
                return start
            }
            if let found {
                batch.endFaultyRow(record, at: found.offset, found.kind, found.message)
            } else {
                batch.endRow(record)
            }
        }
        return start
    }

    @inline(__always)
    private func scanRecord(
        _ bytes: Span<UInt8>, start: Int, end: Int, isFinal: Bool, line: inout Int, into batch: inout RowBatch
    ) -> End? {
        var index = start
        while true {
            // `index` is at the beginning of a field.
            let fieldEnd: Int
            if index < end, bytes[index] == Self.quote {
                let opening = index
                var isEncoded = false
                index += 1
                while true {
                    index = ByteScanner.firstIndex(
                        of: Self.quote, Self.lineFeed, Self.carriageReturn, in: bytes, range: index..<end)
                    guard index < end else {
                        guard isFinal else { return nil }
                        return (end, end, (opening, .unterminatedQuote, "the quote that opens here is never closed"))
                    }
                    let byte = bytes[index]
                    index += 1
                    if byte == Self.quote {
                        if index < end, bytes[index] == Self.quote {
                            isEncoded = true
                            index += 1
                        } else {
                            break
                        }
                    } else if byte == Self.lineFeed || index >= end || bytes[index] != Self.lineFeed {
                        line += 1
                    }
                }
                // The last of the range's bytes may be the first of two quotes.
                guard index < end || isFinal else { return nil }
                batch.append(RowBatch.Field(opening + 1..<index - 1, isEncoded: isEncoded))
                fieldEnd = index
                if index < end, bytes[index] != delimiter, bytes[index] != Self.lineFeed,
                    bytes[index] != Self.carriageReturn
                {
                    return textAfterQuote(at: index, bytes, end: end, isFinal: isFinal, line: &line)
                }
            } else {
                fieldEnd = ByteScanner.firstIndex(
                    of: delimiter, Self.lineFeed, Self.carriageReturn, in: bytes, range: index..<end)
                batch.append(RowBatch.Field(index..<fieldEnd, isEncoded: false))
            }
            guard fieldEnd < end else { return isFinal ? (end, end, nil) : nil }
            if bytes[fieldEnd] == delimiter {
                index = fieldEnd + 1
                continue
            }
            guard let next = endOfLineEnd(at: fieldEnd, bytes, end: end, isFinal: isFinal) else { return nil }
            line += 1
            return (fieldEnd, next, nil)
        }
    }

    /// The end of the line end at `index`; nil if a CR is the last byte known, which a LF may follow.
    @inline(__always)
    private func endOfLineEnd(at index: Int, _ bytes: Span<UInt8>, end: Int, isFinal: Bool) -> Int? {
        if bytes[index] == Self.lineFeed { return index + 1 }
        guard index + 1 < end else { return isFinal ? index + 1 : nil }
        return bytes[index + 1] == Self.lineFeed ? index + 2 : index + 1
    }

    /// The record ends with its line: reading on as if the quote had not been closed could swallow
    /// the file.
    private func textAfterQuote(
        at index: Int, _ bytes: Span<UInt8>, end: Int, isFinal: Bool, line: inout Int
    ) -> End? {
        let lineEnd = ByteScanner.firstIndex(
            of: Self.lineFeed, Self.carriageReturn, Self.carriageReturn, in: bytes, range: index..<end)
        var next = end
        if lineEnd < end {
            guard let after = endOfLineEnd(at: lineEnd, bytes, end: end, isFinal: isFinal) else { return nil }
            next = after
            line += 1
        } else if !isFinal {
            return nil
        }
        let message = "text after the closing quote; a quote inside a quoted field is written twice"
        return (lineEnd, next, (index, .textAfterQuote, message))
    }

    /// Points at the first field too many, or at the end of the row where fields are missing.
    private func raggedRow(expected: Int, contentEnd: Int, batch: RowBatch) -> Fault {
        let found = batch.openFieldCount
        let offset = found > expected ? batch.fields[batch.openFieldStart + expected].start : contentEnd
        return (
            offset, .raggedRow,
            "expected \(ReadableNumber.counted(expected, "field")) but found \(ReadableNumber.counted(found, "field"))"
        )
    }
}

extension RowBatch.Field {
    /// Appends the text of a field of delimited text, with doubled quotes halved.
    package func appendText(of bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>) {
        guard isEncoded else {
            text.append(bytes, range: start..<end)
            return
        }
        var index = start
        while index < end {
            let byte = bytes[index]
            text.append(byte)
            index += byte == UInt8(ascii: "\"") ? 2 : 1
        }
    }
}
