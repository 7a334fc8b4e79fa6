public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// One state of one layout and of its data, for as long as a view shows it.
///
/// ```swift
/// let snapshot = try wall.snapshot()
/// let count = try snapshot.numberOfItems(inSection: 0)
/// let elements = try snapshot.layoutAttributesForElements(in: requested, visible: bounds)
/// let key = try snapshot.key(of: ItemIndexPath(section: 0, item: 4))
/// ```
///
/// All its answers belong to the state in which it was taken. A data source and a layout on one snapshot agree during
/// any writes, and both change at once when the app exchanges it. The old one can still be read beside the new one, for
/// the elements that disappear. It can be used from any thread; calls from several take turns.
///
/// It shows the prepared state. Outdated elements are marked by ``LayoutAttributes/isStale``, and unprepared ones have
/// no attributes yet: prepare, and take another snapshot.
///
/// ## What it costs
///
/// While it is held, the file's write-ahead log keeps all writes, and does not restart. So a snapshot should be
/// exchanged when the store has changed, and closed when its view is gone: ``close()``, or the last reference. A
/// forgotten one is ended when the log has grown by 256 MiB since it was taken. Then, and after ``close()``, its calls
/// throw ``LayoutError`` `snapshotClosed`, and the app takes another. In a store that another process writes to, only
/// its owner ends a snapshot. At most 16 states are held at a time in one store, each with a separate cache; snapshots
/// of the same state share it.
public final class LayoutSnapshot: LayoutReading, StateReading {
    private let file: ReadTransaction
    private let facts: LayoutReader.Facts
    /// The layout's name.
    public let name: String

    /// The source of the reading calls.
    public var _source: _ReadingSource { _ReadingSource(self) }

    /// Counts the states of the file that its store has seen.
    ///
    /// Two snapshots of one store with the same number show the same state; a later state has a larger one. It means
    /// nothing to another store or process.
    public var generation: Int { file.generation }
    /// The size of the whole content in points; an estimate until all bands are laid out.
    public let contentSize: LayoutSize
    /// The container in points for which its elements were laid out. After a change of the layout's container, it is
    /// the former one until the layout is prepared again.
    public var containerSize: LayoutSize { facts.preparation?.container ?? facts.record.container }
    /// The axis along which it scrolls; a canvas scrolls along both, and is vertical here.
    public var scrollAxis: LayoutAxis { facts.preparation?.traits.axis ?? .vertical }
    /// The number of the data set's sections.
    public let numberOfSections: Int
    /// The number of items in all sections.
    public let numberOfItems: Int
    /// True if some elements are pinned: then scrolling moves them, and `visible` matters.
    public let hasPinnedElements: Bool
    /// True if cells move by their place in the viewport: then scrolling changes their transforms, and `visible`
    /// matters.
    public var hasMovingCells: Bool { facts.preparation?.traits.motionReach != nil }
    /// Whether its items have free places, and are not found by their index paths.
    package var isPlane: Bool { facts.preparation?.traits.isFree == true }
    package let freshness: SnapshotFreshness
    /// The definition; nil before the first preparation, and for one that cannot be read any more. That does not keep
    /// the former frames from being shown.
    package let definition: LayoutDefinition?

