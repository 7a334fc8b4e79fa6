/// The columns of a fixed pitch that characters take, one after another.
///
/// A character that Unicode calls wide or fullwidth takes two: https://www.unicode.org/reports/tr11/. A mark or format
/// character takes none, and any other one. An emoji takes two as a whole: with a variation selector, a
/// colour of skin or joined to others. A tab takes one here; its columns depend on its place.
package struct CharacterWidth {
    private typealias Class = UInt32

    /// The class of the character that marks belong to.
    private var base: Class = 0
    /// The columns of that character and what belongs to it.
    private var breadth = 0
    /// Whether the next pictograph is one emoji with it.
    private var isJoined = false

    package init() {}

    /// The columns that the next character adds, and whether it belongs to the one before.
    package mutating func add(_ scalar: Unicode.Scalar) -> (columns: Int, belongs: Bool) {
        let found = Self.characterClass(of: scalar)
        var columns = found & Self.isWide != 0 ? 2 : 1
        var belongs = true
        switch scalar.value {
        case 0xFE0F where base & Self.hasEmojiForm != 0, 0x1F3FB...0x1F3FF where base & Self.takesModifier != 0:
            columns = max(0, 2 - breadth)
            isJoined = false
        case _ where isJoined && found & Self.isPictographic != 0:
            columns = max(0, 2 - breadth)
            (base, isJoined) = (found, false)
        case _ where found & Self.isZero != 0:
            columns = 0
            isJoined = scalar.value == 0x200D && base & Self.isPictographic != 0
        default: (base, breadth, isJoined, belongs) = (found, 0, false, false)
        }
        breadth += columns
        return (columns, belongs)
    }

    /// Takes the one column of an ASCII character.
    package mutating func add(ascii byte: UInt8) { _ = add(Unicode.Scalar(byte)) }

    private static let isZero: Class = 1
    private static let isWide: Class = 2
    private static let hasEmojiForm: Class = 4
    private static let isPictographic: Class = 8
    private static let takesModifier: Class = 16

    /// The class of a character, by the last place up to it where the class changes.
    private static func characterClass(of scalar: Unicode.Scalar) -> Class {
        let limit = scalar.value << 8 | 0xFF
        var low = 0
        var high = bounds.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if bounds[middle] <= limit { low = middle } else { high = middle - 1 }
        }
        return bounds[low] & 0xFF
    }
}
