internal import LayoutEngine
internal import LayoutSQLite

/// Finds single elements and sections of a layout by descents of its sum tree.
package struct ElementLookup {
    let layout: LayoutReader

    package init(_ layout: LayoutReader) {
        self.layout = layout
    }

    /// The cell of an item by its indices. O(log bands); on a canvas, whose bands go by place, as ``PlaneLookup`` does.
    package func cell(at path: ItemIndexPath) throws -> LayoutAttributes? {
        guard layout.isPrepared, DerivedNumber.index.contains(path.item),
            let start = try layout.firstBand(ofSection: path.section)
        else { return nil }
        if layout.traits.isFree {
            let found = try PlaneLookup(layout: layout).place(at: path, after: start)
            return try found.flatMap { try cell(rank: $0.rank, in: $0.band, origin: 0, at: path) }
        }
        let wanted = start.before.items + path.item
        guard let found = try layout.band(after: { $0.items <= wanted }), found.band.sectionID == start.band.sectionID
        else { return nil }
        return try cell(rank: wanted - found.before.items, in: found.band, origin: found.before.length, at: path)
    }

    /// The cell with a rank in a band whose origin is known.
    func cell(
        rank: Int, in band: BandRecord, origin: Double, at path: ItemIndexPath
    ) throws -> LayoutAttributes? {
        guard !band.isEstimated,
            let cell = try BandSearch(band, in: layout.connection).element(ofKind: nil, item: rank),
            // An item without an element has a place in the order.
            cell.frame.width >= 0
        else { return nil }
        return try element(cell, nil, in: band, origin: origin, at: path)
    }

    /// An element of a band at its natural place.
    func element(
        _ element: BandElement, _ kind: ElementKind?, in band: BandRecord, origin: Double, at path: ItemIndexPath?
    ) throws -> LayoutAttributes {
        let place = ContentPlace(in: try layout.content, origin: origin)
        let host =
            band.motion == nil
            ? nil : try BandSearch(band, in: layout.connection).host(of: element, kind).map(place.frame)
        var attributes = layout.attributes(
            element, kind, in: band, section: path?.section, item: path?.item ?? 0, frame: place.frame(element.frame),
            host: host, isStale: try layout.isStale(band))
        if kind == nil, let id = attributes.itemID, let rows = RowPositions(layout) {
            attributes.rowPosition = try rows.position(ofItem: id)
        }
        return attributes
    }

    /// The cell of an item by its row id: its position names the band, the band's rows the cell.
    func cell(itemID: Int64) throws -> LayoutAttributes? {
        guard layout.isPrepared, let (band, rank) = try ItemLookup(layout).place(ofItem: itemID), !band.isEstimated,
            // After items before it have gone, its index belongs to the next band until it is laid out.
            layout.traits.isFree || !band.isStale || rank < band.sums.items
        else { return nil }
        let before = try layout.prefix(band.slot - 1)
        guard let path = try ItemLookup(layout).indexPath(rank: rank, in: band, after: before) else { return nil }
        return try cell(rank: rank, in: band, origin: before.length, at: path)
    }

    /// How many items a section holds as prepared. O(log bands).
    package func itemCount(inSection index: Int) throws -> Int {
        guard layout.isPrepared else { return try UnpreparedItems(layout).itemCount(inSection: index) }
        guard index >= 0, try index < layout.totals.sections else { return 0 }
        return try layout.start(ofSection: index + 1).items - layout.start(ofSection: index).items
    }

    /// The index of the section that occupies a point.
    func section(at point: LayoutPoint) throws -> Int? {
        let traits = layout.traits
        guard layout.isPrepared, !traits.isFree else { return nil }
        let content = try layout.content
        let cross = point[traits.axis.cross]
        let along = content.low(of: LayoutRect(x: point.x, y: point.y, width: 0, height: 0))
        guard along >= 0, along < content.length, cross >= 0, cross < content.crossLength else { return nil }
        guard let found = try layout.band(after: { $0.length <= along }), let sectionID = found.band.sectionID else {
            return nil
        }
        // The spacing after a section belongs to none.
        if let last = try layout.bands.last(ofSection: sectionID), last.id == found.band.id,
            along >= found.before.length + found.band.sums.length - traits.sectionSpacing
        {
            return nil
        }
        return found.before.sections - (found.band.beginsSection ? 0 : 1)
    }
}
