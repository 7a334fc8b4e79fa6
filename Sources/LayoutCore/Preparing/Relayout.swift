internal import LayoutEngine
internal import LayoutSQLite

/// Brings stale bands of a preparation up to date, some at a time. All changes go through this type:
/// edits, redefinitions and layouts that were never prepared.
///
/// All of it belongs in one transaction that ends with ``finish(since:)``: then a reader sees a consistent store, in
/// which outdated parts are marked.
struct Relayout {
    let context: PreparationContext
    var writer: BandWriter
    var slots: SlotAllocator
    /// Used for band after band, so that solving allocates nothing once it has grown. Taken out while it is in use: a
    /// second one would have it copied at the first write.
    var spareBuffer: BandBuffer?
    /// The section that was solved last, with its index: the next one is mostly the one after it.
    private var lastSection: (id: Int64, index: Int)?
    /// Those that were laid out, wholly or in part.
    var sections: Set<Int64> = []
    /// How often it was begun with each band.
    private var beginnings: [Int64: Int] = [:]

    /// The maximum number of changed bands whose summaries are read one by one, rather than to bring the sum tree up to
    /// date. An arbitrary number, twice a node's children. At half of it the tree is refreshed more often.
    private static let changesLookedUp = 32

    /// After how many times a band that still is not up to date never will be. An arbitrary number: half would do. In a
    /// whole store the second time is enough, after the bands before it or the rest of its section are known.
    private static let limitOfBeginnings = 32

    var connection: Connection { context.connection }
    /// How many items were laid out, whether or not that changed anything.
    var cellsSolved = 0
    /// The first section that took room when it was begun, or when a new preparation was outlined.
    var formerlyFirst: Int64?

    var hasFolds = false
    /// The sections that are expanded until the slice ends.
    var expanded: Set<Int64> = []
    /// Whether any section was collapsed: bands may have been laid out as if it and others were not.
    var hasCollapsed = false

    /// Whether every band was laid out once. False if it is known of none, and one may have been taken back.
    var isComplete: Bool

    /// Whether only what is looked at is laid out, and the rest may stay as it is.
    var isOfViewer = false

    init(_ context: PreparationContext, of preparation: PreparationRecord) throws {
        self.context = context
        isComplete = preparation.isComplete
        writer = try BandWriter(context)
        slots = SlotAllocator(context: context, slotCount: preparation.slotCount)
        slots.spansSections =
            try context.plan.hasFrozenLines
            || SectionElementRow.areInSections(of: context.preparationID, context.connection)
        formerlyFirst = try firstThatTakesRoom
        hasFolds = try context.bands.hasHidden
    }

    /// Counts the items of bands in which some came or went, so that a layout's indices are exact before anything of it
    /// is laid out.
    ///
    /// Each layout is counted in its own turn to be prepared, and not when another one of its data set marks its bands.
    /// Until then its readers see it whole, in the earlier state.
    ///
    /// - Returns: Whether none is left.
    mutating func countBands(_ budget: SliceBudget) throws -> Bool {
        // A slice counts so much however late it is: the runs of a small change, so that it is known what that changed.
        let (leastBands, leastItems) = (16, 4096)
        var (bands, items) = (0, 0)
        while bands < leastBands && items < leastItems
            || items < SliceBudget.countLimit && !budget.isSpent(elements: 0)
        {
            guard let band = try context.bands.nextMiscounted(), let sectionID = band.sectionID else { return true }
            let end = try context.bands.following(band.firstPosition, ofSection: sectionID)?.firstPosition ?? .infinity
            // Of a long band only the runs are counted, which are counted already.
            let count =
                try band.sums.items > leastItems
                ? context.outline.rank(of: end, inSection: sectionID, from: band.firstPosition)
                : context.outline.itemCount(ofSection: sectionID, from: band.firstPosition, to: end)
            try connection.run(
                "UPDATE lc_band SET item_count = ?2, is_miscounted = 0 WHERE id = ?1", band.id, count)
            slots.change(band.slot, counts: true)
            (bands, items) = (bands + 1, items + count)
        }
        // Bands that are laid out later may show rows that replaced others.
        slots.written.addEverything()
        return false
    }

    /// Whether to stop. It is asked after each finished band, with what the run's bands have added up to, and how many
    /// of their items were solved.
    typealias Stop = (_ length: Double, _ items: Int, _ solved: Int) -> Bool

