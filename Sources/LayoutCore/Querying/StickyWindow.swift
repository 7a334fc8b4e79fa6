package import LayoutEngine
internal import LayoutSQLite
internal import LayoutSources
internal import Synchronization

/// The items that may stick while some part of a range is visible.
///
/// They lie in it, or are the nearest ones of their level and edge on both sides: these push.
final class StickyWindow: Sendable {
    struct Item: Sendable {
        fileprivate var row: StickyRow
        /// The item at its natural place.
        var cell: LayoutAttributes
        /// The beginning of its range along the scroll axis.
        var begin: Double
        var length: Double
    }

    let range: ClosedRange<Double>
    /// All of them in the order of the data.
    let items: ContiguousArray<Item>
    let marks: StickyPlaces.Marks

    init(_ range: ClosedRange<Double>, rule: StickyRule, of layout: LayoutReader) throws {
        self.range = range
        let levels = try StickyRows(layout).levels()
        var found: ContiguousArray<Item> = []
        for edge in [SourceItem.StickyEdge.start, .end] {
            for level in levels { found += try Self.items(range, of: layout, level: level, edge: edge) }
        }
        found.sort { $0.row < $1.row }
        var marks = StickyPlaces.Marks(rule, levelCount: levels.count)
        for (index, item) in found.enumerated() {
            marks.append(
                StickyPlaces.Marks.Mark(index: index, begin: item.begin, length: item.length),
                level: levels.firstIndex(of: item.row.level) ?? 0, isAtEnd: item.row.edge == .end)
        }
        items = found
        self.marks = marks
    }

    private static func items(
        _ range: ClosedRange<Double>, of layout: LayoutReader, level: Int, edge: SourceItem.StickyEdge
    ) throws -> [Item] {
        let rows = StickyRows(layout)
        let content = try layout.content
        var found: [Item] = []
        // Items of earlier bands may hang out of them.
        let beginning = try rows.placeOfBeginning(ofBandAt: range.lowerBound - content.overhang.after)
        for isAfter in [false, true] {
            var place = beginning ?? (isAfter ? nil : .end)
            while let from = place, let row = try rows.next(to: from, isAfter: isAfter, edge: edge, level: level) {
                place = row.place
                if let cell = try ElementLookup(layout).cell(itemID: row.id) {
                    let begin = content.low(of: cell.frame)
                    found.append(
                        Item(row: row, cell: cell, begin: begin, length: cell.frame.length(layout.traits.axis)))
                    if !isAfter || begin > range.upperBound { break }
                } else if try layout.bandAndRank(ofItem: row.id)?.band.isEstimated == true {
                    // An item that was not laid out yet ends the search; any other one has no element.
                    break
                }
            }
        }
        return found
    }

    /// The last window that readers of a layout asked for: the next tick is mostly inside of it.
    final class Memory: Sendable {
        private let window = Mutex<StickyWindow?>(nil)

        /// A window that contains a range: the last one, or a new one with room for some screens on both sides.
        func window(around range: ClosedRange<Double>, _ read: (ClosedRange<Double>) throws -> StickyWindow) rethrows
            -> StickyWindow
        {
            let known = window.withLock { $0 }
            if let known, known.range.contains(range.lowerBound), known.range.contains(range.upperBound) {
                return known
            }
            let room = 2 * (range.upperBound - range.lowerBound)
            let wider = try read(range.lowerBound - room...range.upperBound + room)
            window.withLock { $0 = wider }
            return wider
        }
    }

    /// The items of a layout that stick to the edges of a viewport, at the places that show them.
    ///
    /// While the content scrolls, they are mostly among the items that the layout's ``StickyWindow/Memory`` holds. Else
    /// O(levels · log items): each item is found by a descent of the sum tree and one of the index of sticky items.
    struct StuckItems {
        let elements: [LayoutAttributes]
        /// Their items. There are few, so a linear search is faster than hashing.
        let itemIDs: ContiguousArray<Int64>
        /// The section whose header pins before items that stick, and their length. The end of the section pushes them
        /// out together.
        private let header: (sectionID: Int64, length: Double)?

        /// - Returns: nil for a layout in which nothing sticks.
        init?(_ layout: LayoutReader, _ placement: Placement) throws {
            guard layout.isPrepared, placement.mayStick, let rule = layout.traits.stickyRule else { return nil }
            let header = try Self.header(layout, placement)
            let places = StickyPlaces(placement, below: header?.header)
            let window = try layout.sticky.window(around: places.range) { try StickyWindow($0, rule: rule, of: layout) }
            let (stuck, lengthAtStart) = places.stuck(window.marks)
            elements = stuck.map { stuck in
                let item = window.items[stuck.index]
                var element = item.cell
                element.motion = nil
                element.frame = places.frame(element.frame, stuck)
                element.zIndex = StickyPlaces.zIndex(ofLevel: item.row.level)
                return element
            }
            itemIDs = ContiguousArray(elements.lazy.compactMap(\.itemID))
            self.header = header.map { ($0.sectionID, lengthAtStart) }
        }

        /// The header that pins where items stick; nil if there is none.
        private static func header(_ layout: LayoutReader, _ placement: Placement) throws
            -> (sectionID: Int64, header: StickyPlaces.Header)?
        {
            let line = placement.stickyLine
            guard try layout.sectionElements.ofSections,
                let found = try layout.band(after: { $0.length <= line }), let sectionID = found.band.sectionID
            else { return nil }
            let section = found.before.sections - (found.band.beginsSection ? 0 : 1)
            let elements = try SectionElementRow.all(
                ofSection: sectionID, in: layout.preparationID, along: layout.traits.axis, layout.connection)
            return try placement.stickyHeader(
                among: elements.lazy.map(\.element), of: layout.range(ofSection: section)
            ).map { (sectionID, $0) }
        }

