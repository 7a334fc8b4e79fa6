package import LayoutEngine
internal import LayoutText

extension LayoutReader {
    /// The index path of the topmost cell at a point; nil if there is none. Its right and its lower edge are not part
    /// of a cell.
    package func indexPath(at point: LayoutPoint) throws -> ItemIndexPath? {
        guard isPrepared, point.x.isFinite, point.y.isFinite else { return nil }
        let rect = LayoutRect(x: point.x, y: point.y, width: point.x.stepUp, height: point.y.stepUp)
        return try cells(in: rect).first?.indexPath
    }

    /// The cells that share some area with a rectangle, the topmost first: see ``LayoutReading/cells(in:preparing:)``.
    package func cells(in rect: LayoutRect) throws -> [LayoutAttributes] {
        guard isPrepared else { return [] }
        return try VisibleQuery(self, rect: rect, for: .cells).run().elements.filter { $0.kind == .cell }.sorted {
            ($0.zIndex, $0.section ?? 0, $0.item) > ($1.zIndex, $1.section ?? 0, $1.item)
        }
    }

    /// The cells nearest to a point: see ``LayoutReading/cells(nearestTo:limit:)``.
    package func cells(nearestTo point: LayoutPoint, limit: Int) throws -> [LayoutAttributes] {
        guard limit > 0, point.x.isFinite, point.y.isFinite else { return [] }
        var reach = 64.0
        while true {
            // All cells within the reach are in the square around the point.
            let rect = LayoutRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
            let isLast = reach > 4 * NumberRange.limit
            let found = try cells(in: rect).map { ($0, $0.frame.distance(to: point)) }
                .filter { isLast || $0.1 < reach }.enumerated()
                .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            if found.count >= limit || isLast { return found.prefix(limit).map(\.element.0) }
            reach *= 4
        }
    }

    /// The content offset at a fraction of the scrollable range: 0 at the beginning, 1 at the end, in the direction of
    /// reading. Fractions beyond are clamped. Of a layout that wraps, at a fraction of its lap.
    package func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        guard isPrepared, !fraction.isNaN else { return .zero }
        let range = try ScrollRange(self)
        return range.offset(min(max(fraction, 0), 1))
    }

    /// The fraction of a content offset in the scrollable range, from 0 to 1; of a layout that wraps, in its lap. 0 if
    /// the content cannot scroll.
    package func fraction(of offset: LayoutPoint) throws -> Double {
        guard isPrepared else { return 0 }
        return try ScrollRange(self).fraction(offset)
    }

    /// The offset, or the nearest one that can be scrolled to.
    package func nearestOffset(to offset: LayoutPoint) throws -> LayoutPoint {
        guard isPrepared else { return .zero }
        return try ScrollRange(self).clamped(offset)
    }
}

/// How far a layout can be scrolled along its axis.
private struct ScrollRange {
    private let reading: ReadingAxis
    private let start: Double
    private let length: Double
    private let isEndless: Bool

    init(_ layout: LayoutReader) throws {
        let visible = try VisibleExtent(layout)
        reading = visible.reading
        isEndless = visible.isEndless
        let lap = try layout.content.lapLength
        start = isEndless ? 0 : visible.minimumOffset
        length = isEndless ? lap : visible.maximumOffset - visible.minimumOffset
    }

    func offset(_ fraction: Double) -> LayoutPoint {
        var point = LayoutPoint.zero
        point[reading.axis] = reading.offset(start + fraction * length)
        return point
    }

    func clamped(_ offset: LayoutPoint) -> LayoutPoint {
        guard !isEndless else { return offset }
        var point = offset
        let along = reading.offset(offset[reading.axis])
        point[reading.axis] = reading.offset(min(max(along, start), start + length))
        return point
    }

    func fraction(_ offset: LayoutPoint) -> Double {
        guard length > 0 else { return 0 }
        var fraction = (reading.offset(offset[reading.axis]) - start) / length
        if isEndless { fraction -= fraction.rounded(.down) }
        return fraction > 0 ? min(fraction, 1) : 0
    }
}

extension LayoutRect {
    /// The distance of a point from the nearest point of the rectangle.
    fileprivate func distance(to point: LayoutPoint) -> Double {
        let dx = Swift.max(x - point.x, point.x - maxX, 0.0)
        let dy = Swift.max(y - point.y, point.y - maxY, 0.0)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension Double {
    /// The distance to the next number: the size of a rectangle that holds a point and nothing beyond it.
    fileprivate var stepUp: Double { nextUp - self }
}
