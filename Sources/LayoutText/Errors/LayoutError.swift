/// A fault, its place and its remedy: the one error that this package's calls throw.
///
/// A structure around an open code rather than an enumeration of cases, so that new causes break no client:
///
/// ```swift
/// do {
///     try store.importFile(at: csv, into: "items", columns: columns)
/// } catch let error as LayoutError where error.code == .duplicateKey {
///     show(error.message, line: error.line)
/// }
/// ```
///
/// An error thrown by a caller's own closure or sequence is passed on unchanged.
public struct LayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, in the terms in which a program can act on it: an open set.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name; stable across versions.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }
    }

    /// The cause.
    public var code: Code
    /// One sentence on what happened, without its place and without advice.
    public var message: String
    /// The remedy, as sentences; nil if there is none.
    public var advice: String?
    /// The file that is at fault, as the caller named it: of an import, `standard input` for `-`.
    public var file: String?
    /// The 1-based line of the fault in a text; of imported items, their number from 1.
    public var line: Int?
    /// The 1-based column in that line, in Unicode scalars; a byte order mark does not count.
    public var column: Int?
    /// The JSON path of the fault, such as `$.sections[0].group.size.width`; `$` is the whole.
    public var path: String?
    /// SQLite's extended result code, where SQLite failed.
    public var resultCode: Int32?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, file: String? = nil, line: Int? = nil,
        column: Int? = nil, path: String? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.file = file
        self.line = line
        self.column = column
        self.path = path
    }

    /// The place of the fault: `file:line:column`, as compilers write it; without a file, the line and column or the
    /// JSON path; nil if nothing of that is known.
    public var place: String? {
        if let file, let line { return "\(file):\(line)" + (column.map { ":\($0)" } ?? "") }
        if let file { return path.map { "\(file): \($0)" } ?? file }
        guard let line, let column else { return path }
        return "line \(line), column \(column)"
    }

    /// The place, if it is known, and the message; without the advice.
    public var description: String { place.map { "\($0): \(message)" } ?? message }
}

extension LayoutError.Code {
    /// A definition cannot work; the error's path names the place.
    public static let invalidDefinition = Self(rawValue: "invalidDefinition")
    /// The work was cancelled: with its task, by the caller, or because the store was suspended. The open transaction
    /// is undone. Slices that a preparation has committed before stay, and the next one continues.
    public static let cancelled = Self(rawValue: "cancelled")
}

extension LayoutError {
    /// The fault of a definition.
    package init(path: String, message: String) { self.init(.invalidDefinition, message, path: path) }
}

/// Finds the known word that was probably meant.
package enum SpellingSuggestion {
    /// The nearest word by edit distance, regardless of case, or `nil` if all are too far off to be a misspelling.
    /// O(words × length²).
    package static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        // A word this long is no misspelling of a key; comparing it would only cost time.
        guard letters.count <= 64 else { return nil }
        // A third of the letters may be wrong, and one of a short word, but not all of them. That finds "rowspacing",
        // "itemSpaceing" and "tp", but neither "foo" for "top" nor "x" for "y".
        let tolerance = min(max(1, letters.count / 3), letters.count - 1)
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = editDistance(letters, Array(candidate.lowercased().unicodeScalars))
            if distance <= tolerance, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The number of letters to insert, delete, replace or swap with their neighbour to make one word of
    /// the other (optimal string alignment).
    private static func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                var distance = min(
                    last[column] + (first[row] == second[column] ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    distance = min(distance, beforeLast[column - 1] + 1)
                }
                current.append(distance)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}

/// Advice about a missing column, member or table.
package enum NameAdvice {
    /// “Did you mean …”, or the names there are.
    package static func text(for name: String, in names: [String], what: String) -> String? {
        if let nearest = SpellingSuggestion.nearest(to: name, among: names) { return "Did you mean “\(nearest)”?" }
        guard !names.isEmpty else { return nil }
        let listed = names.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
        return "There are the \(what) \(listed)\(names.count > 20 ? " and \(names.count - 20) more" : "")."
    }
}
