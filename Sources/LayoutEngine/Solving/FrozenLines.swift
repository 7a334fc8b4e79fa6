/// The strips of a sheet that stay visible: its frozen rows and columns at each edge.
///
/// An empty strip lies where the lines begin or end that scroll.
package struct FrozenLines: Sendable, Hashable {
    /// The rows at the top, from the beginning of the section.
    package var top: AxisRange
    /// The rows at the bottom, from the end of the section: not above 0.
    package var bottom: AxisRange
    /// The columns at the left, in content coordinates.
    package var left: AxisRange
    /// The columns at the right, in content coordinates.
    package var right: AxisRange

    package init(top: AxisRange, bottom: AxisRange, left: AxisRange, right: AxisRange) {
        self.top = top
        self.bottom = bottom
        self.left = left
        self.right = right
    }

    /// The part of a sheet's lines to which a cell belongs, along one axis.
    package enum Part: Int, Sendable, CaseIterable {
        case scrolling = 0
        /// At the top, or at the left.
        case first = 1
        /// At the bottom, or at the right.
        case last = 2
    }

    /// The distance by which each strip has moved from its natural place.
    package struct Shifts: Sendable, Hashable {
        package var top = 0.0
        package var bottom = 0.0
        package var left = 0.0
        package var right = 0.0

        package init() {}
    }

    /// The shifts while a rectangle is visible. The rows at the top keep to the rectangle's beginning, within their
    /// sheet. Those at the bottom keep to its end, and never lie above the ones at the top. The same holds for columns.
    /// If frames are mirrored, the columns at the right come first. Lines that go round have no place to rest at.
    ///
    /// - Parameters:
    ///   - visible: The visible rectangle, in content coordinates.
    ///   - sheet: The section's range along the scroll axis.
    ///   - width: The extent of the content.
    package func shifts(
        visible: LayoutRect, sheet: AxisRange, width: Double, isMirrored: Bool, wrapsRows: Bool, wrapsColumns: Bool
    ) -> Shifts {
        var shifts = Shifts()
        let (topStart, bottomStart) = (sheet.start + top.start, sheet.end + bottom.start)
        let topPlace = wrapsRows ? visible.y : max(topStart, min(visible.y, sheet.end - top.length))
        shifts.top = topPlace - topStart
        let bottomPlace = max(visible.maxY - bottom.length, topPlace + top.length)
        shifts.bottom = (wrapsRows ? bottomPlace : min(bottomStart, bottomPlace)) - bottomStart
        let leftPlace: Double
        let rightPlace: Double
        if isMirrored {
            let end = visible.maxX - right.length
            rightPlace = wrapsColumns ? end : min(right.start, max(end, 0))
            let place = min(visible.x, rightPlace - left.length)
            leftPlace = wrapsColumns ? place : max(left.start, place)
        } else {
            leftPlace = wrapsColumns ? visible.x : max(left.start, min(visible.x, width - left.length))
            let place = max(visible.maxX - right.length, leftPlace + left.length)
            rightPlace = wrapsColumns ? place : min(right.start, place)
        }
        shifts.left = leftPlace - left.start
        shifts.right = rightPlace - right.start
        return shifts
    }

    /// The beginning of the rows that scroll, from the section's beginning, and their end, from its end.
    package func scrollingRows(spacing: Double) -> (start: Double, end: Double) {
        (top.isEmpty ? top.end : top.end + spacing, bottom.isEmpty ? bottom.start : bottom.start - spacing)
    }

    /// From one lap of the columns that scroll to the next; 0 if they do not go round.
    package func crossLapLength(of traits: LayoutTraits) -> Double {
        let columns = scrollingColumns(spacing: traits.crossWrapSpacing)
        return traits.wrapsAcross && !columns.isEmpty ? columns.length + traits.crossWrapSpacing : 0
    }

    package func scrollingColumns(spacing: Double) -> AxisRange {
        AxisRange(
            start: left.isEmpty ? left.end : left.end + spacing,
            end: right.isEmpty ? right.start : right.start - spacing)
    }
}
