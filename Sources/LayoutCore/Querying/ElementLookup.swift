internal import LayoutEngine
internal import LayoutSQLite

/// Finds single elements and sections of a layout by descents of its sum tree.
extension LayoutReader {
    /// The cell of an item by its indices. O(log bands); on a canvas as ``cellOnPlane(at:)``.
    func cell(at path: ItemIndexPath) throws -> LayoutAttributes? {
        guard isPrepared, let found = try countedBand(at: path) else { return nil }
        return try cell(rank: found.rank, in: found.band, origin: found.before.length, at: path)
    }

    func cell(rank: Int, in band: BandRecord, origin: Double, at path: ItemIndexPath) throws -> LayoutAttributes? {
        guard !band.isEstimated, let cell = try element(ofKind: nil, item: rank, in: band),
            // An item without an element has a place in the order.
            cell.frame.width >= 0
        else { return nil }
        return try element(cell, in: band, origin: origin, at: path)
    }

    /// An element of a band at its natural place.
    private func element(
        _ element: BandBlocks.Element, in band: BandRecord, origin: Double, at path: ItemIndexPath?
    ) throws -> LayoutAttributes {
        let place = ContentFacts.Place(in: try content, origin: origin + band.frameStart)
        let host = try band.motion == nil ? nil : host(of: element, in: band).map(place.frame)
        var found = [
            attributes(
                element, try element.kindID.map { try elementKinds.kind($0) }, in: band, section: path?.section,
                item: path?.item ?? 0, frame: place.frame(element.frame), host: host, isStale: try isStale(band))
        ]
        try setRowPositions(in: &found)
        return found[0]
    }

    /// The cell of an item by its row id: its position names the band, the band's rows the cell.
    func cell(itemID: Int64) throws -> LayoutAttributes? {
        guard isPrepared, let (band, rank) = try bandAndRank(ofItem: itemID),
            !band.isEstimated,
            // After items before it have come or gone, its index belongs to another band until it is laid out.
            traits.isFree || !band.isStale || (0..<band.sums.items).contains(rank)
        else { return nil }
        let before = try prefix(band.slot - 1)
        guard let path = try indexPath(rank: rank, in: band, after: before) else { return nil }
        return try cell(rank: rank, in: band, origin: before.length, at: path)
    }

    func section(at point: LayoutPoint) throws -> Int? {
        guard isPrepared, !traits.isFree else { return nil }
        let content = try content
        let cross = point[traits.axis.cross]
        let along = content.low(of: LayoutRect(x: point.x, y: point.y, width: 0, height: 0))
        guard along >= 0, along < content.length, cross >= 0, cross < content.crossLength else { return nil }
        guard let found = try band(after: { $0.length <= along }), let sectionID = found.band.sectionID else {
            return nil
        }
        // The spacing after a section belongs to none.
        if let last = try bands.last(ofSection: sectionID), last.id == found.band.id,
            along >= found.before.length + found.band.sums.length - traits.sectionSpacing
        {
            return nil
        }
        return found.band.section(after: found.before)
    }
}

extension LayoutReader {
    /// The supplementary or decoration of a kind: a section's own, an item's badge, or the whole content's.
    ///
    /// - Parameters:
    ///   - name: The kind's name; nil for a kind that the layout does not have.
    ///   - item: For a badge, its item's index; 0 for what belongs to the section itself.
    ///   - section: nil for what belongs to the whole content.
    ///   - visible: The rectangle to which it pins; nil for its natural place.
    func element(
        _ category: BandBuffer.ElementKind.Category, ofKind name: String, at path: ItemIndexPath?, visible: LayoutRect?
    ) throws -> LayoutAttributes? {
        guard isPrepared, (path?.item ?? 0) >= 0,
            let kindID = try elementKinds.find(category, named: name)
        else { return nil }
        let first = try path.flatMap { try firstBand(ofSection: $0.section)?.band }
        guard path == nil || first != nil else { return nil }
        if (path?.item ?? 0) == 0 {
            if let found = try sectionElement(kindID, of: first, index: path?.section, visible: visible) {
                return found
            }
            for band in try first.map({ [$0] }) ?? bands.ofContent() {
                if let found = try element(ofKind: kindID, ofItem: nil, in: band, at: path) { return found }
            }
            // A footer is in the last band.
            let last = try first?.sectionID.flatMap { try bands.last(ofSection: $0) }
            if let last, last.id != first?.id,
                let found = try element(ofKind: kindID, ofItem: nil, in: last, at: path)
            {
                return found
            }
        }
        return try path.flatMap { try countedBand(at: $0) }
            .flatMap { try element(ofKind: kindID, ofItem: $0.rank, in: $0.band, at: path) }
    }

