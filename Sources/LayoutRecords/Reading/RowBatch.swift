package import LayoutText

/// The rows cut from one buffer: field ranges in one flat array, nothing allocated per row.
///
/// A row of delimited text has a field per column. A row of JSON has two fields per member: its name
/// and its value. Arrays are reused from batch to batch.
package struct RowBatch {
    package struct Fault: Equatable {
        /// The rows of the batch that come before it in the file.
        package var precedingRowCount: Int
        package var record: Record
        /// The place of the fault, as an offset into the buffer.
        package var offset: Int
        package var kind: LayoutError.Code
        package var message: String
        package var advice: String?

        /// The error for the problem.
        ///
        /// - Parameter name: The name of the source in messages.
        package func error(in bytes: Span<UInt8>, name: String) -> LayoutError {
            record.error(at: offset, in: bytes, name: name, kind: kind, message: message, advice: advice)
        }
    }

    /// The range of a record in the buffer, without its line end.
    package struct Record: Equatable {
        package var start: Int
        package var end: Int
        /// The line its first byte is on.
        package var line: Int

        /// An error that points into the record; O(n) in the record, for its line and column.
        package func error(
            at offset: Int, in bytes: Span<UInt8>, name: String, kind: LayoutError.Code, message: String,
            advice: String? = nil
        ) -> LayoutError {
            let position = LayoutError.Position(of: offset, in: bytes, start: start, line: line)
            return LayoutError(kind, message, advice: advice, file: name, line: position.line, column: position.column)
        }
    }

    package private(set) var records = ContiguousArray<Record>()
    package private(set) var fields = ContiguousArray<Field>()
    /// For each row the end of its fields in `fields`.
    @usableFromInline private(set) var fieldEnds = ContiguousArray<Int32>()
    package private(set) var faults: [Fault] = []

    package init() {}

    package var rowCount: Int { records.count }
    package var isEmpty: Bool { records.isEmpty && faults.isEmpty }

    /// The indices in `fields` of one row's fields.
    @inlinable package func fieldIndices(ofRow row: Int) -> Range<Int> {
        (row == 0 ? 0 : Int(fieldEnds[row - 1]))..<Int(fieldEnds[row])
    }

    /// The beginnings of the fields of the row being cut.
    @inline(__always)
    var openFieldStart: Int { fieldEnds.isEmpty ? 0 : Int(fieldEnds[fieldEnds.count - 1]) }

    /// The number of fields of the row being cut.
    @inline(__always)
    var openFieldCount: Int { fields.count - openFieldStart }

    @inline(__always)
    mutating func append(_ field: Field) {
        fields.append(field)
    }

    @inline(__always)
    mutating func endRow(_ record: Record) {
        records.append(record)
        fieldEnds.append(Int32(truncatingIfNeeded: fields.count))
    }

    /// Forgets the fields of a row that is incomplete or at fault.
    mutating func dropOpenRow() { fields.removeLast(openFieldCount) }

    mutating func endFaultyRow(
        _ record: Record, at offset: Int, _ kind: LayoutError.Code, _ message: String, advice: String? = nil
    ) {
        dropOpenRow()
        faults.append(
            Fault(
                precedingRowCount: rowCount, record: record, offset: offset, kind: kind, message: message,
                advice: advice))
    }

    /// Ends a record that holds a byte that is not text.
    mutating func endFaultyRow(_ record: Record, byteAt offset: Int, in bytes: Span<UInt8>) {
        if bytes[offset] == 0 {
            endFaultyRow(
                record, at: offset, .nulByte, "a byte of value zero", advice: "Is this a text file, and in UTF-8?")
        } else {
            endFaultyRow(
                record, at: offset, .invalidUTF8,
                "the byte 0x\(bytes[offset].hexadecimal) is not valid UTF-8 here",
                advice: "Convert the file first, for example: iconv -f LATIN1 -t UTF-8 FILE.")
        }
    }

    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        fieldEnds.removeAll(keepingCapacity: true)
        faults.removeAll(keepingCapacity: true)
    }

    /// The range of one field's bytes in the buffer, without its quotes.
    package struct Field: Equatable {
        /// Set in `markedEnd` when the bytes must be decoded: doubled quotes in delimited text,
        /// backslashes in JSON. Offsets need 31 bits, see `SourceBuffer.defaultMaximumRecordLength`.
        @usableFromInline static let encodedMark: UInt32 = 0x8000_0000

        @usableFromInline let lower: UInt32
        @usableFromInline let markedEnd: UInt32

        @inlinable init(_ range: Range<Int>, isEncoded: Bool) {
            lower = UInt32(truncatingIfNeeded: range.lowerBound)
            markedEnd = UInt32(truncatingIfNeeded: range.upperBound) | (isEncoded ? Self.encodedMark : 0)
        }

        @inlinable package var start: Int { Int(lower) }

        @inlinable package var end: Int { Int(markedEnd & ~Self.encodedMark) }

        @inlinable package var isEncoded: Bool { markedEnd & Self.encodedMark != 0 }

        @inlinable package var isEmpty: Bool { start == end }
    }
}
