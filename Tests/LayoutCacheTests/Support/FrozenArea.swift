import LayoutEngine

/// The rows and columns of a sheet that stay visible while the rest scrolls beneath them, by the rule cell by cell.
struct FrozenArea {
    /// The number of rows at the top that stay.
    var rows = 0
    /// The number of columns at the left that stay.
    var columns = 0
    /// The extent of the frozen columns, in points.
    var width = 0.0
    /// The extent of the frozen rows, in points.
    var height = 0.0

    /// The place of a cell while the given rectangle is visible. Cells of frozen rows keep their distance from the
    /// rectangle's top, cells of frozen columns from its left edge, within their sheet.
    ///
    /// - Parameters:
    ///   - frame: the cell's own frame in content coordinates.
    ///   - sheet: the frame of the cell's sheet (its section).
    func frame(
        of frame: LayoutRect, row: Int, column: Int, sheet: LayoutRect, visible: LayoutRect
    ) -> LayoutRect {
        var result = frame
        if row < rows {
            result.y += Self.shift(from: sheet.y, to: sheet.maxY, keeping: height, visibleStart: visible.y)
        }
        if column < columns {
            result.x += Self.shift(from: sheet.x, to: sheet.maxX, keeping: width, visibleStart: visible.x)
        }
        return result
    }

    /// How far the frozen part has moved: along with the visible rectangle, and never out of its sheet.
    private static func shift(
        from start: Double, to end: Double, keeping length: Double, visibleStart: Double
    ) -> Double {
        max(0, min(visibleStart - start, end - length - start))
    }
}
