package import LayoutEngine
internal import LayoutSQLite

/// One of the nine parts of a sheet: along each axis the lines that scroll, or the frozen ones at either edge.
///
/// Frozen lines that did not move count as scrolling ones, save for the rows at the bottom, whose cells are in front.
package struct SheetPane {
    package let rows: FrozenLines.Part
    package let columns: FrozenLines.Part
    /// How far its cells have been moved.
    let shift: LayoutPoint
    /// The edges of the scrolling lines, in content coordinates: cells beyond them belong to other parts.
    let top: Double
    let bottom: Double
    let left: Double
    let right: Double
    /// The natural range of the cells of this part.
    let alongLow: Double
    let alongHigh: Double
    let crossLow: Double
    let crossHigh: Double
    /// The repetition of its columns.
    package let crossLap: Int

    /// The addition to the z-index of cells in rows at the bottom, so that they are in front of scrolling ones.
    var zIndex: Int { rows == .last ? 1 : 0 }

    /// Moves a cell's frame to its visible place, or returns false if it belongs to another part.
    func place(_ frame: inout LayoutRect) -> Bool {
        // By their middle: sums of lengths are not exact.
        guard Self.part(frame.y + frame.height / 2, between: top, and: bottom) == rows,
            Self.part(frame.x + frame.width / 2, between: left, and: right) == columns
        else { return false }
        frame.x += shift.x
        frame.y += shift.y
        return true
    }

    private static func part(_ place: Double, between first: Double, and last: Double) -> FrozenLines.Part {
        place < first ? .first : place > last ? .last : .scrolling
    }
}

/// A sheet of which a rectangle shows something, in one lap.
struct VisibleSheet {
    var lines: FrozenLines
    /// The section's range along the bands.
    let range: FrozenLines.Strip
    let shifts: FrozenLines.Shifts
    /// The distance from one lap of its columns to the next; 0 if they do not go round.
    let crossLapLength: Double
    let columns: FrozenLines.Strip
}

extension VisibleQuery {
    /// Whether frozen lines are placed where they are visible, or lines go round between them.
    var hasPanes: Bool {
        hasFrozenLines && (purpose.movesFrozenCells || purpose.isScene || traits.wraps || traits.wrapsAcross)
    }

    /// Whether the rows of the only sheet go round, so that its frozen ones belong to no lap.
    private var goesRound: Bool { get throws { try view.lapLength > 0 && layout.isOfOneSection } }

    func sheet(_ sheet: VisibleSection, _ lap: VisibleLap) throws -> VisibleSheet? {
        guard hasPanes, let id = sheet.id,
            var lines = try FrozenLines.find(ofSection: id, in: layout.preparationID, connection)
        else { return nil }
        let range = FrozenLines.Strip(start: sheet.start, end: try end(of: sheet))
        var shifts = FrozenLines.Shifts()
        let crossLapLength = lines.crossLapLength(of: traits)
        if purpose.movesFrozenCells {
            shifts = try lines.shifts(
                visible: viewport.offsetBy(x: 0, y: -lap.shift), sheet: range,
                width: traits.contentCrossLength ?? layout.totals.crossLength,
                isMirrored: traits.isMirroredAcross, wrapsRows: goesRound, wrapsColumns: crossLapLength > 0)
        }
        let columns = lines.scrollingColumns(spacing: traits.crossWrapSpacing)
        if purpose.movesFrozenCells {
            if shifts.top == 0, try !goesRound { lines.top.start = lines.top.end }
            if crossLapLength == 0 {
                if shifts.left == 0 { lines.left.start = lines.left.end }
                if shifts.right == 0 { lines.right.end = lines.right.start }
            }
        }
        return VisibleSheet(
            lines: lines, range: range, shifts: shifts, crossLapLength: crossLapLength,
            columns: columns)
    }

    private func pane(
        of sheet: VisibleSheet, _ rows: FrozenLines.Part, _ columns: FrozenLines.Part, crossLap: Int = 0,
        _ lap: VisibleLap
    ) -> SheetPane {
        let (lines, range) = (sheet.lines, sheet.range)
        let top = FrozenLines.Strip(start: range.start + lines.top.start, end: range.start + lines.top.end)
        let bottom = FrozenLines.Strip(start: range.end + lines.bottom.start, end: range.end + lines.bottom.end)
        let crossShift = Double(crossLap) * sheet.crossLapLength
        let along: FrozenLines.Strip
        var shift = LayoutPoint.zero
        switch rows {
        case .scrolling: along = FrozenLines.Strip(start: lap.low, end: lap.high)
        case .first: (along, shift.y) = (top, sheet.shifts.top)
        case .last: (along, shift.y) = (bottom, sheet.shifts.bottom)
        }
        let across: FrozenLines.Strip
        switch columns {
        case .scrolling:
            across = FrozenLines.Strip(start: rect.x - crossShift, end: rect.maxX - crossShift)
            shift.x = crossShift
        case .first: (across, shift.x) = (lines.left, sheet.shifts.left)
        case .last: (across, shift.x) = (lines.right, sheet.shifts.right)
        }
        return SheetPane(
            rows: rows, columns: columns, shift: shift,
            top: lines.top.isEmpty ? -.infinity : top.end + lap.shift,
            bottom: lines.bottom.isEmpty ? .infinity : bottom.start + lap.shift,
            left: lines.left.isEmpty ? -.infinity : lines.left.end,
            right: lines.right.isEmpty ? .infinity : lines.right.start,
            alongLow: along.start, alongHigh: along.end, crossLow: across.start, crossHigh: across.end,
            crossLap: crossLap)
    }

