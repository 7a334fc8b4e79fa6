internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    static let blockSQL = """
        SELECT \(BlockRecord.columns) FROM lc_block
        WHERE id BETWEEN ?1 AND ?2 AND max_x >= ?3 AND min_x <= ?4 AND max_y >= ?5 AND min_y <= ?6 ORDER BY id
        """

    /// The elements of a band that a region shows. All blocks of a short band that touch the region are read, and the
    /// R*Tree's candidates of a long one.
    func findElements(of band: VisibleBand, in region: ShownRegion, into found: inout FoundElements) throws {
        guard band.record.sums.elements > 0 else { return }
        let (along, across) = region.searched(from: band.origin, motion(of: band))
        let (x, y) = traits.axis == .vertical ? (across, along) : (along, across)
        let box = ElementBox(minX: x.start, minY: y.start, maxX: x.end, maxY: y.end)
        let first = found.elements.count
        if band.record.sums.elements <= BlockTree.longBand {
            let ids = BlockNumber.ids(ofBand: band.record.id)
            try findElements(ids, touching: box, of: band, in: region, into: &found)
        } else {
            let groups = try BlockTree.groups(
                ofBand: band.record.id, touching: box, plane: Double(band.record.id), in: connection)
            for group in groups {
                let ids = BlockNumber.blocks(ofGroup: group)
                try findElements(ids, touching: box, of: band, in: region, into: &found)
            }
        }
        if purpose.isScene { found.regions.append((first..<found.elements.count, region)) }
    }

    /// … elements of some blocks of a band whose box touches another one, in the band's coordinates.
    private func findElements(
        _ ids: ClosedRange<Int64>, touching box: ElementBox, of band: VisibleBand, in region: ShownRegion,
        into found: inout FoundElements
    ) throws {
        let rows = try connection.cached(Self.blockSQL)
        rows.bindAll(ids.lowerBound, ids.upperBound, box.minX, box.maxX, box.minY, box.maxY)
        let start = trace.map { _ in ContinuousClock.now }
        defer {
            rows.rewind()
            trace?.didReadBlocks(since: start)
        }
        while try rows.step() {
            try findElements(of: BlockRecord(rows), rows, touching: box, of: band, in: region, into: &found)
        }
    }

    /// - Parameter row: A statement that stands at the block's row.
    func findElements(
        of block: BlockRecord, _ row: Statement, touching box: ElementBox, of band: VisibleBand, in region: ShownRegion,
        into found: inout FoundElements
    ) throws {
        let scale = block.scale
        // Read for the first element that touches the rectangle.
        var details: BlockDetails?
        let first = found.elements.count
        let motion = motion(of: band)
        let origin = region.place(from: band.origin)
        for place in 0..<block.count {
            let local = BlockRecord.frame(place, row, scale: scale)
            let host =
                motion == nil ? nil : try host(ofElement: place, of: block, frame: local, row, &details, in: band)
            let swept = motion?.swept(local, on: host) ?? local
            guard swept.y <= box.maxY, swept.maxY >= box.minY, swept.x <= box.maxX, swept.maxX >= box.minX else {
                continue
            }
            var frame = origin.frame(local)
            guard region.takes(&frame) else { continue }
            let shownHost = host.map(origin.frame)
            guard motion.map({ $0.swept(frame, on: shownHost).overlaps(reachedRect) }) ?? frame.overlaps(rect)
            else { continue }
            let known = try details ?? BlockDetails(of: block, in: connection)
            details = known
            let element = try known.element(place, of: block, frame: local, row)
            if let shown = try shown(element, at: frame, on: shownHost, of: band, block, in: region) {
                found.elements.append(shown)
            }
        }
        trace?.note(block, row, at: origin, kept: found.elements.count - first)
    }

    /// An element at the place that shows it; nil if it is not to be shown there.
    private func shown(
        _ element: BandElement, at frame: LayoutRect, on host: LayoutRect?, of band: VisibleBand, _ block: BlockRecord,
        in region: ShownRegion
    ) throws -> LayoutAttributes? {
        let kind = try element.kindID.map { try layout.elementKinds.kind($0) }
        if region.members != .all, (region.members == .moving) != (kind?.movesWithCells ?? true) { return nil }
        // A band that was counted again, and not laid out yet, has cells of removed items at its end. Their indices
        // belong to the next band.
        if band.record.isStale, !traits.isFree, element.itemShift != nil, let rank = element.item,
            rank >= band.record.sums.items
        {
            return nil
        }
        let item = element.item.map { band.firstIndex &+ $0 } ?? 0
        // An infinite edge makes this sum infinite, or no number.
        guard DerivedNumber.index.contains(item), (frame.x + frame.maxX + frame.y + frame.maxY).magnitude <= 1e151
        else {
            throw LayoutError.corrupt("lc_block has an invalid frame or index in row \(block.id)")
        }
        var shown = layout.attributes(
            element, kind, in: band.record, section: band.section, item: item, frame: frame, host: host,
            isStale: band.isStale)
        if kind == nil, let stuck, let id = shown.itemID, stuck.itemIDs.contains(id) { return nil }
        shown.lap = region.lap
        shown.zIndex &+= region.part?.zIndex ?? 0
        if placement.movement == .natural { shown.motion = nil }
        return shown.motion != nil && purpose.leavesMoving
            ? shown : shown.drawn(in: placement.viewport, showing: rect)
    }

    /// The frame of the cell that a badge of a band moves with; nil for other elements.
    private func host(
        ofElement place: Int, of block: BlockRecord, frame: LayoutRect, _ row: Statement,
        _ details: inout BlockDetails?, in band: VisibleBand
    ) throws -> LayoutRect? {
        guard block.kindID != nil || block.detailCount > 0 else { return nil }
        let known = try details ?? BlockDetails(of: block, in: connection)
        details = known
        let element = try known.element(place, of: block, frame: frame, row)
        guard let kindID = element.kindID else { return nil }
        return try BandSearch(band.record, in: connection).host(of: element, layout.elementKinds.kind(kindID))
    }

    /// How the cells of a band move for the query's purpose; nil: they do not.
    @inline(__always)
    private func motion(of band: VisibleBand) -> ElementMotion? {
        placement.movement == .natural ? nil : band.record.motion
    }
}
