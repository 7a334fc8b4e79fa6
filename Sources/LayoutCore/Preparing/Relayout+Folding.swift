internal import LayoutEngine
internal import LayoutSQLite

/// Collapses and expands sections, and branches of outlines. A collapsed section gets another band, its header, that is
/// shown in place of all other bands of the section. These keep their rows, so that nothing is laid out again when the
/// section is shown.
///
/// Bands are laid out by what comes before them in their section. So a collapsed section with bands to lay out is
/// expanded first, and collapsed again when the slice ends: no reader sees that.
extension Relayout {
    /// Brings the preparation in line with the tables `collapsed` and `collapsed_item`. These, or the rows that they
    /// hide, may have changed, or sections were expanded until now.
    mutating func fold() throws {
        guard isRefolded || !expanded.isEmpty else { return }
        let wanted = try wantedFolds()
        let present = Set(try context.bands.collapsedSections().keys)
        try expand(present.subtracting(wanted))
        let branches = isRefolded ? try openBranches(within: wanted) : []
        try collapse(wanted.subtracting(present))
        try hide(branches)
        expanded.removeAll()
        isRefolded = false
        hasFolds = try context.bands.hasHidden
        try connection.run(
            "UPDATE lc_preparation SET is_refolded = 0 WHERE id = ?1 AND is_refolded", context.preparationID)
    }

    private func wantedFolds() throws -> Set<Int64> {
        var wanted: Set<Int64> = []
        guard !context.traits.isFree else { return wanted }
        try connection.forEachRow(
            """
            SELECT c.section_id FROM lc_preparation AS p CROSS JOIN layout AS l ON l.id = p.layout_id
            CROSS JOIN collapsed AS c ON c.layout = l.name
            CROSS JOIN section AS s ON s.id = c.section_id AND s.dataset_id = p.dataset_id
            WHERE p.id = ?1
            """,
            context.preparationID
        ) { wanted.insert($0.int64(0)) }
        return wanted
    }

    /// Expands the section of a hidden band until the slice ends; returns whether it was hidden.
    mutating func reveal(_ band: BandRecord) throws -> Bool {
        guard hasFolds, let sectionID = band.sectionID, !band.isHeader, try context.bands.isHidden(band),
            try context.bands.first(ofSection: sectionID)?.isHeader == true
        else {
            return false
        }
        try expand([sectionID])
        expanded.insert(sectionID)
        return true
    }

    /// Expands all sections until the slice ends: their bands are about to be given another order.
    mutating func revealAll() throws {
        guard hasFolds else { return }
        let sections = Set(try context.bands.collapsedSections().keys)
        try expand(sections)
        expanded.formUnion(sections)
        try openAllBranches()
    }

    private mutating func expand(_ sections: Set<Int64>) throws {
        guard !sections.isEmpty else { return }
        try updateTree()
        let collapsed = try context.bands.collapsedSections()
        var turned: [ClosedRange<Int>] = []
        for sectionID in sections {
            guard let slots = collapsed[sectionID], let header = try context.bands.first(ofSection: sectionID) else {
                continue
            }
            try writer.delete(header)
            try SectionElementRow.restore(ofSection: sectionID, in: context.preparationID, connection)
            didPrepare(sectionID)
            turned.append(slots)
        }
        try turn(turned)
    }

    private mutating func collapse(_ sections: Set<Int64>) throws {
        guard !sections.isEmpty else { return }
        try updateTree()
        var headers: [Int64] = []
        for sectionID in sections {
            guard let first = try context.bands.first(ofSection: sectionID), let section = try section(of: first) else {
                continue
            }
            let before = try context.bands.previous(beforeSlot: first.slot)
            let (slot, moved) = try slots.makeRoom(after: before?.id)
            changedSlots += moved
            try SectionElementRow.stash(ofSection: sectionID, in: context.preparationID, connection)
            let (band, buffer) = context.header(of: section)
            let (id, _) = try writer.insert(buffer, of: band, items: nil, taking: 0..<0, slot: slot)
            changedSlots.append(slot)
            didPrepare(sectionID)
            headers.append(id)
        }
        try updateTree()
        var turned: [ClosedRange<Int>] = []
        for id in headers {
            guard let header = try context.bands.find(id), let sectionID = header.sectionID,
                let last = try context.bands.last(ofSection: sectionID)
            else { continue }
            try connection.run("UPDATE lc_band SET hidden_until = ?2, is_header = 1 WHERE id = ?1", id, last.slot)
            turned.append(header.slot...last.slot)
        }
        try turn(turned)
    }

    /// Lays out the header of a collapsed section again.
    mutating func relayOutHeader(_ old: BandRecord, of section: SectionRecord) throws {
        let (band, buffer) = context.header(of: section)
        _ = try writer.update(old, with: buffer, of: band, items: nil, taking: 0..<0, slot: old.slot)
        changedSlots.append(old.slot)
        didChangeCounts(from: old.slot)
    }

    /// Counts the bands in some slots again after they were hidden or shown.
    private mutating func turn(_ slots: [ClosedRange<Int>]) throws {
        try context.sumTree.refresh(slots: [], turned: slots, slotCount: self.slots.slotCount)
        didChangeCounts(from: slots.map(\.lowerBound).min())
    }
}
