package import LayoutEngine
internal import LayoutSQLite
internal import LayoutSources
internal import Synchronization

/// The items that may stick while some part of a range is visible.
///
/// They lie in it, or are the nearest ones of their level and edge on both sides: these push.
final class StickyWindow: Sendable {
    struct Item: Sendable {
        /// In the order of the data: the position of its section, and its own one in it.
        fileprivate var place: (section: Double, item: Double)
        fileprivate var level: Int
        fileprivate var edge: SourceItem.StickyEdge
        /// The item at its natural place.
        var cell: LayoutAttributes
        /// The beginning of its range along the scroll axis.
        var begin: Double
    }

    let range: ClosedRange<Double>
    /// All of them in the order of the data.
    let items: ContiguousArray<Item>
    let marks: StickyPlaces.Marks

    init(_ range: ClosedRange<Double>, rule: StickyRule, of layout: LayoutReader) throws {
        self.range = range
        let levels = try layout.stickyLevels()
        var found: ContiguousArray<Item> = []
        for edge in [SourceItem.StickyEdge.start, .end] {
            for level in levels { found += try Self.items(range, of: layout, level: level, edge: edge) }
        }
        found.sort { $0.place < $1.place }
        var marks = StickyPlaces.Marks(rule, levelCount: levels.count)
        for (index, item) in found.enumerated() {
            marks.append(
                StickyPlaces.Marks.Mark(
                    index: index, begin: item.begin, length: item.cell.frame.length(layout.traits.axis)),
                level: levels.firstIndex(of: item.level) ?? 0, isAtEnd: item.edge == .end)
        }
        items = found
        self.marks = marks
    }

    private static func items(
        _ range: ClosedRange<Double>, of layout: LayoutReader, level: Int, edge: SourceItem.StickyEdge
    ) throws -> [Item] {
        // Sections without one are not gone through if there is none anywhere.
        guard try layout.hasStickyItems(level: level, edge: edge) else { return [] }
        let content = try layout.content
        var found: [Item] = []
        // Items of earlier bands may hang out of them.
        let beginning = try layout.placeOfBeginning(ofBandAt: range.lowerBound - content.overhang.after)
        for isAfter in [false, true] {
            var place = beginning ?? (isAfter ? nil : (.infinity, .infinity))
            while let from = place, let row = try layout.nextSticky(to: from, isAfter: isAfter, edge, level) {
                place = row.place
                if let cell = try layout.cell(itemID: row.id) {
                    let begin = content.low(of: cell.frame)
                    found.append(Item(place: row.place, level: level, edge: edge, cell: cell, begin: begin))
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
                element.zIndex = StickyPlaces.zIndex(ofLevel: item.level)
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
            let section = found.band.section(after: found.before)
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

/// The sticky items of the data set in their order, through the index of these items alone.
extension LayoutReader {
    /// The levels that some item has, from 0 on.
    fileprivate func stickyLevels() throws -> [Int] {
        var levels: [Int] = []
        while let level = try connection.first(
            "SELECT min(sticky_level) FROM item INDEXED BY item_sticky_level WHERE sticky_level > ?1",
            levels.last ?? -1, as: Int?.self) ?? nil
        { levels.append(level) }
        return levels
    }

    /// The place before the first item of the band that a line crosses.
    fileprivate func placeOfBeginning(ofBandAt line: Double) throws -> (section: Double, item: Double)? {
        guard line > 0 else { return (-.infinity, -.infinity) }
        guard let found = try band(after: { $0.length <= line }) else { return nil }
        guard let sectionID = found.band.sectionID else {
            return found.band.endsContent ? nil : (-.infinity, -.infinity)
        }
        return try connection.first("SELECT position FROM section WHERE id = ?1", sectionID, as: Double.self)
            .map { ($0, found.band.firstPosition.nextDown) }
    }

    private static let stickyCondition = "i.sticky_level = ?1 AND coalesce(i.sticky_edge, 'start') = ?2"

    fileprivate func hasStickyItems(level: Int, edge: SourceItem.StickyEdge) throws -> Bool {
        try connection.has(
            "SELECT 1 FROM item AS i INDEXED BY item_sticky_level WHERE \(Self.stickyCondition) LIMIT 1", level,
            edge.rawValue)
    }

    /// The nearest item after a place, or before it: one descent for each section on the way there.
    fileprivate func nextSticky(
        to place: (section: Double, item: Double), isAfter: Bool, _ edge: SourceItem.StickyEdge, _ level: Int
    ) throws -> (id: Int64, place: (section: Double, item: Double))? {
        let (side, order, limit) = isAfter ? (">", "", "-1e999") : ("<", "DESC", "1e999")
        // With the id there is nothing to sort: SQLite cannot know that the positions of sections are unique.
        return try connection.firstRow(
            """
            SELECT coalesce(i.original_id, i.id), s.position, i.position
            FROM section AS s CROSS JOIN item AS i INDEXED BY item_sticky_level ON i.section_id = s.id
            WHERE s.dataset_id = ?3 AND s.position \(side)= ?4 AND \(Self.stickyCondition)
              AND i.position \(side) iif(s.position = ?4, ?5, \(limit))
            ORDER BY s.position \(order), s.id \(order), i.position \(order) LIMIT 1
            """, level, edge.rawValue, record.datasetID, place.section, place.item
        ) { ($0.int64(0), ($0.double(1), $0.double(2))) }
    }

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
        return try StickyWindow(range, rule: rule, of: self).items.map { ($0.cell, $0.level, $0.edge == .end) }
    }
}
