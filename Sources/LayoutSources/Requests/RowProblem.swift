/// A value that makes its row unusable.
struct RowProblem: Error {
    /// The place of the fault, as an offset into the buffer; nil if only the row is known.
    var offset: Int?
    var kind: LayoutError.Code
    var message: String
    var advice: String?
}
