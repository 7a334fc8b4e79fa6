/// Lays out the cells of a sheet, row after row; a band is a run of whole rows.
struct SpreadsheetSolver: BandSolver {
    /// Where more cells than this would be needed to fill a tile's rows, a band ends with any row:
    /// a sheet thousands of columns wide has bands long enough without it.
    static let cellsForWholeTiles = 16_384

    /// Cells that stay in sight lie over those that scroll; where both a row and a column stay, over both.
    static let frozenZIndex = 1

    private let plan: SpreadsheetPlan
    private let insets: LayoutInsets

    /// Where the last row that was begun ends, from the band's origin.
    private var rowEnd: Double = 0
    private var rowStart: Double = 0
    private var rowHeight: Double = 0
    /// The row and column of the next cell.
    private var row: Int
    private var column: Int
    private var cellCount = 0

    init(plan: SpreadsheetPlan, section: SectionMeasure, start: BandStart) {
        self.plan = plan
        insets = plan.grid.insets(section.insets(over: plan.definition.sectionInsets), along: .vertical)
        row = start.itemIndex / plan.columns.count
        column = 0
        precondition(
            start.itemIndex.isMultiple(of: plan.columns.count), "a band of a spreadsheet begins with a row")
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            if column == 0 {
                if index > range.lowerBound, band.cells.count >= limit, canEndBand { return index }
                rowStart = row > 0 ? rowEnd + plan.grid.length(plan.definition.rowSpacing) : insets.top
                rowHeight = plan.grid.length(plan.definition.height(ofRow: row))
                rowEnd = rowStart + rowHeight
            }
            let count = min(range.upperBound - index, plan.columns.count - column)
            let isFrozenRow = row < plan.definition.frozenRows
            for column in column..<column + count {
                let place = plan.columns[column]
                var zIndex = isFrozenRow ? Self.frozenZIndex : 0
                if column < plan.definition.frozenColumns { zIndex += Self.frozenZIndex }
                band.cells.append(
                    BandBuffer.Cell(
                        frame: LayoutRect(
                            x: insets.leading + place.start, y: rowStart, width: place.width, height: rowHeight),
                        zIndex: zIndex))
            }
            index += count
            cellCount += count
            column += count
            if column == plan.columns.count {
                column = 0
                row += 1
            }
        }
        return index
    }

    var openItemCount: Int { 0 }

    var canEndBand: Bool {
        guard column == 0, cellCount > 0 else { return false }
        let rowCount = cellCount / plan.columns.count
        return rowCount.isMultiple(of: SpreadsheetTiles.height) || cellCount >= Self.cellsForWholeTiles
    }

    /// Rows that have no height of their own and do not stay in sight are all alike, so that a row may
    /// move up or down among them and what follows is still the same.
    var state: [Double] {
        [Double(min(row, max(plan.definition.rowHeights.count, plan.definition.frozenRows, 1)))]
    }

    mutating func endBand(_ band: inout BandBuffer) {
        band.length = rowEnd
        band.crossLength = insets.total(.horizontal) + (plan.columns.last.map { $0.start + $0.width } ?? 0)
        SpreadsheetTiles.order(&band, columns: plan.columns.count)
        rowEnd = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        if row == 0, column == 0 { rowEnd = insets.top }
        rowEnd += insets.bottom
        endBand(&band)
    }
}
