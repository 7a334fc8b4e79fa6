public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// At the content's very beginning (for `start`) or end (for `end`) the anchor is that limit.
    ///
    /// - Parameters:
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: Which visible item to hold on to: the first or the last.
    public func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start) throws -> ScrollAnchor? {
        try read(true) { layout in
            guard layout.isPrepared else { return nil }
            let visible = try VisibleExtent(layout)
            let start = offset[layout.axis] + visible.insets.start
            let end = offset[layout.axis] + visible.containerLength - visible.insets.end
            if !visible.isEndless {
                if edge == .start, start <= 0 { return ScrollAnchor(edge: .start, isAtLimit: true) }
                if edge == .end, end >= visible.contentLength { return ScrollAnchor(edge: .end, isAtLimit: true) }
            }
            var query = try VisibleQuery(
                layout, rect: LayoutRect(
                    axis: layout.axis, along: start, cross: offset[layout.axis.cross],
                    alongLength: end - start, crossLength: layout.container[layout.axis.cross]
                )
            )
            // Frozen rows are always in sight, and so hold nothing.
            query.movesFrozenCells = false
            try query.run()
            let axis = layout.axis
            let cells = query.elements.filter { $0.kind == .cell }
            let held =
                switch edge {
                case .start:
                    cells.min {
                        ($0.frame.min(axis), $0.section ?? 0, $0.item) < ($1.frame.min(axis), $1.section ?? 0, $1.item)
                    }
                case .end:
                    cells.max {
                        ($0.frame.max(axis), $0.section ?? 0, $0.item) < ($1.frame.max(axis), $1.section ?? 0, $1.item)
                    }
                }
            guard let held else { return nil }
            return ScrollAnchor(
                edge: edge,
                key: try held.itemID.flatMap {
                    try layout.connection.first("SELECT key FROM item WHERE id = ?1", $0, as: String?.self) ?? nil
                },
                itemID: held.itemID, section: held.section ?? 0, item: held.item,
                distance: edge == .start ? held.frame.min(axis) - start : held.frame.max(axis) - end
            )
        }
    }

    /// The offset at which an anchor's item is where it was, after whatever changes.
    ///
    /// Clamped to what can be scrolled to; in a layout that wraps, at the item's place in lap 0. If the item is gone, the one that has its indices now, or the
    /// nearest one, takes its place.
    public func contentOffset(for anchor: ScrollAnchor) throws -> LayoutPoint {
        try read(true) { layout in
            var offset = LayoutPoint.zero
            guard layout.isPrepared else { return offset }
            let visible = try VisibleExtent(layout)
            let axis = layout.axis
            let limit = anchor.edge == .start ? visible.minimumOffset : visible.maximumOffset
            guard !anchor.isAtLimit, let frame = try find(anchor, in: layout) else {
                offset[axis] = limit
                return offset
            }
            let along =
                switch anchor.edge {
                case .start: frame.min(axis) - anchor.distance - visible.insets.start
                case .end: frame.max(axis) - anchor.distance - visible.containerLength + visible.insets.end
                }
            offset[axis] = visible.isEndless ? along : min(max(along, visible.minimumOffset), visible.maximumOffset)
            return offset
        }
    }

    /// The frame of the item that an anchor holds on to.
    private func find(_ anchor: ScrollAnchor, in layout: LayoutSnapshot) throws -> LayoutRect? {
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

/// What can be seen of a layout along its scroll axis, and how far it can be scrolled.
private struct VisibleExtent {
    let containerLength: Double
    let contentLength: Double
    let insets: (start: Double, end: Double)
    /// Whether the content wraps, and so has neither beginning nor end.
    let isEndless: Bool

    init(_ layout: LayoutSnapshot) throws {
        containerLength = layout.container[layout.axis]
        contentLength = layout.contentLength(try layout.totals)
        insets = layout.pins
        isEndless = layout.wraps && contentLength + layout.wrapSpacing > 0
    }

    var minimumOffset: Double { -insets.start }
    var maximumOffset: Double { max(contentLength - containerLength + insets.end, -insets.start) }
}
