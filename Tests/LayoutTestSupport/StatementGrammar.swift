/// Draws statements from templates: a word in braces stands for one of the texts of its rule, which may hold others.
///
/// `{3...9}` is a whole number of that range.
public struct StatementGrammar: Sendable {
    public var rules: [String: [String]]

    public init(_ rules: [String: [String]]) { self.rules = rules }

    /// A template with its words drawn, each occurrence independently.
    public func draw(_ template: some StringProtocol, using random: inout SeededGenerator) -> String {
        var drawn = ""
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            drawn += rest[..<open] + text(of: rest[open...].dropFirst().prefix { $0 != "}" }, using: &random)
            rest = rest[close...].dropFirst()
        }
        return drawn + rest
    }

    private func text(of word: Substring, using random: inout SeededGenerator) -> String {
        if let text = rules[String(word)]?.randomElement(using: &random) { return draw(text, using: &random) }
        let bounds = word.split(separator: "...").compactMap { Int($0) }
        precondition(bounds.count == 2, "there is no rule for {\(word)}")
        return "\(Int.random(in: bounds[0]...bounds[1], using: &random))"
    }
}
