internal import LayoutEngine
internal import LayoutSQLite

/// Collapses and expands sections, and branches of outlines. A collapsed section gets another band, its header, that is
/// shown in place of all other bands of the section. These keep their rows, so that nothing is laid out again when the
/// section is shown.
///
/// Bands are laid out by what comes before them in their section. So a collapsed section with bands to lay out is
/// expanded first, and collapsed again when the slice ends: no reader sees that.
extension Relayout {
    var folds: StoredFolds { StoredFolds(connection: connection, preparationID: context.preparationID) }

    /// How many places a viewer waits for, also if they are not visible: some milliseconds' worth.
    var marksAtOnce: Int { 4 * context.limits.minimum }

    /// Brings the preparation in line with the tables `collapsed` and `collapsed_item` at the places that are marked;
    /// returns whether none is left.
    ///
    /// - Parameter isSpent: Whether the slice is spent. nil: a viewer waits. Then only folds among edits are taken if
    ///   there are many, and visible ones when they are needed.
    mutating func fold(until isSpent: (() -> Bool)?) throws -> Bool {
        while true {
            let marks = try folds.marks(marksAtOnce)
            if marks.isEmpty { return true }
            if isSpent == nil, marks.count == marksAtOnce, !marks[0].isOfRun { return false }
            try take(marks)
            if isSpent?() == true { return try folds.marks(1).isEmpty }
        }
    }

    /// Looks at some places again, and at the sections that were expanded until now.
    ///
    /// - Parameter makesRoom: Whether many folds may move all bands, so that the next ones move none.
    mutating func take(_ marks: [StoredFolds.Mark], makesRoom: Bool = true) throws {
        for mark in marks { try folds.remove(mark) }
        let sections = expanded.union(marks.map(\.sectionID))
        let wanted: Set<Int64> = try context.traits.isFree ? [] : sections.filter { try folds.isCollapsed(section: $0) }
        let present = try sections.filter { try context.bands.first(ofSection: $0)?.isHeader == true }
        try expand(present.subtracting(wanted))
        let collapsed = wanted.subtracting(present)
        var look = BranchLook()
        look.collapsed = collapsed
        for sectionID in collapsed { look.wrong += try bandsEndingWithFolds(ofSection: sectionID) }
        for mark in marks where !wanted.contains(mark.sectionID) && !context.traits.isFree {
            try self.look(at: mark, &look)
        }
        try show(look)
        try collapse(collapsed)
        try hide(look.open, makesRoom: makesRoom)
        expanded.removeAll()
        hasFolds = try context.bands.hasHidden
    }

    /// Expands the section of a hidden band until the slice ends; returns whether it was hidden.
    mutating func reveal(_ band: BandRecord) throws -> Bool {
        guard hasFolds, let sectionID = band.sectionID, !band.isHeader, try context.bands.isHidden(band),
            try context.bands.first(ofSection: sectionID)?.isHeader == true
        else { return false }
        try expand([sectionID])
        expanded.insert(sectionID)
        return true
    }

    /// Shows all of a section that moves, until it is in its place, or of one that is about to go.
    mutating func reveal(section sectionID: Int64) throws {
        guard hasFolds else { return }
        if try context.bands.first(ofSection: sectionID)?.isHeader == true { try expand([sectionID]) }
        try show(BranchLook(wrong: bandsEndingWithFolds(ofSection: sectionID), collapsed: [sectionID]))
        try folds.insert(ofSection: sectionID, StoredFolds.everywhere)
    }

    private mutating func expand(_ sections: Set<Int64>) throws {
        guard !sections.isEmpty else { return }
        try slots.updateTree()
        for sectionID in sections {
            guard let header = try context.bands.first(ofSection: sectionID), header.isHeader else { continue }
            try writer.delete(header)
            // Whether it is the first section that takes room may have changed.
            if context.sectionsFollowOthers, let first = try context.bands.first(ofSection: sectionID) {
                try context.bands.markStale(first.id)
            }
            let id = context.preparationID
            try SectionElementRow.move(ofSection: sectionID, from: -id, to: id, connection)
            self.sections.insert(sectionID)
            slots.toggled.append(header.slot...header.lastSlot)
        }
        try slots.updateTree()
    }

