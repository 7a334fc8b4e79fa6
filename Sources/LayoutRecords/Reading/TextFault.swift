internal import LayoutText

/// A byte that makes text unreadable: a zero byte, or one that cannot stand there in UTF-8.
struct TextFault: Equatable {
    enum Cause {
        case nulByte
        case invalidUTF8
    }

    var offset: Int
    var cause: Cause

    /// The result of checking some bytes.
    struct Outcome: Equatable {
        var fault: TextFault?
        /// The end of what was looked at: before the fault, or before a character whose later bytes
        /// have not been read yet.
        var end: Int
    }

    /// Finds the first fault in a range; O(n), some gigabytes a second where text is ASCII.
    static func first(in bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool) -> Outcome {
        var index = range.lowerBound
        while true {
            index = ByteScanner.firstIndexOfZeroOrNonASCII(in: bytes, range: index..<range.upperBound)
            guard index < range.upperBound else { return Outcome(fault: nil, end: index) }
            let lead = bytes[index]
            if lead == 0 { return Outcome(fault: TextFault(offset: index, cause: .nulByte), end: index) }
            switch UTF8Sequence(at: index, in: bytes, end: range.upperBound) {
            case .wellFormed(let length):
                index += length
            case .cutShort where !isFinal:
                return Outcome(fault: nil, end: index)
            case .cutShort, .illFormed:
                return Outcome(fault: TextFault(offset: index, cause: .invalidUTF8), end: index)
            }
        }
    }
}

/// A place in a text file: 1-based line and column, the column in Unicode scalars.
struct TextPosition: Equatable, Sendable {
    var line: Int
    var column: Int

    /// The position of an offset, given that `start` begins line `line`; O(n) between the two, so it is for messages
    /// only.
    ///
    /// A line ends with LF, CR LF or a lone CR.
    init(of offset: Int, in bytes: Span<UInt8>, start: Int, line: Int) {
        self.line = line
        column = 1
        var index = start
        while index < offset {
            switch bytes[index] {
            case 0x0A:
                self.line += 1
                column = 1
            case 0x0D where index + 1 >= bytes.count || bytes[index + 1] != 0x0A:
                self.line += 1
                column = 1
            case 0x0D, 0x80...0xBF: break
            default: column += 1
            }
            index += 1
        }
    }
}
