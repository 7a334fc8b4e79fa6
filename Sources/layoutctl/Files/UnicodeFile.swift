/// A CSV file of the characters of Unicode that the Swift standard library has a name for: real data that every
/// machine has at hand.
struct UnicodeFile {
    private(set) var characterCount = 0
    /// The titles of the categories that have characters.
    private(set) var categories: [Unicode.GeneralCategory: String] = [:]

    /// Writes the file, in the order of the characters' codes.
    init(writing path: String) throws(Failure) {
        try TextFile.write(to: path) { sink throws(Failure) in
            sink.write("code,name,category,width,height\n")
            for value in UInt32(0)...0x10FFFF {
                if value.isMultiple(of: 1024) { try Interruption.check() }
                guard let line = Unicode.Scalar(value).flatMap({ line(for: $0) }) else { continue }
                characterCount += 1
                sink.write(line)
                try sink.flushIfLarge()
            }
        }
    }

    /// A character and a label as wide as its name; a name of many words gets more lines.
    private mutating func line(for scalar: Unicode.Scalar) -> String? {
        let category = scalar.properties.generalCategory
        guard category != .unassigned, category != .surrogate, category != .privateUse,
            let name = scalar.properties.nameAlias ?? scalar.properties.name
        else { return nil }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let height = 20 + 12 * (1 + name.utf8.count { $0 == UInt8(ascii: " ") }) / 2
        let title = categories[category] ?? Self.title(of: category)
        categories[category] = title
        // Neither names nor titles hold a comma or a quote.
        return "\(code),\(name),\(title),\(min(12 + 4 * name.utf8.count, 240)),\(height)\n"
    }

    /// Unicode's own name of a category, as `Uppercase letter`.
    private static func title(of category: Unicode.GeneralCategory) -> String {
        let words = "\(category)".reduce("") { $0 + ($1.isUppercase ? " " : "") + $1.lowercased() }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
