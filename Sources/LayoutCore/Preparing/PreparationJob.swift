internal import LayoutEngine
internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
package import LayoutText
internal import Synchronization

/// A preparation from its first slice to its last: the work done, and the work of the next slice.
struct PreparationJob: Sendable {
    private let layout: String
    private let limits: BandLimits
    private let cache: SumCache
    private let lookBackLimit: Int
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private var sections: Set<Int64> = []
    private var hasLookedAtFollowers = false
    /// How much of the data set is equal to its source, while it is filled.
    private(set) var filledShare: Double?
    private(set) var report: PreparationReport
    /// How many items are still to be laid out for the first time; counted once, and then counted down.
    private var itemsLeft: Int?
    private(set) var fraction = 0.0
    private(set) var isDone = false
    /// Whether there are rows that no reader sees any more, once it is done.
    private(set) var hasLeftovers = false

    /// - Parameter cache: The readers' shared knowledge of sum trees.
    init(layout: String, limits: BandLimits, cache: SumCache, lookBackLimit: Int = Preparer.lookBackLimit) {
        self.layout = layout
        self.limits = limits
        self.cache = cache
        self.lookBackLimit = lookBackLimit
        report = PreparationReport(
            name: layout, sectionsPrepared: 0, sectionsTotal: 0, elementsWritten: 0, seconds: 0)
    }

    /// Does the next slice inside the caller's transaction; returns whether it was the last.
    ///
    /// - Parameter otherWriting: Returns who else waits to write: the slice depends on that.
    mutating func step(
        _ scope: PreparationExtent, on connection: Connection, otherWriting: @escaping SliceBudget.OtherWriting
    ) throws -> Bool {
        if !hasLookedAtFollowers {
            // Another program may have made a followed table again while the store was open.
            try Followers.mend(connection)
            hasLookedAtFollowers = true
        }
        let budget = SliceBudget(limits, otherWriting: otherWriting)
        let dataset = try LayoutRecord.find(layout, in: connection).datasetID
        let journal = FollowerJournal(connection, limit: limits.slice)
        guard try journal.bringUpToDate(dataset, isSpent: { budget.isSpent(elements: $0) }) else {
            filledShare = try journal.share
            return false
        }
        filledShare = nil
        let outcome = try Preparer(
            connection, layout: layout, limits: limits, cache: cache, lookBackLimit: lookBackLimit,
            otherWriting: otherWriting
        ).step(scope, countsItemsLeft: itemsLeft == nil && !scope.isOfViewer)
        sections.formUnion(outcome.sections)
        report.sectionsPrepared = sections.count
        report.elementsWritten += outcome.elementsWritten
        report.itemsLaidOut += outcome.itemsLaidOut
        if let totals = outcome.totals { report.sectionsTotal = totals.sections }
        itemsLeft = outcome.itemsLeft ?? itemsLeft.map { max(0, $0 - outcome.itemsLaidOut) }
        if let items = outcome.totals?.items, items > 0, let itemsLeft {
            fraction = outcome.isDone ? 1 : 1 - Double(itemsLeft) / Double(items)
        }
        hasLeftovers = outcome.hasLeftovers
        report.seconds = (clock.now - start) / .seconds(1)
        isDone = outcome.isDone
        return isDone
    }

    var progress: LayoutProgress {
        if let filledShare { return LayoutProgress(.following, fraction: filledShare) }
        var progress = LayoutProgress(.preparing(layout: layout), count: report.elementsWritten, fraction: fraction)
        progress.sectionCount = report.sectionsPrepared
        return progress
    }
}

/// The extent of a preparation.
package enum PreparationExtent: Sendable {
    /// Everything, beginning at the last viewed place.
    case everything(from: LayoutPoint?)
    /// The visible part of a rectangle of the content.
    case visible(LayoutRect)
    /// The cell of an item.
    case item(ItemIndexPath)
    /// The cells of items, by their row ids.
    case items([Int64])
}

/// The results of a preparation.
public struct PreparationReport: Sendable, Hashable {
    /// The layout’s name.
    public var name: String
    /// The number of sections laid out, wholly or in part.
    public var sectionsPrepared: Int
    /// The number of the layout's sections.
    public var sectionsTotal: Int
    /// The number of rows written because they are new or differ from the stored ones.
    public var elementsWritten: Int
    /// The number of items laid out, whether or not that changed anything.
    package var itemsLaidOut = 0
    /// The duration, in seconds.
    public var seconds: Double

