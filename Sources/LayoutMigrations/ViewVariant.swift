/// Derives views from the text of other views.
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
///
/// ``keeping(_:of:)`` leaves out what few files need, such as the lines between `--- where items stick` and `--- end`.
enum ViewVariant {
    /// The text of the views for files that need some parts of `lc_search`.
    static func keeping(_ parts: Set<SearchPart>, of views: String) -> String {
        SearchPart.allCases.reduce(views) { parts.contains($1) ? $0 : without($1, $0) }
    }

    private static func without(_ part: SearchPart, _ views: String) -> String {
        let lines = lines(of: views)
        var kept: [ArraySlice<UInt8>] = []
        var isLeftOut = false
        for line in lines {
            if line.starts(with: part.rawValue.utf8) { isLeftOut = true }
            if !isLeftOut { kept.append(line) }
            if line.starts(with: "--- end".utf8) { isLeftOut = false }
        }
        precondition(kept.count < lines.count && !isLeftOut, "views.sql marks \(part)")
        return String(decoding: Array(kept.joined(separator: [newline])), as: UTF8.self)
    }

    /// The statement that makes a view.
    static func statement(making name: String, in views: String) -> String {
        let head = "CREATE VIEW \(name) AS"
        var statement: [UInt8] = []
        for line in lines(of: views) where !statement.isEmpty || line.starts(with: head.utf8) {
            statement += line + [newline]
            if line.last == UInt8(ascii: ";") { break }
        }
        precondition(!statement.isEmpty, "views.sql makes \(name)")
        return String(decoding: statement, as: UTF8.self)
    }

    private static let head = "CREATE VIEW visible AS"
    private static let newline = UInt8(ascii: "\n")

    /// The lines of a text, as bytes, since every opening of a store needs them.
    private static func lines(of text: String) -> [ArraySlice<UInt8>] {
        Array(text.utf8).split(separator: newline, omittingEmptySubsequences: false)
    }

    /// The text of the views, with the second one at its end.
    static func addingVisibleWithoutTree(to views: String) -> String {
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
        return views + "\nCREATE VIEW visible_btree AS"
            + String(decoding: variant.dropFirst(head.utf8.count), as: UTF8.self)
    }
}

/// A part of the view `lc_search` that only some files need, by its mark in `views.sql`.
package enum SearchPart: String, Sendable, CaseIterable {
    /// Finds items that stick.
    case stickyItems = "--- where items stick"
    /// Places the lines of sheets that stay visible, or go round.
    case frozenLines = "--- where lines stay"
}
