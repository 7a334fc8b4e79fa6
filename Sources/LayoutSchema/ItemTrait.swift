/// An item's placement beside its size: a column of `item` each, all of them mostly NULL.
package enum ItemTrait: Int, CaseIterable {
    case span, rowSpan, level, stickyLevel, stickyEdge

    /// The column of `item`.
    package var column: String {
        switch self {
        case .span: "span"
        case .rowSpan: "row_span"
        case .level: "level"
        case .stickyLevel: "sticky_level"
        case .stickyEdge: "sticky_edge"
        }
    }

    /// Its name in messages.
    var name: String {
        switch self {
        case .span: "span"
        case .rowSpan: "row span"
        case .level: "level"
        case .stickyLevel: "sticky level"
        case .stickyEdge: "sticky edge"
        }
    }

    /// The whole numbers that it takes; an edge counts by its place among ``edges``.
    var range: ClosedRange<Int> {
        switch self {
        case .span: 0...1024
        case .rowSpan: 1...Int(Int32.max)
        case .level: 0...Int(Int32.max)
        case .stickyLevel: 0...31
        case .stickyEdge: 0...1
        }
    }

    /// The words for edges, in the order of their numbers.
    static let edges = ["start", "end"]

    /// SQL for the column's value, of a column that holds its number.
    func stored(_ number: String) -> String {
        self == .stickyEdge ? "CASE \(number) WHEN 0 THEN 'start' WHEN 1 THEN 'end' END" : number
    }

    /// SQL for its number, of a row of `item` that a statement calls so.
    func number(of row: String) -> String {
        self == .stickyEdge ? "CASE \(row).sticky_edge WHEN 'start' THEN 0 WHEN 'end' THEN 1 END" : "\(row).\(column)"
    }

    /// SQL for all columns, each after a comma.
    static let columnList = allCases.map { ", \($0.column)" }.joined()

    /// SQL for the numbers of a row, each after a comma.
    package static func numberList(of row: String) -> String { allCases.map { ", \($0.number(of: row))" }.joined() }
}

/// The traits of one item; most have none.
struct ItemTraits: Hashable {
    private var numbers = Self.nothing

    private static let null = Int32.min
    private static let nothing = SIMD8<Int32>(repeating: null)

    init() {}

    var isEmpty: Bool { numbers == Self.nothing }

    subscript(trait: ItemTrait) -> Int? {
        get { numbers[trait.rawValue] == Self.null ? nil : Int(numbers[trait.rawValue]) }
        set { numbers[trait.rawValue] = newValue.map(Int32.init(clamping:)) ?? Self.null }
    }
}

extension SourceItem {
    func number(of trait: ItemTrait) -> Int? {
        switch trait {
        case .span: span
        case .rowSpan: rowSpan
        case .level: level
        case .stickyLevel: stickyLevel
        case .stickyEdge: stickyEdge.map { $0 == .start ? 0 : 1 }
        }
    }

    /// Takes over what is known of each trait.
    mutating func readTraits(_ number: (_ trait: ItemTrait) -> Int?) {
        span = number(.span)
        rowSpan = number(.rowSpan)
        level = number(.level)
        stickyLevel = number(.stickyLevel)
        stickyEdge = number(.stickyEdge).map { $0 == 0 ? .start : .end }
    }
}
