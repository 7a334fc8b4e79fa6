internal import LayoutEngine

extension LayoutReader {
    /// An anchor for what is visible at an offset: see ``StoredLayout/anchor(at:edge:preparing:)``.
    func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge) throws -> ScrollAnchor? {
        guard isPrepared else { return nil }
        let visible = try VisibleExtent(self)
        let reading = visible.reading
        let axis = reading.axis
        let along = reading.offset(offset[axis])
        let start = along + visible.insets.start
        let end = along + reading.containerLength - visible.insets.end
        if !visible.isEndless {
            if edge == .start, start <= 0 { return ScrollAnchor(edge: .start, isAtLimit: true) }
            if edge == .end, end >= reading.contentLength { return ScrollAnchor(edge: .end, isAtLimit: true) }
        }
        // Frozen rows are always visible, and so hold nothing.
        var query = try VisibleQuery(
            self,
            rect: reading.frame(
                LayoutRect(
                    axis: axis, along: start, cross: offset[axis.cross],
                    alongLength: end - start, crossLength: record.container[axis.cross]
                )), for: .content)
        try query.run()
        let cells = query.elements.filter { $0.kind == .cell }.map { (element: $0, frame: reading.frame($0.frame)) }
        let held =
            switch edge {
            case .start:
                cells.min {
                    ($0.frame.min(axis), $0.element.section ?? 0, $0.element.item)
                        < ($1.frame.min(axis), $1.element.section ?? 0, $1.element.item)
                }
            case .end:
                cells.max {
                    ($0.frame.max(axis), $0.element.section ?? 0, $0.element.item)
                        < ($1.frame.max(axis), $1.element.section ?? 0, $1.element.item)
                }
            }
        guard let held else { return nil }
        return ScrollAnchor(
            edge: edge,
            key: try held.element.itemID.flatMap {
                try ItemLookup(self).key(ofItem: $0)
            },
            itemID: held.element.itemID, section: held.element.section ?? 0, item: held.element.item,
            distance: edge == .start ? held.frame.min(axis) - start : held.frame.max(axis) - end
        )
    }

    /// The offset at which an anchor's item is where it was: see ``StoredLayout/contentOffset(for:preparing:)``.
    func contentOffset(for anchor: ScrollAnchor) throws -> LayoutPoint {
        var offset = LayoutPoint.zero
        guard isPrepared else { return offset }
        let visible = try VisibleExtent(self)
        let axis = visible.reading.axis
        let limit = anchor.edge == .start ? visible.minimumOffset : visible.maximumOffset
        guard !anchor.isAtLimit, let found = try find(anchor) else {
            offset[axis] = visible.reading.offset(limit)
            return offset
        }
        let frame = visible.reading.frame(found)
        let along =
            switch anchor.edge {
            case .start: frame.min(axis) - anchor.distance - visible.insets.start
            case .end: frame.max(axis) - anchor.distance - visible.reading.containerLength + visible.insets.end
            }
        offset[axis] = visible.reading.offset(
            visible.isEndless ? along : min(max(along, visible.minimumOffset), visible.maximumOffset))
        return offset
    }

    /// The item that an anchor holds on to, by its key or its row id.
    func itemID(of anchor: ScrollAnchor) throws -> Int64? {
        if let key = anchor.key, let id = try ItemLookup(self).id(of: .key(key)) { return id }
        return anchor.itemID
    }

    /// The frame of the item that an anchor holds on to.
    private func find(_ anchor: ScrollAnchor) throws -> LayoutRect? {
        let lookup = ElementLookup(self)
        if let key = anchor.key, let id = try ItemLookup(self).id(of: .key(key)),
            let found = try lookup.cell(itemID: id)
        {
            return found.frame
        }
        if let id = anchor.itemID, let found = try lookup.cell(itemID: id) { return found.frame }
        let sections = try totals.sections
        guard sections > 0 else { return nil }
        let section = min(max(anchor.section, 0), sections - 1)
        let items = try lookup.itemCount(inSection: section)
        guard items > 0 else { return nil }
        return try lookup.cell(item: min(max(anchor.item, 0), items - 1), section: section)?.frame
    }
}

/// What can be seen of a layout along its scroll axis, in the direction of reading, and how far it can be
/// scrolled.
struct VisibleExtent {
    let reading: ReadingAxis
    let insets: (start: Double, end: Double)
    /// Whether the content wraps, and so has neither beginning nor end.
    let isEndless: Bool

    init(_ layout: LayoutReader) throws {
        reading = try ReadingAxis(layout)
        insets = (layout.traits.pinStart, layout.traits.pinEnd)
        isEndless = layout.view(try layout.totals).lapLength > 0
    }

    var minimumOffset: Double { -insets.start }
    var maximumOffset: Double {
        max(reading.contentLength - reading.containerLength + insets.end, -insets.start)
    }
}
