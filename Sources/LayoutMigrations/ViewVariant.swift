/// Makes the view `visible_btree` out of the text of `visible`.
///
/// Before SQLite 3.44 a view with an R*Tree in it is refused where `trusted_schema` is off. The two views differ
/// in the lines that ask the R*Tree, which the text marks:
///
/// ```sql
///   --- with the R*Tree
///   CROSS JOIN lc_block AS r ON …
///   --- without it
///   -- CROSS JOIN lc_attributes AS a ON …
///   --- end
/// ```
enum ViewVariant {
    private static let head = "CREATE VIEW visible AS"

    /// The text of the views, with the second one at its end.
    static func addingVisibleWithoutTree(to views: String) -> String {
        var lines: [Substring] = []
        var isInView = false
        var isInTree = false
        var isInVariant = false
        for line in views.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(head) { isInView = true }
            guard isInView else { continue }
            switch line.drop(while: { $0 == " " }) {
            case "--- with the R*Tree": isInTree = true
            case "--- without it": (isInTree, isInVariant) = (false, true)
            case "--- end": isInVariant = false
            case let text where isInVariant: lines.append("  " + text.dropFirst(3))
            case _ where isInTree: break
            default: lines.append(line)
            }
            if line.hasSuffix(";") { isInView = false }
        }
        precondition(!lines.isEmpty && !isInTree && !isInVariant, "views.sql marks what the two views differ in")
        let text = lines.joined(separator: "\n")
        return views + "\nCREATE VIEW visible_btree AS" + text.dropFirst(head.count) + "\n"
    }
}
