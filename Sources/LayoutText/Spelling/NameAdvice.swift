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
