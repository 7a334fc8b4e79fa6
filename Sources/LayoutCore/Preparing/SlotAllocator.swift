internal import LayoutSQLite

/// Keeps a preparation's bands in order: gives new bands a slot between two neighbours.
///
/// Slots leave gaps here and there, so that a split moves a few bands at most. If no gap is near, more bands get other
/// slots, with gaps among them.
struct SlotAllocator {
    let context: PreparationContext
    private(set) var slotCount: Int
    /// The slots whose bands changed since the sum tree was brought up to date. With each, the range along the scroll
    /// axis, from the band's origin, in which it differs from its former state. Lengths are not looked up while
    /// preparing, so that many changes can share the work.
    private(set) var changed: [Int: Range<Double>] = [:]
    /// The first slot that the sum tree counts wrongly: slots before it are right.
    private(set) var firstMiscounted = Int.max
    /// Runs of slots that were hidden, or are now, since then.
    var toggled: [ClosedRange<Int>] = []
    /// Runs of slots whose bands show other items since, and have the length that they had.
    var rewritten: [ClosedRange<Int>] = []
    /// The parts of the content that changed since the slice began.
    var written = WrittenParts()
    /// Whether elements span whole sections, or stay visible in them, when the slice begins.
    var spansSections = false
    private var summedSlots: Int
    /// The slots that bands got since the slice began, by the bands' ids.
    private var moved: [Int64: Int] = [:]
    /// The free slots between two bands that were looked for last.
    private var gap = 0..<0

    /// A gap among the slots after this number of bands of one section leaves room for a band to be split without
    /// moving the rest.
    static let slotsBetweenGaps = 16

    /// Whether a gap is left after the band with an index among bands that get new slots.
    static func leavesGap(afterBand index: Int) -> Bool { index % slotsBetweenGaps == slotsBetweenGaps - 2 }

    /// How far to look for a gap before bands are distributed again. An arbitrary number, several times the distance of
    /// gaps when they are new. At half of it bands are distributed sooner.
    private static let searchLimit = 64

    private var connection: Connection { context.connection }

    init(context: PreparationContext, slotCount: Int) {
        self.context = context
        self.slotCount = slotCount
        summedSlots = slotCount
    }

    /// Notes that the band in a slot changed.
    ///
    /// - Parameters:
    ///   - extent: The range in which it differs from its former state; nil: as a whole.
    ///   - counts: Whether readers must look up indices after it again: it holds more or fewer items, or is another.
    mutating func change(_ slot: Int, in extent: Range<Double>? = nil, counts: Bool = false) {
        let extent = extent ?? -.infinity..<(.infinity)
        let known = changed[slot].flatMap { $0.isEmpty ? nil : $0 } ?? extent
        changed[slot] =
            extent.isEmpty
            ? known : min(known.lowerBound, extent.lowerBound)..<max(known.upperBound, extent.upperBound)
        if counts { firstMiscounted = min(firstMiscounted, slot) }
        slotCount = max(slotCount, slot)
    }

    /// The slot of a band, which may have been moved since it was read.
    func slot(of band: BandRecord) -> Int { moved[band.id] ?? band.slot }

    /// How many slots after another one are free.
    mutating func room(after slot: Int) throws -> Int {
        if gap.isEmpty || gap.lowerBound != slot + 1 {
            let next = try connection.first(
                "SELECT min(slot) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2", context.preparationID, slot,
                as: Int?.self)
            gap = slot + 1..<max(slot + 1, next.flatMap(\.self) ?? .max)
        }
        return gap.count
    }

    /// Frees a slot after another one, and returns it.
    ///
    /// - Parameters:
    ///   - slot: A band's, or 0.
    ///   - spare: How many slots stay free before it, if the next band is far enough.
    mutating func makeRoom(after slot: Int, leaving spare: Int = 0) throws -> Int {
        let room = try room(after: slot)
        if room == 0 { try push(after: slot) }
        let free = slot + (room > spare ? spare : 0) + 1
        change(free)
        gap = free + 1..<max(free + 1, gap.upperBound)
        return free
    }

    /// Moves the bands after a slot up to the next gap. If none is near, it leaves gaps among the bands that it moves.
    ///
    /// The further it has to look for gaps, the more of them it leaves. So each band that is inserted moves
    /// O(log² bands) others on average, wherever they are inserted.
    private mutating func push(after slot: Int) throws {
        var width = Self.searchLimit
        var bands = try bands(slot + 1...slot + width)
        let near = zip(bands, (slot + 1)...).prefix { $0.slot == $1 }.count
        if near < width {
            (bands, width) = (Array(bands[..<near]), near + 1)
        } else {
            var share = Self.greatestShare
            repeat {
                width *= 2
                share = max(Self.leastShare, share - 1)
                bands = try self.bands(slot + 1...slot + width)
            } while bands.count * 64 > width * share && slot + width < slotCount
            // Behind the last band there is room without end.
            if slot + width >= slotCount { width = max(width, bands.count * 64 / Self.leastShare + 1) }
        }
        let places = bands.enumerated().map { ($1.id, slot + 1 + ($0 + 1) * (width - 1) / bands.count) }
        try renumber(slot + 1...slot + width, places)
        for (id, slot) in places { moved[id] = slot }
        for slot in slot + 1...slot + width { change(slot) }
    }

