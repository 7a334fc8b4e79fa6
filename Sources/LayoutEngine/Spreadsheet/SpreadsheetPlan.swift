/// A spreadsheet, with its columns laid out.
struct SpreadsheetPlan: LayoutPlan {
    /// A column's place across the sheet.
    struct Column: Sendable {
        var start: Double
        var width: Double
    }

    let definition: SpreadsheetDefinition
    let columns: ContiguousArray<Column>
    /// The extent of the frozen rows and columns, in points.
    let frozenSize: LayoutSize
    let grid: PixelGrid

    init(_ definition: SpreadsheetDefinition, grid: PixelGrid = PixelGrid()) {
        self.definition = definition
        self.grid = grid
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
        var height = 0.0
        for row in 0..<definition.frozenRows {
            if row > 0 { height += grid.length(definition.rowSpacing) }
            height += grid.length(definition.height(ofRow: row))
        }
        frozenSize = LayoutSize(
            width: columns.prefix(definition.frozenColumns).last.map { $0.start + $0.width } ?? 0, height: height)
    }

    var elementKinds: [ElementKind] { [] }
    var traits: LayoutTraits {
        LayoutTraits(
            axis: .vertical, sectionSpacing: definition.sectionSpacing, contentCrossLength: contentCrossLength,
            wrapSpacing: definition.rowSpacing, frozenLength: frozenSize.height, frozenCrossLength: frozenSize.width)
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

    func canCutSection(_ section: SectionMeasure) -> Bool { isSimple(section) }
    func restartInterval(in section: SectionMeasure) -> Int? { isSimple(section) ? definition.columns : nil }

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
        SpreadsheetPlan(self, grid: options.grid)
    }
}
