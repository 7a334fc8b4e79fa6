/// An item's placement beside its size: a column of `item` each, all of them mostly NULL.
package enum ItemTrait: Int, CaseIterable {
    case span, rowSpan, level, stickyLevel, stickyEdge

    /// The columns and ranges, in the order of the cases.
    private static let facts: [(column: String, range: ClosedRange<Int>)] = [
        ("span", 0...1024), ("row_span", 1...Int(Int32.max)), ("level", 0...Int(Int32.max)), ("sticky_level", 0...31),
        ("sticky_edge", 0...1),
    ]

    /// The column of `item`.
    package var column: String { Self.facts[rawValue].column }

    /// Its name in messages.
    package var name: String { column.replacing("_", with: " ") }

    /// The whole numbers that it takes; an edge counts by its place among ``edges``.
    package var range: ClosedRange<Int> { Self.facts[rawValue].range }

    /// The words for edges, in the order of their numbers.
    package static let edges = ["start", "end"]

    /// SQL for the column's value, of a column that holds its number.
    package func stored(_ number: String) -> String {
        self == .stickyEdge ? "CASE \(number) WHEN 0 THEN 'start' WHEN 1 THEN 'end' END" : number
    }

    /// SQL for its number, of a row of `item` that a statement calls so.
    func number(of row: String) -> String {
        self == .stickyEdge ? "CASE \(row).sticky_edge WHEN 'start' THEN 0 WHEN 'end' THEN 1 END" : "\(row).\(column)"
    }

    /// SQL for all columns, each after a comma.
    package static let columnList = allCases.map { ", \($0.column)" }.joined()

    /// SQL for the numbers of a row, each after a comma.
    package static func numberList(of row: String) -> String { allCases.map { ", \($0.number(of: row))" }.joined() }
}
