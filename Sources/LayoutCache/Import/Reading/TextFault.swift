/// A byte that makes text unreadable: a zero byte, or one that cannot stand there in UTF-8.
struct TextFault: Equatable {
    enum Cause {
        case nulByte
        case invalidUTF8
    }

    var offset: Int
    var cause: Cause

    /// What a look at some bytes came to.
    struct Outcome: Equatable {
        /// The first fault, if there is one.
        var fault: TextFault?
        /// The end of what was looked at: before the fault, or before a character whose later bytes
        /// have not been read yet.
        var end: Int
    }

    /// Finds the first fault in a range; O(n), some gigabytes a second where text is ASCII.
    ///
    /// The well-formed sequences are those of table 3-7 of the Unicode standard: no overlong forms, no
    /// surrogates, nothing above U+10FFFF.
    static func first(in bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool) -> Outcome {
        var index = range.lowerBound
        while true {
            index = ByteScanning.firstIndexOfZeroOrNonASCII(in: bytes, range: index..<range.upperBound)
            guard index < range.upperBound else { return Outcome(fault: nil, end: index) }
            let lead = bytes[index]
            if lead == 0 {
                return Outcome(fault: TextFault(offset: index, cause: .nulByte), end: index)
            }
            // How many bytes follow the lead byte, and what the first of them may be.
            let followers: Int
            var low: UInt8 = 0x80
            var high: UInt8 = 0xBF
            switch lead {
            case 0xC2...0xDF: followers = 1
            case 0xE0: (followers, low) = (2, 0xA0)
            case 0xED: (followers, high) = (2, 0x9F)
            case 0xE1...0xEF: followers = 2
            case 0xF0: (followers, low) = (3, 0x90)
            case 0xF4: (followers, high) = (3, 0x8F)
            case 0xF1...0xF3: followers = 3
            default: return Outcome(fault: TextFault(offset: index, cause: .invalidUTF8), end: index)
            }
            for follower in 1...followers {
                guard index + follower < range.upperBound else {
                    guard isFinal else { return Outcome(fault: nil, end: index) }
                    return Outcome(fault: TextFault(offset: index, cause: .invalidUTF8), end: index)
                }
                guard bytes[index + follower] >= low, bytes[index + follower] <= high else {
                    return Outcome(fault: TextFault(offset: index, cause: .invalidUTF8), end: index)
                }
                (low, high) = (0x80, 0xBF)
            }
            index += followers + 1
        }
    }
}
