internal import LayoutEngine
internal import LayoutSQLite

extension Relayout {
    /// Solves a section from a band on until a line begins exactly where an unchanged band begins, in the same state.
    /// From there on the frames are what they were.
    ///
    /// - Parameter isAlone: Whether the band is the only one of its section.
    mutating func run(
        from stale: BandRecord, of section: SectionRecord, isAlone: Bool, stop: @escaping Stop
    ) throws {
        let run = try SolvingPass(from: stale, of: section, isAlone: isAlone, in: &self, stop: stop)
        defer { run.stream.close() }
        while true {
            let following = try run.following()
            let isHidden = try hasFolds && following.map { try context.bands.isHidden($0) } ?? false
            if try isSpent(placingItemsBefore: following?.firstPosition ?? .infinity, run) {
                try leaveRest(run)
                break
            }
            guard let following else {
                run.driver.finish()
                run.band.isEnd = true
                try store(run)
                break
            }
            let isStopping = run.isStopped
            // No band may hold items of both sides.
            let isEdge = run.fold != nil || run.isHidden != isHidden
            if try beginsLine(at: following, run) || isEdge && run.driver.heldCount > 0 && run.driver.canEndBand,
                isEdge || isStopping || worthEnding(before: following, run)
            {
                try endBand(run, nextPosition: following.firstPosition)
                if isEdge {
                    try passFold(run)
                    // The next cells may not take their places.
                    try dropLeftovers(run)
                }
                let state = run.band.state
                if try !following.isStale && state == (context.bands.state(of: following) ?? []) { break }
                if run.isStopped {
                    try handOver(to: following, state: state, by: 0)
                    break
                }
            } else if !isEdge, try passOn(to: following, run, isStopping: isStopping) {
                break
            }
            // The rows between are gone.
            if isEdge, run.driver.heldCount > 0 || run.reused < run.replaced.count { break }
            run.replaced.append(following)
            if following.endsWithFold { run.fold = following.id }
            run.isHidden = isHidden
        }
        try dropLeftovers(run)
        spareBuffer = run.driver.takeBuffer()
        try followSummary(run)
    }

    /// Marks what was laid out by another summary of the section's items than they have now.
    private mutating func followSummary(_ run: SolvingPass) throws {
        let (former, sectionID) = (run.formerSummary, run.section.id)
        // Of one band that was replaced, the pass knows what became of the whole.
        func present() throws -> SectionMeasure.Summary {
            try run.replaced.count == 1 ? run.knownSummary : summary(of: sectionID)
        }
        if context.plan.everyLineUsesSummary(in: run.section.measure) {
            // The first band is laid out by the least part of it.
            let summary = try present()
            if former ?? summary != summary || run.firstSummary ?? summary != summary {
                try context.bands.markStale(ofSection: sectionID)
            } else if isOfViewer, case .uniform = summary {
                // An item of another size further on would change it. The next slice of a whole preparation finds that.
                try context.bands.markProvisional(ofSection: sectionID)
            }
        } else if let former, try present() != (run.band.isEnd ? run.knownSummary : former),
            let last = try context.bands.last(ofSection: sectionID)
        {
            try context.bands.markStale(last.id)
        }
    }

    /// Removes the old bands that were gone through and hold nothing new.
    mutating func dropLeftovers(_ run: SolvingPass) throws {
        for leftover in run.replaced[run.reused...] {
            slots.change(slots.slot(of: leftover), counts: true)
            try writer.delete(leftover)
        }
        run.reused = run.replaced.count
    }

    /// Places all items before a position, ending bands that get too long. Returns true if one of these was finished
    /// that stays the last for now.
    private mutating func isSpent(placingItemsBefore boundary: Double, _ run: SolvingPass) throws -> Bool {
        pieces: while try run.stream.hasMore() {
            // One item beyond the boundary may be placed: the look whether its line begins there.
            let end = run.isWhole ? run.stream.count : max(run.stream.placed, run.stream.index(of: boundary))
            let limit = pieceSize(run.stream.placed..<end, run, isLast: boundary == .infinity)
            while run.stream.placed < end {
                run.stream.placed = run.driver.place(run.stream.measures, in: run.stream.placed..<end, limit: limit)
                guard run.driver.band.cells.count >= limit, run.driver.shouldEndBand else { continue }
                let isAtEnd = run.stream.placed == end && run.driver.openItemCount == 0
                if isAtEnd {
                    guard end == run.stream.count, try run.stream.hasMore(),
                        run.stream.index(of: boundary) > run.stream.placed
                    else { return false }
                }
                try endBand(run, nextPosition: nil)
                // Beyond the limit of a call the rest of an old band loses its elements.
                if !run.isWhole, run.isStopped,
                    run.isInEstimatedBand || run.restHasNewItems || cellsSolved >= context.limits.cells
                {
                    return true
                }
                // The rest of the items moved to the beginning.
                if isAtEnd { continue pieces }
            }
            if end < run.stream.count { return false }
        }
        return false
    }