    /// - Parameter connection: One in the state of the file.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    init(of name: String, in file: ReadTransaction, _ connection: Connection, cache: SumCache) throws {
        (self.name, self.file) = (name, file)
        facts = try LayoutReader.Facts.remembered(name, in: connection, cache: cache)
        let layout = LayoutReader(facts, in: connection)
        freshness = try SnapshotFreshness(layout)
        contentSize = try layout.contentSize
        // Before the first preparation nothing has a place, and the data set is there all the same.
        numberOfSections = try layout.isPrepared ? layout.totals.sections : layout.unprepared.sectionCount
        numberOfItems = try layout.isPrepared ? layout.totals.items : layout.unprepared.itemCount
        hasPinnedElements = try layout.hasPinnedElements
        hasFrozenCells = try layout.hasFrozenLines
        frozenLength = try hasFrozenCells ? FrozenLines.greatestTopLength(in: layout.preparationID, connection) : 0
        definition = layout.isPrepared ? try? facts.record.plan().definition : nil
    }

    /// Whether scrolling moves elements within the content.
    package var movesElements: Bool { hasPinnedElements || hasMovingCells }
    /// Whose sizes it is laid out with; nil: the items' and sections' own.
    package var measure: String? { facts.record.measure }
    /// Whether every element is laid out and up to date.
    package var isComplete: Bool { freshness.isComplete }
    /// Whether a layout that scrolls horizontally reads from right to left, so that it begins at its right end.
    package var isMirrored: Bool { facts.preparation?.traits.isMirrored ?? false }
    /// Whether the content repeats without end.
    package var isEndless: Bool { facts.preparation.map { $0.traits.wraps || $0.traits.wrapsAcross } ?? false }
    /// How much of what is visible bars and insets cover, at its beginning and at its end.
    package var coveredLengths: (start: Double, end: Double) {
        facts.preparation.map { ($0.traits.pinStart, $0.traits.pinEnd) } ?? (0, 0)
    }
    /// Whether some cells of a sheet stay visible.
    package let hasFrozenCells: Bool
    /// How much of what is visible those cover along the scroll axis.
    package let frozenLength: Double

    /// Whether another snapshot has the same sections and items with the same contents and sizes.
    package func hasSameData(as other: LayoutSnapshot) -> Bool {
        freshness.dataRevision == other.freshness.dataRevision && freshness.isCounted && other.freshness.isCounted
            && facts.record.datasetID == other.facts.record.datasetID && file.sharesPool(with: other.file)
            && freshness.hidesSame(as: other.freshness)
            // Damaged rows may count otherwise.
            && numberOfSections == other.numberOfSections && numberOfItems == other.numberOfItems
    }

    /// Whether another snapshot shows the same elements in the same places.
    package func isSameState(as other: LayoutSnapshot) -> Bool { freshness == other.freshness && name == other.name }

    /// True if it can still be read.
    public var isOpen: Bool { file.ending == nil }

    /// Lets go of the state, once the call that is at work is over; later calls throw. A second call does nothing.
    public func close() { file.close() }

    func container() -> LayoutSize { containerSize }

    /// Reads the state.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed` if it was closed or ended; `invalidArgument` for a call that would
    ///   lay something out.
    func read<T>(
        _ preparing: PreparationScope, viewing extent: PreparationExtent, isBrief: Bool,
        _ body: (LayoutReader) throws -> T
    ) throws -> T {
        guard preparing == .nothing else {
            throw LayoutError(
                .invalidArgument, "nothing can be laid out in a snapshot of “\(name)”",
                advice: "Ask the layout itself, or take another snapshot after it was prepared.")
        }
        return try read(body)
    }

    /// - Throws: ``LayoutError`` `snapshotClosed` if it was closed or ended.
    package func read<T>(_ body: (LayoutReader) throws -> T) throws -> T {
        do {
            return try file.read { try body(LayoutReader(facts, in: $0)) }
        } catch {
            let failure = LayoutError(explaining: error)
            guard let ending = file.ending, let failure, failure.resultCode != nil || failure.code == .cancelled else {
                throw failure ?? error
            }
            throw LayoutError(
                .snapshotClosed, "\(ending.message) (layout “\(name)”)", advice: "Take another snapshot of the layout.")
        }
    }

    /// The relation of a snapshot to its data set: it decides whether two snapshots have the same sections and items.
    package struct SnapshotFreshness: Sendable, Equatable {
        /// Counts the changes of the data set.
        package private(set) var dataRevision: Int64 = 0
        /// The preparation that the snapshot shows, and the number of changes made to it.
        package private(set) var preparationID: Int64?
        var preparationRevision = 0
        /// Whether the layout's counts are the data set's.
        package private(set) var isCounted = false
        /// Whether the layout hides items of collapsed sections.
        var hasFolds = false
        /// Whether every element is laid out and up to date.
        var isComplete = false

        /// Whether the same items of the same data are hidden. Two layouts may hide different ones.
        package func hidesSame(as other: SnapshotFreshness) -> Bool {
            preparationID == other.preparationID || !hasFolds && !other.hasFolds
        }

        init(_ layout: LayoutReader) throws {
            let connection = layout.connection
            dataRevision = try DatasetRecord.revision(of: layout.record.datasetID, in: connection)
            guard let preparation = layout.preparation else { return }
            preparationID = preparation.id
            preparationRevision = preparation.revision
            hasFolds = try layout.bands.hasHidden
            let freshness = layout.freshness
            isComplete = !freshness.isStale
            isCounted =
                try isComplete || !freshness.isOutdated && !freshness.hasChanges && layout.bands.nextMiscounted() == nil
        }
    }

    /// The title of a section; nil if it has none, and if there is no such section.
    ///
    /// - Complexity: O(log bands).
    public func title(ofSection section: Int) throws -> String? {
        try read { layout in
            try layout.firstBand(ofSection: section)?.band.sectionID.flatMap { try layout.title(ofSectionWithID: $0) }
        }
    }

    /// The titles of the data set's sections, in order, as SQL.
    package func titles() throws -> [[UInt8]] {
        try read { layout in
            try layout.connection.rows(
                "SELECT quote(title) FROM section WHERE dataset_id = ?1 ORDER BY position", layout.record.datasetID
            ) { Array($0.stringOrEmpty(0).utf8) }
        }
    }

    /// Returns true if the layout shows a section as its header alone, for a disclosure sign. False if it does not
    /// exist.
    ///
    /// - Complexity: O(log bands).
    public func isCollapsed(section: Int) throws -> Bool {
        try read { try $0.isCollapsed(section: section) }
    }

    /// Returns true if an item of an outline is collapsed, for a disclosure sign. False if it does not exist.
    ///
    /// - Complexity: O(log items).
    public func isCollapsed(_ item: ItemReference) throws -> Bool {
        try read { layout in
            guard let id = try layout.itemID(of: item) else { return false }
            return try layout.connection.has(
                "SELECT 1 FROM collapsed_item WHERE layout = ?1 AND item_id IN \(StoredFolds.names)",
                layout.record.name, id)
        }
    }

    /// How many items each section has.
    package func itemCounts() throws -> [Int] {
        try read { layout in
            try (0..<numberOfSections).map { try layout.itemCount(inSection: $0) }
        }
    }

    /// The strip of a section that scrolls orthogonally, and its offset; nil for any other section.
    package func orthogonalStrip(ofSection section: Int) throws -> OrthogonalStrip? {
        try read { layout in
            guard let band = try layout.firstBand(ofSection: section)?.band, band.orthogonal != 0,
                let sectionID = band.sectionID, let frame = try layout.frame(ofSection: section)
            else { return nil }
            return OrthogonalStrip(
                sectionID: sectionID, section: section, frame: frame,
                offset: try layout.orthogonalOffset(of: band), greatestOffset: band.greatestOffset,
                isMirrored: band.orthogonal < 0)
        }
    }

    /// The row id of a section; nil if there is no such section.
    package func sectionID(at section: Int) throws -> Int64? {
        try read { try $0.firstBand(ofSection: section)?.band.sectionID }
    }

    /// The index of a section by its row id; nil if there is no such section.
    package func section(withID id: Int64) throws -> Int? { try read { try $0.section(withID: id) } }

    /// The cell that shows an item, by its row id, at its natural position; nil if there is none, or it is not laid
    /// out.
    package func cell(ofItem itemID: Int64) throws -> LayoutAttributes? {
        try read { layout in
            // In a band that was counted again, and not laid out yet, another cell shows it than its own.
            guard !layout.traits.isFree, let path = try layout.indexPath(of: .id(itemID)) else {
                return try layout.cell(itemID: itemID)
            }
            guard var cell = try layout.cell(at: path) else { return nil }
            cell.itemID = itemID
            return cell
        }
    }

    /// The lengths of an item that its cell may give, or of a section that its header or footer may give.
    ///
    /// - Parameter bar: `header` or `footer`; nil for an item.
    package func selfSizedLengths(of bar: String?, id: Int64) throws -> SelfSizing.Lengths {
        try read { layout in
            let rule = try SelfSizedLengths(layout.record)
            return try bar.map { try rule.lengths(ofBar: $0, inSection: id, in: layout.connection) }
                ?? rule.lengths(ofItem: id, in: layout.connection)
        }
    }

    /// The cells in a rectangle at their natural places: frozen cells of a sheet are not moved.
    package func naturalCells(in rect: LayoutRect) throws -> [LayoutAttributes] {
        try read { layout in
            try layout.withPresentItems(VisibleQuery(layout, rect: rect, for: .cells).run().elements)
        }
    }

    /// A section that scrolls orthogonally.
    package struct OrthogonalStrip: Sendable, Hashable {
        package var sectionID: Int64
        package var section = 0
        /// In content coordinates, in points.
        package var frame = LayoutRect.zero
        /// How far it was scrolled, in points from its leading edge.
        package var offset = 0.0
        package var greatestOffset = 0.0
        /// Whether its leading edge is at the right, or at the bottom.
        package var isMirrored = false
    }

    /// The number of items in a section; 0 if it does not exist.
    ///
    /// - Complexity: O(log bands).
    public func numberOfItems(inSection section: Int) throws -> Int {
        try read { try $0.itemCount(inSection: section) }
    }

    /// The key of the item at an index path; nil if it has none, or if there is no such item.
    ///
    /// An item that was deleted since the layout was prepared keeps its place until the next preparation, but has no
    /// key.
    ///
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func key(of path: ItemIndexPath) throws -> String? {
        try read { layout in
            try layout.itemID(at: path).flatMap { try layout.key(ofItem: $0) }
        }
    }

    /// The row id of the item at an index path; nil if there is no such item.
    ///
    /// - Complexity: As ``key(of:)``.
    public func itemID(of path: ItemIndexPath) throws -> Int64? {
        try read { try $0.itemID(at: path) }
    }

    /// The elements of a rectangle, with pinned ones and those that move apart, and what places these.
    ///
    /// - Throws: The errors of ``layoutAttributesForElements(in:visible:)``.
    /// - Complexity: O(log bands + found).
    ///
    /// - Parameter offsets: The offsets of sections that scroll orthogonally, by their index, if they differ from the
    ///   stored ones.
    package func elements(
        in rect: LayoutRect, seenFrom visible: LayoutRect, offsets: [Int: Double] = [:]
    ) throws -> (found: VisibleQuery.Found, placement: Placement) {
        try read { layout in
            let query = try VisibleQuery(layout, rect: rect, viewport: visible, for: .pinnedApart(offsets: offsets))
            var found = try query.run()
            found.elements = try layout.withPresentItems(found.elements)
            return (found, query.placement)
        }
    }
}

extension LayoutSnapshot.OrthogonalStrip {
    package init() { self.init(sectionID: 0) }
}
