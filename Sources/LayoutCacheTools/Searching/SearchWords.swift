internal import LayoutCache
internal import LayoutSQLite

/// The words of a search, which a text holds in any order: each begins a word of the text, without regard to case and
/// accents.
///
/// SQLite's tokenizer `unicode61` decides. Texts of ASCII alone are compared here, in the same way.
struct SearchWords: Sendable {
    let words: [String]
    /// The words in lower case, if all of them are ASCII.
    private let plain: [[UInt8]]?

    /// Whether all of them are ASCII, so that SQLite cuts none of them into two.
    var isPlain: Bool { plain != nil }

    /// The most words that count.
    private static let limit = 16

    init(_ text: String) {
        words = Self.split(text)
        plain = words.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } } ? words.map { $0.utf8.map(Self.lowercase) } : nil
    }

    private static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            if isPartOfWord(scalar) {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        return Array(words.prefix(limit))
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .privateUse:
            true
        default: false
        }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// The words as a query of FTS5.
    var query: String {
        words.map { "\"\($0)\"*" }.joined(separator: " AND ")
    }

    /// Whether a text holds the words; nil: only SQLite can compare them.
    func isFound(in text: some Collection<UInt8>) -> Bool? {
        guard let plain, text.allSatisfy({ $0 < 128 }) else { return nil }
        return plain.allSatisfy { word in Self.holds(word, text) }
    }

    private static func holds(_ word: [UInt8], _ text: some Collection<UInt8>) -> Bool {
        var isInside = false
        var place = text.startIndex
        while place < text.endIndex {
            let isPart = isPartOfWord(text[place])
            if isPart, !isInside {
                var (next, matched) = (place, 0)
                while matched < word.count, next < text.endIndex, lowercase(text[next]) == word[matched] {
                    (next, matched) = (text.index(after: next), matched + 1)
                }
                if matched == word.count { return true }
            }
            isInside = isPart
            place = text.index(after: place)
        }
        return false
    }
}

/// Compares texts with the words of a search as an index would.
struct TextJudge {
    private let words: SearchWords
    private let connection: Connection

    /// - Throws: ``SQLiteError`` if SQLite was built without FTS5.
    init(_ words: SearchWords) throws {
        self.words = words
        connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute("CREATE VIRTUAL TABLE judged USING fts5(text, content = '', \(SearchIndex.tokenizer))")
    }

    /// The numbers of the texts that hold the words.
    func found(in texts: [(number: Int64, text: [UInt8])]) throws -> Set<Int64> {
        let insert = try connection.cached("INSERT INTO judged (rowid, text) VALUES (?1, ?2)")
        for (number, text) in texts {
            insert.bind(number, at: 1)
            insert.bindText(bytes: text.span, at: 2)
            try insert.run()
        }
        var found: Set<Int64> = []
        try connection.forEachRow("SELECT rowid FROM judged WHERE judged MATCH ?1", words.query) {
            found.insert($0.int64(0))
        }
        try connection.execute("INSERT INTO judged (judged) VALUES ('delete-all')")
        return found
    }
}