    /// One whose place depends on its section's extent. The whole content's elements, if there is no band.
    private func sectionElement(
        _ kindID: Int64, of band: BandRecord?, index: Int?, visible: LayoutRect?
    ) throws -> LayoutAttributes? {
        let presence = try sectionElements
        guard index == nil ? presence.ofContent : presence.ofSections else { return nil }
        let rows = try SectionElementRow.all(
            ofSection: band?.sectionID, in: preparationID, along: traits.axis, connection)
        guard let row = rows.first(where: { $0.kindID == kindID }) else { return nil }
        let placement = Placement(try content, viewport: visible ?? .zero)
        let range = try range(ofSection: index)
        var element = row.element
        if visible == nil {
            element.pins = false
        } else if let stuck = try StickyWindow.StuckItems(self, placement) {
            element = stuck.making(element, ofSection: band?.sectionID)
        }
        return try attributes(
            row, ofSection: index, frame: placement.frame(of: element, in: range), lap: 0,
            isStale: band.map { try isStale($0) } ?? freshness.isOutdated)
    }

    /// An element in a band that belongs to an item, by its rank there, or to none.
    private func element(
        ofKind kindID: Int64, ofItem rank: Int?, in band: BandRecord, at path: ItemIndexPath?
    ) throws -> LayoutAttributes? {
        guard !band.isEstimated, band.sums.elements > band.cellCount,
            let found = try element(ofKind: kindID, item: rank, in: band)
        else { return nil }
        return try element(found, in: band, origin: prefix(band.slot - 1).length, at: path)
    }
}

/// Finds the cells of items on a canvas, whose bands go by place and not by index.
///
/// The R*Tree leads to the block at the place where an item was laid out: O(log blocks + runs of the outline). An
/// item that came or changed its index since is searched in its section: O(items of that).
extension LayoutReader {
    /// The band that holds the cell at an index path, and its number.
    func cellOnPlane(at path: ItemIndexPath) throws -> (band: BandRecord, rank: Int)? {
        guard let sectionID = try firstBand(ofSection: path.section)?.band.sectionID else { return nil }
        if let id = try OrderedRows(itemsOfSection: sectionID, in: connection).id(at: path.item),
            let found = try cellOnPlane(ofItem: id, in: sectionID),
            try planeOrder(ofSection: sectionID).index(ofNumber: found.rank) == path.item
        {
            return found
        }
        guard let number = try planeOrder(ofSection: sectionID).number(atIndex: path.item) else { return nil }
        for band in try bands.all(ofSection: sectionID) where !band.isEstimated {
            if try element(ofKind: nil, item: number, in: band) != nil { return (band, number) }
        }
        return nil
    }

    func planeOrder(ofSection sectionID: Int64) -> PlaneOrder {
        PlaneOrder(connection: connection, preparationID: preparationID, sectionID: sectionID)
    }

    /// The band with the cell of an item at its present place, and its ``PlaneOrder`` number.
    func cellOnPlane(ofItem itemID: Int64, in sectionID: Int64) throws -> (band: BandRecord, rank: Int)? {
        let point = try connection.firstRow(
            """
            SELECT coalesce(m.x, i.x, 0.0), coalesce(m.y, i.y, 0.0) FROM item AS i
            LEFT JOIN lc_moved AS m
              ON m.preparation_id IN (0, ?2) AND m.item_id = i.id AND m.section_id = i.section_id
            WHERE i.id = ?1 ORDER BY m.preparation_id DESC LIMIT 1
            """,
            itemID, preparationID
        ) { LayoutPoint(x: $0.double(0), y: $0.double(1)) }
        guard let point else { return nil }
        let rows = try BlockTree.blocks(
            touching: BlockTree.surroundings(of: point), onPlaneOf: preparationID, in: connection)
        defer { rows.rewind() }
        while try rows.step() {
            let block = try BlockRecord(rows)
            guard let band = try bands.find(BlockRecord.band(ofBlock: block.id)) else { continue }
            let cell = try block.elements(rows, in: connection).first {
                $0.kindID == nil && $0.itemID(from: band.firstItemID) == itemID
            }
            // An item that has changed its section since is not in the layout where it is now.
            if let rank = cell?.item { return band.sectionID == sectionID ? (band, rank) : nil }
        }
        return nil
    }
}

