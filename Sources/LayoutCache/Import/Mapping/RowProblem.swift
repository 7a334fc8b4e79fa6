/// A value that makes its row unusable.
struct RowProblem: Error {
    /// Where to point, as an offset into the window; nil where only the row is known.
    var offset: Int?
    var kind: LayoutError.Code
    var message: String
    var advice: String?
}
