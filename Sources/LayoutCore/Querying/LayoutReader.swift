package import LayoutEngine
package import LayoutSQLite
internal import LayoutFollowing
internal import LayoutSchema
internal import LayoutText
internal import Synchronization

/// A prepared layout as one read transaction sees it, from which everything else is looked up.
///
/// It has no public members. The calls of ``LayoutReading`` read through it.
package struct LayoutReader {
    /// The facts in a layout's own rows: the same for all reads until the file changes.
    package final class Facts: Sendable {
        let record: LayoutRecord
        let freshness: Freshness
        /// The preparation that readers see; nil before the first one.
        let preparation: PreparationRecord?
        let sums: SumCache.Sums
        let sticky = StickyWindow.Memory()
        private let unprepared = Mutex<UnpreparedItems?>(nil)

        /// - Parameter sums: Finds what is known of the preparation that readers see.
        /// - Throws: ``LayoutError`` `notFound`.
        init(_ name: String, in connection: Connection, sums: (PreparationRecord) -> SumCache.Sums) throws {
            record = try LayoutRecord.find(name, in: connection)
            freshness = try Freshness(name, in: connection)
            preparation = try freshness.preparationID.flatMap { try PreparationRecord.find($0, in: connection) }
            if let preparation { try Bands.requireSome(of: preparation, in: connection) }
            self.sums = preparation.map(sums) ?? SumCache.Sums()
        }

        /// Reads the facts, and knows no sums yet.
        package convenience init(_ name: String, in connection: Connection) throws {
            try self.init(name, in: connection) { _ in SumCache.Sums() }
        }

        /// The items of its data set until it is prepared, counted at the first time.
        func unpreparedItems(in connection: Connection) throws -> UnpreparedItems {
            if let known = unprepared.withLock({ $0 }) { return known }
            let items = try UnpreparedItems(ofDataset: record.datasetID, in: connection)
            unprepared.withLock { $0 = items }
            return items
        }

        /// The facts that the connection remembers, if the file has not changed since.
        static func remembered(_ name: String, in connection: Connection, cache: SumCache) throws -> Facts {
            try connection.remembered(name) {
                try Facts(name, in: connection) { cache.sums(of: $0.id, revision: $0.revision) }
            }
        }
    }

    package let connection: Connection
    private let facts: Facts
    /// The layout for readers. After a redefinition, it has the former definition, container, data set and measure
    /// until it is prepared.
    package let record: LayoutRecord
    package let traits: LayoutTraits

    /// - Throws: ``LayoutError`` `notFound`.
    init(_ name: String, in connection: Connection) throws {
        self.init(try Facts(name, in: connection), in: connection)
    }

    /// - Parameter facts: The facts in the layout's rows, in the connection's snapshot.
    package init(_ facts: Facts, in connection: Connection) {
        self.connection = connection
        self.facts = facts
        record = facts.preparation.map(facts.record.shown(by:)) ?? facts.record
        traits = facts.preparation?.traits ?? LayoutTraits(axis: .vertical, contentCrossLength: nil)
    }

    /// The values in its row.
    var storedRecord: LayoutRecord { facts.record }
    var freshness: Freshness { facts.freshness }
    var preparation: PreparationRecord? { facts.preparation }
    var sums: SumCache.Sums { facts.sums }
    /// Remembers the items that may stick.
    var sticky: StickyWindow.Memory { facts.sticky }

    /// Whether the layout was prepared at all, at least in part.
    package var isPrepared: Bool { preparation != nil }
    var preparationID: Int64 { preparation?.id ?? 0 }
    var bands: Bands { Bands(connection, preparationID) }

    // MARK: The sum tree

    var slotCount: Int { preparation?.slotCount ?? 0 }
    var tree: SumTree { SumTree(connection: connection, preparationID: preparationID, known: sums) }

    func prefix(_ slot: Int) throws -> BandSums.Prefix { try tree.prefix(slot) }

    /// A name of the present state of the layout and of its data: another one after any change.
    package var revision: String {
        get throws {
            let change = try DatasetRecord.revision(of: record.datasetID, in: connection)
            return "\(preparationID).\(preparation?.revision ?? 0).\(change).\(freshness.isStale ? 1 : 0)"
        }
    }

    /// The sums of all slots.
    package var totals: BandSums {
        get throws { try tree.totals(slotCount: slotCount) }
    }

    /// The longest run of slots from the first one whose sums still satisfy `condition`, and those
    /// sums. One descent: O(log slots).
    func descend(while condition: (BandSums.Prefix) -> Bool) throws -> (slot: Int, sums: BandSums.Prefix) {
        try tree.descend(slotCount: slotCount, while: condition)
    }

    /// The first band after the slots that satisfy `condition`, with the sums before it.
    func band(after condition: (BandSums.Prefix) -> Bool) throws -> (band: BandRecord, before: BandSums.Prefix)? {
        let found = try descend(while: condition)
        guard found.slot < slotCount, let band = try bands.next(afterSlot: found.slot) else { return nil }
        return (band, found.sums)
    }

    func start(ofSection index: Int) throws -> BandSums.Prefix {
        try sums.start(ofSection: index) { try tree.descend(slotCount: slotCount) { $0.sections <= index }.sums }
    }

    /// The end of the section with an index, without the spacing after it.
    func end(ofSection index: Int) throws -> Double {
        try sums.end(ofSection: index) {
            let next = try tree.descend(slotCount: slotCount) { $0.sections <= index + 1 }
            // The elements that close the content may follow the last section.
            guard next.slot == slotCount, let first = try firstBand(ofSection: index),
                let sectionID = first.band.sectionID, let last = try bands.last(ofSection: sectionID)
            else { return try max(next.sums.length - traits.sectionSpacing, start(ofSection: index).length) }
            // One that takes no room has no spacing after it either.
            return try max(tree.prefix(last.slot).length - traits.sectionSpacing, start(ofSection: index).length)
        }
    }

    func firstBand(ofSection index: Int) throws -> (band: BandRecord, before: BandSums.Prefix)? {
        guard Statement.DerivedNumber.index.contains(index), let found = try band(after: { $0.sections <= index }),
            found.band.sectionID != nil
        else { return nil }
        return found
    }

    /// The index of a section by its row id; nil if there is no such section.
    package func section(withID id: Int64) throws -> Int? {
        guard isPrepared, let band = try bands.first(ofSection: id) else { return nil }
        return try prefix(band.slot - 1).sections
    }

    /// A section by its index; nil if it does not exist.
    func section(at index: Int) throws -> SectionRecord? {
        guard isPrepared, let id = try firstBand(ofSection: index)?.band.sectionID else { return nil }
        return try SectionRecord.find(
            id, datasetID: record.datasetID, index: index, measure: record.measure, in: connection)
    }

    // MARK: Content

    /// The content's size in points.
    package var contentSize: LayoutSize {
        get throws {
            let content = try content
            return traits.axis == .vertical
                ? LayoutSize(width: content.crossLength, height: content.length)
                : LayoutSize(width: content.length, height: content.crossLength)
        }
    }

    /// The items of its data set, until it is prepared.
    var unprepared: UnpreparedItems {
        get throws { try facts.unpreparedItems(in: connection) }
    }

    /// The kinds of its elements beside cells.
    var elementKinds: PreparationRecord.ElementKinds {
        get throws { try sums.elementKinds { try PreparationRecord.ElementKinds(preparationID, in: connection) } }
    }

    /// The elements whose places depend on the end of their section or of the whole content, or on the visible
    /// rectangle.
    var sectionElements: SectionElementRow.Presence {
        get throws { try sums.sectionElements { try SectionElementRow.Presence(of: preparationID, in: connection) } }
    }

    /// Whether rows and columns of sheets stay visible, or go round.
    package var hasFrozenLines: Bool { get throws { try isPrepared && sectionElements.hasFrozenLines } }

    /// Whether some elements are pinned, so that scrolling moves them.
    var hasPinnedElements: Bool {
        get throws { try hasFrozenLines || traits.stickyRule != nil || sectionElements.isPinning }
    }

    /// Whether cells move by their place in the viewport; before the first preparation, by the definition.
    package var hasMovingCells: Bool {
        get throws {
            let known = try preparation?.traits ?? record.plan().plan.traits
            return known.motionReach != nil
        }
    }

    package var definition: LayoutDefinition { get throws { try record.plan().definition } }

    func isStale(_ band: BandRecord) throws -> Bool { try freshness.isStale(band, in: connection) }

    /// The elements that share some area with a rectangle: see
    /// ``LayoutReading/layoutAttributesForElements(in:visible:preparing:)``.
    ///
    /// - Parameter trace: Counts what the query reads.
    package func elements(
        in rect: LayoutRect, visible: LayoutRect? = nil, trace: QueryTrace? = nil
    ) throws -> [LayoutAttributes] {
        try VisibleQuery(self, rect: rect, viewport: visible, trace: trace).run().elements
    }

    /// The elements that a scene draws while it scrolls: everything at its natural place, with its motion.
    ///
    /// - Parameter offsets: Offsets of orthogonal sections by their index, in place of the stored ones.
    package func scene(of rect: LayoutRect, _ offsets: [Int: Double]) throws -> VisibleQuery.Found {
        try VisibleQuery(self, rect: rect, for: .scene(offsets: offsets)).run()
    }

    /// The cell of an item; nil if there is no such item, or it was not laid out yet.
    package func cell(of item: ItemReference) throws -> LayoutAttributes? {
        switch item {
        case .indexPath(let path): try cell(at: path)
        case .key, .id: try itemID(of: item).flatMap { try cell(itemID: $0) }
        }
    }

    /// How many items a section holds as prepared. O(log bands).
    package func itemCount(inSection index: Int) throws -> Int {
        guard isPrepared else { return try unprepared.itemCount(inSection: index) }
        guard index >= 0, try index < totals.sections else { return 0 }
        return try start(ofSection: index + 1).items - start(ofSection: index).items
    }

    /// The strip that a section occupies, without the spacing after it. On a canvas, the box around its elements. Nil
    /// if there is no such section, or if a canvas is empty.
    package func frame(ofSection index: Int) throws -> LayoutRect? {
        guard isPrepared, index >= 0, try index < totals.sections else { return nil }
        if traits.isFree {
            guard let sectionID = try firstBand(ofSection: index)?.band.sectionID else { return nil }
            return try box(ofSection: sectionID)
        }
        return try content.frame(of: range(ofSection: index))
    }

    /// O(elements of the section).
    private func box(ofSection sectionID: Int64) throws -> LayoutRect? {
        try connection.firstRow(
            """
            SELECT min(a.x), min(a.y), max(a.x + a.width), max(a.y + a.height)
            FROM lc_band AS b INDEXED BY lc_band_section
            CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
            WHERE b.section_id = ?1 AND b.preparation_id = ?2
            """,
            sectionID, preparationID
        ) { $0.isNull(0) ? nil : $0.box(0).rect } ?? nil
    }

    /// Whether its items follow one another along the scroll axis, one to a row, in a content that ends.
    package var stacksRows: Bool {
        get throws {
            let (definition, plan) = try storedRecord.plan()
            return plan.traits.stacksItems && !definition.wraps
        }
    }

    /// - Throws: ``LayoutError`` `followsSource` if a source that the data set follows has the lengths of its rows.
    package func checkLengthsAreOwn() throws {
        guard storedRecord.measure == nil else { return }
        let lengths = try storedRecord.plan().definition.measuredLengths
        try FollowerRecord.of(storedRecord.datasetID, in: connection)?.checkSize(
            hasWidth: lengths.width, hasHeight: lengths.height)
    }

    /// The length along the scroll axis that an item's size gives to its row; nil in a layout that has no such rows.
    package func rowLength(of size: LayoutSize, inSection index: Int) throws -> Double? {
        guard let measure = try section(at: index)?.measure else { return nil }
        let (definition, plan) = try record.plan(sections: measure.definition.map { [$0] } ?? [])
        guard !definition.wraps else { return nil }
        let lengths = definition.measuredLengths
        return plan.rowLength(
            of: ItemMeasure(
                width: lengths.width ? size.width : .nan, height: lengths.height ? size.height : .nan), in: measure)
    }

    /// Whether everything that a call looks at is as exact as laying it out would make it; writes nothing.
    ///
    /// Looks at the bands in view only: O(log bands + bands in view).
    func isReady(for scope: PreparationExtent) throws -> Bool {
        guard freshness.isStale else { return true }
        guard !freshness.isOutdated, !freshness.hasChanges, !traits.isFree, let shown = preparation, shown.isOutlined,
            try bands.nextMiscounted() == nil
        else { return false }
        switch scope {
        case .everything: return false
        case .items(let ids):
            return try ids.allSatisfy { try bandAndRank(ofItem: $0, countsStale: true)?.band.isToBeLaidOut != true }
        case .visible(let rect): return try staleBands(shown).next(in: rect, folds: nil) == nil
        case .item(let path): return try staleBands(shown).next(holding: path) == nil
        }
    }

    private func staleBands(_ shown: PreparationRecord) throws -> VisibleStaleBands {
        let context = try PreparationContext(
            shown, plan: record.plan(withSectionsIn: connection).plan, limits: BandLimits(), sums: sums,
            connection: connection)
        return VisibleStaleBands(context: context, slotCount: shown.slotCount)
    }
}

