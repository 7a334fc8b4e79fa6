/// Finds the name that was probably meant.
enum NearestName {
    /// The name closest to `name`: the same but for case, or at most a third of its
    /// letters away; nil where none is
    /// close. O(names × length²).
    static func of(_ name: String, in names: [String]) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars)
        let allowed = wanted.count / 3
        var best: (name: String, distance: Int)?
        for candidate in names {
            let distance = distance(wanted, Array(candidate.lowercased().unicodeScalars))
            if distance <= allowed, distance < best?.distance ?? Int.max {
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

    /// The number of letters to insert, delete, replace or swap with their neighbour (the optimal
    /// string alignment distance).
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for line in first.indices {
            var row = [line + 1]
            for column in second.indices {
                let isSame = first[line] == second[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, row[column] + 1)
                if line > 0, column > 0, first[line] == second[column - 1], first[line - 1] == second[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[second.count]
    }
}
