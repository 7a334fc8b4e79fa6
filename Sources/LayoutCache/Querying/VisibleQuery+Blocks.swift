internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    package static let blockSQL = """
        SELECT \(BlockRecord.columns) FROM lc_block
        WHERE id BETWEEN ?1 AND ?2 AND max_x >= ?3 AND min_x <= ?4 AND max_y >= ?5 AND min_y <= ?6 ORDER BY id
        """

    /// Adds the elements of a band; moving elements of an orthogonal section are placed by its offset.
    mutating func addElements(of band: VisibleBand, _ lap: VisibleLap) throws {
        guard band.record.orthogonal != 0, let sectionID = band.record.sectionID else {
            return try addElements(of: band, lap, moving: nil, pane: nil)
        }
        try addElements(of: band, lap, moving: false, pane: nil)
        var moved = band
        moved.place.crossShift =
            try orthogonalOffset(ofSection: sectionID, index: band.section) * Double(band.record.orthogonal)
        let first = elements.count
        try addElements(of: moved, lap, moving: true, pane: nil)
        if purpose.isScene { tracking.moving.append(first..<elements.count) }
    }

    /// Reads the blocks of a band that touch the rectangle: all of a short band, the R*Tree's candidates of a long one.
    ///
    /// - Parameters:
    ///   - moving: Whether to add an orthogonal section's moving elements, or the fixed ones.
    ///   - pane: The cells of a sheet with frozen rows or columns to add, and their visible places.
    mutating func addElements(
        of band: VisibleBand, _ lap: VisibleLap, moving: Bool?, pane: SheetPane?
    ) throws {
        guard band.record.sums.elements > 0 else { return }
        let cross = axis.cross
        let reach = motion(of: band) == nil ? 0 : self.reach
        let along = (
            low: (pane?.alongLow ?? lap.low) - band.place.origin - Self.slack - reach,
            high: (pane?.alongHigh ?? lap.high) - band.place.origin + Self.slack + reach
        )
        let across = (
            low: pane?.crossLow ?? rect.min(cross) + band.place.crossShift - reach,
            high: pane?.crossHigh ?? rect.max(cross) + band.place.crossShift + reach
        )
        let (x, y) = axis == .vertical ? (across, along) : (along, across)
        let box = ElementBox(minX: x.low, minY: y.low, maxX: x.high, maxY: y.high)
        guard band.record.sums.elements > BlockTree.longBand else {
            let ids = BlockNumber.ids(ofBand: band.record.id)
            return try addElements(ids, touching: box, of: band, Self.number(of: lap, pane), moving: moving, pane: pane)
        }
        let groups = try BlockTree.groups(
            ofBand: band.record.id, touching: box, plane: Double(band.record.id), in: connection)
        for group in groups {
            try addElements(
                BlockNumber.blocks(ofGroup: group), touching: box, of: band, Self.number(of: lap, pane), moving: moving,
                pane: pane)
        }
    }

    /// A cell's lap: that of its rows, or where they are not repeated, of its columns.
    private static func number(of lap: VisibleLap, _ pane: SheetPane?) -> Int {
        lap.lap == 0 ? pane?.crossLap ?? 0 : lap.lap
    }

    /// Tests the elements of some blocks of a band whose box touches another one, in the band's coordinates.
    mutating func addElements(
        _ ids: ClosedRange<Int64>, touching box: ElementBox, of band: VisibleBand, _ lap: Int, moving: Bool?,
        pane: SheetPane?
    ) throws {
        let rows = try connection.cached(Self.blockSQL)
        rows.bindAll(ids.lowerBound, ids.upperBound, box.minX, box.maxX, box.minY, box.maxY)
        let start = trace.map { _ in ContinuousClock.now }
        defer {
            rows.rewind()
            trace?.didReadBlocks(since: start)
        }
        while try rows.step() {
            try addElements(
                of: BlockRecord(rows), rows, touching: box, of: band, lap, moving: moving, pane: pane)
        }
    }

    /// - Parameter row: A statement that stands at the block's row.
    mutating func addElements(
        of block: BlockRecord, _ row: Statement, touching box: ElementBox, of band: VisibleBand, _ lap: Int,
        moving: Bool?, pane: SheetPane?
    ) throws {
        let scale = block.scale
        // Read for the first element that touches the rectangle.
        var details: BlockDetails?
        let found = elements.count
        let motion = motion(of: band)
        for place in 0..<block.count {
            let local = BlockRecord.frame(place, row, scale: scale)
            let host =
                motion == nil ? nil : try host(ofElement: place, of: block, frame: local, row, &details, in: band)
            let swept = motion?.swept(local, on: host) ?? local
            guard swept.y <= box.maxY, swept.maxY >= box.minY, swept.x <= box.maxX, swept.maxX >= box.minX else {
                continue
            }
            var frame = band.place.frame(local)
            if let pane, !pane.place(&frame) { continue }
            let visibleHost = host.map(band.place.frame)
            guard motion.map({ $0.swept(frame, on: visibleHost).overlaps(reachedRect) }) ?? frame.overlaps(rect)
            else { continue }
            let known = try details ?? BlockDetails(of: block, in: connection)
            details = known
            try add(
                known.element(place, of: block, frame: local, row), at: frame, on: visibleHost, of: band, block, lap,
                moving: moving, zIndex: pane?.zIndex ?? 0)
        }
        trace?.note(block, row, at: band.place, kept: elements.count - found)
    }

    private mutating func add(
        _ element: BandElement, at frame: LayoutRect, on host: LayoutRect?, of band: VisibleBand,
        _ block: BlockRecord, _ lap: Int, moving: Bool?, zIndex: Int
    ) throws {
        let kind = try element.kindID.map { try self.kind($0) }
        if let moving, moving != (kind?.movesWithCells ?? true) { return }
        if kind == nil, purpose.isOfCountedItems, !traits.isFree, let rank = element.item,
            rank >= band.record.sums.items
        {
            return
        }
        let itemID = element.itemID(from: band.record.firstItemID)
        if kind == nil, !stuckIDs.isEmpty, let itemID, stuckIDs.contains(itemID) { return }
        let item = element.item.map { band.firstIndex &+ $0 } ?? 0
        // An infinite edge makes this sum infinite, or no number.
        guard DerivedNumber.index.contains(item), (frame.x + frame.maxX + frame.y + frame.maxY).magnitude <= 1e151
        else {
            throw LayoutError.corrupt("lc_block has an invalid frame or index in row \(block.id)")
        }
        let found = LayoutAttributes(
            kind: kind?.elementKind ?? .cell, elementKind: kind?.name,
            indexPath: ItemIndexPath(section: band.section, item: item), frame: frame,
            zIndex: traits.zIndex(element.zIndex &+ zIndex, section: band.section, item: kind == nil ? item : nil),
            itemID: itemID, lap: lap, isStale: band.isStale,
            motion: kind == nil || host != nil ? motion(of: band) : nil, host: host)
        if found.motion != nil, purpose != .visible {
            elements.append(found)
        } else if let moved = found.moved(seenFrom: viewport, in: rect) {
            elements.append(moved)
        }
    }

    /// The frame of the cell that a badge of a band moves with; nil for other elements.
    private mutating func host(
        ofElement place: Int, of block: BlockRecord, frame: LayoutRect, _ row: Statement,
        _ details: inout BlockDetails?, in band: VisibleBand
    ) throws -> LayoutRect? {
        guard block.kindID != nil || block.detailCount > 0 else { return nil }
        let known = try details ?? BlockDetails(of: block, in: connection)
        details = known
        let element = try known.element(place, of: block, frame: frame, row)
        guard let kindID = element.kindID else { return nil }
        return try BandSearch(band.record, in: connection).host(of: element, kind(kindID))
    }

    /// How the cells of a band move for the query's purpose; nil: they do not.
    @inline(__always)
    func motion(of band: VisibleBand) -> ElementMotion? { purpose.movesCells ? band.record.motion : nil }
}
