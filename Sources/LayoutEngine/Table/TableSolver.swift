/// Stacks a section's rows. It carries only the place from one row to the next.
struct TableSolver: BandSolver {
    private let axis: LayoutAxis
    private let rowSpacing: Double
    private let heights: RowHeights
    /// How many columns of text a row has.
    private let textColumns: Double
    private let section: ListSection
    private let grid: PixelGrid
    private let crossStart: Double
    private let crossLength: Double

    /// The end of the band's last row.
    private var position: Double = 0
    private var isAtSectionStart: Bool
    /// Whether a row precedes the next one in the section, so that spacing parts them.
    private var hasRowBefore: Bool
    private var cellCount = 0

    init(plan: TablePlan, section: SectionMeasure, start: BandStart) {
        let definition = plan.definition
        let grid = plan.grid
        self.grid = grid
        axis = definition.axis
        rowSpacing = grid.length(definition.rowSpacing)
        heights = RowHeights(definition)
        self.section = ListSection(section, of: plan)
        (crossStart, crossLength) = self.section.items
        textColumns = heights.columns(in: crossLength)
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
        var index = range.lowerBound
        var position = position
        var gap = hasRowBefore ? rowSpacing : 0
        // At least one row is placed, so that a band is never empty and the caller always gets on.
        while index < range.upperBound, index == range.lowerBound || band.cells.count < limit {
            let length = grid.length(heights.length(of: items[index], columns: textColumns))
            position += gap
            if let separators = section.separators, hasRowBefore || index > range.lowerBound {
                separators.placeBeforeRow(at: position, gap: gap, host: band.cells.count, into: &band)
            }
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: position, cross: crossStart, alongLength: length, crossLength: crossLength)))
            position += length
            gap = rowSpacing
            index += 1
        }
        cellCount += index - range.lowerBound
        hasRowBefore = hasRowBefore || index > range.lowerBound
        self.position = position
        return index
    }

    var openItemCount: Int { 0 }
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
        position = section.end(&band, at: position, hasItems: hasRowBefore)
        endBand(&band)
    }
}