    /// The bands in some slots, in order.
    private func bands(_ slots: ClosedRange<Int>) throws -> [(id: Int64, slot: Int)] {
        try connection.rows(
            "SELECT id, slot FROM lc_band WHERE preparation_id = ?1 AND slot BETWEEN ?2 AND ?3 ORDER BY slot",
            context.preparationID, slots.lowerBound, slots.upperBound
        ) { ($0.int64(0), $0.int(1)) }
    }

    /// Gives bands other slots, among some that may change, and keeps what folds hide.
    private mutating func renumber(_ slots: ClosedRange<Int>, _ places: [(id: Int64, slot: Int)]) throws {
        let around = slots.lowerBound - 1...slots.upperBound + 1
        let hidden = try context.bands.hidden(in: around)
        let folds = try connection.rows(
            """
            SELECT f.id, (SELECT b.id FROM lc_band AS b WHERE b.preparation_id = ?1 AND b.slot <= f.hidden_until
                          ORDER BY b.slot DESC LIMIT 1)
            FROM lc_band AS f INDEXED BY lc_band_fold WHERE f.preparation_id = ?1 AND f.hidden_until BETWEEN ?2 AND ?3
            """,
            context.preparationID, slots.lowerBound, slots.upperBound
        ) { (id: $0.int64(0), last: $0.int64(1)) }
        // By way of places below zero, so that no two bands ever share a slot.
        for place in places {
            try connection.run("UPDATE lc_band SET slot = -?2 WHERE id = ?1 AND slot <> ?2", place.id, place.slot)
        }
        try connection.run(
            "UPDATE lc_band SET slot = -slot WHERE preparation_id = ?1 AND slot < 0", context.preparationID)
        for fold in folds {
            try connection.run(
                "UPDATE lc_band SET hidden_until = (SELECT b.slot FROM lc_band AS b WHERE b.id = ?2) WHERE id = ?1",
                fold.id, fold.last)
        }
        if !hidden.isEmpty { toggled += try hidden + context.bands.hidden(in: around) }
    }

    /// The shares of slots with bands, in 64ths, up to which gaps are among few slots, and among all.
    private static let (greatestShare, leastShare) = (60, 48)

    /// Moves a band behind another one's slot, or before all.
    mutating func move(_ band: BandRecord, after other: Int) throws -> Int {
        let slot = try makeRoom(after: other)
        change(self.slot(of: band))
        try connection.run("UPDATE lc_band SET slot = ?2 WHERE id = ?1", band.id, slot)
        moved[band.id] = slot
        return slot
    }

    /// A band in the order of bands, with the section that it belongs to and how many slots it should get.
    struct Place {
        var id: Int64
        var sectionID: Int64?
        var room: Int
    }

    func order() throws -> [Place] {
        try connection.rows(
            """
            SELECT id, section_id, CASE WHEN is_estimated THEN item_count ELSE 0 END FROM lc_band
            WHERE preparation_id = ?1 ORDER BY slot
            """,
            context.preparationID
        ) { row in
            Place(
                id: row.int64(0), sectionID: row.isNull(1) ? nil : row.int64(1),
                room: Self.room(
                    try row.int(2, in: Statement.DerivedNumber.bandCount, "lc_band.item_count"), context.limits))
        }
    }

    /// The slots of a band with a number of items that were never laid out, with room for the bands that it will
    /// become.
    static func room(_ estimatedCells: Int, _ limits: BandLimits) -> Int {
        let pieces = max(1, (estimatedCells + limits.target - 1) / limits.target)
        return pieces > 1 ? pieces + pieces / slotsBetweenGaps + 1 : 1
    }

    /// The slots of all bands in order, with gaps, and the bands that are there already.
    struct Order {
        fileprivate var slots: [Int] = []
        fileprivate var moving: [(id: Int64, slot: Int)] = []
        private var next = 1

        mutating func append(_ place: Place) { moving.append((place.id, makeSlot(room: place.room))) }

        /// The slot of a new band.
        mutating func makeSlot(room: Int) -> Int {
            slots.append(next)
            defer { next += room + (leavesGap(afterBand: slots.count - 1) ? 1 : 0) }
            return next
        }

        /// Whether it has these bands, and no new one.
        func holds(_ places: [Place]) -> Bool { slots.count == places.count && moving.map(\.id) == places.map(\.id) }
    }

    /// Puts the bands into the given order, and computes the whole sum tree. O(bands).
    ///
    /// New bands are in their slots. If there are others, they are below zero, at the number of the slot.
    mutating func assign(_ order: Order) throws {
        try renumber(1...Statement.DerivedNumber.slotCount.upperBound, order.moving)
        moved.removeAll()
        gap = 0..<0
        slotCount = order.slots.last ?? 0
        written.addEverything()
        try context.sumTree.build(over: order.slots, slotCount: slotCount)
        didUpdateTree()
    }

