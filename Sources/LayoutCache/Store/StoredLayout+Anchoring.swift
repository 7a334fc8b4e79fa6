public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// At the content's very beginning (for `start`) or end (for `end`) the anchor is that limit. Beginning and
    /// end are those of reading: a layout from right to left begins at its right.
    ///
    /// - Parameters:
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: Which visible item to hold on to: the first or the last.
    ///   - preparing: What to lay out first.
    public func anchor(
        at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start, preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(preparing, viewing: { .visible(LayoutRect(origin: offset, size: $0.container)) }) { layout in
            guard layout.isPrepared else { return nil }
            let visible = try VisibleExtent(layout)
            let reading = visible.reading
            let axis = reading.axis
            let along = reading.offset(offset[axis])
            let start = along + visible.insets.start
            let end = along + reading.containerLength - visible.insets.end
            if !visible.isEndless {
                if edge == .start, start <= 0 { return ScrollAnchor(edge: .start, isAtLimit: true) }
                if edge == .end, end >= reading.contentLength { return ScrollAnchor(edge: .end, isAtLimit: true) }
            }
            var query = try VisibleQuery(
                layout, rect: reading.frame(LayoutRect(
                    axis: axis, along: start, cross: offset[axis.cross],
                    alongLength: end - start, crossLength: layout.record.container[axis.cross]
                ))
            )
            // Frozen rows are always in sight, and so hold nothing.
            query.movesFrozenCells = false
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
                    try layout.connection.first("SELECT key FROM item WHERE id = ?1", $0, as: String?.self) ?? nil
                },
                itemID: held.element.itemID, section: held.element.section ?? 0, item: held.element.item,
                distance: edge == .start ? held.frame.min(axis) - start : held.frame.max(axis) - end
            )
        }
    }

    /// The offset at which an anchor's item is where it was, after whatever changes.
    ///
    /// Clamped to what can be scrolled to; in a layout that wraps, at the item's place in lap 0. If the item is
    /// gone, the one that has its indices now, or the nearest one, takes its place; so it does while the item was
    /// not laid out yet.
    public func contentOffset(for anchor: ScrollAnchor, preparing: PreparationScope = .nothing) throws -> LayoutPoint {
        let scope = PreparingScope.item(section: anchor.section, item: anchor.item)
        let itemID = anchor.isAtLimit || preparing != .visible ? nil : try self.itemID(of: anchor)
        return try read(preparing, viewing: itemID.map { .itemID($0) } ?? scope) { layout in
            var offset = LayoutPoint.zero
            guard layout.isPrepared else { return offset }
            let visible = try VisibleExtent(layout)
            let axis = visible.reading.axis
            let limit = anchor.edge == .start ? visible.minimumOffset : visible.maximumOffset
            guard !anchor.isAtLimit, let found = try find(anchor, in: layout) else {
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
    }

    /// The item that an anchor holds on to, by its key or its row id.
    private func itemID(of anchor: ScrollAnchor) throws -> Int64? {
        try store.pool.read { connection in
            let record = try LayoutRecord.find(name, in: connection)
            if let key = anchor.key, let item = try DatasetRecord.item(withKey: key, in: record.datasetID, connection) {
                return item.id
            }
            return anchor.itemID
        }
    }

    /// The frame of the item that an anchor holds on to.
    private func find(_ anchor: ScrollAnchor, in layout: LayoutReader) throws -> LayoutRect? {
        let lookup = ElementLookup(layout)
        if let key = anchor.key, let id = try lookup.itemID(key: key), let found = try lookup.cell(itemID: id) {
            return found.frame
        }
        if let id = anchor.itemID, let found = try lookup.cell(itemID: id) { return found.frame }
        let sections = try layout.totals.sections
        guard sections > 0 else { return nil }
        let section = min(max(anchor.section, 0), sections - 1)
        let items = try lookup.itemCount(inSection: section)
        guard items > 0 else { return nil }
        return try lookup.cell(item: min(max(anchor.item, 0), items - 1), section: section)?.frame
    }
}

/// What can be seen of a layout along its scroll axis, in the direction of reading, and how far it can be
/// scrolled.
private struct VisibleExtent {
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
