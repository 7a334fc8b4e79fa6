/// A feature of layouts that views show only in files that have such a layout: SQLite takes longer to compile them.
package enum ViewFeature: CaseIterable, Sendable {
    /// Items stick to the viewport's edges.
    case sticking
    /// The lines of sheets stay visible, or go round.
    case frozenLines
    /// Cells move by their place in the viewport.
    case moving
    /// Rows have a place in the background of their section.
    case grouping

    /// The features that change the same views, in every combination.
    package static let combinations: [Set<ViewFeature>] = [
        [.sticking], [.frozenLines], [.sticking, .frozenLines], [.moving], [.grouping],
        [.moving, .grouping],
    ]

    /// The statements that make the views that differ from the plain ones.
    package static func views(for features: Set<ViewFeature>) -> String {
        let views = ViewVariant.addingVisibleWithoutTree(
            to: ViewVariant.text(EmbeddedFile.named("views").text, for: features))
        return Set(features.flatMap(\.names)).sorted().map { ViewVariant.statement(making: $0, in: views) }
            .joined(separator: "\n")
    }

    /// The views that differ from the plain ones.
    package var names: [String] {
        switch self {
        case .sticking, .frozenLines: ["lc_search"]
        case .moving: ["lc_lap_view", ViewVariant.visible, ViewVariant.visibleWithoutTree]
        case .grouping: [ViewVariant.visible, ViewVariant.visibleWithoutTree]
        }
    }

    /// The comment before lines that only files with the feature have.
    fileprivate var mark: String {
        switch self {
        case .sticking: "--- where items stick"
        case .frozenLines: "--- where lines stay"
        case .moving: "--- where cells move"
        case .grouping: "--- where rows are grouped"
        }
    }

    /// The comment before lines that only files without the feature have.
    fileprivate var oppositeMark: String {
        switch self {
        case .sticking: "--- where no item sticks"
        case .frozenLines: "--- where no line stays"
        case .moving: "--- where no cell moves"
        case .grouping: "--- where no row is grouped"
        }
    }
}

/// Derives views from the text of other views.
///
/// ``text(_:for:)`` leaves out the lines for features that no layout of a file has: those between `--- where items
/// stick` and `--- end`, for example.
///
/// ``addingVisibleWithoutTree(to:)`` makes `visible_btree` out of `visible`. Before SQLite 3.44 a view with an R*Tree
/// in it is refused if `trusted_schema` is off. The two views differ in the lines that ask the R*Tree, which the text
/// marks:
///
/// ```sql
///   --- with the R*Tree
///   LEFT JOIN lc_rtree AS r ON …
///   --- without it
///   -- CROSS JOIN lc_frame AS a ON …
///   --- end
/// ```
enum ViewVariant {
    /// The text of the views for files whose layouts have certain features.
    static func text(_ views: String, for features: Set<ViewFeature>) -> String {
        let marks = ViewFeature.allCases.flatMap { feature in
            let isWanted = features.contains(feature)
            return [(feature.mark, isWanted), (feature.oppositeMark, !isWanted)].map { (Array($0.0.utf8), $0.1) }
        }
        let end = Array("--- end".utf8)
        var kept: [ArraySlice<UInt8>] = []
        /// Whether the lines up to the next end are kept; nil outside of such lines.
        var isKept: Bool?
        for line in lines(of: views) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if let mark = marks.first(where: { text.elementsEqual($0.0) }) {
                isKept = mark.1
            } else if isKept != nil, text.elementsEqual(end) {
                isKept = nil
            } else if isKept ?? true {
                kept.append(line)
            }
        }
        precondition(isKept == nil, "views.sql ends what it marks")
        return String(decoding: Array(kept.joined(separator: [newline])), as: UTF8.self)
    }

    /// The statement that makes a view.
    static func statement(making name: String, in views: String) -> String {
        let head = head(of: name)
        var statement: [UInt8] = []
        for line in lines(of: views) where !statement.isEmpty || line.starts(with: head.utf8) {
            statement += line + [newline]
            if line.last == UInt8(ascii: ";") { break }
        }
        precondition(!statement.isEmpty, "views.sql makes \(name)")
        return String(decoding: statement, as: UTF8.self)
    }

    static let visible = "visible"
    static let visibleWithoutTree = "visible_btree"
    private static let newline = UInt8(ascii: "\n")

    private static func head(of view: String) -> String { "CREATE VIEW \(view) AS" }

    /// The lines of a text, as bytes, since every opening of a store needs them.
    private static func lines(of text: String) -> [ArraySlice<UInt8>] {
        Array(text.utf8).split(separator: newline, omittingEmptySubsequences: false)
    }

    /// The text of the views, with the second one at its end.
    static func addingVisibleWithoutTree(to views: String) -> String {
        let head = head(of: visible)
        var variant: [UInt8] = []
        var isInView = false
        var isInTree = false
        var isInVariant = false
        for line in lines(of: views) {
            if line.starts(with: head.utf8) { isInView = true }
            guard isInView else { continue }
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if text.elementsEqual("--- with the R*Tree".utf8) {
                isInTree = true
            } else if text.elementsEqual("--- without it".utf8) {
                (isInTree, isInVariant) = (false, true)
            } else if text.elementsEqual("--- end".utf8) {
                isInVariant = false
            } else if isInVariant {
                variant += "  ".utf8 + text.dropFirst(3) + "\n".utf8
            } else if !isInTree {
                variant += line + "\n".utf8
            }
            if line.last == UInt8(ascii: ";") { break }
        }
        precondition(!variant.isEmpty && !isInTree && !isInVariant, "views.sql marks what the two views differ in")
        return views + "\n" + Self.head(of: visibleWithoutTree)
            + String(decoding: variant.dropFirst(head.utf8.count), as: UTF8.self)
    }
}
