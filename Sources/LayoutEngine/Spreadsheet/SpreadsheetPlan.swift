/// A spreadsheet, with its columns laid out.
struct SpreadsheetPlan: LayoutPlan {
    /// A column's place across the sheet.
    struct Column: Sendable {
        var start: Double
        var width: Double
    }

    let definition: SpreadsheetDefinition
    let columns: ContiguousArray<Column>
    let grid: PixelGrid
    /// Whether a sheet has lines that stay visible, or that go round between such lines.
    let hasFrozenLines: Bool
    private let wraps: Bool
    /// The extent of the frozen rows at the top, in points.
    private(set) var topLength = 0.0

    init(_ definition: SpreadsheetDefinition, grid: PixelGrid = PixelGrid(), wraps: Bool = false) {
        self.definition = definition
        self.grid = grid
        self.wraps = wraps
        hasFrozenLines = wraps || definition.hasFrozenLines
        columns = Self.lines(definition.columns, spacing: definition.columnSpacing) { definition.width(ofColumn: $0) }
        topLength = length(ofRows: 0..<definition.frozenRows)
    }

    /// Columns or rows, one after the other.
    static func lines(
        _ count: Int, from start: Double = 0, spacing: Double, _ length: (Int) -> Double
    ) -> ContiguousArray<Column> {
        var start = start
        return ContiguousArray(
            (0..<count).map { index in
                let line = Column(start: start, width: length(index))
                start += line.width + spacing
                return line
            })
    }

    var elementKinds: [BandBuffer.ElementKind] { [] }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: .vertical, sectionSpacing: definition.sectionSpacing, contentCrossLength: contentCrossLength,
            wrapSpacing: definition.rowSpacing)
        traits.scrollsBothWays = true
        traits.wrapsAcross = wraps && definition.circularAxes.across
        traits.crossWrapSpacing = definition.columnSpacing
        return traits
    }

    var readsSpans: Bool { true }

    /// The far edge of the last column, and the inset beyond it: a sheet is as wide as its columns, in any container.
    /// Unknown if items determine the columns' widths.
    var contentCrossLength: Double? {
        definition.sizesFromItems
            ? nil : columns.last.map { $0.start + $0.width + definition.sectionInsets.total(.horizontal) }
    }

    /// Whether a sheet can be solved row by row: not if an item may cover other ones, or if items determine sizes.
    private func isSimple(_ section: SectionMeasure) -> Bool { !section.hasSpans && !definition.sizesFromItems }

    /// The strips of a sheet with these columns, before its rows are known.
    ///
    /// - Parameter topLength: The extent of the frozen rows at the top.
    func frozenLines(columns: ContiguousArray<Column>, insets: LayoutInsets, topLength: Double) -> FrozenLines {
        let leading = columns.prefix(definition.frozenColumns).last.map { $0.start + $0.width } ?? 0
        let end = insets.leading + (columns.last.map { $0.start + $0.width } ?? 0)
        let trailing = columns[definition.trailingColumns].first.map { insets.leading + $0.start } ?? end
        return FrozenLines(
            top: AxisRange(start: insets.top, end: insets.top + topLength),
            bottom: AxisRange(start: -insets.bottom, end: -insets.bottom),
            left: AxisRange(start: insets.leading, end: insets.leading + leading),
            right: AxisRange(start: trailing, end: end))
    }

    /// The extent of some rows, with the spacings between them.
    func length(ofRows rows: Range<Int>) -> Double {
        rows.reduce(0) { length, row in
            length + (row > rows.lowerBound ? grid.length(definition.rowSpacing) : 0)
                + grid.length(definition.height(ofRow: row))
        }
    }

    func canCutSection(_ section: SectionMeasure) -> Bool { isSimple(section) }
    func restartInterval(in section: SectionMeasure) -> Int? { isSimple(section) ? definition.columns : nil }

    func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition {
        isSimple(section) ? .always : .never
    }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        isSimple(section)
            ? SpreadsheetSolver(plan: self, section: section, start: start)
            : WholeSheetSolver(plan: self, section: section)
    }
}

