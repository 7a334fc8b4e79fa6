/// A spreadsheet, with its columns laid out.
struct SpreadsheetPlan: LayoutPlan {
    /// A column's place across the sheet.
    struct Column: Sendable {
        var start: Double
        var width: Double
    }

    let definition: SpreadsheetDefinition
    let columns: ContiguousArray<Column>

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
    }

    var axis: LayoutAxis { .vertical }
    var elementKinds: [ElementKind] { [] }
    var sectionSpacing: Double { definition.sectionSpacing }
    /// The far edge of the last column: a sheet is as wide as its columns, whatever its container is.
    var contentCrossLength: Double? { width(ofColumns: definition.columns) }
    var wrapSpacing: Double { definition.rowSpacing }

    var frozenArea: FrozenArea {
        var height = 0.0
        for row in 0..<definition.frozenRows {
            if row > 0 { height += definition.rowSpacing }
            height += rowHeight(row)
        }
        return FrozenArea(
            rows: definition.frozenRows, columns: definition.frozenColumns,
            width: width(ofColumns: definition.frozenColumns), height: height)
    }

    /// The extent of the first columns with the spacing between them.
    private func width(ofColumns count: Int) -> Double {
        count > 0 ? columns[count - 1].start + columns[count - 1].width : 0
    }

    func rowHeight(_ row: Int) -> Double {
        row < definition.rowHeights.count ? definition.rowHeights[row] : definition.rowHeight
    }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        SpreadsheetSolver(plan: self, start: start)
    }
}

extension SpreadsheetDefinition {
    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        SpreadsheetPlan(self)
    }
}
