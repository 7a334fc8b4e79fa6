/// What a solver is told of one item: its own size, and its own origin where the data gives frames.
///
/// A value that is not known yet is `nan`, not an optional: solvers read millions of these in a row,
/// and a NaN keeps the four numbers in one flat, branch-free record.
package struct ItemMeasure: Sendable {
    package var width: Double
    package var height: Double
    /// The item's own origin, used by canvas layouts only.
    package var x: Double
    package var y: Double

    @inlinable package init(width: Double = .nan, height: Double = .nan, x: Double = .nan, y: Double = .nan) {
        self.width = width
        self.height = height
        self.x = x
        self.y = y
    }

    /// The measured extent on the given axis, or the given one where nothing was measured.
    @inlinable package func length(_ axis: LayoutAxis, or fallback: Double) -> Double {
        let length = axis == .vertical ? height : width
        return length.isNaN ? fallback : length
    }
}
