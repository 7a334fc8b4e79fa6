internal import LayoutEngine
internal import LayoutSQLite

extension Relayout {
    /// The number of bands' worth of items with elements that a run may go through beyond its budget. Else it would
    /// remove elements before there are new ones: they may be visible.
    private static let patience = 2

    /// Solves a section from a band on until a line begins exactly where an unchanged band begins, in the same state.
    /// From there on the frames are what they were.
    ///
    /// - Parameter isAlone: Whether the band is the only one of its section.
    /// - Returns: the summary by which the section's last line was laid out, if the run came to it.
    mutating func run(
        from stale: BandRecord, of section: SectionRecord, isAlone: Bool, stop: Stop
    ) throws -> SectionSummary? {
        var run = try SolvingPass(
            start(from: stale, of: section, isAlone: isAlone), of: section, isAlone: isAlone, hasFolds: hasFolds,
            moves: slots.moves, reusing: takeSpareBuffer(), in: context)
        defer { run.stream.close() }
        loop: while true {
            let following = try run.following()
            switch try placeItems(before: following?.firstPosition ?? .infinity, &run, stop: stop) {
            case .stopped:
                try leaveRest(&run)
                break loop
            case .reachedBoundary: break
            }
            guard let following else {
                try finishSection(&run)
                break
            }
            let isStopping = isStopped(run, stop)
            let isHidden = try isHidden(following, run)
            // No band may hold items of both sides.
            let isEdge = run.fold != nil || run.isHidden != isHidden
            if try beginsLine(at: following, &run) || isEdge && run.driver.heldCount > 0 && run.driver.canEndBand,
                isEdge || isStopping || worthEnding(before: following, run)
            {
                let state = run.driver.stateAfterBand
                let isConverged = try !following.isStale && state == (context.bands.state(of: following) ?? [])
                try endBand(&run, nextPosition: following.firstPosition)
                if isEdge {
                    try passFold(&run)
                    // The next cells may not take their places.
                    try dropLeftovers(&run)
                }
                if isConverged { break }
                if isStopped(run, stop) {
                    try handOver(to: following, state: state)
                    break
                }
            }
            // The rows between are gone.
            if isEdge, run.driver.heldCount > 0 || run.reused < run.replaced.count { break }
            run.absorb(following)
            run.isHidden = isHidden
        }
        try dropLeftovers(&run)
        changedSlots.append(contentsOf: run.changedSlots)
        if run.changesCounts { didChangeCounts(from: run.changedSlots.min()) }
        defer { spareBuffer = run.driver.takeBuffer() }
        return run.assumedSummary
    }

    /// Removes the old bands that were gone through and hold nothing new.
    private mutating func dropLeftovers(_ run: inout SolvingPass) throws {
        for leftover in run.replaced[run.reused...] {
            run.changedSlots.append(try run.slot(of: leftover, slots))
            run.changesCounts = true
            try writer.delete(leftover)
        }
        run.reused = run.replaced.count
    }

    private enum Placement {
        case reachedBoundary
        /// The last band was finished, and stays the last for now.
        case stopped
    }

    /// Places all items before a position, ending bands that get too long.
    private mutating func placeItems(before boundary: Double, _ run: inout SolvingPass, stop: Stop) throws -> Placement
    {
        while try run.stream.hasMore() {
            // One item beyond the boundary may be placed: the look whether its line begins there.
            let end = run.isWhole ? run.stream.count : max(run.stream.placed, run.stream.index(of: boundary))
            let limit = run.isWhole ? run.cutLimit : pieceSize(run.stream.placed..<end, run)
            while run.stream.placed < end {
                run.stream.placed = run.driver.place(
                    run.stream.measures, in: run.stream.placed..<end, limit: limit
                )
                if run.driver.band.cells.count >= limit, run.driver.canEndBand,
                    run.stream.placed < end || run.driver.openItemCount > 0
                {
                    try endBand(&run, nextPosition: nil)
                    if !run.isWhole, isStopped(run, stop),
                        run.isInEstimatedBand || isOutOfPatience(run) || stop.isAbrupt(run.cells)
                    {
                        return .stopped
                    }
                }
            }
            if end < run.stream.count { return .reachedBoundary }
        }
        return .reachedBoundary
    }

    private func isStopped(_ run: SolvingPass, _ stop: Stop) -> Bool {
        run.hasProgressed && stop.isReached(run.length, run.cells)
    }

    private func isOutOfPatience(_ run: SolvingPass) -> Bool {
        run.cellsWithElements >= Self.patience * context.limits.estimated
    }

    /// The number of cells for a band: no limit while the remaining items fit into one, else equal pieces.
    private func pieceSize(_ range: Range<Int>, _ run: SolvingPass) -> Int {
        if run.isInEstimatedBand { return context.limits.target }
        let count = run.driver.heldCount + range.count
        guard count > context.limits.maximum else { return Int.max }
        let pieces = (count + context.limits.target - 1) / context.limits.target
        return (count + pieces - 1) / pieces
    }

    /// Whether a line begins with the first item of an old band, which is the next item to place.
    private mutating func beginsLine(at following: BandRecord, _ run: inout SolvingPass) throws -> Bool {
        // Without a next item the old band has become empty, and is absorbed.
        guard try run.stream.hasMore(), run.driver.heldCount > 0 else { return false }
        if run.stream.index(of: following.firstPosition) < run.stream.placed {
            // The bands between have become empty, and the item was placed for one of them.
            return run.driver.openItemCount == 1 && !run.driver.band.cells.isEmpty && run.driver.canEndBand
        }
        guard run.driver.openItemCount > 0 else { return run.driver.canEndBand }
        // Whether the open line is full shows only when the next item does not fit.
        let cells = run.driver.band.cells.count
        run.stream.placed = run.driver.place(
            run.stream.measures, in: run.stream.placed..<run.stream.placed + 1, limit: .max
        )
        return run.driver.openItemCount == 1 && run.driver.band.cells.count > cells && run.driver.canEndBand
    }