extension SpreadsheetDefinition {
    func height(ofRow row: Int) -> Double { row < rowHeights.count ? rowHeights[row] : rowHeight }
    func width(ofColumn column: Int) -> Double { column < columnWidths.count ? columnWidths[column] : columnWidth }

    /// Columns and rows are sufficient, unless they depend on their first items.
    var measuredLengths: SelfSizing.Lengths { SelfSizing.Lengths(width: sizesFromItems, height: sizesFromItems) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        SpreadsheetPlan(self, grid: options.grid, wraps: options.wraps)
    }

    var hasFrozenLines: Bool { frozenRows + frozenColumns + frozenTrailingRows + frozenTrailingColumns > 0 }

    var circularAxes: (along: Bool, across: Bool) { (wrapsAxis != .horizontal, wrapsAxis != .vertical) }

    /// The rows at the bottom that stay visible, in a sheet with some number of rows: none that stay at the top.
    func trailingRows(of count: Int) -> Range<Int> { max(min(frozenRows, count), count - frozenTrailingRows)..<count }

    /// The columns at the right that stay visible: none that stay at the left.
    var trailingColumns: Range<Int> { max(frozenColumns, columns - frozenTrailingColumns)..<columns }

    /// How far the cells of a column are in front of scrolling ones.
    func zIndex(ofColumn column: Int) -> Int {
        column < frozenColumns || trailingColumns.contains(column) ? SpreadsheetSolver.frozenZIndex : 0
    }
}

/// Lays out a sheet as a whole, because some of its items cover other ones, or determine the sizes of rows and columns.
private struct WholeSheetSolver: WholeSectionSolver {
    private let plan: SpreadsheetPlan
    private let insets: LayoutInsets
    var items: ContiguousArray<ItemMeasure> = []

    init(plan: SpreadsheetPlan, section: SectionMeasure) {
        self.plan = plan
        insets = plan.grid.insets(section.insets(over: plan.definition.sectionInsets), along: .vertical)
    }

    mutating func finish(_ band: inout BandBuffer) {
        let definition = plan.definition
        let columnCount = definition.columns
        let rowCount = (items.count + columnCount - 1) / columnCount
        let columns = columns()
        let rows = rows(rowCount)
        let merges = MergedCells(
            items, columns: columnCount, rows: rowCount,
            frozenColumns: definition.frozenColumns..<definition.trailingColumns.lowerBound,
            frozenRows: min(definition.frozenRows, rowCount)..<definition.trailingRows(of: rowCount).lowerBound)
        for index in items.indices {
            let (row, column) = (index / columnCount, index % columnCount)
            guard let area = merges.area(ofRow: row, column: column) else {
                band.cells.append(.hidden(at: rows[row].start))
                continue
            }
            let (lastRow, lastColumn) = (rows[row + area.rows - 1], columns[column + area.columns - 1])
            var zIndex = definition.zIndex(ofColumn: column)
            if row < definition.frozenRows { zIndex += SpreadsheetSolver.frozenZIndex }
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        x: insets.leading + columns[column].start, y: rows[row].start,
                        width: lastColumn.start + lastColumn.width - columns[column].start,
                        height: lastRow.start + lastRow.width - rows[row].start), zIndex: zIndex))
        }
        band.length = (rows.last.map { $0.start + $0.width } ?? insets.top) + insets.bottom
        band.crossLength = insets.total(.horizontal) + (columns.last.map { $0.start + $0.width } ?? 0)
        if plan.hasFrozenLines {
            var lines = plan.frozenLines(
                columns: columns, insets: insets, topLength: length(of: rows.prefix(definition.frozenRows)))
            lines.bottom.start -= length(of: rows[definition.trailingRows(of: rowCount)])
            band.frozenLines = lines
        }
        SpreadsheetTiles.order(&band, columns: columnCount)
        items.removeAll()
    }

    private func length(of rows: ContiguousArray<SpreadsheetPlan.Column>.SubSequence) -> Double {
        guard let first = rows.first, let last = rows.last else { return 0 }
        return last.start + last.width - first.start
    }

    private func columns() -> ContiguousArray<SpreadsheetPlan.Column> {
        let definition = plan.definition
        guard definition.sizesFromItems else { return plan.columns }
        return SpreadsheetPlan.lines(definition.columns, spacing: definition.columnSpacing) { column in
            let own = column < items.count ? items[column].width : .nan
            return own.isNaN ? definition.width(ofColumn: column) : own
        }
    }

    /// The beginning and height of each row.
    private func rows(_ count: Int) -> ContiguousArray<SpreadsheetPlan.Column> {
        let definition = plan.definition
        let spacing = plan.grid.length(definition.rowSpacing)
        return SpreadsheetPlan.lines(count, from: insets.top, spacing: spacing) { row in
            let own = definition.sizesFromItems ? items[row * definition.columns].height : .nan
            return plan.grid.length(own.isNaN ? definition.height(ofRow: row) : own)
        }
    }
}

