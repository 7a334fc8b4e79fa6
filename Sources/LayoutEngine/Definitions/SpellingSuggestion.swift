/// Finds the known word that somebody probably meant.
package enum SpellingSuggestion {
    /// The nearest word by edit distance, or `nil` where all are too far off to be a misspelling.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased())
        // A word this long is no misspelling of a key; comparing it would only cost time.
        guard letters.count <= 64 else { return nil }
        // A third of the letters may be wrong: "rowspacing", "itemSpaceing", but not "foo" for "top".
        let tolerance = max(1, letters.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = editDistance(letters, Array(candidate.lowercased()))
            if distance <= tolerance, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The number of letters to insert, delete, replace or swap with their neighbour to make one word of
    /// the other (optimal string alignment).
    static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
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
