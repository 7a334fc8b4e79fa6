internal import LayoutEngine
internal import LayoutSQLite

/// One solving from a band on: the items in hand, the band that is being filled, and the old bands that were
/// gone through.
struct SolvingPass {
    let context: PreparationContext
    var driver: SectionDriver
    var stream: ItemStream
    /// The band that is being filled.
    var band: SolvedBand
    /// The old bands that the run has gone through; the first `reused` of them hold new contents.
    private(set) var replaced: [BandRecord]
    var reused = 0
    /// Whether the section is solved as a whole, because its bands cannot be solved one by one.
    let isWhole: Bool
    /// The number of cells after which a section that is solved as a whole is cut into bands.
    let cutLimit: Int
    var changedSlots: [Int] = []
    /// Whether a band holds more or fewer cells than before, or bands came or went. Indices that are looked up from now
    /// on depend on it.
    var changesCounts = false
    /// Whether the run began with the only band of its section.
    private let isAlone: Bool
    /// How often bands had moved when the run began.
    private let moves: Int
    /// The band that was written last: the next one follows it.
    var lastBandID: Int64
    /// Whether anything was finished that was stale: a run may begin in the band before.
    var hasProgressed = false
    /// The total length of the finished bands.
    var length = 0.0
    var cells = 0
    /// How many of the items came before the bands in hand that have elements.
    private var cellsBeforeElements = 0
    /// The summary of the finished bands for their section.
    var ownSummary = SectionSummary.unknown
    /// The summary by which the section's last line was laid out, once it was.
    var assumedSummary: SectionSummary?
    /// The summary of the rest of the section, as far as it is known.
    let summaryElsewhere: SectionSummary

    init(_ relayout: inout Relayout, from stale: BandRecord, of section: SectionRecord, isAlone: Bool) throws {
        let context = relayout.context
        self.context = context
        self.isAlone = isAlone
        moves = relayout.slots.moves
        let bands = context.bands
        let canCut = context.plan.canCutSection(section.measure)
        isWhole = !context.isOrderedByPosition || !canCut
        cutLimit = canCut ? context.limits.target : Int.max
        var stale = stale
        var before =
            isWhole || stale.beginsSection
            ? nil : try bands.preceding(stale.firstPosition, ofSection: section.id)
        // Without an item before it, it is with it that the section begins.
        if before?.sums.items == 0, try relayout.firstIndex(of: stale) == 0,
            let start = try bands.first(ofSection: section.id)
        {
            stale = start
            before = nil
        }
        var first = stale
        let state = try stale.beginsSection || isWhole ? nil : bands.state(of: stale)
        let isAtLine = stale.isEstimated && state?.isEmpty == true
        if isWhole, !isAlone {
            replaced = try bands.all(ofSection: section.id)
            first = replaced.first ?? stale
        } else if let before, !before.isStale, !isAtLine,
            try stale.isEstimated && context.plan.lineBreaksDependOnNextItem || !Self.hasItems(from: stale, context)
        {
            // The band's first item may fit into the line before it. The laid out state knows that, unless that item
            // has changed, and then the band before is stale too. If the section has no item left here, it ends in the
            // band before, and an end is laid out with its last item.
            replaced = [before]
            first = before
        } else {
            replaced = [stale]
        }
        lastBandID = first.id
        var index = try relayout.firstIndex(of: first)
        // The items before it are not settled yet. So the beginning of its first line is a guess, unless every place
        // like this one begins a line.
        let isGuess = !isWhole && !first.beginsSection && first.id == stale.id && before?.isStale == true
        let interval = context.plan.restartInterval(in: section.measure)
        let isRestart = isGuess && interval.map { index.isMultiple(of: $0) } ?? false
        var start = (first.id == stale.id ? state : try bands.state(of: first)) ?? []
        if isGuess, start.isEmpty { start = context.plan.provisionalState(in: section.measure) }
        try Self.requirePlace(
            index: index, state: start, of: first, wanted: context.plan.provisionalState(in: section.measure).count)
        // A solver that counts whole lines begins with one.
        let remainder = interval.map { index % $0 } ?? 0
        index -= remainder
        band = SolvedBand(
            sectionID: section.id, beginsSection: first.beginsSection, firstPosition: first.firstPosition, state: start,
            sectionIndex: section.measure.index, firstIndex: index, isEnd: false,
            isProvisional: isGuess && !isRestart || remainder > 0
        )
        summaryElsewhere =
            context.plan.usesSummary && !isWhole && !isAlone
            ? try relayout.summary(of: section.id, besides: first) : .unknown
        driver = SectionDriver(
            plan: context.plan, section: section.measure,
            start: BandStart(itemIndex: index, state: start, summaryElsewhere: summaryElsewhere),
            reusing: relayout.spareBuffer
        )
        relayout.spareBuffer = BandBuffer()
        stream = try context.items(of: section, from: first.firstPosition)
        // With one that came, and the item after it, whose line shows whether the next band is what it was.
        if !isWhole, !first.isEstimated {
            stream.expect(replaced.reduce(2) { $0 + min($1.sums.items, context.limits.maximum) })
        }
    }

    /// Refuses what a solver could not begin with: only damage leaves such a thing.
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
        if isInEstimatedBand, !following.isEstimated { cellsBeforeElements = cells + driver.heldCount }
        replaced.append(following)
    }

    /// How many items of the bands that were gone through are in no finished band.
    var itemsLeft: Int { replaced.reduce(0) { $0 + $1.sums.items } - cells }

    /// How many items of finished bands had elements before, since the run came to the first of these.
    var cellsWithElements: Int { cells - cellsBeforeElements }

    /// Whether the items in hand belong to a band that was never laid out.
    var isInEstimatedBand: Bool { replaced.last?.isEstimated ?? false }

    /// Whether the section has any item left in a band or after it.
    private static func hasItems(from band: BandRecord, _ context: PreparationContext) throws -> Bool {
        try context.connection.first(
            "SELECT 1 FROM item WHERE section_id = ?1 AND position >= ?2 LIMIT 1",
            band.sectionID, band.firstPosition, as: Int.self
        ) != nil
    }
}
