internal import LayoutEngine
internal import LayoutSQLite

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
