internal import LayoutEngine
internal import LayoutSQLite

/// Lays out what a caller asks for: everything, or what is visible.
extension Relayout {
    /// Lays out some of a preparation; returns whether nothing of it is left.
    ///
    /// - Parameters:
    ///   - isFolded: Whether no fold is left that was not looked at yet.
    ///   - isSpent: Whether the slice is spent after a number of items, if no viewer waits.
    mutating func layOut(
        _ scope: PreparationExtent, isFolded: Bool, until isSpent: @escaping (_ cellsSolved: Int) -> Bool
    ) throws -> Bool {
        if context.traits.isFree {
            let limit = context.limits.cells
            var edits = PlaneEdits(self)
            let isDone = try edits.run(until: scope.isOfViewer ? { $0 >= limit } : isSpent)
            self = edits.relayout
            guard isDone else { return false }
            // The places of the items of a plane are known when all of them have been read.
            if scope.isOfViewer {
                let isLong = try limit < .max && context.sumTree.totals(slotCount: slots.slotCount).items > limit
                return try isLong || layOutAll(from: nil) { _ in false }
            }
        }
        switch scope {
        case .everything(let start): return isFolded ? try layOutAll(from: start, until: isSpent) : false
        case .visible(let rect):
            while let need = try finder.next(in: rect, folds: isFolded ? nil : folds) { try layOut(need) }
        case .item(let path): while let need = try finder.next(holding: path) { try layOut(need) }
        case .items(let ids): try layOut(itemIDs: ids)
        }
        return true
    }

    /// Lays out stale bands from a place on, and then those before it, until enough items were.
    private mutating func layOutAll(
        from start: LayoutPoint?, until isSpent: @escaping (_ cellsSolved: Int) -> Bool
    ) throws -> Bool {
        let bands = context.bands
        var slot = 0
        if let offset = start?[context.plan.traits.axis], offset > 0, try bands.hasEstimated {
            slot = try context.sumTree.descend(slotCount: slots.slotCount) { $0.length <= offset }.slot
        }
        while let stale = try bands.nextStale(fromSlot: slot) ?? (slot > 0 ? bands.nextStale(fromSlot: 0) : nil) {
            if slot > 0, stale.isProvisional {
                // It was laid out, and is not settled before those before it are.
                slot = 0
                continue
            }
            if try reveal(stale) { continue }
            // Before the first of all no other one is stale.
            let first = try slot > 0 ? nearBeginning(ofCell: 0, of: stale, within: nil) ?? stale : stale
            for (band, section) in try together(with: first) {
                let (made, solved) = (writer.bandsMade, cellsSolved)
                try relayOut(band, of: section) { _, _, cells in isSpent(solved + cells) }
                if isSpent(cellsSolved) { return try bands.nextStale(fromSlot: 0) == nil }
                // If it became more than one band, the bands after it may have moved.
                if writer.bandsMade > made { break }
            }
        }
        return true
    }

    /// The bands that are laid out after one was read: small sections in one band each, that were never laid out. If it
    /// begins none, it is alone.
    private mutating func together(with band: BandRecord) throws -> [(band: BandRecord, section: SectionRecord?)] {
        let most = context.limits.target
        guard band.beginsSection, band.isEstimated, band.sums.items < most else { return [(band, nil)] }
        let sections = try context.bands.unsolvedSections(
            fromSlot: band.slot, holdingFewerThan: most, datasetID: context.datasetID, index: sectionIndex(of: band),
            measure: context.measure)
        return sections.isEmpty ? [(band, nil)] : sections.map { ($0, $1) }
    }

    /// Lays out what a viewer needs next, and nothing else.
    private mutating func layOut(_ need: VisibleStaleBands.Need) throws {
        if need.isOfFolds {
            let marks = try VisibleStaleBands.foldMarks(in: need.band, folds, context.bands, limit: marksAtOnce)
            return try take(marks, makesRoom: false)
        }
        try layOut(try narrowed(need.band, toCell: need.cell), until: need.end)
    }

    private var finder: VisibleStaleBands { VisibleStaleBands(context: context, slotCount: slots.slotCount) }

