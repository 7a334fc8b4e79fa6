struct TablePlan: ListPlan {
    let list: ListSetting<TableDefinition>

    var lineSpacing: Double { definition.rowSpacing }
    var readsSpans: Bool { definition.columns > 1 }
    /// A row ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { definition.columns > 1 }

    var traits: LayoutTraits {
        var traits = listTraits
        traits.groupsRows = definition.list.background != nil
        traits.stacksItems = definition.columns == 1
        return traits
    }

    func restartInterval(in section: SectionMeasure) -> Int? { definition.columns > 1 ? nil : 1 }

    func lineRepetition(in section: SectionMeasure) -> LineRepetition {
        definition.columns > 1 && !section.hasSpans ? .ofEqualItems : .never
    }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        definition.columns > 1
            ? TableRowSolver(plan: self, section: section, start: start)
            : TableSolver(plan: self, section: section, start: start)
    }
}

extension TableDefinition {
    /// The width of a column in a row of a width; not positive if there is no room.
    func columnLength(inRowOf length: Double) -> Double { (length + columnSpacing) / Double(columns) - columnSpacing }

    /// Across the scroll axis rows are as long as the container; where text wraps, a width is the length of a text.
    var measuredLengths: MeasuredLengths { MeasuredLengths(along: wrap == nil ? axis : axis.cross) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let rowLength = container[axis.cross] - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: rowLength, of: container, on: axis.cross, path: "$.sectionInsets")
        let rows = items(in: container, insets: sectionInsets)
        try ContainerFit.check(
            remaining: columnLength(inRowOf: rows.length), of: container, on: axis.cross, path: "$.columns")
        return TablePlan(list: ListSetting(self, in: container, grid: options.grid))
    }
}

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
        heights = RowHeights(definition, grid: grid)
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

    var canEndBand: Bool { course.cellCount > 0 }

    mutating func endBand(_ band: inout BandBuffer) { course.endBand(&band) }

    mutating func finish(_ band: inout BandBuffer) {
        course.end(&band, hasItems: course.hasLineBefore)
        endBand(&band)
    }
}

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
    private func breadth(of span: Int) -> Double { Double(span) * (columnLength + columnSpacing) - columnSpacing }

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
