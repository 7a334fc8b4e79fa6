internal import LayoutEngine
internal import LayoutSQLite

/// The place at which a section is solved, decided before anything is.
struct SolvingStart {
    /// Whether the section is solved as a whole, because its bands cannot be solved one by one.
    let isWhole: Bool
    /// The number of cells after which a section that is solved as a whole is cut into bands.
    let cutLimit: Int
    /// The first old bands that are replaced.
    let replaced: [BandRecord]
    /// The band whose place it is.
    let first: BandRecord
    let index: Int
    /// The state from which the solver goes on.
    let state: [Double]
    /// Whether the beginning is a guess, since the items before it are not settled.
    let isProvisional: Bool
    /// The summary of the rest of the section, as far as it is known.
    let summaryElsewhere: SectionSummary
}

extension Relayout {
    /// Decides where a section is solved from a stale band on.
    mutating func start(from stale: BandRecord, of section: SectionRecord, isAlone: Bool) throws -> SolvingStart {
        let plan = context.plan
        let canCut = plan.canCutSection(section.measure)
        let isWhole = !context.isOrderedByPosition || !canCut
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
        return SolvingStart(
            isWhole: isWhole, cutLimit: canCut ? context.limits.target : Int.max, replaced: replaced, first: first,
            index: itemIndex - remainder, state: state, isProvisional: isGuess && !isRestart || remainder > 0,
            summaryElsewhere: plan.usesSummary && !isWhole && !isAlone
                ? try summary(of: section.id, besides: first) : .unknown)
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
        return try stale.isEstimated && context.plan.lineBreaksDependOnNextItem || !hasItems(from: stale)
    }

    private func hasItems(from band: BandRecord) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM item WHERE section_id = ?1 AND position >= ?2 LIMIT 1", band.sectionID, band.firstPosition,
            as: Int.self) != nil
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