/// Finds what hides items: headers of collapsed sections, and collapsed items of outlines.
extension LayoutReader {
    /// Whether a section shows its header alone; false if it does not exist.
    package func isCollapsed(section: Int) throws -> Bool {
        try isPrepared && firstBand(ofSection: section)?.band.isHeader == true
    }

    /// The hiders of an item: the index of its section if that is collapsed, and the row id of a collapsed item. O(log
    /// bands).
    package func hiders(ofItem itemID: Int64) throws -> (section: Int?, item: Int64?) {
        guard isPrepared, let place = try DatasetRecord.place(ofItem: itemID, in: record.datasetID, connection) else {
            return (nil, nil)
        }
        let header = try bands.first(ofSection: place.sectionID).flatMap { $0.isHeader ? $0 : nil }
        let section = try header.map { try prefix($0.slot - 1).sections }
        guard let band = try bands.holding(place.position, ofSection: place.sectionID),
            let hidden = try bands.hidden(in: band.slot...band.slot).first,
            try bands.previous(beforeSlot: hidden.lowerBound)?.endsWithFold == true,
            let first = try bands.next(afterSlot: hidden.lowerBound - 1)
        else { return (section, nil) }
        let item = try connection.first(
            "SELECT coalesce(original_id, id) FROM item WHERE section_id = ?1 AND position < ?2 "
                + "ORDER BY position DESC LIMIT 1", place.sectionID, first.firstPosition, as: Int64.self)
        return (section, item)
    }

