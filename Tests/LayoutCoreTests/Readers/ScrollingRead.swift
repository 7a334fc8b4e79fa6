import LayoutStoreTestSupport
import LayoutTestSupport
@testable import LayoutCore

/// The elements that a scrolling reader finds in one rectangle, in one snapshot, and whether they fit together.
struct ScrollingRead {
    let contentLength: Double
    let cellCount: Int
    /// Which preparing's work it is.
    let revision: Int
    let rect: LayoutRect
    /// In the order of the data set.
    let cells: [LayoutAttributes]

    /// The fault of a table without any spacing, or nil.
    func faultOfTable(of data: SteadyEdit) -> String? {
        let starts = data.sectionStarts
        let length = starts.last ?? 0
        if contentLength != length { return "the content is \(contentLength) long instead of \(length)" }
        if let fault = faultOfCells(data) { return fault }
        guard let first = cells.first, let last = cells.last else { return "nothing is there" }
        if first.frame.y > rect.y || last.frame.maxY < min(rect.maxY, length) {
            return "the cells do not reach the edges"
        }
        for cell in cells {
            // Each section has its place, independent of its contents.
            guard let section = cell.section, starts.indices.contains(section + 1) else {
                return "\(cell.place) is nowhere"
            }
            let isInside = cell.item == 0 ? cell.frame.y == starts[section] : cell.frame.y > starts[section]
            let isLast = cell.item == data.itemsPerSection - 1
            let endsInside = isLast ? cell.frame.maxY == starts[section + 1] : cell.frame.maxY < starts[section + 1]
            if !isInside || !endsInside {
                return "\(cell.place) is at \(cell.frame.y)…\(cell.frame.maxY), its section at "
                    + "\(starts[section])…\(starts[section + 1])"
            }
        }
        for (one, next) in zip(cells, cells.dropFirst()) {
            if !follows(next, one, data) { return "\(one.place) is followed by \(next.place)" }
            if one.frame.maxY != next.frame.y {
                return "\(one.place) ends at \(one.frame.maxY), \(next.place) begins at \(next.frame.y)"
            }
        }
        return nil
    }

    /// The fault of a flow of sections without insets, or nil.
    func faultOfFlow(of data: SteadyEdit, lineSpacing: Double, itemSpacing: Double) -> String? {
        if let fault = faultOfCells(data) { return fault }
        let lines = lines
        // Items are centred in their line: of one that is cut by the rectangle some may not show.
        let whole = lines.dropFirst().dropLast()
        for (one, next) in zip(whole, whole.dropFirst()) {
            guard let last = one.cells.last, let first = next.cells.first else { continue }
            if !follows(first, last, data) { return "\(last.place) is followed by \(first.place)" }
            let gap = last.section == first.section ? lineSpacing : 0
            if next.start != one.end + gap {
                return "the line of \(last.place) ends at \(one.end), the next begins at \(next.start)"
            }
        }
        for line in lines {
            for (one, next) in zip(line.cells, line.cells.dropFirst()) {
                if next.frame.x - one.frame.maxX < itemSpacing - 1e-6 {
                    return "\(one.place) and \(next.place) are too close"
                }
            }
        }
        for line in whole {
            for (one, next) in zip(line.cells, line.cells.dropFirst()) where !follows(next, one, data) {
                return "\(one.place) is followed by \(next.place)"
            }
        }
        // No further from the edges than the highest line that is cut by them.
        let reach = SteadyEdit.heights.upperBound + lineSpacing
        guard let first = lines.first, let last = lines.last else { return "nothing is there" }
        let isReached = first.start <= rect.y + reach && last.end >= min(rect.maxY, contentLength) - reach
        return isReached ? nil : "the lines do not reach the edges"
    }

    private struct Line {
        var cells: [LayoutAttributes]
        var start: Double
        var end: Double
    }

    private var lines: [Line] {
        var lines: [Line] = []
        for cell in cells {
            if var line = lines.last, let before = line.cells.last, cell.section == before.section,
                cell.frame.x > before.frame.x, cell.frame.y < line.end
            {
                line.cells.append(cell)
                line.start = min(line.start, cell.frame.y)
                line.end = max(line.end, cell.frame.maxY)
                lines[lines.count - 1] = line
            } else {
                lines.append(Line(cells: [cell], start: cell.frame.y, end: cell.frame.maxY))
            }
        }
        return lines
    }

    private func faultOfCells(_ data: SteadyEdit) -> String? {
        let itemCount = data.itemsPerSection * (data.sectionStarts.count - 1)
        if cellCount != itemCount { return "the layout has \(cellCount) cells instead of \(itemCount)" }
        if let other = cells.first(where: { $0.kind != .cell }) { return "\(other) is no cell" }
        let identities = Set(cells.map(\.itemID))
        if identities.count != cells.count || identities.contains(nil) {
            return "an item is there twice, or a cell has none"
        }
        return cells.first { !$0.frame.overlaps(rect) }.map { "\($0.place) is outside" }
    }

    /// Whether two cells are adjacent in the order of the data set.
    private func follows(_ next: LayoutAttributes, _ one: LayoutAttributes, _ data: SteadyEdit) -> Bool {
        guard let section = one.section else { return false }
        if one.item == data.itemsPerSection - 1 { return next.section == section + 1 && next.item == 0 }
        return next.section == section && next.item == one.item + 1
    }
}

extension ScrollingRead {
    /// Reads what a container shows that was scrolled to a part of the content's length.
    init(_ layout: StoredLayout, container: LayoutSize, scrolled part: Double) throws {
        self = try layout.read { snapshot in
            let length = try snapshot.contentSize.height
            let y = (max(0, length - container.height) * part).rounded()
            let rect = LayoutRect(x: 0, y: y, width: container.width, height: container.height)
            return Self(
                contentLength: length, cellCount: try snapshot.totals.items,
                revision: snapshot.preparation?.revision ?? 0, rect: rect,
                cells: try snapshot.elements(in: rect).sorted {
                    ($0.section ?? -1, $0.item) < ($1.section ?? -1, $1.item)
                })
        }
    }
}

extension LayoutAttributes {
    fileprivate var place: String { "\(section.map(String.init) ?? "-")/\(item)" }
}
