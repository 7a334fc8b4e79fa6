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

    /// Advice about a missing column, member or table: “Did you mean …”, or the names there are.
    package static func advice(for name: String, in names: [String], what: String) -> String? {
        if let nearest = nearest(to: name, among: names) { return "Did you mean “\(nearest)”?" }
        guard !names.isEmpty else { return nil }
        let listed = names.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
        return "There are the \(what) \(listed)\(names.count > 20 ? " and \(names.count - 20) more" : "")."
    }
}