    /// Lays out the bands that hold items, by their row ids.
    private mutating func layOut(itemIDs: [Int64]) throws {
        let bands = context.bands
        for id in itemIDs where cellsSolved < context.limits.cells {
            guard let place = try DatasetRecord.place(ofItem: id, in: context.datasetID, connection) else { continue }
            let (section, position) = (place.sectionID, place.position)
            while let band = try bands.holding(position, ofSection: section), band.isToBeLaidOut,
                try !hasFolds || !bands.isHidden(band)
            {
                // The place in it matters only for a band that may be long, since it was never laid out.
                let cell =
                    try band.isEstimated
                    ? context.outline.rank(of: position, inSection: section, from: band.firstPosition) : 0
                try layOut(VisibleStaleBands.Need(band: band, cell: cell, end: 0))
            }
        }
    }

    /// Lays out a band, and those after it up to an offset of the content.
    private mutating func layOut(_ band: BandRecord, until end: Double) throws {
        let first = try nearBeginning(ofCell: 0, of: band, within: context.limits.lookBack) ?? band
        let origin = try prefix(first.slot - 1).length
        let isEarlier = first.id != band.id
        let cellsBefore =
            try isEarlier
            ? context.sumTree.prefix(band.slot - 1).items - context.sumTree.prefix(first.slot - 1).items : 0
        try relayOut(first) { length, items, _ in items > cellsBefore && origin + length > end }
        try slots.updateTree()
    }

    /// The first stale band of a section, if a cell of another one is laid out for good only from there. No line is
    /// certain to begin with that one then. Nil also if more than `limit` items are before the cell.
    private mutating func nearBeginning(
        ofCell cell: Int, of band: BandRecord, within limit: Int?
    ) throws -> BandRecord? {
        guard let sectionID = band.sectionID, !band.beginsSection, let section = try section(of: band),
            let start = try context.bands.first(ofSection: sectionID),
            // If only the summary is not known, lines are certain to begin where they do.
            let stale = try context.bands.nextStale(
                fromSlot: start.slot,
                isProvisional: context.plan.everyLineUsesSummary(in: section.measure) ? false : nil),
            stale.slot < band.slot
        else { return nil }
        if let interval = context.plan.restartInterval(in: section.measure),
            try cell > 0 || firstIndex(of: band).isMultiple(of: interval)
        {
            return nil
        }
        guard let limit else { return stale }
        let tree = context.sumTree
        let cells = try tree.prefix(band.slot - 1).items - tree.prefix(stale.slot - 1).items
        return cells + cell <= limit ? stale : nil
    }

    // MARK: Narrowing

    /// The part of a band that was never laid out which begins at or shortly before one of its items. The part before
    /// it becomes a separate band.
    private mutating func narrowed(_ band: BandRecord, toCell cell: Int) throws -> BandRecord {
        // A band without a length is looked at beyond its end.
        let cell = min(cell, band.sums.items - 1)
        guard band.isEstimated, cell > context.limits.target, let sectionID = band.sectionID,
            let section = try section(of: band), context.plan.canCutSection(section.measure)
        else { return band }
        let interval = context.plan.restartInterval(in: section.measure)
        if interval == nil,
            try nearBeginning(ofCell: cell, of: band, within: context.limits.lookBack) != nil
                || band.beginsSection && cell <= context.limits.lookBack
        {
            return band
        }
        guard let (offset, position) = try restart(before: cell, of: band, sectionID, interval) else { return band }
        let id = try split(band, at: position, after: offset)
        try slots.updateTree()
        guard let found = try context.bands.find(id) else { throw LayoutError.corrupt("lc_band has no band \(id)") }
        return found
    }

    /// A place in a band at which another can begin, at or before one of its cells. Returns the number of cells before
    /// it, and its position.
    private mutating func restart(
        before cell: Int, of band: BandRecord, _ sectionID: Int64, _ interval: Int?
    ) throws -> (offset: Int, position: Double)? {
        let outline = context.outline
        guard let run = try outline.beginning(before: cell, inSection: sectionID, from: band.firstPosition),
            run.rank > 0, run.rank < band.sums.items
        else { return nil }
        guard let interval else { return (run.rank, run.position) }
        let firstIndex = try firstIndex(of: band)
        let aligned = (firstIndex + run.rank) / interval * interval - firstIndex
        guard aligned > 0 else { return nil }
        // The band may begin in the middle of a run, and the line before the first run that begins in it.
        let before =
            try outline.beginning(before: aligned, inSection: sectionID, from: band.firstPosition)
            ?? (band.firstPosition, 0)
        return try outline.position(aligned - before.rank, after: before.position, inSection: sectionID)
            .map { (aligned, $0) }
    }
}
