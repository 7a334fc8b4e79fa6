extension FrozenArea {
    /// Where a cell lies while the given rectangle is visible: cells of frozen rows keep their distance
    /// from the rectangle's top, cells of frozen columns from its left edge, as far as its sheet goes.
    ///
    /// - Parameters:
    ///   - frame: the cell's own frame in content coordinates.
    ///   - sheet: the frame of the cell's sheet (its section).
    package func frame(
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
