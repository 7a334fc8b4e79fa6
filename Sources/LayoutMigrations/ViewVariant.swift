/// Makes the view `visible_btree` out of the text of `visible`.
///
/// Before SQLite 3.44 a view with an R*Tree in it is refused where `trusted_schema` is off. The two views differ
/// in the lines that ask the R*Tree, which the text marks:
///
/// ```sql
///   --- with the R*Tree
///   LEFT JOIN lc_rtree AS r ON …
///   --- without it
///   -- CROSS JOIN lc_frame AS a ON …
///   --- end
/// ```
enum ViewVariant {
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
