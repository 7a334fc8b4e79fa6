internal import LayoutEngine
internal import LayoutSQLite

/// One of the four parts that a sheet with frozen rows and columns shows. They are the part that scrolls, the frozen
/// rows, the frozen columns, and the corner where these meet.
///
/// While the sheet has not been scrolled past its frozen rows they are at their natural places, and count as part of
/// the scrolling rows. The same holds for columns.
struct SheetPane {
    let holdsFrozenRows: Bool
    let holdsFrozenColumns: Bool
    /// How far frozen rows and columns have been moved.
    let rowShift: Double
    let columnShift: Double
    /// The end of the cells of frozen rows along the scroll axis, and of frozen columns across it.
    let frozenRowsEnd: Double
    let frozenColumnsEnd: Double
    /// The natural range of the cells of this part.
    let alongLow: Double
    let alongHigh: Double
    let crossLow: Double
    let crossHigh: Double

    /// Moves a cell's frame to its visible place, or returns false if it belongs to another part.
    func place(_ frame: inout LayoutRect) -> Bool {
        let isFrozenRow = rowShift > 0 && frame.maxY <= frozenRowsEnd
        let isFrozenColumn = columnShift > 0 && frame.maxX <= frozenColumnsEnd
        guard isFrozenRow == holdsFrozenRows, isFrozenColumn == holdsFrozenColumns else { return false }
        if isFrozenRow { frame.y += rowShift }
        if isFrozenColumn { frame.x += columnShift }
        return true
    }
}

extension VisibleQuery {
    /// A pane of a sheet in what is visible. Sheets scroll vertically.
    private func pane(of sheet: VisibleSection, rows: Bool, columns: Bool, _ lap: VisibleLap) throws -> SheetPane {
        let end = try end(of: sheet)
        let width = traits.contentCrossLength ?? 0
        return SheetPane(
            holdsFrozenRows: rows, holdsFrozenColumns: columns,
            rowShift: max(0, min(lap.viewportLow - sheet.start, end - traits.frozenLength - sheet.start)),
            columnShift: max(0, min(viewport.x, width - traits.frozenCrossLength)),
            frozenRowsEnd: sheet.start + traits.frozenLength + lap.shift, frozenColumnsEnd: traits.frozenCrossLength,
            alongLow: rows ? sheet.start : lap.low,
            alongHigh: rows ? sheet.start + traits.frozenLength : lap.high,
            crossLow: columns ? 0 : rect.x, crossHigh: columns ? traits.frozenCrossLength : rect.maxX
        )
    }

    /// Adds the elements of a band whose visibility depends on its place along the scroll axis: the scrolling part, and
    /// the frozen columns.
    mutating func addSheetElements(of band: VisibleBand, in sheet: VisibleSection, _ lap: VisibleLap) throws {
        for columns in [false, true] {
            let pane = try pane(of: sheet, rows: false, columns: columns, lap)
            if columns, pane.columnShift == 0 { continue }
            try addElements(of: band, lap, moving: nil, pane: pane)
        }
    }

    /// The frozen rows of a sheet, once they have been scrolled past: they are in its first bands.
    mutating func addFrozenRows(of sheet: VisibleSection, _ lap: VisibleLap) throws {
        guard let sheetID = sheet.id else { return }
        for columns in [false, true] {
            let pane = try pane(of: sheet, rows: true, columns: columns, lap)
            guard pane.rowShift > 0, !columns || pane.columnShift > 0 else { continue }
            var origin = sheet.start
            var index = 0
            var next = try layout.bands.first(ofSection: sheetID)
            while origin < pane.alongHigh, let record = next, record.sectionID == sheetID {
                var band = VisibleBand(record, place: place(at: origin, lap), isStale: try layout.isStale(record))
                band.section = sheet.index
                band.firstIndex = index
                try addElements(of: band, lap, moving: nil, pane: pane)
                origin += record.sums.length
                index &+= record.sums.items
                next = try layout.bands.next(afterSlot: record.slot)
            }
        }
    }
}
