internal import LayoutCache
internal import LayoutPlatform
internal import LayoutSQLite

/// The words of a search, which a text holds in any order: each begins a word of the text, without regard to case and
/// accents.
///
/// SQLite's tokenizer `unicode61` decides. Texts of ASCII alone are compared here, in the same way. A part in quotes is
/// a phrase, which is found anywhere and literally, without regard to the case of ASCII letters. A search between
/// two slashes is a POSIX extended regular expression.
struct SearchWords {
    let words: [String]
    /// The phrases, with ASCII letters in lower case.
    private let phrases: [[UInt8]]
    private let pattern: TextPattern?
    /// The words in lower case, if all of them are ASCII.
    private let plain: [[UInt8]]?

    /// Whether all of them are ASCII, so that SQLite cuts none of them into two.
    var isPlain: Bool { plain != nil }

    private static let limit = 16

    /// - Throws: ``LayoutError`` `invalidArgument` for what is no regular expression.
    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        if bytes.count > 2, bytes.first == UInt8(ascii: "/"), bytes.last == UInt8(ascii: "/") {
            var fault: String?
            pattern = TextPattern(String(text.dropFirst().dropLast())) { fault = $0 }
            if let fault { throw LayoutError(.invalidArgument, "the regular expression is not one: \(fault)") }
            (words, phrases, plain) = ([], [], nil)
            return
        }
        pattern = nil
        // The parts between quotes are every second one; the last one may still be written.
        let parts = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        phrases = parts.indices.filter { $0 % 2 == 1 && !parts[$0].isEmpty }.map { parts[$0].map(Self.lowercase) }
        words = Self.split(
            parts.indices.filter { $0 % 2 == 0 }.map { String(decoding: parts[$0], as: UTF8.self) }.joined(
                separator: " "))
        plain = words.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } } ? words.map { $0.utf8.map(Self.lowercase) } : nil
    }

    private static func split(_ text: String) -> [String] {
        text.unicodeScalars.split { !isPartOfWord($0) }.prefix(limit).map { String($0) }
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

    var isEmpty: Bool { words.isEmpty && phrases.isEmpty && pattern == nil }

    /// Whether they are words alone, which an index can find.
    var areWords: Bool { phrases.isEmpty && pattern == nil }

    var query: String {
        words.map { "\"\($0)\"*" }.joined(separator: " AND ")
    }

    /// Whether a text holds the words; nil: only SQLite can compare them.
    func isFound(in text: some RandomAccessCollection<UInt8>) -> Bool? {
        if let pattern, pattern.firstMatch(in: Array(text)) == nil { return false }
        guard phrases.allSatisfy({ Self.contains($0, text) }) else { return false }
        if words.isEmpty { return true }
        guard let plain, text.allSatisfy({ $0 < 128 }) else { return nil }
        return plain.allSatisfy { Self.contains($0, text, beginningWord: true) }
    }

    /// Whether a text has a part anywhere, or only where a word begins.
    private static func contains(
        _ part: [UInt8], _ text: some RandomAccessCollection<UInt8>, beginningWord: Bool = false
    ) -> Bool {
        guard text.count >= part.count else { return false }
        var isInside = false
        var place = text.startIndex
        let last = text.index(text.endIndex, offsetBy: -part.count)
        while place <= last {
            let isPart = beginningWord && isPartOfWord(text[place])
            if isPart && !isInside || !beginningWord {
                var (next, matched) = (place, 0)
                while matched < part.count, lowercase(text[next]) == part[matched] {
                    (next, matched) = (text.index(after: next), matched + 1)
                }
                if matched == part.count { return true }
            }
            isInside = isPart
            place = text.index(after: place)
        }
        return false
    }

    /// Compares texts with the words of a search as an index would.
    struct Judge {
        private let words: SearchWords
        private let connection: Connection

        /// - Throws: ``SQLiteError`` if SQLite was built without FTS5.
        init(_ words: SearchWords) throws {
            self.words = words
            connection = try Connection(path: ":memory:", mode: .create)
            try connection.execute(
                "CREATE VIRTUAL TABLE judged USING fts5(text, content = '', \(SearchIndex.tokenizer))")
        }

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
}
