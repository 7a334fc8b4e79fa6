internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension Preparer {
    /// Lays out only the visible part of a rectangle: the bands that it touches, and the pinned elements and sticky
    /// items of their sections.
    func layOut(_ rect: LayoutRect, _ relayout: inout Relayout) throws -> Bool {
        if plan.traits.isFree { return try layOutPlane(&relayout) }
        guard rect.width > 0, rect.height > 0 else { return true }
        while let need = try finder(relayout).next(in: rect) {
            try layOut(try narrowed(need.band, toCell: need.cell, &relayout), until: need.end, &relayout)
        }
        return true
    }

    /// Lays out a plane: the places of its items are known when all of them have been read.
    private func layOutPlane(_ relayout: inout Relayout) throws -> Bool {
        if cellLimit < .max, try relayout.context.sumTree.totals(slotCount: relayout.slots.slotCount).items > cellLimit
        {
            return true
        }
        while let stale = try relayout.context.bands.nextStale(fromSlot: 0) {
            try relayout.relayOut(stale, stop: .never)
        }
        return true
    }

    private func finder(_ relayout: Relayout) -> VisibleStaleBands {
        VisibleStaleBands(
            connection: connection, preparationID: relayout.context.preparationID, datasetID: layout.datasetID,
            measure: relayout.context.measure, slotCount: relayout.slots.slotCount, plan: plan,
            wraps: definition.wrapsAlong, sums: relayout.context.sums)
    }

    /// Lays out the band that holds an item.
    func layOut(_ path: ItemIndexPath, _ relayout: inout Relayout) throws -> Bool {
        if plan.traits.isFree { return try layOutPlane(&relayout) }
        guard path.item >= 0, path.section >= 0 else { return true }
        while let need = try finder(relayout).next(holding: path) {
            try layOut(try narrowed(need.band, toCell: need.cell, &relayout), until: need.end, &relayout)
        }
        return true
    }

    /// Lays out the bands that hold items, by their row ids. Neighbours mostly are in one, which is looked for once.
    func layOut(itemIDs: [Int64], _ relayout: inout Relayout) throws -> Bool {
        if plan.traits.isFree { return try layOutPlane(&relayout) }
        // The band that was found to be up to date last.
        var known: (section: Int64, positions: Range<Double>)?
        for id in itemIDs where relayout.cellsSolved < cellLimit {
            guard let place = try DatasetRecord.place(ofItem: id, in: layout.datasetID, connection) else { continue }
            if let known, known.section == place.sectionID, known.positions.contains(place.position) { continue }
            known = try layOut((place.sectionID, place.position), &relayout).map { (place.sectionID, $0) }
        }
        return true
    }

    /// Lays out the band that holds a position of a section; returns which positions it holds.
    private func layOut(
        _ place: (section: Int64, position: Double), _ relayout: inout Relayout
    ) throws -> Range<Double>? {
        let bands = relayout.context.bands
        while let band = try bands.holding(place.position, ofSection: place.section) {
            guard band.isToBeLaidOut, try !relayout.hasFolds || !bands.isHidden(band) else {
                let end =
                    try bands.following(band.firstPosition, ofSection: place.section)?.firstPosition ?? .infinity
                return band.firstPosition..<end
            }
            // The place in it matters only for a band that may be long, since it was never laid out.
            let cell =
                try band.isEstimated
                ? relayout.context.outline.rank(
                    of: place.position, inSection: place.section, from: band.firstPosition) : 0
            try layOut(try narrowed(band, toCell: cell, &relayout), until: 0, &relayout)
        }
        return nil
    }

    /// Lays out a band, and those after it up to an offset of the content.
    private func layOut(_ band: BandRecord, until end: Double, _ relayout: inout Relayout) throws {
        let first = try nearBeginning(ofCell: 0, of: band, &relayout) ?? band
        let origin = try relayout.prefix(first.slot - 1).length
        let isEarlier = first.id != band.id
        let cellsBefore =
            try isEarlier
            ? relayout.context.sumTree.prefix(band.slot - 1).items
                - relayout.context.sumTree.prefix(first.slot - 1).items : 0
        let (solved, limit) = (relayout.cellsSolved, cellLimit)
        try relayout.relayOut(
            first,
            stop: Relayout.Stop(
                isReached: { length, items, _ in items > cellsBefore && origin + length > end },
                isAbrupt: { cells in solved + cells >= limit }))
        try relayout.updateTree()
    }

    /// The band from which a cell of a band is laid out for good, if that is another band and near enough.
    private func nearBeginning(
        ofCell cell: Int, of band: BandRecord, _ relayout: inout Relayout
    ) throws -> BandRecord? {
        let context = relayout.context
        guard let sectionID = band.sectionID, !band.beginsSection,
            let section = try relayout.section(of: band), plan.restartInterval(in: section.measure) == nil,
            let stale = try context.bands.firstStale(ofSection: sectionID), stale.slot < band.slot
        else { return nil }
        let tree = context.sumTree
        let cells = try tree.prefix(band.slot - 1).items - tree.prefix(stale.slot - 1).items
        return cells + cell <= lookBackLimit ? stale : nil
    }

    // MARK: Narrowing

    /// The part of a band that was never laid out which begins at or shortly before one of its items. The part before
    /// it becomes a separate band.
    private func narrowed(_ band: BandRecord, toCell cell: Int, _ relayout: inout Relayout) throws -> BandRecord {
        let context = relayout.context
        // A band without a length is looked at beyond its end.
        let cell = min(cell, band.sums.items - 1)
        guard band.isEstimated, cell > limits.target, let sectionID = band.sectionID,
            let section = try relayout.section(of: band), plan.canCutSection(section.measure)
        else { return band }
        let interval = plan.restartInterval(in: section.measure)
        if interval == nil,
            try nearBeginning(ofCell: cell, of: band, &relayout) != nil || band.beginsSection && cell <= lookBackLimit
        {
            return band
        }
        guard let (offset, position) = try restart(before: cell, of: band, sectionID, interval, &relayout) else {
            return band
        }
        let id = try relayout.split(band, at: position, after: offset)
        guard let found = try context.bands.find(id) else { throw LayoutError.corrupt("lc_band has no band \(id)") }
        return found
    }

    /// A place in a band at which another can begin, at or before one of its cells. Returns the number of cells before
    /// it, and its position.
    private func restart(
        before cell: Int, of band: BandRecord, _ sectionID: Int64, _ interval: Int?, _ relayout: inout Relayout
    ) throws -> (offset: Int, position: Double)? {
        let outline = relayout.context.outline
        guard let run = try outline.beginning(before: cell, inSection: sectionID, from: band.firstPosition),
            run.rank > 0, run.rank < band.sums.items
        else { return nil }
        guard let interval else { return (run.rank, run.position) }
        let firstIndex = try relayout.firstIndex(of: band)
        let aligned = (firstIndex + run.rank) / interval * interval - firstIndex
        guard aligned > 0 else { return nil }
        // The band may begin in the middle of a run, and the line before the first run that begins in it.
        let before =
            try outline.beginning(before: aligned, inSection: sectionID, from: band.firstPosition)
            ?? (band.firstPosition, 0)
        guard
            let position = try outline.position(
                aligned - before.rank, after: before.position, inSection: sectionID)
        else {
            return nil
        }
        return (aligned, position)
    }
}
