/// A spreadsheet, with its columns laid out.
struct SpreadsheetPlan: LayoutPlan {
    /// A column's place across the sheet.
    struct Column: Sendable {
        var start: Double
        var width: Double
    }

    let definition: SpreadsheetDefinition
    let columns: ContiguousArray<Column>
    /// How far the rows and columns reach that stay in sight, in points.
    let frozenSize: LayoutSize

    init(_ definition: SpreadsheetDefinition) {
        self.definition = definition
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
            if row > 0 { height += definition.rowSpacing }
            height += definition.height(ofRow: row)
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

    /// The far edge of the last column: a sheet is as wide as its columns, whatever its container is.
    var contentCrossLength: Double? { columns.last.map { $0.start + $0.width } }

    func restartInterval(in section: SectionMeasure) -> Int? { definition.columns }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        SpreadsheetSolver(plan: self, start: start)
    }
}

extension SpreadsheetDefinition {
    func height(ofRow row: Int) -> Double { row < rowHeights.count ? rowHeights[row] : rowHeight }

    /// Columns and rows say it all.
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: false, height: false) }

    func makePlan(in container: LayoutSize) throws(LayoutError) -> any LayoutPlan {
        SpreadsheetPlan(self)
    }
}