    private mutating func collapse(_ sections: Set<Int64>) throws {
        guard !sections.isEmpty else { return }
        hasCollapsed = context.traits.hidesEmptySections
        try slots.updateTree()
        // The last one first: the index of a section depends on those before it.
        let firsts = try sections.compactMap { try context.bands.first(ofSection: $0) }
        for first in firsts.sorted(by: { $0.slot > $1.slot }) {
            guard let section = try section(of: first), let last = try context.bands.last(ofSection: section.id) else {
                continue
            }
            let before = try context.bands.previous(beforeSlot: first.slot)
            let slot = try slots.makeRoom(after: before?.slot ?? 0)
            let id = context.preparationID
            try SectionElementRow.move(ofSection: section.id, from: id, to: -id, connection)
            let (band, buffer) = context.header(of: section)
            let header = try writer.write(buffer, of: band, over: nil, slot: slot).id
            let end = slots.slot(of: last)
            try connection.run("UPDATE lc_band SET hidden_until = ?2, is_header = 1 WHERE id = ?1", header, end)
            slots.toggled.append(slot...end)
            self.sections.insert(section.id)
        }
        try slots.updateTree()
    }
}

/// A collapsed item of an outline that is shown, and what it hides, by positions in its section.
private struct CollapsedBranch {
    var sectionID: Int64
    /// The position of the collapsed item.
    var item: Double
    /// The position of the first item that it hides.
    var first: Double
    /// The position of the first item after these; infinity: they end the section.
    var end: Double

    func hides(_ position: Double, ofSection sectionID: Int64) -> Bool {
        self.sectionID == sectionID && position > item && position < end
    }
}

/// The changes that make the branches of a preparation right.
private struct BranchLook {
    /// The branches that are still to be hidden, in order within each section.
    var open: [CollapsedBranch] = []
    /// Bands that hide what they should not.
    var wrong: [BandRecord] = []
    /// Sections that are collapsed, in which no branch is hidden by itself.
    var collapsed: Set<Int64> = []
}

/// Collapses and opens branches of outlines. The band that ends with a collapsed item hides the bands of the items
/// below it. To begin and end there, a band is cut at each end of a branch at the most. All others stay as they are,
/// laid out or not.
extension Relayout {
    /// Finds what a change at some places makes wrong.
    ///
    /// An item at another place is only hidden or shown by it if a branch with one of these places contains the item,
    /// or did. So the branches and bands that reach into them are looked at. If such a band is wrong, the branches in
    /// it are hidden one by one: they are marked.
    private mutating func look(at mark: StoredFolds.Mark, _ look: inout BranchLook) throws {
        let (bands, sectionID) = (context.bands, mark.sectionID)
        if mark.isOfSection {
            look.wrong += try bandsEndingWithFolds(ofSection: sectionID)
            return try folds.markCollapsedItems(ofSection: sectionID, in: Outline.beginning..<(-Outline.beginning))
        }
        guard let first = try bands.holding(mark.positions.lowerBound, ofSection: sectionID),
            let last = try bands.holding(mark.positions.upperBound, ofSection: sectionID)
        else { return }
        var (low, high) = (first.slot, last.slot)
        var right: Set<Int64> = []
        for branch in try branches(ofSection: sectionID, in: mark.positions) {
            try folds.removeMarks(ofSection: sectionID, after: branch.item, before: branch.end)
            if let band = try band(hiding: branch) {
                right.insert(band)
                continue
            }
            if let cover = try bands.holding(branch.item, ofSection: sectionID) { low = min(low, cover.slot) }
            // The band after it may hide others.
            if let next = try bands.holding(branch.end, ofSection: sectionID) { high = max(high, next.slot - 1) }
            if look.open.last.map({ $0.sectionID == sectionID && $0.item >= branch.item }) == true { continue }
            look.open.append(branch)
        }
        for band in try bands.endingWithFolds(in: low...max(low, high))
        where !right.contains(band.id) && !look.wrong.contains(where: { $0.id == band.id }) {
            if try !isRight(band, beside: look.open) { look.wrong.append(band) }
        }
    }

