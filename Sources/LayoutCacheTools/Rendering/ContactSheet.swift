internal import LayoutEngine

/// The columns of a contact sheet: content runs down the first one, then the next. Content that scrolls sideways runs
/// along rows instead, which are called columns here too.
///
/// The page of the browser folds content by the same rule: see `Page/Parts/fold.js`. All of the content fills the
/// columns at some scale, and each is as broad as the content at that scale. There are as many of them as fit beside
/// each other. None is narrower than what can be seen.
struct ContactSheet {
    static let gap = 12.0
    static let margin = 14.0
    private static let leastBreadth = 72.0
    private static let pieceLength = 4.0
    /// As many shapes as a viewer draws at once: an arbitrary number.
    private static let mostPieces = 4096

    let size: LayoutSize
    /// The axis that content runs along.
    let axis: LayoutAxis
    let columnCount: Int
    let breadth: Double
    private let columnLength: Double
    /// How many pieces there are in a column.
    let rowCount: Int

    /// - Parameters:
    ///   - size: The sheet's, with its margins.
    ///   - content: The content's size.
    init(size: LayoutSize, axis: LayoutAxis, content: LayoutSize) {
        self.size = size
        self.axis = axis
        columnLength = size[axis] - 2 * Self.margin
        // With a gap after the last column, too.
        let room = size[axis.cross] - 2 * Self.margin + Self.gap
        func fitting(_ breadth: Double) -> Int {
            // Rounding must not take away a column that fits exactly.
            max(1, Int(min(room / (breadth + Self.gap) + 1e-9, Double(Self.mostPieces))))
        }
        let most = fitting(Self.leastBreadth)
        let scale = columnLength / max(content[axis], 1)
        var count = 1
        while count < most, fitting(content[axis.cross] * scale * Double(count + 1)) > count { count += 1 }
        columnCount = count
        rowCount = max(1, min(Int(min(columnLength / Self.pieceLength, 1e6)), Self.mostPieces / count))
        // The columns share the sheet: none of it is left beside them.
        breadth = room / Double(count) - Self.gap
    }

    var pieceCount: Int { columnCount * rowCount }

    /// The place of some neighbours in a column.
    ///
    /// - Parameter isMirrored: Whether the column begins at its far end.
    func place(of pieces: Range<Int>, column: Int, isMirrored: Bool) -> LayoutRect {
        let step = columnLength / Double(rowCount)
        let low = Double(isMirrored ? rowCount - pieces.upperBound : pieces.lowerBound)
        return LayoutRect(
            axis: axis, along: Self.margin + low * step, cross: Self.margin + Double(column) * (breadth + Self.gap),
            alongLength: Double(pieces.count) * step, crossLength: breadth)
    }
}
