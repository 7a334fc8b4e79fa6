internal import LayoutEngine
internal import LayoutSQLite

extension ElementLookup {
    /// The supplementary or decoration of a kind: a section's own, an item's badge, or the whole content's.
    ///
    /// - Parameters:
    ///   - name: The kind's name; nil for a kind that the layout does not have.
    ///   - item: For a badge, its item's index; 0 for what belongs to the section itself.
    ///   - section: nil for what belongs to the whole content.
    ///   - visible: The rectangle to which it pins; nil for its natural place.
    func element(
        _ category: ElementKind.Category, ofKind name: String, at path: ItemIndexPath?, visible: LayoutRect?
    ) throws -> LayoutAttributes? {
        guard layout.isPrepared, (path?.item ?? 0) >= 0,
            let kindID = try layout.elementKinds.find(category, named: name)
        else {
            return nil
        }
        let kind = try layout.elementKinds.kind(kindID)
        guard let path else {
            if let found = try sectionElement(kind, kindID, of: nil, index: nil, visible: visible) { return found }
            for band in try layout.bands.ofContent() {
                if let found = try ownElement(kind, kindID, in: band, at: nil) { return found }
            }
            return nil
        }
        guard let first = try layout.firstBand(ofSection: path.section)?.band, let sectionID = first.sectionID else {
            return nil
        }
        if path.item == 0 {
            if let found = try sectionElement(kind, kindID, of: first, index: path.section, visible: visible) {
                return found
            }
            if let found = try ownElement(kind, kindID, in: first, at: path) { return found }
            // A footer is in the last band.
            if let last = try layout.bands.last(ofSection: sectionID), last.id != first.id,
                let found = try ownElement(kind, kindID, in: last, at: path)
            {
                return found
            }
        }
        return try badge(kind, kindID, at: path, sectionID)
    }

    /// One whose place depends on its section's extent. The whole content's elements, if there is no band.
    private func sectionElement(
        _ kind: ElementKind, _ kindID: Int64, of band: BandRecord?, index: Int?, visible: LayoutRect?
    ) throws -> LayoutAttributes? {
        let presence = try layout.sectionElements
        guard index == nil ? presence.ofContent : presence.ofSections else { return nil }
        let rows = try SectionElementRow.all(ofSection: band?.sectionID, in: layout.preparationID, layout.connection)
        guard let row = rows.first(where: { $0.kindID == kindID }) else { return nil }
        let placement = Placement(try layout.content, viewport: visible ?? .zero)
        let range = try layout.range(ofSection: index)
        var element = row.element
        if visible == nil {
            element.pins = false
        } else if let stuck = try StuckItems(layout, placement) {
            element = stuck.making(element, ofSection: band?.sectionID)
        }
        return try layout.attributes(
            row, ofSection: index, frame: placement.frame(of: element, in: range), lap: 0,
            isStale: band.map { try layout.isStale($0) } ?? layout.freshness.isOutdated)
    }

    /// An element in a band that belongs to no item.
    private func ownElement(
        _ kind: ElementKind, _ kindID: Int64, in band: BandRecord, at path: ItemIndexPath?
    ) throws -> LayoutAttributes? {
        guard !band.isEstimated, band.sums.elements > band.cellCount,
            let found = try BandSearch(band, in: layout.connection).element(ofKind: kindID, item: nil)
        else { return nil }
        return try element(
            found, kind, in: band, origin: layout.prefix(band.slot - 1).length, at: path)
    }

    /// One that belongs to an item.
    private func badge(
        _ kind: ElementKind, _ kindID: Int64, at path: ItemIndexPath, _ sectionID: Int64
    ) throws -> LayoutAttributes? {
        let wanted = try layout.start(ofSection: path.section).items + path.item
        // A canvas has none, and the bands of all other kinds go by index.
        guard !layout.traits.isFree, let found = try layout.band(after: { $0.items <= wanted }),
            found.band.sectionID == sectionID, !found.band.isEstimated, found.band.sums.elements > found.band.cellCount,
            let badge = try BandSearch(found.band, in: layout.connection)
                .element(ofKind: kindID, item: wanted - found.before.items)
        else { return nil }
        return try element(badge, kind, in: found.band, origin: found.before.length, at: path)
    }
}
