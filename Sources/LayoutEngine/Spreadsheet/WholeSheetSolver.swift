/// Lays out a sheet as a whole, because some of its items cover other ones, or determine the sizes of rows and columns.
struct WholeSheetSolver: WholeSectionSolver {
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
                band.cells.append(.hidden(at: rows[row].start, axis: .vertical))
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
                        height: lastRow.start + lastRow.width - rows[row].start),
                    zIndex: zIndex))
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
        guard plan.definition.sizesFromItems else { return plan.columns }
        var columns = plan.columns
        var start = 0.0
        for column in columns.indices {
            if column < items.count, !items[column].width.isNaN { columns[column].width = items[column].width }
            columns[column].start = start
            start += columns[column].width + plan.definition.columnSpacing
        }
        return columns
    }

    /// The beginning and height of each row.
    private func rows(_ count: Int) -> ContiguousArray<SpreadsheetPlan.Column> {
        let definition = plan.definition
        var rows = ContiguousArray<SpreadsheetPlan.Column>()
        rows.reserveCapacity(count)
        var start = insets.top
        for row in 0..<count {
            var height = definition.height(ofRow: row)
            if definition.sizesFromItems {
                let own = items[row * definition.columns].height
                if !own.isNaN { height = own }
            }
            height = plan.grid.length(height)
            rows.append(SpreadsheetPlan.Column(start: start, width: height))
            start += height + plan.grid.length(definition.rowSpacing)
        }
        return rows
    }
}