/// The cells of a sheet that cover other ones.
///
/// An item that covers several cells is cut off at the end of its sheet, and where frozen rows and columns begin or
/// end. It is also cut off where an earlier item covers cells already.
private struct MergedCells {
    /// How many columns and rows an item covers, its own among them.
    struct Area: Equatable {
        var columns: Int
        var rows: Int
    }

    private let columnCount: Int
    /// Areas of more than one cell, by their own cell.
    private var areas: [Int: Area] = [:]
    /// Cells that an item covers that is not their own.
    private var covered: Set<Int> = []

    /// - Parameters:
    ///   - frozenColumns: The columns between the frozen ones.
    ///   - frozenRows: The rows between the frozen ones.
    init(
        _ items: ContiguousArray<ItemMeasure>, columns: Int, rows: Int, frozenColumns: Range<Int>,
        frozenRows: Range<Int>
    ) {
        columnCount = columns
        for index in items.indices where items[index].span != 1 || items[index].rowSpan > 1 {
            guard !covered.contains(index) else { continue }
            let (row, column) = (index / columns, index % columns)
            let span = items[index].span > 0 ? Int(items[index].span) : columns
            var columnEnd = min(column + span, Self.end(after: column, of: frozenColumns, count: columns))
            let rowSpan = max(1, Int(items[index].rowSpan))
            var rowEnd = min(row + rowSpan, Self.end(after: row, of: frozenRows, count: rows))
            if let free = (column..<columnEnd).first(where: { covered.contains(row * columns + $0) }) {
                columnEnd = free
            }
            let isBlocked = { (row: Int) in
                (column..<columnEnd).contains { covered.contains(row * columns + $0) }
            }
            if let blocked = (row + 1..<max(row + 1, rowEnd)).first(where: isBlocked) { rowEnd = blocked }
            guard columnEnd - column > 1 || rowEnd - row > 1 else { continue }
            areas[index] = Area(columns: columnEnd - column, rows: rowEnd - row)
            for coveredRow in row..<rowEnd {
                for coveredColumn in column..<columnEnd { covered.insert(coveredRow * columns + coveredColumn) }
            }
            covered.remove(index)
        }
    }

    /// The end of the lines that a line belongs to: the frozen ones, or the ones between.
    private static func end(after line: Int, of scrolling: Range<Int>, count: Int) -> Int {
        if line < scrolling.lowerBound { return scrolling.lowerBound }
        return line < scrolling.upperBound ? scrolling.upperBound : count
    }

    /// The area of an item; nil if another one covers it.
    func area(ofRow row: Int, column: Int) -> Area? {
        let index = row * columnCount + column
        guard !covered.contains(index) else { return nil }
        return areas[index] ?? Area(columns: 1, rows: 1)
    }
}

/// Lays out the cells of a sheet, row after row; a band is a run of whole rows.
private struct SpreadsheetSolver: BandSolver {
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

    init(plan: SpreadsheetPlan, section: SectionMeasure, start: SectionMeasure.Start) {
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
private enum SpreadsheetTiles {
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
