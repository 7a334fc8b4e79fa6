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
    private let heights: RowHeights
    private let crossStart: Double
    private let columnLength: Double
    private let columnSpacing: Double

    private var row: ContiguousArray<Entry> = []
    /// How many columns the open row's items cover.
    private var used = 0
    /// As far as the last closed row.
    private var course: ListCourse
    /// Whether the rows of the band are alike.
    private var summary = SectionSummary.unknown

    init(plan: TablePlan, section: SectionMeasure, start: BandStart) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        columns = definition.columns
        heights = RowHeights(definition, grid: grid)
        course = ListCourse(section, of: plan, lineSpacing: definition.rowSpacing, start: start)
        crossStart = course.section.items.start
        columnLength = max(0, definition.columnLength(inRowOf: course.section.items.length))
        columnSpacing = definition.columnSpacing
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        course.begin(&band, hasItems: !range.isEmpty)
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
        course.beginLine(&band)
        var thickness = 0.0
        for entry in row {
            thickness = max(thickness, entry.length)
            summary = summary.merged(with: .uniform(width: 0, height: entry.length))
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: course.position,
                        cross: crossStart + Double(entry.column) * (columnLength + columnSpacing),
                        alongLength: entry.length, crossLength: breadth(of: entry.span))))
        }
        course.cellCount += row.count
        course.position += grid.length(thickness)
        row.removeAll(keepingCapacity: true)
        used = 0
    }

    var openItemCount: Int { row.count }
    var canEndBand: Bool { course.cellCount > 0 }
    var state: [Double] { [] }

    mutating func endBand(_ band: inout BandBuffer) {
        course.endBand(&band)
        band.summary = summary
        summary = .unknown
    }

    mutating func finish(_ band: inout BandBuffer) {
        closeRow(into: &band)
        course.end(&band, hasItems: course.hasLineBefore)
        endBand(&band)
    }
}
