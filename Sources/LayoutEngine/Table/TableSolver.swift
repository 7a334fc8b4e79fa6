/// Stacks a section's rows. It carries only the place from one row to the next.
struct TableSolver: BandSolver {
    private let axis: LayoutAxis
    private let heights: RowHeights
    /// How many columns of text a row has.
    private let textColumns: Double
    private let grid: PixelGrid
    private let crossStart: Double
    private let crossLength: Double
    private var course: ListCourse

    init(plan: TablePlan, section: SectionMeasure, start: BandStart) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        heights = RowHeights(definition)
        course = ListCourse(section, of: plan, lineSpacing: definition.rowSpacing, start: start)
        (crossStart, crossLength) = course.section.items
        textColumns = heights.columns(in: crossLength)
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        course.begin(&band, hasItems: !range.isEmpty)
        let rowSpacing = course.lineSpacing
        let hasRowBefore = course.hasLineBefore
        var index = range.lowerBound
        var position = course.position
        var gap = hasRowBefore ? rowSpacing : 0
        // At least one row is placed, so that a band is never empty and the caller always gets on.
        while index < range.upperBound, index == range.lowerBound || band.cells.count < limit {
            let length = grid.length(heights.length(of: items[index], columns: textColumns))
            position += gap
            if let separators = course.section.separators, hasRowBefore || index > range.lowerBound {
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
        course.cellCount += index - range.lowerBound
        course.hasLineBefore = hasRowBefore || index > range.lowerBound
        course.position = position
        return index
    }

    var openItemCount: Int { 0 }
    var canEndBand: Bool { course.cellCount > 0 }
    var state: [Double] { [] }

    mutating func endBand(_ band: inout BandBuffer) { course.endBand(&band) }

    mutating func finish(_ band: inout BandBuffer) {
        course.end(&band, hasItems: course.hasLineBefore)
        endBand(&band)
    }
}