    /// The values of a report, in the order in which they are printed.
    package static let values: [JSONValue.Named<PreparationReport>] = [
        JSONValue.Named("layout") { .string($0.name) },
        JSONValue.Named("sectionsPrepared") { .integer($0.sectionsPrepared) },
        JSONValue.Named("sectionsTotal") { .integer($0.sectionsTotal) },
        JSONValue.Named("elementsWritten") { .integer($0.elementsWritten) },
        // No clock is more precise than microseconds.
        JSONValue.Named("seconds") { .number(ReadableNumber.rounding($0.seconds, 6)) },
    ]
}

/// The budget of one transaction of a preparation.
///
/// It lasts for half of ``BandLimits/sliceDuration`` while a writer of this process waits, or it is the turn of another
/// process. Otherwise it lasts four times that duration, since each transaction writes some pages again.
struct SliceBudget {
    /// Returns who else waits to write.
    typealias OtherWriting = () -> ConnectionPool.OtherWriting

    /// How many items one step of a slice counts at the most: some milliseconds' worth.
    static let countLimit = 1 << 15

    private let start = ContinuousClock.now
    private let duration: Duration
    private let elementLimit: Int
    private let otherWriting: OtherWriting
    private let answer = Answer()

    /// The last known answer about other writers: asking costs more than looking at the clock.
    private final class Answer {
        var writing = ConnectionPool.OtherWriting.possible
        var expiry: ContinuousClock.Instant?
        static let lifetime = Duration.milliseconds(1)
    }

    init(_ limits: BandLimits, otherWriting: @escaping OtherWriting) {
        duration = limits.sliceDuration
        elementLimit = limits.slice
        self.otherWriting = otherWriting
    }

    func isSpent(elements: Int) -> Bool {
        if elements >= elementLimit { return true }
        let now = ContinuousClock.now
        let spent = now - start
        if spent < duration / 2 { return false }
        if answer.expiry.map({ now >= $0 }) ?? true {
            answer.writing = otherWriting()
            answer.expiry = now + Answer.lifetime
        }
        switch answer.writing {
        case .awaited: return true
        case .possible, .none: return spent >= duration * 4
        }
    }
}

/// The common context of a preparation's steps: its destination, and its layout.
struct PreparationContext {
    let connection: Connection
    let preparationID: Int64
    let datasetID: Int64
    let measure: String?
    let plan: any LayoutPlan
    let traits: LayoutTraits
    let kinds: ElementKindRows
    let limits: BandLimits
    /// Whether a section is laid out otherwise if no section before it takes room, and some may take none.
    let sectionsFollowOthers: Bool
    let sums: CachedSums

    init(
        _ preparation: PreparationRecord, plan: any LayoutPlan, limits: BandLimits, sums: CachedSums = CachedSums(),
        connection: Connection, isReading: Bool = false
    ) throws {
        self.connection = connection
        self.sums = sums
        preparationID = preparation.id
        datasetID = preparation.datasetID
        measure = preparation.measure
        self.plan = plan
        traits = plan.traits
        sectionsFollowOthers = traits.hidesEmptySections && plan.variant(ofSection: 0) != plan.variant(ofSection: 1)
        self.limits = plan.traits.isFree ? limits.onPlane : limits
        kinds = try ElementKindRows(preparation.id, plan: plan.elementKinds, makesMissing: !isReading, in: connection)
    }

    var bands: Bands { Bands(connection, preparationID) }
    var sumTree: SumTree {
        SumTree(connection: connection, preparationID: preparationID, readsSummaries: true, known: sums)
    }
    var outline: Outline { Outline(connection: connection, limits: limits) }

    /// The value of the R*Tree's first dimension for a band: its own id where bands stack, one for
    /// all bands on a canvas.
    func plane(of bandID: Int64) -> Double {
        BlockTree.plane(ofBand: bandID, in: preparationID, isFree: traits.isFree)
    }

    /// 1 or −1 where the cells of a band move against, or with, its section's offset; else 0.
    func orthogonal(_ buffer: BandBuffer) -> Int {
        guard let orthogonal = buffer.orthogonal, orthogonal.behavior != .none else { return 0 }
        return plan.isOrthogonalMirrored ? -1 : 1
    }

    /// How the cells of a band move by their place in the viewport; nil: they do not.
    func motion(_ buffer: BandBuffer) -> LayoutMotion.Directed? {
        guard orthogonal(buffer) != 0 else {
            return plan.motion.map {
                LayoutMotion.Directed(
                    $0, axis: traits.axis,
                    isMirrored: traits.axis == .horizontal ? traits.isMirrored : traits.isMirroredAcross)
            }
        }
        return buffer.orthogonal?.motion.map {
            LayoutMotion.Directed(
                $0, axis: traits.axis.cross,
                isMirrored: traits.axis == .vertical ? plan.isOrthogonalMirrored : traits.isMirrored)
        }
    }

