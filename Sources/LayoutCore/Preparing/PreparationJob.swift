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
    private let start = ContinuousClock.now
    private var sections: Set<Int64> = []
    private var hasLookedAtFollowers = false
    /// How much of the data set is equal to its source, while it is filled.
    private(set) var filledShare: Double?
    private(set) var report: PreparationReport
    /// How many items are still to be laid out for the first time; counted once, and then counted down.
    private var itemsLeft: Int?
    private(set) var fraction = 0.0
    /// The results of the last slice.
    private(set) var outcome = Preparer.Outcome()

    /// - Parameter cache: The readers' shared knowledge of sum trees.
    init(layout: String, limits: BandLimits, cache: SumCache) {
        self.layout = layout
        self.limits = limits
        self.cache = cache
        report = PreparationReport(
            name: layout, sectionsPrepared: 0, sectionsTotal: 0, elementsWritten: 0, seconds: 0)
    }

    /// Does the next slice inside the caller's transaction; returns whether it was the last.
    ///
    /// - Parameter shouldYield: Returns whether others wait to write: the slice depends on that.
    mutating func step(
        _ scope: PreparationExtent, on connection: Connection, shouldYield: @escaping () -> Bool
    ) throws -> Bool {
        if !hasLookedAtFollowers {
            // Another program may have made a followed table again while the store was open.
            try Followers.mend(connection)
            hasLookedAtFollowers = true
        }
        let budget = SliceBudget(limits, shouldYield: shouldYield)
        let dataset = try LayoutRecord.find(layout, in: connection).datasetID
        let journal = FollowerJournal(connection, limit: limits.slice)
        guard try journal.bringUpToDate(dataset, isSpent: { budget.isSpent(elements: $0) }) else {
            filledShare = try journal.share
            return false
        }
        filledShare = nil
        outcome = try Preparer(
            connection, layout: layout, limits: limits, cache: cache, shouldYield: shouldYield
        ).step(scope, countsItemsLeft: itemsLeft == nil && !scope.isOfViewer)
        sections.formUnion(outcome.sections)
        report.elementsWritten += outcome.elementsWritten
        report.itemsLaidOut += outcome.itemsLaidOut
        if let totals = outcome.totals { report.sectionsTotal = totals.sections }
        // Some may be gone since their slice.
        report.sectionsPrepared = min(sections.count, report.sectionsTotal)
        itemsLeft = outcome.itemsLeft ?? itemsLeft.map { max(0, $0 - outcome.itemsLaidOut) }
        if let items = outcome.totals?.items, items > 0, let itemsLeft {
            fraction = outcome.isDone ? 1 : 1 - Double(itemsLeft) / Double(items)
        }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return outcome.isDone
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

    /// Whether a viewer waits for it.
    var isOfViewer: Bool {
        if case .everything = self { false } else { true }
    }
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
    /// How many items one step of a slice counts at the most: some milliseconds' worth.
    static let countLimit = 1 << 15

    private let start = ContinuousClock.now
    private let duration: Duration
    private let elementLimit: Int
    private let shouldYield: () -> Bool

    /// - Parameter shouldYield: Returns whether others wait to write.
    init(_ limits: BandLimits, shouldYield: @escaping () -> Bool) {
        duration = limits.sliceDuration
        elementLimit = limits.slice
        self.shouldYield = shouldYield
    }

    func isSpent(elements: Int) -> Bool {
        if elements >= elementLimit { return true }
        let spent = ContinuousClock.now - start
        return spent >= duration * 4 || spent >= duration / 2 && shouldYield()
    }
}
