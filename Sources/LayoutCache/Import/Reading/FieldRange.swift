/// The range of one field's bytes in the buffer, without its quotes.
struct FieldRange: Equatable {
    /// Set in `markedEnd` when the bytes must be decoded: doubled quotes in delimited text,
    /// backslashes in JSON. Offsets need 31 bits, see `SourceBuffer.defaultMaximumRecordLength`.
    private static let encodedMark: UInt32 = 0x8000_0000

    private let lower: UInt32
    private let markedEnd: UInt32

    @inline(__always)
    init(_ start: Int, _ end: Int, isEncoded: Bool) {
        lower = UInt32(truncatingIfNeeded: start)
        markedEnd = UInt32(truncatingIfNeeded: end) | (isEncoded ? Self.encodedMark : 0)
    }

    @inline(__always)
    var start: Int { Int(lower) }

    @inline(__always)
    var end: Int { Int(markedEnd & ~Self.encodedMark) }

    @inline(__always)
    var isEncoded: Bool { markedEnd & Self.encodedMark != 0 }

    @inline(__always)
    var isEmpty: Bool { start == end }
}
