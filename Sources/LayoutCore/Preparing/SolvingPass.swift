internal import LayoutEngine
internal import LayoutSQLite

/// One solving from a band on: the items in hand, the band that is being filled, and the old bands that were
/// gone through.
struct SolvingPass {
    let context: PreparationContext
    let section: SectionRecord
    /// Whether the section is solved as a whole, because its bands cannot be solved one by one.
    let isWhole: Bool
    /// The number of cells after which a section that is solved as a whole is cut into bands.
    let cutLimit: Int
    /// The summary of the rest of the section, as far as it is known.
    let summaryElsewhere: SectionSummary
    let isAlone: Bool
    /// How often bands had moved when the run began: ``SlotAllocator/moves``.
    let moves: Int
    /// When its lines may hold other items.
    let repetition: LineRepetition
    var driver: SectionDriver
    var stream: ItemStream
    var band: SolvedBand
    /// The old bands that the run has gone through; the first `reused` of them hold new contents.
    var replaced: [BandRecord]
    var reused = 0
    var changedSlots: [Int] = []
    /// Whether a band holds more or fewer cells than before, or bands came or went. Indices that are looked up from now
    /// on depend on it.
    var changesCounts = false
    /// The band that was written last: the next one follows it.
    var lastBandID: Int64
    /// The old band in hand, if it ends with a collapsed item.
    var fold: Int64?
    /// Whether the bands in hand are hidden.
    var isHidden = false
    /// Whether anything was finished that was stale: a run may begin in the band before.
    var hasProgressed = false
    var length = 0.0
    var cells = 0
    /// The summary of the finished bands for their section.
    var ownSummary = SectionSummary.unknown
    /// The summary by which the section's last line was laid out, once it was.
    var assumedSummary: SectionSummary?

    /// How many cells the next finished band had before; 0 if it was never solved.
    var usualCount: Int { reused < replaced.count ? replaced[reused].cellCount : replaced.last?.cellCount ?? 0 }

    /// The next old band of the section that the run has not gone through.
    func following() throws -> BandRecord? {
        guard !isWhole, !isAlone, let last = replaced.last, let sectionID = last.sectionID else { return nil }
        return try context.bands.following(last.firstPosition, ofSection: sectionID)
    }

    /// The present slot of a band that the run went through.
    func slot(of band: BandRecord, _ slots: SlotAllocator) throws -> Int {
        slots.moves == moves ? band.slot : try context.bands.slot(of: band.id)
    }

    mutating func absorb(_ following: BandRecord) {
        replaced.append(following)
        if following.endsWithFold { fold = following.id }
    }

    /// How many items of the bands that were gone through are in no finished band.
    var itemsLeft: Int { replaced.reduce(0) { $0 + $1.sums.items } - cells }

    /// Whether all old bands hold new contents, and more items are left than the last one had cells: items came to it.
    /// Otherwise the rest of that band must not lose its elements, and is laid out with it.
    var restHasNewItems: Bool { reused == replaced.count && itemsLeft > replaced.last?.cellCount ?? 0 }

    var isInEstimatedBand: Bool { replaced.last?.isEstimated ?? false }
}

extension Relayout {
    /// Decides where a section is solved from a stale band on.
    mutating func pass(from stale: BandRecord, of section: SectionRecord, isAlone: Bool) throws -> SolvingPass {
        let plan = context.plan
        let isWhole = context.isWhole(section)
        let (stale, before) = try settledNeighbor(of: stale, in: section, isWhole: isWhole)
        let staleState = try stale.beginsSection || isWhole ? nil : context.bands.state(of: stale)
        var replaced = [stale]
        if isWhole, !isAlone {
            replaced = try context.bands.all(ofSection: section.id)
        } else if let before, try mayFillLine(of: before, with: stale, state: staleState),
            try !hasFolds || context.bands.isHidden(before) == context.bands.isHidden(stale)
        {
            replaced = [before]
        }
        let first = replaced.first ?? stale

        let interval = plan.restartInterval(in: section.measure)
        let itemIndex = try firstIndex(of: first)
        // The items before it are not settled yet. So the beginning of its first line is a guess, unless every place
        // like this one begins a line.
        let isGuess = !isWhole && !first.beginsSection && first.id == stale.id && before?.isStale == true
        let isRestart = isGuess && interval.map { itemIndex.isMultiple(of: $0) } ?? false
        let provisional = plan.provisionalState(in: section.measure)
        let known = (first.id == stale.id ? staleState : try context.bands.state(of: first)) ?? []
        let state = isGuess && known.isEmpty ? provisional : known
        try Self.requirePlace(index: itemIndex, state: state, of: first, wanted: provisional.count)
        // A solver that counts whole lines begins with one.
        let remainder = interval.map { itemIndex % $0 } ?? 0
        let elsewhere =
            plan.usesSummary && !isWhole && !isAlone ? try summary(of: section.id, without: first.slot) : .unknown
        let isHidden = try hasFolds && context.bands.isHidden(first)
        var pass = SolvingPass(
            context: context, section: section, isWhole: isWhole,
            cutLimit: plan.canCutSection(section.measure) ? context.limits.target : .max,
            summaryElsewhere: elsewhere, isAlone: isAlone, moves: slots.moves,
            repetition: plan.lineRepetition(in: section.measure),
            driver: SectionDriver(
                plan: plan, section: section.measure,
                start: BandStart(itemIndex: itemIndex - remainder, state: state, summaryElsewhere: elsewhere),
                reusing: takeSpareBuffer()),
            stream: try context.items(of: section, from: first.firstPosition),
            band: SolvedBand(
                sectionID: section.id, beginsSection: first.beginsSection, firstPosition: first.firstPosition,
                state: state, sectionIndex: section.measure.index, firstIndex: itemIndex - remainder, isEnd: false,
                isProvisional: isGuess && !isRestart || remainder > 0),
            replaced: replaced, lastBandID: first.id, isHidden: isHidden)
        if hasFolds { pass.fold = replaced.last.flatMap { $0.endsWithFold ? $0.id : nil } }
        // With one that came, and the item after it, whose line shows whether the next band is what it was.
        if !isWhole, !first.isEstimated {
            pass.stream.expect(replaced.reduce(2) { $0 + min($1.sums.items, context.limits.maximum) })
        }
        return pass
    }

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
            || !context.outline.hasItems(before.sectionID, stale.firstPosition..<(.infinity))
    }

    /// Refuses a place that a solver cannot begin with: only damage leaves such a thing.
    private static func requirePlace(
        index: Int, state: [Double], of band: BandRecord, wanted: Int
    ) throws(LayoutError) {
        guard index >= 0 else {
            throw .corrupt("lc_sum does not lead to a place at which band \(band.id) could begin")
        }
        guard band.beginsSection || wanted == 0 || state.count == wanted else {
            throw .corrupt("lc_band holds a state that band \(band.id) cannot begin with")
        }
    }
}
