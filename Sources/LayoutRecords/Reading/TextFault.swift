internal import LayoutText

/// Bytes that make text unreadable: a zero byte, or one that cannot stand at its place in UTF-8.
enum TextFault {
    /// Finds the first fault in a range; O(n), some gigabytes a second where text is ASCII.
    ///
    /// - Returns: The place of the fault, and the end of what was looked at. That is before the fault, or before a
    ///   character whose later bytes have not been read yet.
    static func first(in bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool) -> (fault: Int?, end: Int) {
        var index = range.lowerBound
        while true {
            index = ByteScanner.firstIndexOfZeroOrNonASCII(in: bytes, range: index..<range.upperBound)
            guard index < range.upperBound else { return (nil, index) }
            if bytes[index] == 0 { return (index, index) }
            switch UTF8Sequence(at: index, in: bytes, end: range.upperBound) {
            case .wellFormed(let length): index += length
            case .cutShort where !isFinal: return (nil, index)
            case .cutShort, .illFormed: return (index, index)
            }
        }
    }
}