    /// The number of cells for a band: no limit while the remaining items fit into one, else equal pieces, as many as
    /// there were bands. If lines are alike, each band keeps its lines.
    private func pieceSize(_ range: Range<Int>, _ run: SolvingPass, isLast: Bool) -> Int {
        if run.isWhole { return context.plan.canCutSection(run.section.measure) ? context.limits.target : .max }
        let limits = run.limits(range)
        // At the end of a long section, where lines repeat, further items only lay out a short band.
        if run.isInEstimatedBand || isLast && limits != context.limits { return limits.target }
        if run.repetition == .always, !isLast, run.usualCount >= context.limits.minimum { return run.usualCount }
        let count = run.driver.heldCount + range.count
        guard count > limits.maximum else { return Int.max }
        func pieces(of size: Int) -> Int { (count + size - 1) / size }
        let number = min(max(run.replaced.count - run.reused, pieces(of: limits.maximum)), pieces(of: limits.target))
        return pieces(of: number)
    }

    /// Whether a line begins with the first item of an old band, which is the next item to place.
    private mutating func beginsLine(at following: BandRecord, _ run: SolvingPass) throws -> Bool {
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
            run.stream.measures, in: run.stream.placed..<run.stream.placed + 1, limit: .max)
        return run.driver.openItemCount == 1 && run.driver.band.cells.count > cells && run.driver.canEndBand
    }

    /// A band that would be too small joins the next one, if the two are not too much for one.
    private func worthEnding(before following: BandRecord, _ run: SolvingPass) -> Bool {
        run.driver.band.cells.count >= context.limits.minimum
            || run.driver.band.cells.count + following.sums.items > context.limits.maximum
    }

    mutating func endBand(_ run: SolvingPass, nextPosition: Double?) throws {
        let state = run.driver.endBand()
        try store(run)
        run.band.state = state
        run.band.firstPosition =
            nextPosition ?? (context.traits.isFree ? Outline.beginning : run.stream.positions[run.stream.taken])
    }

    /// Writes the filled band over the next old one that was gone through, or as a new one.
    private mutating func store(_ run: SolvingPass) throws {
        let taken = run.stream.take(run.driver.band.cells.count)
        let (old, slot) = try nextPlace(run)
        let (id, sums, extent) = try writer.write(
            run.driver.band, of: run.band, over: old, items: run.stream, taking: taken, slot: slot)
        run.lastBandID = id
        if old?.isStale ?? true { run.hasProgressed = true }
        slots.change(slot, in: extent, counts: sums.items != old?.sums.items)
        cellsSolved += sums.items
        run.knownSummary = run.knownSummary.merged(with: sums.summary)
        run.firstSummary = run.firstSummary ?? run.knownSummary
        run.length += sums.length
        run.cells += sums.items
        run.band.firstIndex += taken.count
        run.band.beginsSection = false
        run.driver.beginBand()
    }

    /// Leaves the rest of the old bands that were gone through as a band that was never laid out. That band has the
    /// state in which the rest begins.
    private mutating func leaveRest(_ run: SolvingPass) throws {
        guard let sectionID = run.band.sectionID else { return }
        guard run.itemsLeft >= 0 else {
            throw LayoutError.corrupt("lc_band counts fewer items than section \(sectionID) has")
        }
        isComplete = false
        let length = run.length / Double(max(run.cells, 1)) * Double(run.itemsLeft)
        let rest = BandRecord(
            sectionID: sectionID, firstPosition: run.band.firstPosition,
            sums: BandSums(length: length, items: run.itemsLeft))
        let (old, slot) = try nextPlace(run)
        run.lastBandID = try writer.write(estimated: rest, over: old, slot: slot, state: run.band.state)
        slots.change(slot, counts: true)
        try passFold(run)
    }

    /// The place of the next band: the next old one that was gone through, or a slot after the last one.
    private mutating func nextPlace(_ run: SolvingPass) throws -> (old: BandRecord?, slot: Int) {
        if run.reused < run.replaced.count {
            let old = run.replaced[run.reused]
            run.reused += 1
            run.lastSlot = slots.slot(of: old)
            return (old, run.lastSlot)
        }
        // An outline leaves room for gaps. Without any nearby, the first section that comes later would move all bands.
        let isGap = run.isInEstimatedBand && !run.isHidden && SlotAllocator.leavesGap(afterBand: writer.bandsMade)
        run.lastSlot = try slots.makeRoom(after: run.lastSlot, leaving: isGap ? 1 : 0)
        if run.isHidden { try slots.hideAlso(slot: run.lastSlot, of: run.lastSlot - 1) }
        return (nil, run.lastSlot)
    }

    /// Makes the band that was written last hide what the old one with the collapsed item hid.
    private mutating func passFold(_ run: SolvingPass) throws {
        guard let fold = run.fold.take() else { return }
        try slots.moveFold(from: fold, to: run.lastBandID)
    }

    /// One solving from a band on: the items in hand, the band that is being filled, and the old bands that were
    /// gone through.
    final class SolvingPass {
        let context: PreparationContext
        let section: SectionRecord
        /// Whether the section is solved as a whole, because its bands cannot be solved one by one.
        let isWhole: Bool
        let isAlone: Bool
        let stop: Stop
        /// When its lines may hold other items.
        let repetition: LayoutTraits.LineRepetition
        /// The limits of bands where they do.
        let repeatingLimits: BandLimits
        var driver: SectionDriver
        var stream: ItemStream
        var band: BandWriter.SolvedBand
        /// The old bands that the run has gone through; the first `reused` of them hold new contents.
        var replaced: [BandRecord]
        var reused = 0
        /// The band that was written last, and its slot: the next one follows it.
        var lastBandID: Int64
        var lastSlot = 0
        /// The old band in hand, if it ends with a collapsed item.
        var fold: Int64?
        /// Whether the bands in hand are hidden.
        var isHidden: Bool
        /// Whether anything was finished that was stale: a run may begin in the band before.
        var hasProgressed = false
        var length = 0.0
        var cells = 0
        /// The summary of the finished bands and of what is known of the rest of the section. A band is laid out by it.
        var knownSummary: SectionMeasure.Summary
        /// That one with the first band.
        var firstSummary: SectionMeasure.Summary?
        /// The summary that the section had before; nil where no band can depend on another one's items.
        private(set) var formerSummary: SectionMeasure.Summary?

        /// Decides where a section is solved from a stale band on.
        init(
            from stale: BandRecord, of section: SectionRecord, isAlone: Bool, in relayout: inout Relayout,
            stop: @escaping Stop
        ) throws {
            let (context, plan) = (relayout.context, relayout.context.plan)
            (self.context, self.section, self.isAlone, self.stop) = (context, section, isAlone, stop)
            isWhole = context.isWhole(section)
            let (stale, before) = try relayout.settledNeighbor(of: stale, in: section, isWhole: isWhole)
            let staleState = try stale.beginsSection || isWhole ? nil : context.bands.state(of: stale)
            replaced = [stale]
            if isWhole, !isAlone {
                replaced = try context.bands.all(ofSection: section.id)
            } else if let before, try relayout.mayFillLine(of: before, with: stale, state: staleState),
                try !relayout.hasFolds || context.bands.isHidden(before) == context.bands.isHidden(stale)
            {
                replaced = [before]
            }
            let first = replaced.first ?? stale
            isHidden = try relayout.hasFolds && context.bands.isHidden(first)
            lastBandID = first.id
            fold = replaced.last.flatMap { $0.endsWithFold ? $0.id : nil }

            let interval = plan.restartInterval(in: section.measure)
            let itemIndex = try relayout.firstIndex(of: first)
            // The items before it are not settled yet. So the beginning of its first line is a guess, unless every
            // place like this one begins a line.
            let isGuess = !isWhole && !first.beginsSection && first.id == stale.id && before?.isStale == true
            let isRestart = isGuess && interval.map { itemIndex.isMultiple(of: $0) } ?? false
            let provisional = plan.provisionalState(in: section.measure)
            let known = (first.id == stale.id ? staleState : try context.bands.state(of: first)) ?? []
            let state = isGuess && known.isEmpty ? provisional : known
            // Only damage leaves a place that a solver cannot begin with.
            guard itemIndex >= 0 else {
                throw LayoutError.corrupt("lc_sum does not lead to a place at which band \(first.id) could begin")
            }
            guard first.beginsSection || [0, state.count].contains(provisional.count) else {
                throw LayoutError.corrupt("lc_band holds a state that band \(first.id) cannot begin with")
            }
            // A solver that counts whole lines begins with one.
            let remainder = interval.map { itemIndex % $0 } ?? 0
            knownSummary = .unknown
            if plan.usesSummary, !isWhole, !isAlone {
                knownSummary = try relayout.summary(of: section.id, without: first.slot)
                let own = try context.sumTree.summary(of: first.slot..<first.slot + 1)
                formerSummary = knownSummary.merged(with: own)
            }
            driver = SectionDriver(
                plan: plan, section: section.measure,
                start: SectionMeasure.Start(
                    itemIndex: itemIndex - remainder, state: state, summaryElsewhere: knownSummary),
                reusing: relayout.spareBuffer.take() ?? BandBuffer())
            band = BandWriter.SolvedBand(
                sectionID: section.id, beginsSection: first.beginsSection, firstPosition: first.firstPosition,
                state: state, sectionIndex: section.measure.index, firstIndex: itemIndex - remainder, isEnd: false,
                isProvisional: isGuess && !isRestart || remainder > 0)

            repetition = plan.lineRepetition(in: section.measure)
            // A section in one band is short.
            let isShort = isAlone || repetition == .never
            let count = try isShort ? 0 : context.outline.itemCount(ofSection: section.id)
            repeatingLimits = context.limits.whereLinesRepeat(items: count)
            stream = try context.items(of: section, from: first.firstPosition)
            // With one that came, and the item after it, whose line shows whether the next band is what it was.
            if !isWhole, !first.isEstimated {
                stream.expect(
                    replaced.reduce(2) { [limit = repeatingLimits.maximum] in $0 + min($1.sums.items, limit) })
            }
        }

        /// How many cells the next finished band had before; 0 if it was never solved.
        var usualCount: Int { reused < replaced.count ? replaced[reused].cellCount : replaced.last?.cellCount ?? 0 }

        /// The limits of bands with some of the items that were read.
        func limits(_ places: Range<Int>) -> BandLimits {
            guard repetition == .ofEqualItems, let first = stream.measures[places].first else { return repeatingLimits }
            // By their bits, since a length that is not known is equal to none.
            let areEqual = stream.measures[places].allSatisfy {
                $0.width.bitPattern == first.width.bitPattern && $0.height.bitPattern == first.height.bitPattern
            }
            return areEqual ? repeatingLimits : context.limits
        }

        /// The next old band of the section that the run has not gone through.
        func following() throws -> BandRecord? {
            guard !isWhole, !isAlone, let last = replaced.last, let sectionID = last.sectionID else { return nil }
            return try context.bands.following(last.firstPosition, ofSection: sectionID)
        }

        /// How many items of the bands that were gone through are in no finished band.
        var itemsLeft: Int { replaced.reduce(0) { $0 + $1.sums.items } - cells }

        /// Whether all old bands hold new contents, and more items are left than the last one had cells: items came to
        /// it. Otherwise the rest of that band must not lose its elements, and is laid out with it.
        var restHasNewItems: Bool { reused == replaced.count && itemsLeft > replaced.last?.cellCount ?? 0 }

        var isStopped: Bool { hasProgressed && stop(length, cells, cells) }

        var isInEstimatedBand: Bool { replaced.last?.isEstimated ?? false }
    }
}