    /// Solves a stale band again, and the bands after it until they are unchanged, or until `stop`.
    ///
    /// - Parameter known: The record of its section, if that was read already: the band is the only one of it then.
    /// - Throws: ``LayoutError`` `corrupt` for a band that is asked for again and again, which only happens in
    ///   a damaged file.
    mutating func relayOut(_ band: BandRecord, of known: SectionRecord? = nil, stop: @escaping Stop) throws {
        beginnings[band.id, default: 0] += 1
        guard beginnings[band.id, default: 0] <= Self.limitOfBeginnings else {
            throw LayoutError.corrupt("band \(band.id) cannot be brought up to date")
        }
        if context.traits.isFree { slots.written.addEverything() }
        guard let sectionID = band.sectionID else { return try relayOutBoundary(band) }
        guard let section = try section(of: band, known) else {
            throw LayoutError.corrupt("lc_band names section \(sectionID), which is not there")
        }
        sections.insert(sectionID)
        lastSection = (sectionID, section.measure.index)
        if band.isHeader {
            let (header, buffer) = context.header(of: section)
            _ = try writer.write(buffer, of: header, over: band, slot: band.slot)
            return slots.change(band.slot)
        }
        if context.traits.isFree {
            try PlaneOrder(connection: connection, preparationID: context.preparationID, sectionID: sectionID).reset()
        }
        let isAlone =
            try known != nil || band.beginsSection && context.bands.last(ofSection: sectionID)?.id == band.id
        if isAlone, try passOn(within: band, of: section) { return }
        try run(from: band, of: section, isAlone: isAlone, stop: stop)
    }

    /// Makes two bands of one, both not laid out; returns the second one's id.
    ///
    /// - Parameters:
    ///   - start: The position of the second one's first item.
    ///   - count: The number of items before it.
    mutating func split(_ band: BandRecord, at start: Double, after count: Int) throws -> Int64 {
        let share = Double(count) / Double(max(band.sums.items, 1))
        let head = BandRecord(
            firstPosition: band.firstPosition, sums: BandSums(length: band.sums.length * share, items: count))
        let tail = BandRecord(
            sectionID: band.sectionID, firstPosition: start,
            sums: BandSums(length: band.sums.length - head.sums.length, items: band.sums.items - count))
        isComplete = false
        _ = try writer.write(estimated: head, over: band, slot: band.slot, state: context.bands.state(of: band))
        // The head keeps the slots of the bands that it will become: else these would move the tail's, one by one.
        let slot = try slots.makeRoom(after: band.slot, leaving: SlotAllocator.room(count, context.limits) - 1)
        let id = try writer.write(estimated: tail, slot: slot)
        if hasFolds {
            try slots.hideAlso(slot: slot, of: band.slot)
            if band.endsWithFold { try slots.moveFold(from: band.id, to: id) }
        }
        slots.change(band.slot, counts: true)
        return id
    }

    /// The section of a band; nil if it is gone, or if the band belongs to the content.
    ///
    /// - Parameter known: Its record, if that was read already.
    mutating func section(of band: BandRecord, _ known: SectionRecord? = nil) throws -> SectionRecord? {
        guard let id = band.sectionID,
            var section = try known ?? context.section(id, index: sectionIndex(of: band))
        else { return nil }
        if band.beginsSection {
            try context.setFollowsSection(itemsBefore: prefix(band.slot - 1).items, slot: band.slot, in: &section)
        }
        return section
    }

    mutating func sectionIndex(of band: BandRecord) throws -> Int {
        if let last = lastSection {
            if last.id == band.sectionID { return last.index }
            if band.beginsSection, try context.bands.previous(beforeSlot: band.slot)?.sectionID == last.id {
                return last.index + 1
            }
        }
        return band.section(after: try prefix(band.slot - 1))
    }

    /// The index in its section of the first item of a band, or of the one that would be its first.
    mutating func firstIndex(of band: BandRecord) throws -> Int {
        guard !band.beginsSection, let sectionID = band.sectionID,
            let start = try context.bands.first(ofSection: sectionID)
        else { return 0 }
        return try prefix(band.slot - 1).items - prefix(start.slot - 1).items
    }

    /// The sums of the slots from 1 to `slot`, as the sum tree has them.
    mutating func prefix(_ slot: Int) throws -> BandSums.Prefix {
        if slot >= slots.firstMiscounted { try slots.updateTree() }
        return try context.sumTree.prefix(slot)
    }

    /// The summary of all bands of a section, or of all except one, whether or not the tree knows of them already.
    mutating func summary(of sectionID: Int64, without excluded: Int? = nil) throws -> SectionMeasure.Summary {
        if slots.changed.count > Self.changesLookedUp { try slots.updateTree() }
        guard let first = try context.bands.first(ofSection: sectionID),
            let last = try context.bands.last(ofSection: sectionID)
        else { return .unknown }
        var (summary, next) = (SectionMeasure.Summary.unknown, first.slot)
        func add(_ slots: Range<Int>) throws {
            // Sizes that differ stay so whatever others there are.
            if summary != .mixed { summary = try summary.merged(with: context.sumTree.summary(of: slots)) }
        }
        // Nodes above changed slots are out of date, so these are asked for one by one.
        for slot in Set(slots.changed.keys).union([excluded].compactMap(\.self)).sorted()
        where slot >= first.slot && slot <= last.slot {
            try add(next..<slot)
            if slot != excluded { try add(slot..<slot + 1) }
            next = slot + 1
        }
        try add(next..<max(next, last.slot + 1))
        return summary
    }

