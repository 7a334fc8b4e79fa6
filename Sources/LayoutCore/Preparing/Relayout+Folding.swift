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
        try self.slots.updateTree(changed: [], turned: slots)
        didChangeCounts(from: slots.map(\.lowerBound).min())
    }
}

/// A collapsed item of an outline that is shown, and what it hides, by positions in its section.
struct CollapsedBranch {
    var sectionID: Int64
    /// The position of the collapsed item.
    var item: Double
    /// The position of the first item that it hides.
    var first: Double
    /// The position of the first item after these; infinity: they end the section.
    var end: Double
}

/// Collapses and opens branches of outlines. The band that ends with a collapsed item hides the bands of the items
/// below it. To begin and end there, a band is cut at each end of a branch at the most. All others stay as they are,
/// laid out or not.
extension Relayout {
    /// Shows what no collapsed item hides any more. Returns the branches that are still to be hidden.
    ///
    /// - Parameter collapsed: The sections that are collapsed, in which no branch is hidden by itself.
    mutating func openBranches(within collapsed: Set<Int64>) throws -> [CollapsedBranch] {
        var open: [CollapsedBranch] = []
        var kept: Set<Int64> = []
        for branch in try collapsedBranches() where !collapsed.contains(branch.sectionID) {
            if let band = try band(hiding: branch) { kept.insert(band) } else { open.append(branch) }
        }
        try show(context.bands.endingWithFolds().filter { !kept.contains($0.id) })
        return open
    }

    /// Shows all branches until ``fold()`` hides them again.
    mutating func openAllBranches() throws {
        let bands = try context.bands.endingWithFolds()
        guard !bands.isEmpty else { return }
        isRefolded = true
        try show(bands)
    }

    private mutating func show(_ bands: [BandRecord]) throws {
        for band in bands {
            try slots.hide(after: band, until: nil)
            if let sectionID = band.sectionID { didPrepare(sectionID) }
        }
        try updateTree()
    }

    /// Hides the bands of the branches.
    ///
    /// - Parameter branches: In order within each section.
    mutating func hide(_ branches: [CollapsedBranch]) throws {
        guard !branches.isEmpty else { return }
        hasFolds = true
        if branches.count > Self.fewBranches { try makeRoom(for: branches) }
        var rest = branches[...]
        while let sectionID = rest.first?.sectionID {
            let inSection = rest.prefix { $0.sectionID == sectionID }
            rest = rest.dropFirst(inSection.count)
            try cut(sectionID, at: inSection.flatMap { [$0.first, $0.end] })
        }
        try updateTree()
        for branch in branches {
            guard let cover = try context.bands.holding(branch.item, ofSection: branch.sectionID),
                let next = try bandAfter(branch), let last = try context.bands.previous(beforeSlot: next.slot),
                last.slot > cover.slot
            else { continue }
            try slots.hide(after: cover, until: last.slot)
            didPrepare(branch.sectionID)
        }
        try updateTree()
    }

    /// The gaps among slots suffice for the cuts of as many branches. An arbitrary number.
    private static let fewBranches = 16

    /// Leaves a slot for each band that the cuts will make. O(bands), where gaps one by one would cost that for each.
    private mutating func makeRoom(for branches: [CollapsedBranch]) throws {
        var cuts: [Int64: Int] = [:]
        for branch in branches {
            for position in [branch.first, branch.end] {
                if let band = try bandToCut(branch.sectionID, at: position) { cuts[band.id, default: 0] += 1 }
            }
        }
        var order = try slots.order()
        for index in order.indices { order[index].room += cuts[order[index].id] ?? 0 }
        try slots.assign(order)
        try updateTree()
    }

    // MARK: Collapsed items

    /// The collapsed items of the layout that are not hidden themselves and hide any, in order within each section.
    private func collapsedBranches() throws -> [CollapsedBranch] {
        var items: [(sectionID: Int64, position: Double, level: Int)] = []
        try connection.forEachRow(
            """
            SELECT s.id, i.position, coalesce(i.level, 0)
            FROM lc_preparation AS p CROSS JOIN layout AS l ON l.id = p.layout_id
            CROSS JOIN collapsed_item AS c ON c.layout = l.name
            CROSS JOIN item AS i ON i.id = c.item_id OR i.original_id = c.item_id
            CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = p.dataset_id
            WHERE p.id = ?1 ORDER BY s.id, i.position
            """,
            context.preparationID
        ) { items.append(($0.int64(0), $0.double(1), $0.int(2))) }
        var branches: [CollapsedBranch] = []
        var section: (id: Int64, stacks: Bool)?
        for item in items {
            if section?.id != item.sectionID {
                // The index does not count where each item is a line.
                let record = try context.section(item.sectionID, index: 0)
                section = (item.sectionID, record.map { context.plan.stacksItems(in: $0.measure) } ?? false)
            }
            if let last = branches.last, last.sectionID == item.sectionID, item.position < last.end { continue }
            guard section?.stacks == true, let branch = try branch(of: item) else { continue }
            branches.append(branch)
        }
        return branches
    }

    private func branch(of item: (sectionID: Int64, position: Double, level: Int)) throws -> CollapsedBranch? {
        let next = try connection.cached(
            """
            SELECT position, coalesce(level, 0) FROM item WHERE section_id = ?1 AND position > ?2
            ORDER BY position LIMIT 1
            """)
        next.bindAll(item.sectionID, item.position)
        defer { next.rewind() }
        guard try next.step(), next.int(1) > item.level else { return nil }
        let first = next.double(0)
        let end = try context.outline.position(ofLevel: item.level, after: first, inSection: item.sectionID)
        return CollapsedBranch(
            sectionID: item.sectionID, item: item.position, first: first, end: end ?? .infinity)
    }

    /// The band that hides just what a branch should; nil if none does.
    private func band(hiding branch: CollapsedBranch) throws -> Int64? {
        let bands = context.bands
        guard let cover = try bands.holding(branch.item, ofSection: branch.sectionID), cover.endsWithFold,
            let until = cover.hiddenUntil,
            let first = try bands.next(afterSlot: cover.slot), first.firstPosition <= branch.first,
            try !hasItems(branch.sectionID, branch.item.nextUp..<first.firstPosition),
            let next = try bandAfter(branch), until < next.slot,
            try !hasItems(branch.sectionID, next.firstPosition..<branch.end),
            let last = try bands.previous(beforeSlot: next.slot), last.slot <= until
        else { return nil }
        return cover.id
    }

    /// The band that begins after a branch.
    private func bandAfter(_ branch: CollapsedBranch) throws -> BandRecord? {
        try branch.end.isFinite
            ? context.bands.holding(branch.end, ofSection: branch.sectionID)
            : context.bands.last(ofSection: branch.sectionID)
    }
}
