package import LayoutTestSupport
package import LayoutCore

/// The visible cells of sheets by the rule of frozen and circular lines, applied to each cell.
package struct SheetTwin {
    package let reference: ReferenceLayout
    package let sheet: SpreadsheetDefinition
    package let container: LayoutSize
    package let isMirrored: Bool

    /// Lines along one axis: where each begins and ends at rest, and which stay at either edge.
    private struct Lines {
        var lines: [(start: Double, end: Double)]
        var first: Int
        var last: Int
        var spacing: Double
        /// The edges of the scrolling lines if none is frozen there.
        var low: Double
        var high: Double

        func isFirst(_ line: Int) -> Bool { line < first }
        func isLast(_ line: Int) -> Bool { line >= max(first, lines.count - last) }

        func isStill(_ line: Int) -> Bool { isFirst(line) || isLast(line) }

        /// How far a line has moved that stays at either edge.
        func shift(of line: Int, _ shifts: (first: Double, last: Double)) -> Double? {
            isFirst(line) ? shifts.first : isLast(line) ? shifts.last : nil
        }

        var firstRange: (start: Double, end: Double) {
            first > 0 && !lines.isEmpty ? (lines[0].start, lines[min(first, lines.count) - 1].end) : (low, low)
        }
        var lastRange: (start: Double, end: Double) {
            let index = max(first, lines.count - last)
            return index < lines.count ? (lines[index].start, lines[lines.count - 1].end) : (high, high)
        }
        /// From one lap of the scrolling lines to the next; 0 if none scrolls.
        var lap: (start: Double, length: Double) {
            let (front, back) = (firstRange, lastRange)
            let start = front.end > front.start ? front.end + spacing : front.end
            let end = back.end > back.start ? back.start - spacing : back.start
            return (start, end > start ? end - start + spacing : 0)
        }

        /// How far the two ranges have moved from their places at rest.
        func shifts(_ low: Double, _ high: Double, limit: Double, isCircular: Bool) -> (first: Double, last: Double) {
            let (front, back) = (firstRange, lastRange)
            var start = low
            if !isCircular { start = max(front.start, min(low, limit - (front.end - front.start))) }
            var end = max(high - (back.end - back.start), start + front.end - front.start)
            if !isCircular { end = min(back.start, end) }
            return (start - front.start, end - back.start)
        }
    }

    package func elements(in rect: LayoutRect, visible: LayoutRect? = nil) -> [ElementRow] {
        let eye = visible ?? rect
        let axes = sheet.wrapsAxis
        let isOne = reference.sections.count == 1
        var found: [ElementRow] = []
        for section in reference.sections.indices {
            let extent = reference.extents[section]
            let rows = rows(section)
            let columns = columns(section)
            // A mirrored sheet is turned around in the extent of the widest. Items, or insets of its section, may make
            // its own one greater, which counts then.
            let known = reference.plan.traits.contentCrossLength ?? (isMirrored ? container.width : 0)
            let width = max(known, columns.high + insets(section).trailing)
            let rowLap = reference.wraps && axes != .horizontal && isOne ? rows.lap : (0, 0)
            let content =
                reference.wraps && axes != .horizontal && !isOne
                ? reference.contentLength + reference.plan.traits.wrapSpacing : 0
            let columnLap = reference.wraps && axes != .vertical ? columns.lap : (0, 0)
            // Across, in coordinates that count from the leading edge.
            let across = isMirrored ? (width - eye.maxX, width - eye.x) : (eye.x, eye.maxX)
            let limit = isMirrored ? width : reference.crossLength
            let moved = columns.shifts(across.0, across.1, limit: limit, isCircular: columnLap.1 > 0)
            for lap in Self.laps(content, from: 0, rect.y, rect.maxY) {
                let shift = Double(lap) * content
                let still = rows.shifts(eye.y - shift, eye.maxY - shift, limit: extent.end, isCircular: rowLap.1 > 0)
                for row in reference.elements where row.section == section {
                    let (line, column) = (row.item / sheet.columns, row.item % sheet.columns)
                    let rowLaps = rows.isStill(line) ? [0] : Self.laps(rowLap.1, from: rowLap.0, rect.y, rect.maxY)
                    let columnLaps =
                        columns.isStill(column)
                        ? [0] : Self.laps(columnLap.1, from: 0, rect.x - width, rect.maxX + width)
                    for rowNumber in rowLaps {
                        for columnNumber in columnLaps {
                            var cell = row
                            let down = rows.shift(of: line, still) ?? Double(rowNumber) * rowLap.1
                            let right =
                                columns.shift(of: column, moved)
                                ?? Double(columnNumber) * columnLap.1 * (isMirrored ? -1 : 1)
                            cell.frame = row.frame.offsetBy(x: isMirrored ? -right : right, y: down + shift)
                            cell.lap = lap + rowNumber == 0 ? columnNumber : lap + rowNumber
                            if rows.isLast(line) { cell.zIndex += 1 }
                            if cell.frame.overlaps(rect) { found.append(cell) }
                        }
                    }
                }
            }
        }
        return found
    }

    /// Whether a cell, or one of its repetitions to the left and right, lies between the edges of a container.
    package func isWithin(_ width: Double, _ cell: ElementRow) -> Bool {
        let columns = columns(cell.section ?? 0)
        let column = cell.item % sheet.columns
        let lap = reference.wraps && sheet.wrapsAxis != .vertical ? columns.lap.length : 0
        return (columns.isStill(column) ? [0] : Self.laps(lap, from: 0, -cell.frame.maxX, width - cell.frame.x))
            .contains {
                let shift = Double($0) * lap
                return cell.frame.x + shift < width && cell.frame.maxX + shift > 0
            }
    }

    private static func laps(_ length: Double, from start: Double, _ low: Double, _ high: Double) -> [Int] {
        guard length > 0 else { return [0] }
        return Array(Int((low - start) / length) - 2...Int((high - start) / length) + 2)
    }

    private func insets(_ section: Int) -> LayoutInsets {
        let (own, all) = (reference.sections[section].measure, sheet.sectionInsets)
        return LayoutInsets(
            top: own.insetTop ?? all.top, leading: own.insetLeading ?? all.leading,
            bottom: own.insetBottom ?? all.bottom, trailing: own.insetTrailing ?? all.trailing)
    }

    private func rows(_ section: Int) -> Lines {
        let items = reference.sections[section].items
        let (insets, extent) = (insets(section), reference.extents[section])
        var lines: [(start: Double, end: Double)] = []
        var place = extent.start + insets.top
        for row in 0..<(items.count + sheet.columns - 1) / sheet.columns {
            let own = items[row * sheet.columns].measure.height
            let plain = row < sheet.rowHeights.count ? sheet.rowHeights[row] : sheet.rowHeight
            let height = sheet.sizesFromItems && !own.isNaN ? own : plain
            lines.append((place, place + height))
            place += height + sheet.rowSpacing
        }
        return Lines(
            lines: lines, first: sheet.frozenRows, last: sheet.frozenTrailingRows, spacing: sheet.rowSpacing,
            low: extent.start + insets.top, high: extent.end - insets.bottom)
    }

    private func columns(_ section: Int) -> Lines {
        let items = reference.sections[section].items
        var lines: [(start: Double, end: Double)] = []
        var place = insets(section).leading
        for column in 0..<sheet.columns {
            let own = column < items.count ? items[column].measure.width : .nan
            let plain = column < sheet.columnWidths.count ? sheet.columnWidths[column] : sheet.columnWidth
            let width = sheet.sizesFromItems && !own.isNaN ? own : plain
            lines.append((place, place + width))
            place += width + sheet.columnSpacing
        }
        return Lines(
            lines: lines, first: sheet.frozenColumns, last: sheet.frozenTrailingColumns, spacing: sheet.columnSpacing,
            low: lines[0].start, high: lines[lines.count - 1].end)
    }
}
