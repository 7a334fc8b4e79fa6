internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutText

/// A column that goes into the payload.
struct PayloadColumn {
    var index: Int
    var name: String
    /// The member's name as JSON, with the colon, and what comes before it.
    var prefix: ContiguousArray<UInt8>
}

/// Writes payloads: JSON objects as bytes.
enum PayloadText {
    /// Appends an object with a member for each column, and returns its range.
    @inline(__always)
    static func append(
        _ columns: [PayloadColumn], to text: inout ContiguousArray<UInt8>,
        value: (PayloadColumn, inout ContiguousArray<UInt8>) throws(RowProblem) -> Void
    ) throws(RowProblem) -> ColumnBatch.ByteRange {
        guard !columns.isEmpty else { return .null }
        let start = text.count
        for column in columns {
            text.append(contentsOf: column.prefix)
            try value(column, &text)
        }
        text.append(UInt8(ascii: "}"))
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }

    /// Appends a field of delimited text as a JSON value.
    static func append(_ field: FieldRange, of bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>) {
        if field.isEmpty {
            text.append(contentsOf: [UInt8(ascii: "n"), UInt8(ascii: "u"), UInt8(ascii: "l"), UInt8(ascii: "l")])
        } else if isPlainNumber(bytes, field.start..<field.end) {
            text.append(bytes, range: field.start..<field.end)
        } else {
            text.append(UInt8(ascii: "\""))
            var index = field.start
            while true {
                let run = ByteScanner.firstIndexInterruptingString(in: bytes, range: index..<field.end)
                text.append(bytes, range: index..<run)
                guard run < field.end else { break }
                JSONString.encode(bytes[run], to: &text)
                index = run + (field.isEncoded && bytes[run] == UInt8(ascii: "\"") ? 2 : 1)
            }
            text.append(UInt8(ascii: "\""))
        }
    }

    /// Whether a field is a number that is printed again in its spelling. It is an integer of 64 bits without leading
    /// zeros, or a decimal fraction that a double holds and prints without exponent.
    static func isPlainNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        let end = range.upperBound
        // The sign, 15 digits and the point of a fraction, or 18 digits: all such fit.
        guard range.count <= 19 else { return false }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        index += isNegative ? 1 : 0
        let integerStart = index
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        let integerCount = index - integerStart
        guard integerCount > 0 else { return false }
        let isZero = bytes[integerStart] == UInt8(ascii: "0")
        if isZero, integerCount > 1 { return false }
        if index == end { return integerCount <= 18 && !(isZero && isNegative) }
        guard bytes[index] == UInt8(ascii: ".") else { return false }
        let fractionStart = index + 1
        index = fractionStart
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        let fractionCount = index - fractionStart
        guard index == end, fractionCount > 0, integerCount + fractionCount <= 15 else { return false }
        if bytes[end - 1] == UInt8(ascii: "0") {
            // `5.0` is printed so, `5.50` and `-0.0` are not.
            return fractionCount == 1 && !(isZero && isNegative)
        }
        guard isZero else { return true }
        // Below 0.0001 numbers are printed with an exponent.
        var zeros = 0
        while bytes[fractionStart + zeros] == UInt8(ascii: "0") { zeros += 1 }
        return zeros < 4
    }
}
