internal import LayoutEngine
internal import LayoutSQLite

extension ElementLookup {
    /// The supplementary or decoration of a kind: a section's own, an item's badge, or the whole content's.
    ///
    /// - Parameters:
    ///   - name: The kind's name; of one that the layout does not have, there is none.
    ///   - item: For a badge, its item's index; 0 for what belongs to the section itself.
    ///   - section: nil for what belongs to the whole content.
    ///   - visible: Where it pins; nil for where it naturally lies.
    func element(
        _ category: ElementKind.Category, ofKind name: String, at item: Int, inSection section: Int?,
        visible: LayoutRect?
    ) throws -> LayoutElement? {
        guard layout.isPrepared, item >= 0, let kindID = try layout.elementKinds.find(category, named: name) else {
            return nil
        }
        let kind = try layout.elementKinds.kind(kindID)
        guard let section else {
            guard item == 0 else { return nil }
            if let found = try sectionElement(kind, kindID, of: nil, index: nil, visible: visible) { return found }
            for band in try layout.bands.ofContent() {
                if let found = try ownElement(kind, kindID, in: band, section: nil) { return found }
            }
            return nil
        }
        guard let first = try layout.firstBand(ofSection: section)?.band, let sectionID = first.sectionID else {
            return nil
        }
        if item == 0 {
            if let found = try sectionElement(kind, kindID, of: first, index: section, visible: visible) {
                return found
            }
            if let found = try ownElement(kind, kindID, in: first, section: section) { return found }
            // A footer lies in the last band.
            if let last = try layout.bands.last(ofSection: sectionID), last.id != first.id,
                let found = try ownElement(kind, kindID, in: last, section: section)
            {
                return found
            }
        }
        return try badge(kind, kindID, at: item, section: section, sectionID)
    }

    /// One whose place depends on its section's extent. Of the whole content where there is no band.
    private func sectionElement(
        _ kind: ElementKind, _ kindID: Int64, of band: BandRecord?, index: Int?, visible: LayoutRect?
    ) throws -> LayoutElement? {
        let presence = try layout.sectionElements
        guard index == nil ? presence.ofContent : presence.ofSections else { return nil }
        let rows = try SectionElementRow.all(ofSection: band?.sectionID, in: layout.preparationID, layout.connection)
        guard let row = rows.first(where: { $0.kindID == kindID }) else { return nil }
        let traits = layout.traits
        let view = layout.view(try layout.totals)
        let start = try index.map { try layout.start(ofSection: $0).length } ?? 0
        let end = try index.map { try layout.end(ofSection: $0) } ?? view.contentLength
        var frame = row.element.naturalFrame(sectionStart: start, sectionEnd: end, axis: traits.axis)
        if let visible {
            let low = view.low(of: visible) + traits.pinStart
            let stuck = view.lapLength == 0 ? try StickyItems(layout, seenFrom: visible)?.stuck() : nil
            let element = stuck?.making(row.element, ofSection: band?.sectionID) ?? row.element
            frame = element.frame(
                sectionStart: start, sectionEnd: end,
                visible: LayoutRect(
                    axis: traits.axis, along: low, cross: 0, alongLength: view.high(of: visible) - traits.pinEnd - low,
                    crossLength: 0),
                axis: traits.axis)
        }
        return LayoutElement(
            kind: kind.elementKind, elementKind: kind.name, section: index, item: 0,
            frame: BandPlace(traits: traits, contentLength: view.contentLength).frame(frame),
            zIndex: traits.zIndex(row.element.zIndex, section: index, item: nil), itemID: nil, lap: 0,
            isStale: try band.map { try layout.isStale($0) } ?? layout.freshness.isOutdated)
    }

    /// One that lies in a band and belongs to no item.
    private func ownElement(
        _ kind: ElementKind, _ kindID: Int64, in band: BandRecord, section: Int?
    ) throws -> LayoutElement? {
        guard !band.isEstimated, band.sums.elements > band.cellCount,
            let found = try BandSearch(band, in: layout.connection).element(ofKind: kindID, item: nil)
        else { return nil }
        return try element(
            found, kind, in: band, origin: layout.prefix(band.slot - 1).length, section: section, item: 0)
    }

    /// One that belongs to an item.
    private func badge(
        _ kind: ElementKind, _ kindID: Int64, at item: Int, section: Int, _ sectionID: Int64
    ) throws -> LayoutElement? {
        let wanted = try layout.start(ofSection: section).items + item
        // A canvas has none, and the bands of all others go by index.
        guard !layout.traits.isFree, let found = try layout.band(after: { $0.items <= wanted }),
            found.band.sectionID == sectionID, !found.band.isEstimated, found.band.sums.elements > found.band.cellCount,
            let badge = try BandSearch(found.band, in: layout.connection)
                .element(ofKind: kindID, item: wanted - found.before.items)
        else { return nil }
        return try element(badge, kind, in: found.band, origin: found.before.length, section: section, item: item)
    }
}
