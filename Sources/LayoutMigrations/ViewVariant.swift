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
/// ``withoutSticking(_:)`` leaves out what finds items that stick: the lines between `--- where items stick` and
/// `--- end`.
enum ViewVariant {
    /// The text of the views for files in which no layout has items that stick.
    static func withoutSticking(_ views: String) -> String {
        var text: [UInt8] = []
        var isLeftOut = false
        let bytes = Array(views.utf8)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
            let line = bytes[start...end]
            start = end + 1
            if line.starts(with: "--- where items stick".utf8) { isLeftOut = true }
            if !isLeftOut { text += line }
            if line.starts(with: "--- end".utf8) { isLeftOut = false }
        }
        precondition(text.count < bytes.count && !isLeftOut, "views.sql marks what finds items that stick")
        return String(decoding: text, as: UTF8.self)
    }

    /// The statement that makes a view.
    static func statement(making name: String, in views: String) -> String {
        let head = "CREATE VIEW \(name) AS"
        let bytes = Array(views.utf8)
        var statement: [UInt8] = []
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        where !statement.isEmpty || line.starts(with: head.utf8) {
            statement += line + [UInt8(ascii: "\n")]
            if line.last == UInt8(ascii: ";") { break }
        }
        precondition(!statement.isEmpty, "views.sql makes \(name)")
        return String(decoding: statement, as: UTF8.self)
    }

    private static let head = "CREATE VIEW visible AS"

    /// The text of the views, with the second one at its end.
    ///
    /// By bytes, since every opening of a store needs it.
    static func addingVisibleWithoutTree(to views: String) -> String {
        var variant: [UInt8] = []
        var isInView = false
        var isInTree = false
        var isInVariant = false
        let bytes = Array(views.utf8)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = bytes[start..<end]
            start = end + 1
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
