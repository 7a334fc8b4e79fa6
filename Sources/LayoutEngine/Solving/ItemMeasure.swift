/// A solver's input about one item. It is its own size, its own origin if the data gives frames, and its span in a line
/// or a sheet.
///
/// A value that is not known yet is `nan`, not an optional. Solvers read millions of these in a row, and a NaN keeps
/// the numbers in one flat, branch-free record.
package struct ItemMeasure: Sendable {
    package var width: Double
    package var height: Double
    /// The item's own origin, used by canvas layouts only.
    package var x: Double
    package var y: Double
    /// How many columns it covers; 0 is the whole line, or all columns.
    package var span: Int32
    /// How many rows of a sheet it covers.
    package var rowSpan: Int32

    @inlinable package init(
        width: Double = .nan, height: Double = .nan, x: Double = .nan, y: Double = .nan, span: Int32 = 1,
        rowSpan: Int32 = 1
    ) {
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.span = span
        self.rowSpan = rowSpan
    }

    /// The measured extent on the given axis, or the given one if nothing was measured.
    @inlinable package func length(_ axis: LayoutAxis, or fallback: Double) -> Double {
        let length = axis == .vertical ? height : width
        return length.isNaN ? fallback : length
    }

    /// The number of columns that it covers; more than there are means all.
    package func span(of columns: Int) -> Int { span <= 0 || Int(span) > columns ? columns : Int(span) }
}
