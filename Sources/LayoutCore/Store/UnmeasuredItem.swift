public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// An item without a full size.
public struct UnmeasuredItem: Sendable, Hashable {
    /// The item's row id.
    public var itemID: Int64
    /// The item's key; nil if it has none.
    public var key: String?
    /// Its place in the layout; nil if the layout does not hold the item yet.
    public var indexPath: ItemIndexPath?
    /// Its width in points, if it is known.
    public var width: Double?
    /// Its height in points, if it is known.
    public var height: Double?
}

/// The sequence of ``StoredLayout/unmeasuredItems(near:)``.
///
/// It goes through the items of a data set from a place on in both directions, a step at a time. It holds positions
/// rather than a statement, so that any reader can continue it, after any writes.
private struct UnmeasuredItems: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// How far one direction has come.
    struct Front: Sendable {
        var isAhead: Bool
        /// The items beyond this one are next: the position of its section, and its own one in it.
        var place: (section: Double, item: Double)
        /// How far from the rectangle the item is that comes next, in items, less than 1 within it; none is nearer.
        var distance: Int
    }

    let layout: StoredLayout
    let rect: LayoutRect
    /// The directions that are not at their end, first the one that goes forward; nil before the first step.
    var fronts: [Front]?
    /// The distance from the rectangle at which the next step begins.
    var reach = 1
    /// The items without a full size that the last step has found, the nearest last.
    var found: [UnmeasuredItem] = []

    /// How many items one step goes through in a direction: some milliseconds' worth.
    private static let step = 1024

    func makeAsyncIterator() -> UnmeasuredItems { self }

    mutating func next() async throws -> UnmeasuredItem? {
        while true {
            if Task.isCancelled { throw LayoutError.cancelled }
            if let item = found.popLast() { return item }
            if fronts?.isEmpty == true { return nil }
            self = try await layout.store.pool.read { [self] connection in
                var next = self
                try next.goOn(in: layout.reader(in: connection))
                return next
            }
        }
    }

    /// Goes on for one step.
    private mutating func goOn(in layout: LayoutReader) throws {
        let lengths = try layout.storedRecord.plan().definition.measuredLengths
        guard lengths.width || lengths.height else { return fronts = [] }
        var fronts = try fronts ?? beginning(in: layout)
        reach += Self.step
        var nearest: [(distance: Int, item: UnmeasuredItem)] = []
        for index in fronts.indices {
            var front = fronts[index]
            let (side, order, limit) = front.isAhead ? (">", "", "-1e999") : ("<", "DESC", "1e999")
            // With the id there is nothing to sort: SQLite cannot know that the positions of sections are unique.
            try layout.connection.forEachRow(
                """
                SELECT coalesce(i.original_id, i.id), s.position, i.position, coalesce(i.key, o.key),
                  coalesce(m.width, i.width, o.width), coalesce(m.height, i.height, o.height)
                FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
                LEFT JOIN item AS o ON o.id = i.original_id
                LEFT JOIN measurement AS m ON m.item_id = coalesce(i.original_id, i.id) AND m.measure = ?5
                WHERE s.dataset_id = ?1 AND s.position \(side)= ?2
                  AND i.position \(side) iif(s.position = ?2, ?3, \(limit))
                ORDER BY s.position \(order), s.id \(order), i.position \(order) LIMIT ?4
                """, layout.storedRecord.datasetID, front.place.section, front.place.item, reach - front.distance,
                layout.storedRecord.measure
            ) { row in
                front.place = (row.double(1), row.double(2))
                front.distance += 1
                guard lengths.width && row.isNull(4) || lengths.height && row.isNull(5) else { return }
                let item = UnmeasuredItem(
                    itemID: row.int64(0), key: row.string(3), indexPath: nil,
                    width: row.isNull(4) ? nil : row.double(4), height: row.isNull(5) ? nil : row.double(5))
                nearest.append((front.distance - 1, item))
            }
            fronts[index] = front
        }
        // At one distance the item ahead comes first.
        found = nearest.sorted { $0.distance < $1.distance }.reversed().map(\.item)
        // Of a layout that was never prepared each look-up would count sections.
        for index in found.indices where layout.isPrepared {
            found[index].indexPath = try layout.indexPath(of: .id(found[index].itemID))
        }
        self.fronts = fronts.filter { $0.distance == reach }
    }

    /// The two directions from a rectangle, or one from the beginning of the data set.
    private func beginning(in layout: LayoutReader) throws -> [Front] {
        let connection = layout.connection
        guard let extent = try layout.ranks(of: rect),
            let path = try layout.indexPath(atRank: extent.lowerBound),
            let id = try layout.itemID(at: path),
            let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, connection),
            let position = try connection.first(
                "SELECT position FROM section WHERE id = ?1", place.sectionID, as: Double.self)
        else { return [Front(isAhead: true, place: (-.infinity, -.infinity), distance: 1)] }
        // The items of the rectangle itself have no distance.
        return [
            Front(isAhead: true, place: (position, place.position.nextDown), distance: 1 - extent.count),
            Front(isAhead: false, place: (position, place.position), distance: 1),
        ]
    }
}

extension LayoutReader {
    /// The ranks of the items in a rectangle: of prepared ones, or by the share of a band that it covers.
    fileprivate func ranks(of rect: LayoutRect) throws -> ClosedRange<Int>? {
        guard isPrepared, try totals.items > 0 else { return nil }
        var ranks: [Int] = []
        for element in try elements(in: rect) where element.kind == .cell {
            if let section = element.section { ranks.append(try start(ofSection: section).items + element.item) }
        }
        if let first = ranks.min(), let last = ranks.max() { return first...last }
        let (along, items) = try (content.low(of: rect), totals.items)
        guard let found = try band(after: { $0.length <= along }) else { return items - 1...items - 1 }
        // The band's own length differs from the tree's in a damaged file.
        let share = max(0, along - found.before.length) / max(found.band.sums.length, .leastNormalMagnitude)
        let rank = min(found.before.items + Int(min(share, 1) * Double(found.band.sums.items)), items - 1)
        return rank...rank
    }
}

extension StoredLayout {
    /// The items of a layout that have no full size yet, those nearest to a rectangle first.
    ///
    /// ```swift
    /// for try await item in wall.unmeasuredItems(near: bounds) {
    ///     sizes.append(ItemSize(.id(item.itemID), await measure(item.key)))
    ///     if sizes.count == 30 {
    ///         _ = try await wall.storeSizes(sizes, keeping: anchor)
    ///         sizes = []
    ///     }
    /// }
    /// ```
    ///
    /// The items in the rectangle come first, and then the items before and after it in turn, by their distance. They
    /// are looked up a few at a time, off the caller's thread, so that measuring can begin at once. The sequence ends
    /// when the task is cancelled. Items that were measured in the meantime are left out. A length counts that the
    /// layout takes from items: of a table's row its height.
    ///
    /// Nothing is laid out for it. The sequence throws ``LayoutError`` `notFound` for a layout that is not there.
    ///
    /// - Parameter rect: The visible rectangle, in content coordinates, in points.
    /// - Complexity: O(items between one and the next), some thousands at a time.
    public func unmeasuredItems(near rect: LayoutRect) -> some AsyncSequence<UnmeasuredItem, any Error> & Sendable {
        UnmeasuredItems(layout: self, rect: rect)
    }
}
