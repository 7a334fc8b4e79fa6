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
        var columns = ContiguousArray<Column>()
        columns.reserveCapacity(definition.columns)
        var start = 0.0
        for index in 0..<definition.columns {
            let widths = definition.columnWidths
            let width = index < widths.count ? widths[index] : definition.columnWidth
            columns.append(Column(start: start, width: width))
            start += width + definition.columnSpacing
        }
        self.columns = columns
        topLength = length(ofRows: 0..<definition.frozenRows)
    }

    var elementKinds: [ElementKind] { [] }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: .vertical, sectionSpacing: definition.sectionSpacing, contentCrossLength: contentCrossLength,
            wrapSpacing: definition.rowSpacing)
        traits.wrapsAcross = wraps && definition.circularAxes.across
        traits.crossWrapSpacing = definition.columnSpacing
        return traits
    }

    var scrollsBothWays: Bool { true }
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
            top: FrozenLines.Strip(start: insets.top, end: insets.top + topLength),
            bottom: FrozenLines.Strip(start: -insets.bottom, end: -insets.bottom),
            left: FrozenLines.Strip(start: insets.leading, end: insets.leading + leading),
            right: FrozenLines.Strip(start: trailing, end: end))
    }

    /// The extent of some rows, with the spacings between them.
    func length(ofRows rows: Range<Int>) -> Double {
        var length = 0.0
        for row in rows {
            if row > rows.lowerBound { length += grid.length(definition.rowSpacing) }
            length += grid.length(definition.height(ofRow: row))
        }
        return length
    }

    func canCutSection(_ section: SectionMeasure) -> Bool { isSimple(section) }
    func restartInterval(in section: SectionMeasure) -> Int? { isSimple(section) ? definition.columns : nil }

    func lineRepetition(in section: SectionMeasure) -> LineRepetition { isSimple(section) ? .always : .never }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        isSimple(section)
            ? SpreadsheetSolver(plan: self, section: section, start: start)
            : WholeSheetSolver(plan: self, section: section)
    }
}

extension SpreadsheetDefinition {
    func height(ofRow row: Int) -> Double { row < rowHeights.count ? rowHeights[row] : rowHeight }

    /// Columns and rows are sufficient, unless they depend on their first items.
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: sizesFromItems, height: sizesFromItems) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        SpreadsheetPlan(self, grid: options.grid, wraps: options.wraps)
    }

    var hasFrozenLines: Bool { frozenRows + frozenColumns + frozenTrailingRows + frozenTrailingColumns > 0 }

    var circularAxes: (along: Bool, across: Bool) { (wrapsAxis != .horizontal, wrapsAxis != .vertical) }

    /// The rows at the bottom that stay visible, in a sheet with some number of rows: none that stay at the top.
    func trailingRows(of count: Int) -> Range<Int> {
        max(min(frozenRows, count), count - frozenTrailingRows)..<count
    }

    /// The columns at the right that stay visible: none that stay at the left.
    var trailingColumns: Range<Int> { max(frozenColumns, columns - frozenTrailingColumns)..<columns }

    /// How far the cells of a column are in front of scrolling ones.
    func zIndex(ofColumn column: Int) -> Int {
        column < frozenColumns || trailingColumns.contains(column) ? SpreadsheetSolver.frozenZIndex : 0
    }
}