extension Relayout {
    private mutating func settledNeighbor(
        of stale: BandRecord, in section: SectionRecord, isWhole: Bool
    ) throws -> (stale: BandRecord, before: BandRecord?) {
        let bands = context.bands
        guard !isWhole, !stale.beginsSection,
            let before = try bands.preceding(stale.firstPosition, ofSection: section.id)
        else { return (stale, nil) }
        // Without an item before it, it is with it that the section begins.
        if before.sums.items == 0, try firstIndex(of: stale) == 0,
            let start = try bands.first(ofSection: section.id)
        {
            return (start, nil)
        }
        return (stale, before)
    }

    /// Whether the first item of a stale band may fit into the last line of the band before.
    ///
    /// The laid out state knows that, unless that item has changed, and then the band before is stale too. If the
    /// section has no item left here, it ends in the band before, and an end is laid out with its last item.
    private func mayFillLine(of before: BandRecord, with stale: BandRecord, state: [Double]?) throws -> Bool {
        let isAtLine = stale.isEstimated && state?.isEmpty == true
        guard !before.isStale, !isAtLine else { return false }
        return try stale.isEstimated && context.plan.lineBreaksDependOnNextItem
            || stale.sums.items == 0
                && !context.outline.hasItems(before.sectionID, stale.firstPosition..<(.infinity))
    }
}
