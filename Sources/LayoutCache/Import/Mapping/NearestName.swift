/// Finds the name that was probably meant.
enum NearestName {
    /// The name closest to `name`: the same but for case, or few letters away; nil where none is
    /// close. O(names × length²).
    static func of(_ name: String, in names: [String]) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars)
        let allowed = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in names {
            let distance = distance(wanted, Array(candidate.lowercased().unicodeScalars))
            if distance <= allowed, best == nil || distance < best!.distance {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// “Did you mean …”, or the names there are.
    static func advice(for name: String, in names: [String], what: String) -> String? {
        if let nearest = of(name, in: names) { return "Did you mean “\(nearest)”?" }
        guard !names.isEmpty else { return nil }
        let listed = names.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
        return "There are the \(what) \(listed)\(names.count > 20 ? " and \(names.count - 20) more" : "")."
    }

    /// The number of letters to insert, delete or replace (Levenshtein's distance).
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var row = Array(0...second.count)
        for (line, scalar) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in second.indices {
                let replaced = diagonal + (second[column] == scalar ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
