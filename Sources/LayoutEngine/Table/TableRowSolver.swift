/// Fills a section's rows, several items in each. It holds the open row, and carries nothing over from one row to the
/// next.
struct TableRowSolver: BandSolver {
    /// An item of the open row.
    private struct Entry {
        var column: Int
        var span: Int
        var length: Double
    }

    private let axis: LayoutAxis
    private let grid: PixelGrid
    private let columns: Int
    private let rowSpacing: Double
    private let heights: RowHeights
    private let section: ListSection
    private let crossStart: Double
    private let columnLength: Double
    private let columnSpacing: Double

    private var row: ContiguousArray<Entry> = []
    /// How many columns the open row's items cover.
    private var used = 0
    /// The end of the band's last closed row.
    private var position: Double = 0
    private var isAtSectionStart: Bool
    private var hasRowBefore: Bool
    private var cellCount = 0

    init(plan: TablePlan, section: SectionMeasure, start: BandStart) {
        let definition = plan.definition
        let grid = plan.grid
        self.grid = grid
        axis = definition.axis
        columns = definition.columns
        rowSpacing = grid.length(definition.rowSpacing)
        heights = RowHeights(definition)
        self.section = ListSection(section, of: plan)
        crossStart = self.section.items.start
        columnLength = max(0, definition.columnLength(inRowOf: self.section.items.length))
        columnSpacing = definition.columnSpacing
        isAtSectionStart = start.isSectionStart
        hasRowBefore = !start.isSectionStart
    }

    private mutating func beginSection(_ band: inout BandBuffer, hasItems: Bool) {
        guard isAtSectionStart else { return }
        isAtSectionStart = false
        position = section.begin(&band, hasItems: hasItems)
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        beginSection(&band, hasItems: !range.isEmpty)
        for index in range {
            let span = items[index].span(of: columns)
            if used + span > columns {
                closeRow(into: &band)
                if band.cells.count >= limit { return index }
            }
            let length = heights.length(of: items[index], columns: heights.columns(in: breadth(of: span)))
            row.append(Entry(column: used, span: span, length: length))
            used += span
        }
        return range.upperBound
    }

    /// The breadth of an item that covers some columns.
    private func breadth(of span: Int) -> Double {
        Double(span) * (columnLength + columnSpacing) - columnSpacing
    }

    private mutating func closeRow(into band: inout BandBuffer) {
        guard !row.isEmpty else { return }
        if hasRowBefore {
            position += rowSpacing
            section.separators?.placeBeforeRow(at: position, gap: rowSpacing, host: band.cells.count, into: &band)
        }
        hasRowBefore = true
        var thickness = 0.0
        for entry in row {
            thickness = max(thickness, entry.length)
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: position,
                        cross: crossStart + Double(entry.column) * (columnLength + columnSpacing),
                        alongLength: entry.length, crossLength: breadth(of: entry.span))))
        }
        cellCount += row.count
        position += grid.length(thickness)
        row.removeAll(keepingCapacity: true)
        used = 0
    }

    var openItemCount: Int { row.count }
    var canEndBand: Bool { cellCount > 0 }
    var state: [Double] { [] }

    mutating func endBand(_ band: inout BandBuffer) {
        band.length = position
        band.crossLength = section.bars.crossLength
        position = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginSection(&band, hasItems: false)
        closeRow(into: &band)
        position = section.end(&band, at: position, hasItems: hasRowBefore)
        endBand(&band)
    }
}