        /// A header or footer of a section, which makes room for what sticks below it.
        func making(_ element: BandBuffer.SectionElement, ofSection id: Int64?) -> BandBuffer.SectionElement {
            guard let header, header.sectionID == id else { return element }
            return element.making(roomFor: header.length)
        }
    }
}

/// A place in the order of a data set's items: a section's position, and an item's in it.
private struct DatasetPosition: Comparable {
    static let beginning = DatasetPosition(sectionID: 0, sectionPosition: -.infinity, position: -.infinity)
    static let end = DatasetPosition(sectionID: 0, sectionPosition: .infinity, position: .infinity)

    var sectionID: Int64
    var sectionPosition: Double
    var position: Double

    static func < (left: DatasetPosition, right: DatasetPosition) -> Bool {
        (left.sectionPosition, left.position) < (right.sectionPosition, right.position)
    }
}

private struct StickyRow: Comparable {
    var id: Int64
    var place: DatasetPosition
    var level: Int
    var edge: SourceItem.StickyEdge

    static func < (left: StickyRow, right: StickyRow) -> Bool { left.place < right.place }
}

/// The sticky items of a layout's data set in their order, through the indexes of these items alone.
private struct StickyRows {
    private let layout: LayoutReader
    private var connection: Connection { layout.connection }

    init(_ layout: LayoutReader) { self.layout = layout }

    /// The levels that some item has, from 0 on.
    func levels() throws -> [Int] {
        var levels: [Int] = []
        while let level = try connection.first(
            "SELECT min(sticky_level) FROM item INDEXED BY item_sticky_level WHERE sticky_level > ?1",
            levels.last ?? -1, as: Int?.self) ?? nil
        { levels.append(level) }
        return levels
    }

    // MARK: Places

    /// The place before the first item of the band that a line crosses.
    func placeOfBeginning(ofBandAt line: Double) throws -> DatasetPosition? {
        guard line > 0 else { return .beginning }
        guard let found = try layout.band(after: { $0.length <= line }) else { return nil }
        guard let sectionID = found.band.sectionID else { return found.band.endsContent ? nil : .beginning }
        let position = try connection.first("SELECT position FROM section WHERE id = ?1", sectionID, as: Double.self)
        return position.map {
            DatasetPosition(
                sectionID: sectionID, sectionPosition: $0, position: found.band.firstPosition.nextDown)
        }
    }

    // MARK: Neighbours

    /// The nearest row after a place, or before it.
    func next(
        to place: DatasetPosition, isAfter: Bool, edge: SourceItem.StickyEdge, level: Int
    ) throws -> StickyRow? {
        let (comparison, order) = isAfter ? (">", "") : ("<", " DESC")
        let condition = "i.sticky_level = ?5 AND coalesce(i.sticky_edge, 'start') = ?4"
        let columns = "coalesce(i.original_id, i.id), i.section_id, s.position, i.position, i.sticky_level"
        // First the rest of the item's section, and then the next ones: each is one descent.
        let own = """
            SELECT \(columns) FROM item AS i INDEXED BY item_sticky_level CROSS JOIN section AS s ON s.id = i.section_id
            WHERE i.section_id = ?1 AND i.position \(comparison) ?3 AND \(condition) AND ?2 IS NOT NULL
            ORDER BY i.position\(order) LIMIT 1
            """
        if let row = try row(own, place.sectionID, place, edge, level) { return row }
        // Sections without one are not gone through if there is none anywhere.
        let known = try connection.cached(
            "SELECT 1 FROM item AS i INDEXED BY item_sticky_level WHERE \(condition) LIMIT 1")
        known.bind(edge.rawValue, at: 4)
        known.bind(level, at: 5)
        defer { known.rewind() }
        guard try known.step() else { return nil }
        let others = """
            SELECT \(columns) FROM section AS s CROSS JOIN item AS i INDEXED BY item_sticky_level ON i.section_id = s.id
            WHERE s.dataset_id = ?1 AND s.position \(comparison) ?2 AND \(condition) AND ?3 IS NOT NULL
            ORDER BY s.position\(order), i.position\(order) LIMIT 1
            """
        return try row(others, layout.record.datasetID, place, edge, level)
    }

    private func row(
        _ sql: String, _ id: Int64, _ place: DatasetPosition, _ edge: SourceItem.StickyEdge, _ level: Int
    ) throws -> StickyRow? {
        try connection.firstRow(sql, id, place.sectionPosition, place.position, edge.rawValue, level) { row in
            StickyRow(
                id: row.int64(0),
                place: DatasetPosition(
                    sectionID: row.int64(1), sectionPosition: row.double(2), position: row.double(3)),
                level: row.int(4), edge: edge)
        }
    }
}

extension LayoutReader {
    /// The items that may stick while a part of a rectangle is visible, at their natural places and in the order of the
    /// data. They are those that lie in it, and of each level and edge the nearest ones on both sides.
    ///
    /// O(found + levels · log items).
    package func stickyCandidates(
        in rect: LayoutRect
    ) throws -> [(cell: LayoutAttributes, level: Int, isAtEnd: Bool)] {
        let placement = Placement(try content, viewport: rect)
        guard isPrepared, placement.mayStick, let rule = traits.stickyRule else { return [] }
        let range = placement.content.low(of: rect)...placement.content.high(of: rect)
        return try StickyWindow(range, rule: rule, of: self).items.map {
            ($0.cell, $0.row.level, $0.row.edge == .end)
        }
    }
}
