internal import LayoutEngine
internal import LayoutSQLite

/// One solving from a band on: the items in hand, the band that is being filled, and the old bands that were
/// gone through.
struct SolvingPass {
    let context: PreparationContext
    let section: SectionRecord
    /// When its lines may hold other items.
    let repetition: LineRepetition
    var driver: SectionDriver
    var stream: ItemStream
    var band: SolvedBand
    /// The old bands that the run has gone through; the first `reused` of them hold new contents.
    private(set) var replaced: [BandRecord]
    var reused = 0
    private let start: SolvingStart
    var changedSlots: [Int] = []
    /// Whether a band holds more or fewer cells than before, or bands came or went. Indices that are looked up from now
    /// on depend on it.
    var changesCounts = false
    private let isAlone: Bool
    /// How often bands had moved when the run began.
    private let moves: Int
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

    /// - Parameters:
    ///   - moves: ``SlotAllocator/moves``.
    ///   - buffer: Is filled, so that nothing is allocated.
    init(
        _ start: SolvingStart, of section: SectionRecord, isAlone: Bool, hasFolds: Bool, moves: Int,
        reusing buffer: BandBuffer, in context: PreparationContext
    ) throws {
        self.context = context
        self.section = section
        repetition = context.plan.lineRepetition(in: section.measure)
        self.isAlone = isAlone
        self.moves = moves
        self.start = start
        let first = start.first
        replaced = start.replaced
        if hasFolds {
            fold = replaced.last.flatMap { $0.endsWithFold ? $0.id : nil }
            isHidden = try context.bands.isHidden(first)
        }
        lastBandID = first.id
        band = SolvedBand(
            sectionID: section.id, beginsSection: first.beginsSection, firstPosition: first.firstPosition,
            state: start.state, sectionIndex: section.measure.index, firstIndex: start.index, isEnd: false,
            isProvisional: start.isProvisional)
        driver = SectionDriver(
            plan: context.plan, section: section.measure,
            start: BandStart(itemIndex: start.index, state: start.state, summaryElsewhere: start.summaryElsewhere),
            reusing: buffer)
        stream = try context.items(of: section, from: first.firstPosition)
        // With one that came, and the item after it, whose line shows whether the next band is what it was.
        if !isWhole, !first.isEstimated {
            stream.expect(replaced.reduce(2) { $0 + min($1.sums.items, context.limits.maximum) })
        }
    }

    var isWhole: Bool { start.isWhole }
    /// How many cells the next finished band had before; 0 if it was never solved.
    var usualCount: Int { reused < replaced.count ? replaced[reused].cellCount : replaced.last?.cellCount ?? 0 }
    var cutLimit: Int { start.cutLimit }
    var summaryElsewhere: SectionSummary { start.summaryElsewhere }

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

    var isInEstimatedBand: Bool { replaced.last?.isEstimated ?? false }
}