    /// A band that would be too small joins the next one, if the two are not too much for one.
    private func worthEnding(before following: BandRecord, _ run: SolvingPass) -> Bool {
        run.driver.band.cells.count >= context.limits.minimum
            || run.driver.band.cells.count + following.sums.items > context.limits.maximum
    }

    private mutating func endBand(_ run: inout SolvingPass, nextPosition: Double?) throws {
        let state = run.driver.endBand()
        let taken = run.stream.take(run.driver.band.cells.count)
        try store(&run, taking: taken)
        run.band.firstIndex += taken.count
        run.band.state = state
        run.band.firstPosition =
            nextPosition ?? (context.isOrderedByPosition ? run.stream.positions[run.stream.taken] : Outline.beginning)
    }

    private mutating func finishSection(_ run: inout SolvingPass) throws {
        run.driver.finish()
        run.band.isEnd = true
        run.assumedSummary = run.summaryElsewhere
        try store(&run, taking: run.stream.take(run.driver.band.cells.count))
    }

    /// Writes the filled band over the next old one that was gone through, or as a new one.
    private mutating func store(_ run: inout SolvingPass, taking taken: Range<Int>) throws {
        let buffer = run.driver.band
        let sums: BandSums
        if run.reused < run.replaced.count {
            let old = run.replaced[run.reused]
            run.reused += 1
            let slot = try run.slot(of: old, slots)
            sums = try writer.update(
                old, with: buffer, of: run.band, items: run.stream, taking: taken, slot: slot)
            if sums.items != old.sums.items { run.changesCounts = true }
            if old.isStale { run.hasProgressed = true }
            run.lastBandID = old.id
            run.changedSlots.append(slot)
        } else {
            let (slot, moved) = try makeRoom(in: run)
            let (id, inserted) = try writer.insert(buffer, of: run.band, items: run.stream, taking: taken, slot: slot)
            sums = inserted
            run.lastBandID = id
            run.changedSlots.append(slot)
            run.changedSlots.append(contentsOf: moved)
            run.changesCounts = true
            run.hasProgressed = true
        }
        didSolve(sums.items)
        // The run's own summary so far: the assumption by which the last line is laid out.
        if let assumed = run.assumedSummary {
            run.assumedSummary = assumed.merged(with: run.ownSummary).merged(with: sums.summary)
        }
        run.ownSummary = run.ownSummary.merged(with: sums.summary)
        run.length += sums.length
        run.cells += sums.items
        run.band.beginsSection = false
        run.driver.beginBand()
    }

    /// Leaves the rest of the old bands that were gone through as a band that was never laid out. That band has the
    /// state in which the rest begins.
    private mutating func leaveRest(_ run: inout SolvingPass) throws {
        guard let sectionID = run.band.sectionID else { return }
        guard run.itemsLeft >= 0 else {
            throw LayoutError.corrupt("lc_band counts fewer items than section \(sectionID) has")
        }
        leavesEstimated = true
        let rest = EstimatedBand(
            sectionID: sectionID, beginsSection: false, firstPosition: run.band.firstPosition, itemCount: run.itemsLeft,
            length: run.length / Double(max(run.cells, 1)) * Double(run.itemsLeft), state: run.band.state
        )
        run.changesCounts = true
        if run.reused < run.replaced.count {
            let old = run.replaced[run.reused]
            run.reused += 1
            try writer.deleteBlocks(of: old)
            let slot = try run.slot(of: old, slots)
            try rest.replace(old, slot: slot, in: context)
            run.lastBandID = old.id
            run.changedSlots.append(slot)
        } else {
            let (slot, moved) = try makeRoom(in: run)
            run.lastBandID = writer.makeBandID()
            try rest.insert(id: run.lastBandID, slot: slot, in: context)
            run.changedSlots.append(slot)
            run.changedSlots.append(contentsOf: moved)
        }
        try passFold(&run)
    }

    /// A slot for a band after the last one of a run.
    private mutating func makeRoom(in run: SolvingPass) throws -> (slot: Int, moved: [Int]) {
        let room = try slots.makeRoom(after: run.lastBandID)
        if run.isHidden { try slots.hideAlso(slot: room.slot, of: room.slot - 1) }
        return room
    }

    /// Whether a fold hides an old band, which may have got another slot since it was read.
    private func isHidden(_ band: BandRecord, _ run: SolvingPass) throws -> Bool {
        guard hasFolds else { return false }
        let slot = try run.slot(of: band, slots)
        return try !context.bands.hidden(in: slot...slot).isEmpty
    }

    /// Has the band that was written last hide what the old one with the collapsed item hid.
    private mutating func passFold(_ run: inout SolvingPass) throws {
        guard let fold = run.fold.take() else { return }
        try slots.moveFold(from: fold, to: run.lastBandID)
    }

    /// Ends a run at the beginning of an old band, which is solved next.
    private mutating func handOver(to following: BandRecord, state: [Double]) throws {
        let isKnown = following.isEstimated && state.isEmpty
        try connection.run(
            "UPDATE lc_band SET is_stale = 1, is_provisional = 0, state = ?2 WHERE id = ?1", following.id,
            isKnown ? SolverState.beginsLine : SolverState.encode(state)
        )
    }
}