/// Finds single elements among the blocks of a band.
///
/// Cells are mostly stored in the order of their items, sixteen to a block, which names the block to look at. Else the
/// band is searched. O(1), or O(blocks of the band).
extension LayoutReader {
    /// The cell of an item, or another element that belongs to it.
    ///
    /// - Parameters:
    ///   - kindID: nil for a cell.
    ///   - item: The item's index in the band; nil for an element without an item.
    func element(ofKind kindID: Int64?, item: Int?, in band: BandRecord) throws -> BandBlocks.Element? {
        let cell = item.map { $0 &+ band.firstCell }
        let hint = kindID == nil ? cell.map { $0 / BlockRecord.capacity } : nil
        return try search(band, from: hint) { $0.kindID == kindID && $0.item == cell }
    }

    /// The frame of the cell that a badge is anchored to, and moves with; nil for other elements.
    func host(of element: BandBlocks.Element, in band: BandRecord) throws -> LayoutRect? {
        guard let kindID = element.kindID, let item = element.item, try elementKinds.kind(kindID).movesWithCells else {
            return nil
        }
        return try self.element(ofKind: nil, item: item &- band.firstCell, in: band)?.frame
    }

    func index(ofItem id: Int64, in band: BandRecord) throws -> Int? {
        let (distance, isFar) = id.subtractingReportingOverflow(band.firstItemID ?? 0)
        let hint = isFar || distance < 0 ? nil : Int(distance) / BlockRecord.capacity
        let cell = try search(band, from: hint) { $0.kindID == nil && $0.itemID(from: band.firstItemID) == id }?.item
        return cell.map { $0 &- band.firstCell }
    }

    /// - Parameter hint: The number of the block to look at first.
    private func search(
        _ band: BandRecord, from hint: Int?, where isWanted: (BandBlocks.Element) -> Bool
    ) throws -> BandBlocks.Element? {
        if let hint, hint >= 0, hint < BlockRecord.limit {
            let id = BlockRecord.id(hint, ofBand: band.id)
            if let found = try search(id...id, where: isWanted) { return found }
        }
        return try search(BlockRecord.ids(ofBand: band.id), where: isWanted)
    }

    private func search(
        _ ids: ClosedRange<Int64>, where isWanted: (BandBlocks.Element) -> Bool
    ) throws -> BandBlocks.Element? {
        let rows = try connection.cached(BlockRecord.selectSQL)
        rows.bindAll(ids.lowerBound, ids.upperBound)
        defer { rows.rewind() }
        while try rows.step() {
            let found = try BlockRecord(rows).elements(rows, in: connection).first(where: isWanted)
            if let found { return found }
        }
        return nil
    }

    /// Gives cells their places among the rows of their sections, in a layout in which they have any. O(log bands +
    /// items of a row) for each section.
    func setRowPositions(in elements: inout [LayoutAttributes]) throws {
        guard isPrepared, traits.groupsRows else { return }
        // Of each section, the items before the end of the first row, and before the last row.
        var rows: [Int: (first: Int, last: Int)] = [:]
        for index in elements.indices where elements[index].kind == .cell {
            guard let path = elements[index].indexPath else { continue }
            let (first, last) = try rows[path.section] ?? endsOfRows(inSection: path.section)
            rows[path.section] = (first, last)
            elements[index].rowPosition =
                path.item < first ? path.item < last ? .first : .only : path.item < last ? .middle : .last
        }
    }

    private func endsOfRows(inSection section: Int) throws -> (first: Int, last: Int) {
        let end = try itemCount(inSection: section)
        return try (
            length(ofRowFrom: 0, by: 1, inSection: section),
            end - length(ofRowFrom: end - 1, by: -1, inSection: section)
        )
    }

    /// The number of items of a row, from its first or its last one. They begin side by side, in one band.
    private func length(ofRowFrom item: Int, by step: Int, inSection section: Int) throws -> Int {
        guard let (band, _, first) = try countedBand(at: ItemIndexPath(section: section, item: item)) else { return 1 }
        func origin(_ rank: Int) throws -> LayoutPoint? {
            guard (0..<band.sums.items).contains(rank) else { return nil }
            return try element(ofKind: nil, item: rank, in: band)?.frame.origin
        }
        let axis = traits.axis
        guard let edge = try origin(first) else { return 1 }
        var length = 1
        while let next = try origin(first + length * step), next[axis] == edge[axis],
            next[axis.cross] != edge[axis.cross]
        { length += 1 }
        return length
    }
}