    /// Whether a band hides the branch of its last item, and no other one should hide that.
    private func isRight(_ band: BandRecord, beside open: [CollapsedBranch]) throws -> Bool {
        guard let sectionID = band.sectionID, let hidden = try context.bands.hiddenPositions(after: band),
            !open.contains(where: { $0.hides(hidden.lowerBound, ofSection: sectionID) }),
            let item = try folds.item(ofSection: sectionID, "< ?3 ORDER BY i.position DESC", hidden.lowerBound),
            item.isCollapsed, try stacksItems(sectionID), let branch = try branch(of: item, ofSection: sectionID)
        else { return false }
        return try self.band(hiding: branch) == band.id
    }

    private func bandsEndingWithFolds(ofSection sectionID: Int64) throws -> [BandRecord] {
        guard let first = try context.bands.first(ofSection: sectionID),
            let last = try context.bands.last(ofSection: sectionID)
        else { return [] }
        return try context.bands.endingWithFolds(in: first.slot...max(first.slot, last.slot))
    }

    /// Shows what bands hide wrongly, and marks the collapsed items there and the ones that hid it.
    private mutating func show(_ look: BranchLook) throws {
        for band in look.wrong {
            guard let sectionID = band.sectionID else { continue }
            if !look.collapsed.contains(sectionID), let hidden = try context.bands.hiddenPositions(after: band),
                !look.open.contains(where: {
                    $0.hides(hidden.lowerBound, ofSection: sectionID) && hidden.upperBound <= $0.end
                })
            {
                let item = try folds.item(ofSection: sectionID, "< ?3 ORDER BY i.position DESC", hidden.lowerBound)
                let first = item?.position ?? hidden.lowerBound
                try folds.markCollapsedItems(ofSection: sectionID, in: first..<hidden.upperBound)
            }
            try slots.hide(after: band, until: nil)
            sections.insert(sectionID)
        }
        if !look.wrong.isEmpty { try slots.updateTree() }
    }

    /// Hides the bands of the branches.
    ///
    /// - Parameter branches: In order within each section.
    private mutating func hide(_ branches: [CollapsedBranch], makesRoom: Bool) throws {
        guard !branches.isEmpty else { return }
        hasFolds = true
        if makesRoom, branches.count > Self.fewBranches { try makeRoom(for: branches) }
        var parts: Set<Int64> = []
        for branch in branches { try cut(branch.sectionID, at: [branch.first, branch.end], into: &parts) }
        try slots.updateTree()
        for branch in branches {
            guard let cover = try context.bands.holding(branch.item, ofSection: branch.sectionID),
                let next = try context.bands.holding(branch.end, ofSection: branch.sectionID),
                let last = try context.bands.previous(beforeSlot: next.slot),
                last.slot > cover.slot
            else { continue }
            try slots.hide(after: cover, until: last.slot)
            sections.insert(branch.sectionID)
        }
        try slots.updateTree()
        for id in parts.sorted() { try layOut(part: id) }
        try slots.updateTree()
    }

    /// The gaps among slots suffice for the cuts of as many branches. An arbitrary number: half makes room more often.
    private static let fewBranches = 16

