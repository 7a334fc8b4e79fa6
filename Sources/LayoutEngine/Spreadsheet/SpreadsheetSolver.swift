/// Lays out the cells of a sheet, row after row; a band is a run of whole rows.
struct SpreadsheetSolver: BandSolver {
    /// If a tile's rows need more cells than this, a band ends with any row: a sheet thousands of columns wide has long
    /// bands anyway.
    static let cellsForWholeTiles = 16_384

    /// Frozen cells are drawn over scrolling ones; cells in both a frozen row and a frozen column, over both.
    static let frozenZIndex = 1

    private let plan: SpreadsheetPlan
    private let insets: LayoutInsets
    private let columnZIndices: [Int]

    /// The end of the last row that was begun, from the band's origin.
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
        columnZIndices = plan.columns.indices.map(plan.definition.zIndex(ofColumn:))
        row = start.itemIndex / plan.columns.count
        column = 0
        precondition(start.itemIndex.isMultiple(of: plan.columns.count), "a band of a spreadsheet begins with a row")
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            if column == 0 {
                if index > range.lowerBound, band.cells.count >= limit, shouldEndBand { return index }
                rowStart = row > 0 ? rowEnd + plan.grid.length(plan.definition.rowSpacing) : insets.top
                rowHeight = plan.grid.length(plan.definition.height(ofRow: row))
                rowEnd = rowStart + rowHeight
            }
            let count = min(range.upperBound - index, plan.columns.count - column)
            let isFrozenRow = row < plan.definition.frozenRows
            for column in column..<column + count {
                let place = plan.columns[column]
                let zIndex = columnZIndices[column] + (isFrozenRow ? Self.frozenZIndex : 0)
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

    var canEndBand: Bool { column == 0 && cellCount > 0 }

    /// After whole tiles. A band that was laid out may begin with any row, and is not taken apart for their sake.
    var shouldEndBand: Bool {
        let rowCount = cellCount / plan.columns.count
        return canEndBand && (rowCount.isMultiple(of: SpreadsheetTiles.height) || cellCount >= Self.cellsForWholeTiles)
    }

    /// Rows without their own height that are not frozen are all alike. So a row may move up or down among them without
    /// changing the state after it. Frozen rows at the end must all be such rows.
    var state: [Double] {
        let definition = plan.definition
        let alike = max(definition.rowHeights.count, definition.frozenRows, 1) + definition.frozenTrailingRows
        return [Double(min(row, alike))]
    }

    mutating func endBand(_ band: inout BandBuffer) {
        band.length = rowEnd
        band.crossLength = insets.total(.horizontal) + (plan.columns.last.map { $0.start + $0.width } ?? 0)
        if plan.hasFrozenLines {
            band.frozenLines = plan.frozenLines(columns: plan.columns, insets: insets, topLength: plan.topLength)
        }
        SpreadsheetTiles.order(&band, columns: plan.columns.count)
        rowEnd = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        if row == 0, column == 0 { rowEnd = insets.top }
        rowEnd += insets.bottom
        let count = row + (column > 0 ? 1 : 0)
        endBand(&band)
        guard plan.hasFrozenLines else { return }
        if count < plan.definition.frozenRows {
            band.frozenLines?.top.end = insets.top + plan.length(ofRows: 0..<count)
        }
        band.frozenLines?.bottom.start -= plan.length(ofRows: plan.definition.trailingRows(of: count))
    }
}

/// The order in which a sheet's cells are stored: in tiles. A visible rectangle, which is wide and high, then touches
/// few runs of the file and not a run for each of its rows.
enum SpreadsheetTiles {
    /// The rows of a tile: as many pieces of rows as an entry of the spatial index bounds.
    static let height = 8
    /// The columns of a tile at most: a piece of a row is one row of the file.
    static let width = 16
    /// Up to this number of columns, cells are stored row after row: a rectangle touches most of a row anyway.
    static let narrowColumns = 32

    /// Sets the storage order and runs of a band whose cells are whole rows, except the last one.
    static func order(_ band: inout BandBuffer, columns: Int) {
        band.storageOrder.removeAll(keepingCapacity: true)
        band.storageRuns.removeAll(keepingCapacity: true)
        guard columns > narrowColumns else { return }
        let count = band.cells.count
        let rows = (count + columns - 1) / columns
        // All as nearly alike as they can be, so that the last tile is not a sliver.
        let tiles = (columns + width - 1) / width
        let tileWidth = (columns + tiles - 1) / tiles
        band.storageOrder.reserveCapacity(count)
        for firstRow in stride(from: 0, to: rows, by: height) {
            for firstColumn in stride(from: 0, to: columns, by: tileWidth) {
                for row in firstRow..<min(firstRow + height, rows) {
                    let lower = row * columns + firstColumn
                    let upper = min(row * columns + min(firstColumn + tileWidth, columns), count)
                    guard lower < upper else { continue }
                    band.storageOrder.append(contentsOf: lower..<upper)
                    band.storageRuns.append(band.storageOrder.count)
                }
            }
        }
    }
}
