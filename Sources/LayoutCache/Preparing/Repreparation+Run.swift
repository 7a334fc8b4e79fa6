internal import LayoutEngine
internal import LayoutSQLite

extension Repreparation {
    /// Solves a section again from a stale band's beginning until a line begins exactly where an
    /// unchanged band begins, in the same state: from there on the frames are what they were.
    ///
    /// - Returns: whether it went on to the section's end.
    mutating func relayOutRun(from band: BandRecord, of section: SectionRecord) throws -> Bool {
        var run = try Run(self, from: band, of: section)
        defer { run.stream.close() }
        while true {
            let following = try run.following()
            try placeItems(before: following?.firstPosition ?? .infinity, &run)
            guard let following else {
                try finishSection(&run)
                break
            }
            if try beginsLine(at: following, &run), worthEnding(before: following) {
                let isConverged = try !isStale(following.id) && nextState(run) == following.state
                try endBand(&run, nextPosition: following.firstPosition ?? .infinity)
                if isConverged { break }
            }
            run.absorb(following)
        }
        for leftover in run.replaced[run.reused...] {
            run.changedSlots.append(try slots.slot(of: leftover.id))
            run.changesCounts = true
            try writer.delete(leftover)
        }
        changedSlots.append(contentsOf: run.changedSlots)
        if run.changesCounts { try updateTree() }
        return run.isAtEnd
    }

    /// Places all items before a position, ending bands where they get too long.
    private mutating func placeItems(before boundary: Double, _ run: inout Run) throws {
        while try run.stream.hasMore() {
            // One item beyond the boundary may be placed: the look whether its line begins there.
            let end = run.isWhole ? run.stream.count : max(run.stream.placed, run.stream.index(of: boundary))
            let limit = run.isWhole ? run.cutLimit : pieceSize(run.stream.placed..<end, run)
            while run.stream.placed < end {
                run.stream.placed = run.solver.place(
                    run.stream.measures, in: run.stream.placed..<end, limit: limit, into: &buffer
                )
                if buffer.cells.count >= limit, run.solver.canEndBand,
                    run.stream.placed < end || run.solver.openItemCount > 0
                {
                    try endBand(&run, nextPosition: nil)
                }
            }
            if end < run.stream.count { return }
        }
    }

    /// How many cells a band should hold: no limit while what is to be placed fits into one, else
    /// equal pieces.
    private func pieceSize(_ range: Range<Int>, _ run: Run) -> Int {
        let count = buffer.cells.count + run.solver.openItemCount + range.count
        guard count > context.limits.maximum else { return Int.max }
        let pieces = (count + context.limits.target - 1) / context.limits.target
        return (count + pieces - 1) / pieces
    }

    /// Whether a line begins with the first item of an old band, which is the next item to place.
    private mutating func beginsLine(at following: BandRecord, _ run: inout Run) throws -> Bool {
        // Without a next item the old band has become empty, and is absorbed.
        guard try run.stream.hasMore(), !buffer.cells.isEmpty || run.solver.openItemCount > 0 else { return false }
        if run.stream.index(of: following.firstPosition ?? -.infinity) < run.stream.placed {
            // The bands between have become empty, and the item was placed for one of them.
            return run.solver.openItemCount == 1 && !buffer.cells.isEmpty && run.solver.canEndBand
        }
        guard run.solver.openItemCount > 0 else { return run.solver.canEndBand }
        // Whether the open line is full shows only when the next item does not fit.
        let cells = buffer.cells.count
        run.stream.placed = run.solver.place(
            run.stream.measures, in: run.stream.placed..<run.stream.placed + 1, limit: .max, into: &buffer
        )
        return run.solver.openItemCount == 1 && buffer.cells.count > cells && run.solver.canEndBand
    }

    /// A band that would be too small joins the next one, if the two are not too much for one.
    private func worthEnding(before following: BandRecord) -> Bool {
        buffer.cells.count >= context.limits.minimum
            || buffer.cells.count + following.sums.cells > context.limits.maximum
    }

    /// The state that the next band would begin with, were this one to end here.
    private func nextState(_ run: Run) -> [Double] {
        var solver = run.solver
        var copy = BandBuffer()
        solver.endBand(&copy)
        return solver.state
    }

    private mutating func endBand(_ run: inout Run, nextPosition: Double?) throws {
        run.solver.endBand(&buffer)
        let taken = run.stream.take(buffer.cells.count)
        try store(&run, taking: taken)
        run.band.firstIndex += taken.count
        run.band.state = run.solver.state
        run.band.firstPosition =
            nextPosition ?? (context.isOrderedByPosition ? run.stream.positions[run.stream.taken] : nil)
    }

    private mutating func finishSection(_ run: inout Run) throws {
        run.solver.finish(&buffer)
        run.band.isSectionEnd = true
        try store(&run, taking: run.stream.take(buffer.cells.count))
        run.isAtEnd = true
    }