    /// The panes that some rows of a sheet consist of, from left to right.
    private func panes(
        of sheet: VisibleSheet, _ rows: FrozenLines.Part, _ lap: VisibleLap
    ) throws -> [SheetPane] {
        var panes: [SheetPane] = []
        if !sheet.lines.left.isEmpty { panes.append(pane(of: sheet, rows, .first, lap)) }
        let length = sheet.crossLapLength
        if length > 0 {
            let first = ((rect.x - sheet.columns.end) / length).rounded(.down)
            let last = ((rect.maxX - sheet.columns.start) / length).rounded(.down)
            guard first.magnitude < 1e15, last.magnitude < 1e15, last - first < Double(Self.elementLimit) else {
                throw LayoutError(
                    .invalidArgument,
                    "the rectangle shows too many laps of the columns of “\(layout.record.name)”; ask for fewer")
            }
            for crossLap in Int(first)...max(Int(first), Int(last)) {
                panes.append(pane(of: sheet, rows, .scrolling, crossLap: crossLap, lap))
            }
        } else {
            panes.append(pane(of: sheet, rows, .scrolling, lap))
        }
        if !sheet.lines.right.isEmpty { panes.append(pane(of: sheet, rows, .last, lap)) }
        return panes
    }

    /// Adds the elements of a band of a sheet that scroll along.
    mutating func addSheetElements(of band: VisibleBand, in section: VisibleSection, _ lap: VisibleLap) throws {
        guard let sheet = section.sheet else { return try addElements(of: band, lap) }
        for pane in try panes(of: sheet, .scrolling, lap) { try addElements(of: band, lap, pane) }
    }

    /// The frozen rows of the one sheet whose rows go round: they belong to no lap.
    mutating func addRowsBesideLaps() throws {
        guard hasPanes, purpose != .stops, try goesRound, let first = try layout.firstBand(ofSection: 0) else { return }
        let lap = VisibleLap(
            lap: 0, shift: 0, low: view.low(of: rect), high: view.high(of: rect), viewportLow: view.low(of: viewport),
            viewportHigh: view.high(of: viewport))
        let section = VisibleSection(
            id: first.band.sectionID, index: 0, start: first.before.length, firstItem: first.before.items)
        if let sheet = try sheet(section, lap) { try addRows(of: section, sheet, lap) }
    }

    /// The frozen rows of a sheet: they are in its first bands, and in its last ones.
    mutating func addFrozenRows(of section: VisibleSection, _ lap: VisibleLap) throws {
        if let sheet = section.sheet, try !goesRound { try addRows(of: section, sheet, lap) }
    }

    private mutating func addRows(of section: VisibleSection, _ sheet: VisibleSheet, _ lap: VisibleLap) throws {
        guard let id = section.id else { return }
        if !sheet.lines.top.isEmpty {
            let panes = try panes(of: sheet, .first, lap)
            var origin = section.start
            var next = try layout.bands.first(ofSection: id)
            var index = 0
            while let record = next, record.sectionID == id, origin < section.start + sheet.lines.top.end {
                try addRows(of: record, at: origin, firstIndex: index, of: section, panes, lap)
                origin += record.sums.length
                index &+= record.sums.items
                next = try layout.bands.next(afterSlot: record.slot)
            }
        }
        if !sheet.lines.bottom.isEmpty {
            let panes = try panes(of: sheet, .last, lap)
            var next = try layout.bands.last(ofSection: id)
            while let record = next, record.sectionID == id {
                let before = try layout.prefix(record.slot - 1)
                try addRows(
                    of: record, at: before.length, firstIndex: before.items &- section.firstItem, of: section, panes,
                    lap)
                if before.length <= sheet.range.end + sheet.lines.bottom.start { break }
                next = try layout.bands.previous(beforeSlot: record.slot)
            }
        }
    }

    private mutating func addRows(
        of record: BandRecord, at origin: Double, firstIndex: Int, of section: VisibleSection, _ panes: [SheetPane],
        _ lap: VisibleLap
    ) throws {
        var band = VisibleBand(record, place: place(at: origin, lap), isStale: try layout.isStale(record))
        band.section = section.index
        band.firstIndex = firstIndex
        for pane in panes { try addElements(of: band, lap, pane) }
    }

    private mutating func addElements(of band: VisibleBand, _ lap: VisibleLap, _ pane: SheetPane) throws {
        let first = elements.count
        try addElements(of: band, lap, moving: nil, pane: pane)
        if purpose.isScene { tracking.panes.append((first..<elements.count, pane)) }
    }

    /// The places of a section's frozen lines while nothing is scrolled, in content coordinates.
    func restingLines(of section: VisibleSection, _ lap: VisibleLap) throws -> FrozenLines? {
        guard hasFrozenLines, let id = section.id,
            var lines = try FrozenLines.find(ofSection: id, in: layout.preparationID, connection)
        else { return nil }
        let shift = try goesRound ? 0 : lap.shift
        let end = try end(of: section) + shift
        lines.top.move(by: section.start + shift)
        lines.bottom.move(by: end)
        return lines
    }
}
