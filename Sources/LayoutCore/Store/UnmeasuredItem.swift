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

/// The sequence of ``StoredLayout/unmeasuredItems(near:)``: looks items up a few at a time.
private struct UnmeasuredItems: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let layout: StoredLayout
    let rect: LayoutRect
    var search: UnmeasuredSearch?

    func makeAsyncIterator() -> UnmeasuredItems { self }

    mutating func next() async throws -> UnmeasuredItem? {
        while true {
            if Task.isCancelled { throw LayoutError.cancelled }
            if let item = search?.takeNearest() { return item }
            if search?.isOver == true { return nil }
            search = try await layout.store.pool.read { [layout, rect, search] connection in
                let reader = try layout.reader(in: connection)
                var search = try search ?? UnmeasuredSearch(near: rect, in: reader)
                try search.goOn(in: reader)
                return search
            }
        }
    }
}

/// Goes through the items of a data set from a place on in both directions, and finds those without a full size.
///
/// It holds positions rather than a statement, so that any reader can continue it, after any writes.
private struct UnmeasuredSearch: Sendable {
    /// How far one direction has come.
    private struct Front: Sendable {
        var isAhead: Bool
        /// The items beyond this one are next: the position of its section, and its own one in it.
        var place: (section: Double, item: Double)
        var isAtEnd = false
        /// How far from the rectangle the item is that comes next, in items, less than 1 within it; none is nearer.
        var distance: Int
        var found: [(distance: Int, item: UnmeasuredItem)] = []

        /// The least distance at which it may have an item.
        var reach: Int { found.first?.distance ?? (isAtEnd ? .max : distance) }
    }

    /// The one that goes forward comes first, and so does its item at one distance.
    private var fronts: [Front]

    /// How many items one step goes through: some milliseconds' worth.
    private static let step = 2048

    init(near rect: LayoutRect, in layout: LayoutReader) throws {
        let connection = layout.connection
        if let extent = try Self.ranks(of: rect, in: layout),
            let path = try layout.indexPath(atRank: extent.lowerBound),
            let id = try layout.itemID(at: path),
            let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, connection),
            let position = try connection.first(
                "SELECT position FROM section WHERE id = ?1", place.sectionID, as: Double.self)
        {
            // The items of the rectangle itself have no distance.
            fronts = [
                Front(isAhead: true, place: (position, place.position.nextDown), distance: 1 - extent.count),
                Front(isAhead: false, place: (position, place.position), distance: 1),
            ]
        } else {
            fronts = [Front(isAhead: true, place: (-.infinity, -.infinity), distance: 0)]
        }
    }

    /// The front with the nearest item, or which may find it.
    private var nearest: Int { fronts.indices.min { fronts[$0].reach < fronts[$1].reach } ?? 0 }

    var isOver: Bool { fronts.allSatisfy { $0.reach == .max } }

    /// The nearest item that was found, if nothing nearer can be found any more.
    mutating func takeNearest() -> UnmeasuredItem? {
        let nearest = nearest
        return fronts.isEmpty || fronts[nearest].found.isEmpty ? nil : fronts[nearest].found.removeFirst().item
    }

    /// Goes on for one step.
    mutating func goOn(in layout: LayoutReader) throws {
        let lengths = try layout.storedRecord.plan().definition.measuredLengths
        guard lengths.width || lengths.height else { return fronts = [] }
        let index = nearest
        var front = fronts[index]
        let (side, order, limit) = front.isAhead ? (">", "", "-1e999") : ("<", "DESC", "1e999")
        // With the id there is nothing to sort: SQLite cannot know that the positions of sections are unique.
        var left = Self.step
        var found: [(distance: Int, item: UnmeasuredItem)] = []
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
            """, layout.storedRecord.datasetID, front.place.section, front.place.item, left, layout.storedRecord.measure
        ) { row in
            left -= 1
            front.place = (row.double(1), row.double(2))
            front.distance += 1
            guard lengths.width && row.isNull(4) || lengths.height && row.isNull(5) else { return }
            let item = UnmeasuredItem(
                itemID: row.int64(0), key: row.string(3), indexPath: nil,
                width: row.isNull(4) ? nil : row.double(4), height: row.isNull(5) ? nil : row.double(5))
            found.append((front.distance - 1, item))
        }
        front.isAtEnd = left > 0
        // Of a layout that was never prepared each look-up would count sections.
        for index in found.indices where layout.isPrepared {
            found[index].item.indexPath = try layout.indexPath(of: .id(found[index].item.itemID))
        }
        front.found += found
        fronts[index] = front
    }

    /// The ranks of the items in a rectangle: of prepared ones, or by the share of a band that it covers.
    private static func ranks(of rect: LayoutRect, in layout: LayoutReader) throws -> ClosedRange<Int>? {
        guard layout.isPrepared, try layout.totals.items > 0 else { return nil }
        var ranks: [Int] = []
        for element in try layout.elements(in: rect) where element.kind == .cell {
            if let section = element.section { ranks.append(try layout.start(ofSection: section).items + element.item) }
        }
        if let first = ranks.min(), let last = ranks.max() { return first...last }
        let along = try layout.content.low(of: rect)
        let items = try layout.totals.items
        guard let found = try layout.band(after: { $0.length <= along }) else { return items - 1...items - 1 }
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