    /// Leaves a slot for each band that the cuts will make, and those of the places that are marked still. O(bands +
    /// places), where gaps one by one would cost the bands for each.
    private mutating func makeRoom(for branches: [CollapsedBranch]) throws {
        var cuts: [Int64: (count: Int, slot: Int)] = [:]
        for branch in branches {
            for position in [branch.first, branch.end] {
                guard let band = try context.bands.holding(position, ofSection: branch.sectionID) else { continue }
                cuts[band.id, default: (0, band.slot)].count += 1
            }
        }
        // Most have room since it was made for others.
        let full = try cuts.values.count { try slots.room(after: $0.slot) < $0.count }
        guard full > cuts.count / 2 else { return }
        try connection.forEachRow(
            """
            SELECT (SELECT b.id FROM lc_band AS b INDEXED BY lc_band_section
                    WHERE b.section_id = n.id AND b.preparation_id = ?1 AND b.first_position <= n.first_position
                    ORDER BY b.first_position DESC LIMIT 1), 2 * count(*)
            FROM lc_section_mark AS n WHERE n.owner = ?1 AND n.kind \(StoredFolds.kinds) GROUP BY 1
            """, context.preparationID
        ) { cuts[$0.int64(0), default: (0, 0)].count += $0.int(1) }
        var order = SlotAllocator.Order()
        for var place in try slots.order() {
            place.room += cuts[place.id]?.count ?? 0
            order.append(place)
        }
        try slots.assign(order)
    }

    // MARK: Collapsed items

    /// The collapsed items of a section that are not hidden themselves, and hide any at some positions, or after the
    /// first of them.
    private func branches(ofSection sectionID: Int64, in positions: ClosedRange<Double>) throws -> [CollapsedBranch] {
        guard try stacksItems(sectionID),
            let first = try folds.item(ofSection: sectionID, ">= ?3 ORDER BY i.position", positions.lowerBound)
        else { return [] }
        var branches: [CollapsedBranch] = []
        let outermost = try folds.branches(of: first, ofSection: sectionID).last(where: \.isCollapsed)
        if let outermost, let branch = try branch(of: outermost, ofSection: sectionID) { branches.append(branch) }
        for item in try folds.collapsedItems(
            ofSection: sectionID, in: positions.lowerBound..<positions.upperBound.nextUp)
        where branches.last.map({ item.position >= $0.end }) != false {
            if let branch = try branch(of: item, ofSection: sectionID) { branches.append(branch) }
        }
        return branches
    }

    /// Whether each item of a section is a line.
    private func stacksItems(_ sectionID: Int64) throws -> Bool {
        // The index does not count where each item is a line.
        try context.section(sectionID, index: 0).map { context.plan.stacksItems(in: $0.measure) } ?? false
    }

    private func branch(of item: StoredFolds.Item, ofSection sectionID: Int64) throws -> CollapsedBranch? {
        guard let next = try folds.item(ofSection: sectionID, "> ?3 ORDER BY i.position", item.position),
            next.level > item.level
        else { return nil }
        let end = try context.outline.position(ofLevel: item.level, after: next.position, inSection: sectionID)
        return CollapsedBranch(sectionID: sectionID, item: item.position, first: next.position, end: end ?? .infinity)
    }

    /// The band that hides just what a branch should; nil if none does.
    private func band(hiding branch: CollapsedBranch) throws -> Int64? {
        let bands = context.bands
        guard let cover = try bands.holding(branch.item, ofSection: branch.sectionID), cover.endsWithFold,
            let until = cover.hiddenUntil,
            let first = try bands.next(afterSlot: cover.slot), first.firstPosition <= branch.first,
            try !context.outline.hasItems(branch.sectionID, branch.item.nextUp..<first.firstPosition),
            let next = try bands.holding(branch.end, ofSection: branch.sectionID), until < next.slot,
            try !context.outline.hasItems(branch.sectionID, next.firstPosition..<branch.end),
            let last = try bands.previous(beforeSlot: next.slot), last.slot <= until
        else { return nil }
        return cover.id
    }
}