    mutating func relayOutBoundary(_ old: BandRecord) throws {
        try slots.updateTree()
        let hasSections = try context.sumTree.totals(slotCount: slots.slotCount).sectionsTakeRoom(
            context.traits, context.bands)
        let edge: LayoutTraits.BoundaryEdge = old.endsContent ? .end : .start
        guard let (buffer, band) = BandOutliner.boundary(edge, hasSections: hasSections, context) else { return }
        _ = try writer.write(buffer, of: band, over: old, slot: old.slot)
        slots.change(old.slot)
    }

    /// The first section that takes room, if some may take none.
    var firstThatTakesRoom: Int64? {
        get throws {
            guard context.traits.hidesEmptySections else { return nil }
            let before = try context.sumTree.descend(slotCount: slots.slotCount) { $0.items <= 0 }.slot
            return try context.bands.next(afterSlot: min(before, (context.bands.firstHeader ?? .max) - 1))?.sectionID
        }
    }

    /// Lays out again what depends on whether sections take room: the new first section, the former first section, and
    /// the end of the content.
    private mutating func followSections() throws {
        let first = try firstThatTakesRoom
        guard first != formerlyFirst || hasCollapsed else { return }
        let isCounted = try context.bands.nextMiscounted() == nil
        let changed = (hasCollapsed ? sections : []).union([formerlyFirst, first].compactMap(\.self))
        for section in changed where context.sectionsFollowOthers {
            guard let band = try context.bands.first(ofSection: section), !band.isToBeLaidOut else { continue }
            if isCounted {
                try relayOut(band) { _, _, _ in true }
            } else {
                try context.bands.markStale(band.id)
            }
        }
        for band in try context.bands.ofContent() where band.endsContent { try relayOutBoundary(band) }
        try slots.updateTree()
    }

    /// Writes what is left to write, so that the store is consistent.
    ///
    /// - Parameter changesBefore: ``Connection/totalChanges`` before the slice.
    mutating func finish(since changesBefore: Int) throws {
        try slots.updateTree()
        // A section that is hidden again takes no room.
        if !expanded.isEmpty { try take([]) }
        try followSections()
        try writer.flush()
        let wasComplete = isComplete
        isComplete = try isComplete || !context.bands.hasEstimated
        // A slice that has nothing to do changes nothing, so that no reader looks again.
        guard isComplete != wasComplete || connection.totalChanges != changesBefore else { return }
        try slots.written.store(context.preparationID, axis: context.traits.axis, in: connection)
        try connection.run(
            """
            UPDATE lc_preparation SET slot_count = ?2, is_complete = ?3, revision = revision + 1 WHERE id = ?1
            """, context.preparationID, slots.slotCount, isComplete)
    }
}

/// Cuts bands, so that others begin at given items.
extension Relayout {
    /// Makes bands begin with the items at some positions, in order; at infinity, the section ends in a band without
    /// items.
    ///
    /// - Parameter parts: The parts of bands that were up to date: they must be laid out again.
    mutating func cut(_ sectionID: Int64, at positions: [Double], into parts: inout Set<Int64>) throws {
        for position in positions {
            guard let band = try context.bands.holding(position, ofSection: sectionID), band.firstPosition < position,
                try context.outline.hasItems(sectionID, band.firstPosition..<position)
            else { continue }
            // The last band begins after the last item, and before any later ones.
            let start =
                try position.isFinite
                ? position
                : connection.first("SELECT max(position) FROM item WHERE section_id = ?1", sectionID, as: Double.self)?
                    .nextUp ?? position
            let count = try context.outline.rank(of: start, inSection: sectionID, from: band.firstPosition)
            let id = try split(band, at: start, after: count)
            if !band.isStale || parts.contains(band.id) { parts.formUnion([band.id, id]) }
            sections.insert(sectionID)
        }
    }

    /// Lays out a part of a band that was cut.
    mutating func layOut(part id: Int64) throws {
        guard let band = try context.bands.find(id), band.isEstimated, let section = try section(of: band) else {
            return
        }
        try run(from: band, of: section, isAlone: false) { _, items, _ in items >= band.sums.items }
    }
}