    /// Brings the sum tree up to date, and records which parts of the content that changes.
    mutating func updateTree() throws {
        defer { didUpdateTree() }
        guard !changed.isEmpty || !toggled.isEmpty || !rewritten.isEmpty else { return }
        let tree = context.sumTree
        // The parts of a canvas are rectangles.
        guard !context.traits.isFree else {
            return try tree.refresh(slots: changed.keys, toggled: toggled, slotCount: slotCount)
        }
        let (runs, extents) = try changedRuns()
        let former = try tree.totals(slotCount: summedSlots)
        func formerLength(_ slot: Int) throws -> Double { try tree.prefix(min(slot, summedSlots)).length }
        let before = try runs.map { try (start: formerLength($0.lowerBound - 1), end: formerLength($0.upperBound)) }
        try tree.refresh(slots: changed.keys, toggled: toggled, slotCount: slotCount)
        guard !runs.isEmpty else { return }
        let totals = try tree.totals(slotCount: slotCount)
        // Elements that stick out of a band come and go with it.
        let overhang = (
            max(former.overhangBefore, totals.overhangBefore), max(former.overhangAfter, totals.overhangAfter)
        )
        var lengthChange = 0.0
        written.add(
            try zip(runs, before).map { run, before in
                let end = try tree.prefix(run.upperBound).length
                let length = try end - tree.prefix(run.lowerBound - 1).length
                lengthChange += length - (before.end - before.start)
                // Of the first band and of the last one a part may be what it was.
                let skipped = max(0, extents[run.lowerBound]?.lowerBound ?? 0)
                var left = 0.0
                if let high = extents[run.upperBound]?.upperBound, high.isFinite {
                    left = try max(0, end - tree.prefix(run.upperBound - 1).length - high)
                }
                let wider = overhang.0 + overhang.1 - skipped - left
                return WrittenParts.Part(
                    start: before.start + skipped - overhang.0, formerLength: before.end - before.start + wider,
                    length: length + wider)
            })
        // Only in a damaged file something else can change.
        if (totals.length - former.length - lengthChange).magnitude > Self.tolerance { written.addEverything() }
    }

    private mutating func didUpdateTree() {
        changed.removeAll(keepingCapacity: true)
        toggled.removeAll()
        rewritten.removeAll()
        (firstMiscounted, summedSlots) = (.max, slotCount)
    }

    /// How far two sums of the same lengths may differ, in points.
    private static let tolerance = 1e-3

    /// The runs of shown slots with changed content, and the known ranges in them. If elements span whole sections, the
    /// runs do too.
    private func changedRuns() throws -> (runs: [ClosedRange<Int>], extents: [Int: Range<Double>]) {
        let (bands, others) = (context.bands, rewritten + toggled)
        let known = changed.filter { slot, _ in !others.contains { $0.contains(slot) } }
        var slots = known.filter { !$1.isEmpty }.keys.map { $0...$0 } + rewritten
        if try bands.hasHidden {
            try slots.removeAll { slots in
                try bands.hidden(in: slots.upperBound...slots.upperBound).contains { $0.contains(slots) }
            }
        }
        let runs = WrittenParts.runs(of: slots + toggled)
        guard !runs.isEmpty,
            try spansSections || SectionElementRow.areInSections(of: context.preparationID, connection)
        else { return (runs, known) }
        return (
            WrittenParts.runs(
                of: try runs.map { run in
                    var (low, high) = (run.lowerBound, run.upperBound)
                    if let section = try bands.previous(beforeSlot: low + 1)?.sectionID,
                        let first = try bands.first(ofSection: section)
                    {
                        low = min(low, first.slot)
                    }
                    if let section = try bands.next(afterSlot: high - 1)?.sectionID,
                        let last = try bands.last(ofSection: section)
                    {
                        high = max(high, last.slot)
                    }
                    return low...high
                }), [:]
        )
    }

    /// Makes a band hide those after it up to a slot, or none, until another time.
    mutating func hide(after band: BandRecord, until last: Int?) throws {
        try connection.run("UPDATE lc_band SET hidden_until = ?2 WHERE id = ?1", band.id, last)
        for end in [band.hiddenUntil, last].compactMap(\.self) where end >= band.slot {
            toggled.append(band.slot...end)
        }
    }

    /// Hands what a band hides to another one, which ends where it did.
    mutating func moveFold(from band: Int64, to other: Int64) throws {
        guard band != other, let old = try context.bands.find(band), let new = try context.bands.find(other) else {
            return
        }
        try hide(after: old, until: nil)
        try hide(after: new, until: old.hiddenUntil)
    }

    /// Hides a new band in a slot if the one that it was a part of is hidden.
    mutating func hideAlso(slot: Int, of part: Int) throws {
        guard let hidden = try context.bands.hidden(in: part...part).first, hidden.upperBound < slot,
            let cover = try context.bands.previous(beforeSlot: hidden.lowerBound)
        else { return }
        try hide(after: cover, until: slot)
    }
}
