/// The characters of Unicode that the Swift standard library has a name for: real data that every
/// machine has at hand.
struct UnicodeCharacters {
    /// A character and the box that shows it.
    struct Entry {
        var scalar: Unicode.Scalar
        var name: String
        var category: String

        /// `U+0041`
        var code: String {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }

        /// A label as wide as its name; a name of many words gets more lines.
        var width: Int { min(12 + 4 * name.utf8.count, 240) }
        var height: Int { 20 + 12 * (1 + name.utf8.count { $0 == UInt8(ascii: " ") }) / 2 }
    }

    /// Calls `body` with each character in the order of their codes.
    static func forEach(_ body: (Entry) throws(Failure) -> Void) throws(Failure) {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let category = properties.generalCategory
            guard category != .unassigned, category != .surrogate, category != .privateUse,
                let name = properties.nameAlias ?? properties.name
            else { continue }
            try body(Entry(scalar: scalar, name: name, category: title(of: category)))
        }
    }

    private static func title(of category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Uppercase letters"
        case .lowercaseLetter: "Lowercase letters"
        case .titlecaseLetter: "Titlecase letters"
        case .modifierLetter: "Modifier letters"
        case .otherLetter: "Other letters"
        case .nonspacingMark: "Nonspacing marks"
        case .spacingMark: "Spacing marks"
        case .enclosingMark: "Enclosing marks"
        case .decimalNumber: "Decimal digits"
        case .letterNumber: "Letter numbers"
        case .otherNumber: "Other numbers"
        case .connectorPunctuation: "Connectors"
        case .dashPunctuation: "Dashes"
        case .openPunctuation: "Opening punctuation"
        case .closePunctuation: "Closing punctuation"
        case .initialPunctuation: "Initial quotes"
        case .finalPunctuation: "Final quotes"
        case .otherPunctuation: "Other punctuation"
        case .mathSymbol: "Mathematical symbols"
        case .currencySymbol: "Currency symbols"
        case .modifierSymbol: "Modifier symbols"
        case .otherSymbol: "Other symbols"
        case .spaceSeparator: "Spaces"
        case .lineSeparator: "Line separators"
        case .paragraphSeparator: "Paragraph separators"
        case .control: "Control characters"
        case .format: "Format characters"
        case .surrogate, .privateUse, .unassigned: "Others"
        @unknown default: "Others"
        }
    }
}
