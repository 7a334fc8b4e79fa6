/// Draws changes of a data set's rows, as statements: every kind that a person at a shell could make.
public struct RandomEdit: Sendable {
    public let data: RandomDataSet
    /// The rows that statements name, in order.
    public var sections: [(id: Int64, position: Double)] = []
    public var items: [(id: Int64, section: Int64, position: Double)] = []
    /// The clauses for a row that is in the way; each statement has one.
    public var conflicts = ["", "", "OR IGNORE ", "OR REPLACE ", "OR FAIL "]
    /// The highest id of a data set that sections are moved to.
    public var datasets = 1

    public init(_ data: RandomDataSet) { self.data = data }

    /// The statements of one change of a kind, to be executed one by one; none if nothing can be changed so.
    public func statements(_ kind: Kind, using random: inout SeededGenerator) -> [String] {
        let section = sections.randomElement(using: &random)
        guard section != nil || kind == .insertSection, sections.count > 2 || !kind.endsSections else { return [] }
        // A waterfall's ratio of a measured length and one of the item is not exact.
        guard kind != .measure || !data.isScalable else { return [] }
        let item = items.randomElement(using: &random)
        // Nor are its columns, with other insets.
        let templates = kind.templates.filter { !data.isScalable || !$0.contains("{inset") }
        guard let template = templates.randomElement(using: &random),
            item != nil || !["{id}", "{item row}", "{measured row}"].contains(where: template.contains)
        else { return [] }
        var grammar = StatementGrammar(Self.rules)
        func set(_ word: String, _ value: (some Any)?) { grammar.rules[word] = ["\(value.map { "\($0)" } ?? "0")"] }
        let home = items.filter { $0.section == item?.section }
        let other = home.randomElement(using: &random)
        let run = home.drop { $0.position < item?.position ?? 0 }.prefix(Int.random(in: 1...20, using: &random))
        set("id", item?.id)
        set("home", item?.section)
        set("at", item?.position)
        set("other", other?.id)
        set("there", other?.position)
        set("run end", run.last?.position)
        set("within", between(home.map(\.position), using: &random))
        let inner = items.filter { $0.section == section?.id }.map(\.position)
        set("section", section?.id)
        set("place", section?.position)
        set("between", between(inner, using: &random))
        set("end", (inner.last ?? 0) + 1)
        // The room after one of the section's items.
        let index = inner.indices.randomElement(using: &random)
        let start = index.map { inner[$0] } ?? 0
        let next = index.flatMap { $0 + 1 < inner.count ? inner[$0 + 1] : nil } ?? start + 100
        set("start", start)
        set("room", next - start)
        let second = sections.randomElement(using: &random)
        set("second", second?.id)
        set("second place", second?.position)
        set("between sections", between(sections.map(\.position), using: &random))
        set("dataset", Int.random(in: 0..<4, using: &random) == 0 ? datasets : 1)
        let size = data.size(&random)
        set("width", size.width)
        set("height", size.height)
        grammar.rules["or"] = conflicts
        for word in ["length", "inset"] { set(word, random.exactLength(in: 0...20)) }
        for word in ["x", "y"] { set(word, random.exactLength(in: -100...900)) }
        return template.split(separator: "; ").map { grammar.draw($0, using: &random) }
    }

    private static let rules = [
        "size": ["{width}, {height}"], "columns": ["section_id, position, width, height"],
        "columns with id": ["id, {columns}"],
        "item row": ["item ({columns with id}) VALUES ({id}, {section}, {at}, {size})"],
        "measured row": ["measurement (measure, item_id, width, height) VALUES ('{measure}', {id}, {size})"],
        "bar": ["header_width", "header_height", "footer_width", "footer_height"],
        "inset side": ["inset_top", "inset_leading", "inset_bottom", "inset_trailing"],
        "some length": ["NULL", "{length}"],
        // One that a layout names, more often than one that none does.
        "measure": ["m", "m", "m", "m", "n"], "span": ["NULL", "1", "2", "3"], "row span": ["NULL", "NULL", "1", "2"],
        "step": ["1", "0.5", "100", "-30", "0", "500"],
        "section row": ["section (id, dataset_id, position, header_height) VALUES ({section}, {dataset}, {section at}"],
        "section at": ["{place}", "{second place}", "{between sections}"],
    ]

    /// A position before any of them, after the one before it.
    private func between(_ positions: [Double], using random: inout SeededGenerator) -> Double {
        let index = Int.random(in: 0...positions.count, using: &random)
        guard index > 0, let first = positions.first, let last = positions.last else {
            return (positions.first ?? 1) - 1
        }
        guard index < positions.count else { return max(first, last) + 1 }
        return (positions[index - 1] + positions[index]) / 2
    }
}