    /// Whether the bands of a section cannot be solved one by one: those of a canvas hold no runs of its positions.
    func isWhole(_ section: SectionRecord) -> Bool { traits.isFree || !plan.canCutSection(section.measure) }

    func items(of section: SectionRecord, from position: Double) throws -> ItemStream {
        try ItemStream(
            connection, sectionID: section.id, from: position, byPlace: traits.isFree, measure: measure,
            readsSpans: plan.readsSpans && section.measure.hasSpans)
    }

    /// A section, or nil if it is gone or belongs to another data set.
    func section(_ id: Int64, index: Int) throws -> SectionRecord? {
        try SectionRecord.find(id, datasetID: datasetID, index: index, measure: measure, in: connection)
    }

    func header(of section: SectionRecord) -> (band: BandWriter.SolvedBand, buffer: BandBuffer) {
        let measure = section.measure.collapsed(along: traits.axis)
        let band = BandWriter.SolvedBand(
            sectionID: section.id, beginsSection: true, firstPosition: Outline.beginning, state: [],
            sectionIndex: measure.index, firstIndex: 0, isEnd: true)
        return (band, SectionDriver.layOut([], of: measure, by: plan))
    }

    /// Sets in a section whether one that takes room comes before it, where the layout hides empty ones and that
    /// matters.
    func setFollowsSection(itemsBefore: @autoclosure () throws -> Int, slot: Int, in section: inout SectionRecord)
        throws
    {
        guard sectionsFollowOthers else { return }
        section.measure.followsSection = try itemsBefore() > 0 || bands.firstHeader ?? slot < slot
    }
}

/// The definitions that were read last, with the plans made of them.
///
/// Every slice of a preparation and every edit needs the plan of the same few layouts. Reading a definition takes about
/// as long as laying out a band. A plan depends only on the text and the container, so one memory serves all stores of
/// a process.
enum PlanMemory {
    private struct Entry: Sendable {
        var text: String
        var sections: [String]
        var container: LayoutSize
        var definition: LayoutDefinition
        var plan: any LayoutPlan
    }

    /// Those used last come last.
    private static let entries = Mutex<[Entry]>([])

    /// As many layouts as one change usually concerns.
    private static let limit = 24

    /// A definition and its plan in a container, with what sections of a data set override.
    ///
    /// - Throws: `LayoutError` for a definition that cannot work; nothing is kept then.
    static func plan(
        _ text: String, in container: LayoutSize, sections: [String] = []
    ) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        let known = entries.withLock { entries -> Entry? in
            guard
                let index = entries.lastIndex(where: {
                    $0.container == container && $0.text == text && $0.sections == sections
                })
            else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry
        }
        if let known { return (known.definition, known.plan) }
        let definition = try LayoutDefinition(json: text)
        let plan = try definition.makePlan(in: container, sections: sections)
        entries.withLock { entries in
            if entries.count >= limit { entries.removeFirst() }
            entries.append(
                Entry(text: text, sections: sections, container: container, definition: definition, plan: plan))
        }
        return (definition, plan)
    }
}

extension LayoutRecord {
    /// The stored definition.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition`, which names the layout and the remedy.
    func readDefinition() throws -> LayoutDefinition {
        try naming { try LayoutDefinition(json: definition) }
    }

    /// The definition and its plan in the layout's container, or in another one.
    ///
    /// - Parameter sections: The definitions of sections.
    /// - Throws: ``LayoutError`` `invalidDefinition`, which names the layout and the remedy.
    func plan(
        in size: LayoutSize? = nil, sections: [String] = []
    ) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try naming { try PlanMemory.plan(definition, in: size ?? container, sections: sections) }
    }

    /// The definition and its plan with what the sections of the data set override.
    func plan(withSectionsIn connection: Connection) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try plan(sections: SectionRecord.definitions(ofDataset: datasetID, in: connection))
    }

    private func naming<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as LayoutError where error.code == .invalidDefinition {
            throw LayoutError(
                .invalidDefinition, "the layout “\(name)” cannot be laid out: \(error)",
                advice: "Define it again, or UPDATE layout SET definition = '…' WHERE name = \(SQLLiteral.text(name)).")
        }
    }
}

extension PreparationRecord {
    /// The definition that it was prepared from, and its plan with what sections override now.
    func plan(in connection: Connection) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try PlanMemory.plan(
            definition, in: container, sections: SectionRecord.definitions(ofDataset: datasetID, in: connection))
    }
}