    /// Writes the filled band over the next old one that was gone through, or as a new one.
    private mutating func store(_ run: inout Run, taking taken: Range<Int>) throws {
        if run.reused < run.replaced.count {
            let old = run.replaced[run.reused]
            run.reused += 1
            let slot = try slots.slot(of: old.id)
            let sums = try writer.update(old, with: buffer, of: run.band, items: run.stream, taking: taken, slot: slot)
            if sums.cells != old.sums.cells { run.changesCounts = true }
            try connection.run("DELETE FROM lc_stale WHERE band_id = ?1", old.id)
            run.lastBandID = old.id
            run.changedSlots.append(slot)
        } else {
            let (slot, moved) = try slots.makeRoom(after: run.lastBandID)
            let (id, _) = try writer.insert(buffer, of: run.band, items: run.stream, taking: taken, slot: slot)
            run.lastBandID = id
            run.changedSlots.append(slot)
            run.changedSlots.append(contentsOf: moved)
            run.changesCounts = true
        }
        buffer.removeAll()
    }
}

extension Repreparation {
    /// One solving again, from a band on.
    struct Run {
        let context: PreparingContext
        var solver: any BandSolver
        var stream: ItemStream
        /// The band that is being filled.
        var band: SolvedBand
        /// The old bands that the run has gone through; the first `reused` of them hold new contents.
        private(set) var replaced: [BandRecord]
        var reused = 0
        /// Whether the section is solved as a whole, because its bands cannot be solved one by one.
        let isWhole: Bool
        /// Where bands end in a section that is solved as a whole.
        let cutLimit: Int
        var changedSlots: [Int] = []
        /// Whether a band holds more or fewer cells than before, or bands came or went: indices that are
        /// looked up from now on depend on it.
        var changesCounts = false
        /// The band that was written last: the next one follows it.
        var lastBandID: Int64
        var isAtEnd = false

        init(_ preparation: Repreparation, from stale: BandRecord, of section: SectionRecord) throws {
            context = preparation.context
            let canCut = context.plan.canCutSection(section.measure)
            isWhole = !context.isOrderedByPosition || !canCut
            cutLimit = canCut ? context.limits.target : Int.max
            if isWhole {
                replaced = try BandRecord.all(
                    context.connection, ofSection: section.id, in: context.preparationID, "ORDER BY slot"
                )
            } else if context.plan.lineBreaksDependOnNextItem, let before = try Self.neighbour(before: stale, context) {
                // The band's first item may fit into the line before it now.
                replaced = [before]
            } else if try !Self.hasItems(from: stale, context), let before = try Self.neighbour(before: stale, context) {
                // The section ends in the band before now, and an end is laid out with its last item.
                replaced = [before]
            } else {
                replaced = [stale]
            }
            guard let first = replaced.first else { throw LayoutStoreError.corrupt("a stale band is missing from lc_band") }
            lastBandID = first.id
            var index = 0
            if !first.isSectionStart, let start = try preparation.firstBand(of: section.id) {
                let tree = context.sumTree
                index = try tree.prefix(first.slot - 1).cells - tree.prefix(start.slot - 1).cells
            }
            band = SolvedBand(
                sectionID: section.id, firstPosition: first.firstPosition, state: first.state,
                sectionIndex: section.measure.index, firstIndex: index, isSectionEnd: false
            )
            solver = context.plan.makeSolver(
                for: section.measure,
                from: BandStart(
                    itemIndex: index, state: first.state,
                    uniformityElsewhere: context.plan.dependsOnUniformity && !isWhole
                        ? try preparation.uniformity(of: section.id) : .unknown
                )
            )
            stream = try ItemStream(
                context.connection, sectionID: section.id, from: first.firstPosition ?? -.infinity, order: context.itemOrder
            )
        }

        /// The next old band of the section that the run has not gone through.
        func following() throws -> BandRecord? {
            guard !isWhole, let last = replaced.last, let position = last.firstPosition else { return nil }
            return try BandRecord.all(
                context.connection, ofSection: last.sectionID, in: context.preparationID,
                "AND first_position > ?3 ORDER BY first_position LIMIT 1", position
            ).first
        }

        mutating func absorb(_ following: BandRecord) { replaced.append(following) }

        /// Whether the section has any item left in a band or after it.
        private static func hasItems(from band: BandRecord, _ context: PreparingContext) throws -> Bool {
            try context.connection.first(
                "SELECT 1 FROM item WHERE section_id = ?1 AND position >= ?2 LIMIT 1",
                band.sectionID, band.firstPosition ?? -.infinity, as: Int.self
            ) != nil
        }

        private static func neighbour(before band: BandRecord, _ context: PreparingContext) throws -> BandRecord? {
            guard let position = band.firstPosition else { return nil }
            return try BandRecord.all(
                context.connection, ofSection: band.sectionID, in: context.preparationID,
                "AND first_position < ?3 ORDER BY first_position DESC LIMIT 1", position
            ).first
        }
    }
}
