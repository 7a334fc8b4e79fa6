package import LayoutEngine
internal import LayoutSQLite

/// The items of a layout that stick to the edges of a viewport, at the places that show them.
///
/// While the content scrolls, they are mostly among the items that the layout's ``StickyMemory`` holds. Else
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
        -> (sectionID: Int64, header: StickyHeader)?
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
