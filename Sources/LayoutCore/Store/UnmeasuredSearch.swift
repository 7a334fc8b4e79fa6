internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// Goes through the items of a data set from a place on in both directions, and finds those without a full size.
///
/// It holds positions rather than a statement, so that any reader can continue it, after any writes.
struct UnmeasuredSearch: Sendable {
    /// How far one direction has come.
    private struct Front: Sendable {
        /// The next section's position bounds come from this one's; nil before the first section and after the last.
        var section: (id: Int64, position: Double)?
        /// The items beyond this one are next.
        var position: Double
        /// How far from the rectangle the item is that comes next, in items, less than 1 within it; none is nearer.
        var distance: Int
        var found: [(distance: Int, item: UnmeasuredItem)] = []
        var isOver = false
    }

    private var ahead: Front
    private var behind: Front

    /// How many items one step goes through: some milliseconds' worth.
    private static let step = 2048

    init(near rect: LayoutRect, in layout: LayoutReader) throws {
        let connection = layout.connection
        let extent = try Self.ranks(of: rect, in: layout)
        ahead = Front(section: nil, position: -.infinity, distance: 0)
        behind = Front(section: nil, position: -.infinity, distance: 1, isOver: true)
        if let extent, let path = try ItemLookup(layout).indexPath(atRank: extent.lowerBound),
            let id = try ItemLookup(layout).id(at: path)
        {
            if let place = try DatasetRecord.place(ofItem: id, in: layout.record.datasetID, connection),
                let position = try connection.first(
                    "SELECT position FROM section WHERE id = ?1", place.sectionID, as: Double.self)
            {
                let section = (place.sectionID, position)
                // The items of the rectangle itself have no distance.
                ahead = Front(section: section, position: place.position.nextDown, distance: 1 - extent.count)
                behind = Front(section: section, position: place.position, distance: 1)
            }
        }
        if ahead.section == nil {
            ahead.section = try Self.section(isAhead: true, of: -.infinity, in: layout)
            ahead.isOver = ahead.section == nil
        }
    }

    var isOver: Bool { ahead.isOver && behind.isOver && ahead.found.isEmpty && behind.found.isEmpty }

    /// The nearest item that was found, if nothing nearer can be found any more.
    mutating func takeNearest() -> UnmeasuredItem? {
        let next = (ahead: ahead.found.first?.distance, behind: behind.found.first?.distance)
        if let distance = next.ahead, distance <= next.behind ?? (behind.isOver ? .max : behind.distance) {
            return ahead.found.removeFirst().item
        }
        // At one distance the item after the rectangle comes first, also if the search has not come to it yet.
        if let distance = next.behind, distance < next.ahead ?? (ahead.isOver ? .max : ahead.distance) {
            return behind.found.removeFirst().item
        }
        return nil
    }

    /// Goes on in the direction that has come less far.
    mutating func goOn(in layout: LayoutReader) throws {
        let lengths = try layout.storedRecord.plan().definition.measuredLengths
        guard lengths.width || lengths.height else {
            ahead.isOver = true
            behind.isOver = true
            return
        }
        if !ahead.isOver, behind.isOver || ahead.distance <= behind.distance {
            try Self.goOn(&ahead, isAhead: true, lengths, in: layout)
        } else if !behind.isOver {
            try Self.goOn(&behind, isAhead: false, lengths, in: layout)
        }
    }

    private static func goOn(
        _ front: inout Front, isAhead: Bool, _ lengths: MeasuredLengths, in layout: LayoutReader
    ) throws {
        var left = step
        while left > 0 {
            guard let section = front.section else {
                front.isOver = true
                return
            }
            let rows = try statement(isAhead: isAhead, in: layout)
            rows.bind(section.id, at: 1)
            rows.bind(front.position, at: 2)
            rows.bind(left, at: 3)
            if let measure = layout.storedRecord.measure { rows.bind(measure, at: 4) }
            defer { rows.rewind() }
            var found: [(distance: Int, item: UnmeasuredItem)] = []
            while try rows.step() {
                left -= 1
                front.position = rows.double(1)
                let distance = front.distance
                front.distance += 1
                guard lengths.width && rows.isNull(3) || lengths.height && rows.isNull(4) else { continue }
                found.append(
                    (
                        distance,
                        UnmeasuredItem(
                            itemID: rows.int64(0), key: rows.string(2), indexPath: nil,
                            width: rows.isNull(3) ? nil : rows.double(3), height: rows.isNull(4) ? nil : rows.double(4))
                    ))
            }
            rows.rewind()
            // Of a layout that was never prepared each look-up would count sections.
            for index in found.indices where layout.isPrepared {
                found[index].item.indexPath = try ItemLookup(layout).indexPath(of: .id(found[index].item.itemID))
            }
            front.found += found
            guard left > 0 else { return }
            // A section counts as a step, so that many empty ones do not take for ever.
            left -= 1
            front.section = try Self.section(isAhead: isAhead, of: section.position, in: layout)
            front.position = isAhead ? -.infinity : .infinity
        }
    }

    private static func statement(isAhead: Bool, in layout: LayoutReader) throws -> Statement {
        let order = isAhead ? "i.position > ?2 ORDER BY i.position" : "i.position < ?2 ORDER BY i.position DESC"
        let isMeasured = layout.storedRecord.measure != nil
        let measured = isMeasured ? "m." : "i."
        let join =
            isMeasured
            ? "LEFT JOIN measurement AS m ON m.item_id = coalesce(i.original_id, i.id) AND m.measure = ?4" : ""
        return try layout.connection.cached(
            """
            SELECT coalesce(i.original_id, i.id), i.position, coalesce(i.key, o.key),
              coalesce(\(measured)width, i.width, o.width), coalesce(\(measured)height, i.height, o.height)
            FROM item AS i LEFT JOIN item AS o ON o.id = i.original_id \(join)
            WHERE i.section_id = ?1 AND \(order) LIMIT ?3
            """)
    }

    /// The section next to the one at a position.
    private static func section(
        isAhead: Bool, of position: Double, in layout: LayoutReader
    ) throws -> (id: Int64, position: Double)? {
        let order = isAhead ? "position > ?2 ORDER BY position" : "position < ?2 ORDER BY position DESC"
        return try layout.connection.firstRow(
            "SELECT id, position FROM section WHERE dataset_id = ?1 AND \(order) LIMIT 1",
            layout.storedRecord.datasetID, position
        ) { ($0.int64(0), $0.double(1)) }
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
