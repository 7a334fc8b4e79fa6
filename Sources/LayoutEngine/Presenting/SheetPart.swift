/// One of the nine parts of a sheet: along each axis the lines that scroll, or the frozen ones at either edge.
///
/// Frozen lines that did not move count as scrolling ones, save for the rows at the bottom, whose cells are in front.
package struct SheetPart: Sendable {
    package let rows: FrozenLines.Part
    package let columns: FrozenLines.Part
    /// The repetition of its columns.
    package let crossLap: Int
    /// How far its cells have been moved.
    let shift: LayoutPoint
    /// The edges of the scrolling lines, in content coordinates: cells beyond them belong to other parts.
    let top: Double
    let bottom: Double
    let left: Double
    let right: Double

    /// The addition to the z-index of cells in rows at the bottom, so that they are in front of scrolling ones.
    package var zIndex: Int { rows == .last ? 1 : 0 }

    /// Moves a cell's frame to its visible place, or returns false if it belongs to another part.
    func takes(_ frame: inout LayoutRect) -> Bool {
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

    /// A sheet that a rectangle shows in part, in one lap: lines of it stay visible, or go round.
    package struct Sheet: Sendable {
        fileprivate var lines: FrozenLines
        /// The section's range along the scroll axis.
        fileprivate let range: AxisRange
        fileprivate let shifts: FrozenLines.Shifts
        /// The distance from one lap of its columns to the next; 0 if they do not go round.
        fileprivate let crossLapLength: Double
        fileprivate let columns: AxisRange

        private var top: AxisRange {
            AxisRange(start: range.start + lines.top.start, end: range.start + lines.top.end)
        }

        private var bottom: AxisRange {
            AxisRange(start: range.end + lines.bottom.start, end: range.end + lines.bottom.end)
        }

        /// The range of its frozen rows along the scroll axis; nil if none of them moves.
        package func frozenRows(_ part: FrozenLines.Part) -> AxisRange? {
            switch part {
            case .scrolling: nil
            case .first: lines.top.isEmpty ? nil : top
            case .last: lines.bottom.isEmpty ? nil : bottom
            }
        }

        fileprivate func region(
            _ rows: FrozenLines.Part, _ columns: FrozenLines.Part, _ crossLap: Int, _ lap: Placement.Lap,
            _ place: ContentFacts.Place,
            reach: Double
        ) -> Placement.Region {
            let crossShift = Double(crossLap) * crossLapLength
            let along: AxisRange
            var shift = LayoutPoint.zero
            switch rows {
            case .scrolling: along = AxisRange(start: lap.low, end: lap.high)
            case .first: (along, shift.y) = (top, shifts.top)
            case .last: (along, shift.y) = (bottom, shifts.bottom)
            }
            let across: AxisRange
            switch columns {
            case .scrolling:
                across = AxisRange(start: lap.across.start - crossShift, end: lap.across.end - crossShift)
                shift.x = crossShift
            case .first: (across, shift.x) = (lines.left, shifts.left)
            case .last: (across, shift.x) = (lines.right, shifts.right)
            }
            let part = SheetPart(
                rows: rows, columns: columns, crossLap: crossLap, shift: shift,
                top: lines.top.isEmpty ? -.infinity : top.end + lap.shift,
                bottom: lines.bottom.isEmpty ? .infinity : bottom.start + lap.shift,
                left: lines.left.isEmpty ? -.infinity : lines.left.end,
                right: lines.right.isEmpty ? .infinity : lines.right.start)
            return Placement.Region(
                lap.number == 0 ? crossLap : lap.number, place, along: along, across: across, reach: reach, part: part)
        }

        /// The visible laps of the columns that scroll; nil if there are too many.
        fileprivate func crossLaps(_ across: AxisRange) -> ClosedRange<Int>? {
            guard crossLapLength > 0 else { return 0...0 }
            let first = ((across.start - columns.end) / crossLapLength).rounded(.down)
            let last = ((across.end - columns.start) / crossLapLength).rounded(.down)
            guard first.magnitude < 1e15, last.magnitude < 1e15, last - first < Double(Self.crossLapLimit) else {
                return nil
            }
            return Int(first)...max(Int(first), Int(last))
        }

        /// More would not fit into memory.
        private static let crossLapLimit = 1 << 24
    }
}

extension Placement {
    /// The sheet of a section with lines that stay visible or go round; nil if it scrolls as a whole.
    ///
    /// - Parameter range: The section's, along the scroll axis.
    package func sheet(_ lines: FrozenLines, in range: AxisRange, _ lap: Lap) -> SheetPart.Sheet? {
        let traits = content.traits
        guard movement != .natural || traits.wraps || traits.wrapsAcross else { return nil }
        let crossLapLength = lines.crossLapLength(of: traits)
        let columns = lines.scrollingColumns(spacing: traits.crossWrapSpacing)
        var lines = lines
        var shifts = FrozenLines.Shifts()
        if movement == .shown {
            shifts = lines.shifts(
                visible: viewport.offsetBy(x: 0, y: -lap.shift), sheet: range, width: content.crossLength,
                isMirrored: traits.isMirroredAcross, wrapsRows: content.goesRound, wrapsColumns: crossLapLength > 0)
            if shifts.top == 0, !content.goesRound { lines.top.start = lines.top.end }
            if crossLapLength == 0 {
                if shifts.left == 0 { lines.left.start = lines.left.end }
                if shifts.right == 0 { lines.right.end = lines.right.start }
            }
        }
        return SheetPart.Sheet(
            lines: lines, range: range, shifts: shifts, crossLapLength: crossLapLength, columns: columns)
    }

    /// Whether the frozen rows of the only sheet belong to no lap.
    package var hasRowsBesideLaps: Bool { content.goesRound }

    /// The regions of some rows of a sheet, from left to right; nil if its columns go round too often.
    package func regions(of sheet: SheetPart.Sheet, _ rows: FrozenLines.Part, in lap: Lap) -> [Region]? {
        guard let crossLaps = sheet.crossLaps(lap.across) else { return nil }
        let place = ContentFacts.Place(in: content, shift: lap.shift)
        var regions: [Region] = []
        if !sheet.lines.left.isEmpty { regions.append(sheet.region(rows, .first, 0, lap, place, reach: reach)) }
        for crossLap in crossLaps {
            regions.append(sheet.region(rows, .scrolling, crossLap, lap, place, reach: reach))
        }
        if !sheet.lines.right.isEmpty { regions.append(sheet.region(rows, .last, 0, lap, place, reach: reach)) }
        return regions
    }

    /// The places of a section's frozen lines while nothing is scrolled, in content coordinates.
    package func resting(_ lines: FrozenLines, of range: AxisRange, shift: Double) -> FrozenLines {
        let shift = content.goesRound ? 0 : shift
        var lines = lines
        lines.top.move(by: range.start + shift)
        lines.bottom.move(by: range.end + shift)
        return lines
    }
}