    /// The index path of the topmost cell at a point; nil if there is none. Its right and its lower edge are not part
    /// of a cell.
    package func indexPath(at point: LayoutPoint) throws -> ItemIndexPath? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        // It holds the point, and nothing beyond it.
        let rect = LayoutRect(
            x: point.x, y: point.y, width: point.x.nextUp - point.x, height: point.y.nextUp - point.y)
        return try cells(in: rect).first?.indexPath
    }

    /// The cells that share some area with a rectangle, the topmost first: see ``LayoutReading/cells(in:preparing:)``.
    func cells(in rect: LayoutRect) throws -> [LayoutAttributes] {
        try VisibleQuery(self, rect: rect, for: .cells).run().elements.sorted {
            ($0.zIndex, $0.section ?? 0, $0.item) > ($1.zIndex, $1.section ?? 0, $1.item)
        }
    }

    /// The cells nearest to a point: see ``LayoutReading/cells(nearestTo:limit:)``.
    func cells(nearestTo point: LayoutPoint, limit: Int) throws -> [LayoutAttributes] {
        guard limit > 0, point.x.isFinite, point.y.isFinite else { return [] }
        var reach = 64.0
        while true {
            // All cells within the reach are in the square around the point.
            let rect = LayoutRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
            let isLast = reach > 4 * NumberRange.limit
            let found = try cells(in: rect).map { ($0, $0.frame.distance(to: point)) }
                .filter { isLast || $0.1 < reach }.enumerated()
                .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            if found.count >= limit || isLast { return found.prefix(limit).map(\.element.0) }
            reach *= 4
        }
    }

    /// The content offset at a fraction of the scrollable range: 0 at the beginning, 1 at the end, in the direction of
    /// reading. Fractions beyond are clamped. Of a layout that wraps, at a fraction of its lap.
    package func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        guard isPrepared, !fraction.isNaN else { return .zero }
        let reading = try ReadingAxis(self)
        let (start, length) = reading.range
        var point = LayoutPoint.zero
        point[reading.axis] = reading.offset(start + min(max(fraction, 0), 1) * length)
        return point
    }

    /// The fraction of a content offset in the scrollable range, from 0 to 1; of a layout that wraps, in its lap. 0 if
    /// the content cannot scroll.
    package func fraction(of offset: LayoutPoint) throws -> Double {
        guard isPrepared else { return 0 }
        let reading = try ReadingAxis(self)
        let (start, length) = reading.range
        guard length > 0 else { return 0 }
        var fraction = (reading.offset(offset[reading.axis]) - start) / length
        if reading.isEndless { fraction -= fraction.rounded(.down) }
        return fraction > 0 ? min(fraction, 1) : 0
    }
}

extension LayoutRect {
    /// 0 for a point inside.
    package func distance(to point: LayoutPoint) -> Double {
        let dx = Swift.max(x - point.x, point.x - maxX, 0.0)
        let dy = Swift.max(y - point.y, point.y - maxY, 0.0)
        return (dx * dx + dy * dy).squareRoot()
    }
}
