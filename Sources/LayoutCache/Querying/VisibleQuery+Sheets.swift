internal import LayoutEngine
internal import LayoutSQLite

/// One of the four parts that a sheet with frozen rows and columns shows: the part that scrolls, the
/// frozen rows, the frozen columns, and the corner where these meet.
///
/// While the sheet has not been scrolled past its frozen rows they show where they lie, and count as
/// part of what scrolls; the same for columns.
struct SheetPane {
    let holdsFrozenRows: Bool
    let holdsFrozenColumns: Bool
    /// How far frozen rows and columns have been moved.
    let rowShift: Double
    let columnShift: Double
    /// Where cells of frozen rows end along the scroll axis, and of frozen columns across it.
    let frozenRowsEnd: Double
    let frozenColumnsEnd: Double
    /// Where the cells of this part naturally lie.
    let alongLow: Double
    let alongHigh: Double
    let crossLow: Double
    let crossHigh: Double

    /// Moves a cell's frame to where it shows, or returns false if it belongs to another part.
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
    /// A pane of a sheet in this query's rectangle. Sheets scroll vertically.
    private func pane(of sheet: SectionInView, rows: Bool, columns: Bool, _ band: BandInView) throws -> SheetPane {
        let end = try end(of: sheet)
        let width = layout.crossLength ?? 0
        return SheetPane(
            holdsFrozenRows: rows, holdsFrozenColumns: columns,
            rowShift: max(0, min(band.low - sheet.start, end - layout.frozen.along - sheet.start)),
            columnShift: max(0, min(rect.x, width - layout.frozen.cross)),
            frozenRowsEnd: sheet.start + layout.frozen.along + band.shift, frozenColumnsEnd: layout.frozen.cross,
            alongLow: rows ? sheet.start : band.low,
            alongHigh: rows ? sheet.start + layout.frozen.along : band.high,
            crossLow: columns ? 0 : rect.x, crossHigh: columns ? layout.frozen.cross : rect.maxX
        )
    }

    /// What a band shows that the rectangle's place along the scroll axis decides: the part that
    /// scrolls, and the frozen columns.
    mutating func addSheetElements(of band: BandInView, in sheet: SectionInView) throws {
        for columns in [false, true] {
            let pane = try pane(of: sheet, rows: false, columns: columns, band)
            if columns, pane.columnShift == 0 { continue }
            try addRows(of: band, plane: Double(band.id), pane: pane)
        }
    }

    /// The frozen rows of a sheet, once they have been scrolled past: they lie in its first bands.
    mutating func addFrozenRows(of sheet: SectionInView, _ visible: BandInView) throws {
        for columns in [false, true] {
            let pane = try pane(of: sheet, rows: true, columns: columns, visible)
            guard pane.rowShift > 0, !columns || pane.columnShift > 0, var band = try layout.firstBand(of: sheet.id) else { continue }
            var origin = sheet.start
            var index = 0
            while origin < pane.alongHigh {
                var inView = BandInView(band, low: visible.low, high: visible.high)
                inView.lap = visible.lap
                inView.shift = visible.shift
                inView.origin = origin
                inView.section = sheet.index
                inView.firstIndex = index
                inView.firstItemID = try connection.first("SELECT first_item_id FROM lc_band WHERE id = ?1", band.id, as: Int64.self) ?? 0
                inView.isStale = try connection.first("SELECT 1 FROM lc_stale WHERE band_id = ?1", band.id, as: Int.self) != nil
                try addRows(of: inView, plane: Double(band.id), pane: pane)
                origin += band.sums.length
                index += band.sums.cells
                guard let next = try layout.bands(where: "slot > ?2 ORDER BY slot LIMIT 1", band.slot).first,
                    next.sectionID == sheet.id
                else { break }
                band = next
            }
        }
    }
}
