/// The columns of a fixed pitch that characters take, one after another.
///
/// A character that Unicode calls wide or fullwidth takes two: https://www.unicode.org/reports/tr11/. A mark or format
/// character takes none, and any other one. An emoji takes two as a whole: with a variation selector, a
/// colour of skin or joined to others. A tab takes one here; its columns depend on its place.
package struct CharacterWidth {
    /// The character that marks belong to.
    private var base: Unicode.Scalar = "\0"
    /// The columns of that character and what belongs to it.
    private var breadth = 0
    /// Whether the next pictograph is one emoji with it.
    private var isJoined = false

    package init() {}

    /// The columns that the next character adds, and whether it belongs to the one before.
    package mutating func add(_ scalar: Unicode.Scalar) -> (columns: Int, belongs: Bool) {
        var columns = 0
        var belongs = true
        switch scalar.value {
        case 0xFE0F where base.properties.isEmoji && !base.properties.isEmojiPresentation,
            0x1F3FB...0x1F3FF where base.properties.isEmojiModifierBase:
            columns = max(0, 2 - breadth)
            isJoined = false
        case _ where isJoined && Self.isPictographic(scalar):
            columns = max(0, 2 - breadth)
            (base, isJoined) = (scalar, false)
        case _ where Self.isZero(scalar): isJoined = scalar == "\u{200D}" && Self.isPictographic(base)
        default:
            columns = Self.isWide(scalar) ? 2 : 1
            (base, breadth, isJoined, belongs) = (scalar, 0, false, false)
        }
        breadth += columns
        return (columns, belongs)
    }

    /// Takes the one column of an ASCII character.
    package mutating func add(ascii byte: UInt8) { _ = add(Unicode.Scalar(byte)) }

    private static let regional: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    private static func isPictographic(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.isASCII && !regional.contains(scalar.value)
    }

    private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // A soft hyphen shows in terminals, and so do the marks before a number.
        case 0..<0x300, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: false
        // Vowels and finals of Hangul join the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard let last = wide.last, (wide[0].lowerBound...last.upperBound).contains(scalar.value) else { return false }
        if wide.first(where: { scalar.value <= $0.upperBound })?.contains(scalar.value) == true { return true }
        return scalar.properties.isEmojiPresentation && !regional.contains(scalar.value)
    }

    /// What EastAsianWidth.txt of Unicode 15 calls wide or fullwidth, without emoji, which the standard library knows.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x2FF0...0x2FFB,
        0x3000...0x303E, 0x3041...0x3096, 0x309B...0x30FF, 0x3105...0x312F, 0x3131...0x318E, 0x3190...0x31E3,
        0x31F0...0x321E, 0x3220...0x3247, 0x3250...0x4DBF, 0x4E00...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52, 0xFE54...0xFE66, 0xFE68...0xFE6B,
        0xFF01...0xFF60, 0xFFA0...0xFFA0, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x16FF1, 0x17000...0x187F7,
        0x18800...0x18CD5, 0x18D00...0x18D08, 0x1AFF0...0x1AFF3, 0x1AFF5...0x1AFFB, 0x1AFFD...0x1AFFE,
        0x1B000...0x1B122, 0x1B132...0x1B132, 0x1B150...0x1B152, 0x1B155...0x1B155, 0x1B164...0x1B167,
        0x1B170...0x1B2FB, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F260...0x1F265,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]

    /// A control sequence, such as of a terminal's colours, of which the characters come one after another: ESC, a
    /// bracket, digits and semicolons, and a letter. It takes no columns.
    package struct ControlSequence {
        /// The characters that have come; 0: none has begun.
        private var count = 0

        package init() {}

        package var hasBegun: Bool { count > 0 }

        /// Takes the next character. Returns the length of the sequence that it ends; nil if it ends none.
        package mutating func add(_ character: UInt8) -> Int? {
            switch (count, character) {
            case (_, 0x1B): count = 1
            case (1, UInt8(ascii: "[")), (2..., UInt8(ascii: "0")...UInt8(ascii: "9")), (2..., UInt8(ascii: ";")):
                count += 1
            case (2..., UInt8(ascii: "A")...UInt8(ascii: "Z")), (2..., UInt8(ascii: "a")...UInt8(ascii: "z")):
                defer { count = 0 }
                return count + 1
            default: count = 0
            }
            return nil
        }
    }
}
