package import LayoutEngine

/// A value that makes its row unusable.
package struct RowProblem: Error {
    /// The place of the fault, as an offset into the buffer; nil if only the row is known.
    package var offset: Int?
    package var kind: LayoutError.Code
    package var message: String
    package var advice: String?

    package init(offset: Int? = nil, kind: LayoutError.Code, message: String, advice: String? = nil) {
        self.offset = offset
        self.kind = kind
        self.message = message
        self.advice = advice
    }
}
