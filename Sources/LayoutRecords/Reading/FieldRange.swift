/// The range of one field's bytes in the buffer, without its quotes.
package struct FieldRange: Equatable {
    /// Set in `markedEnd` when the bytes must be decoded: doubled quotes in delimited text,
    /// backslashes in JSON. Offsets need 31 bits, see `SourceBuffer.defaultMaximumRecordLength`.
    @usableFromInline static let encodedMark: UInt32 = 0x8000_0000

    @usableFromInline let lower: UInt32
    @usableFromInline let markedEnd: UInt32

    @inlinable init(_ start: Int, _ end: Int, isEncoded: Bool) {
        lower = UInt32(truncatingIfNeeded: start)
        markedEnd = UInt32(truncatingIfNeeded: end) | (isEncoded ? Self.encodedMark : 0)
    }

    @inlinable package var start: Int { Int(lower) }

    @inlinable package var end: Int { Int(markedEnd & ~Self.encodedMark) }

    @inlinable package var isEncoded: Bool { markedEnd & Self.encodedMark != 0 }

    @inlinable package var isEmpty: Bool { start == end }
}
