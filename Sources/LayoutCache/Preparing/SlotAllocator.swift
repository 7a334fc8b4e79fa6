internal import LayoutSQLite

/// Keeps a preparation's bands in order: gives new bands a slot between two others.
///
/// Slots leave gaps here and there, so that a split moves a few bands at most; only where no gap is
/// near are all bands given new slots.
struct SlotAllocator {
    let context: PreparingContext
    private(set) var slotCount: Int
    private var isRenumbered = false
    private var waiting = 0

    /// How far to look for a gap before all bands get new slots: an arbitrary number, several times
    /// the distance of gaps when they are new.
    private static let reach = 64

    private var connection: Connection { context.connection }

    init(context: PreparingContext, slotCount: Int) {
        self.context = context
        self.slotCount = slotCount
    }

    func slot(of bandID: Int64) throws -> Int {
        try connection.first("SELECT slot FROM lc_band WHERE id = ?1", bandID, as: Int.self) ?? 0
    }

    /// Frees the slot after a band's, and returns it with the slots whose bands moved.
    mutating func makeRoom(after bandID: Int64) throws -> (slot: Int, moved: [Int]) {
        let slot = try slot(of: bandID)
        var free = slot + 1
        var isFound = false
        var seen = 0
        try connection.forEachRow(
            "SELECT slot FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot LIMIT ?3",
            context.preparationID, slot, Self.reach
        ) { row in
            seen += 1
            guard !isFound else { return }
            if row.int(0) > free { isFound = true } else { free = row.int(0) + 1 }
        }
        if !isFound, seen == Self.reach {
            try renumber()
            return try makeRoom(after: bandID)
        }
        slotCount = max(slotCount, free)
        guard free > slot + 1 else { return (slot + 1, []) }
        // By way of places below zero, so that no two bands ever share a slot.
        try connection.run(
            "UPDATE lc_band SET slot = -slot - 1 WHERE preparation_id = ?1 AND slot BETWEEN ?2 AND ?3",
            context.preparationID, slot + 1, free - 1
        )
        try settle()
        return (slot + 1, Array(slot + 2...free))
    }

    /// Gives all bands new slots in their present order, with gaps.
    private mutating func renumber() throws {
        var order: [Int64] = []
        try connection.forEachRow(
            "SELECT id FROM lc_band WHERE preparation_id = ?1 ORDER BY slot", context.preparationID
        ) { order.append($0.int64(0)) }
        try assign(order)
    }

    /// A place for a new band until ``assign(_:)`` gives it one: below zero, and below those of bands that
    /// are about to move.
    mutating func makeWaitingSlot() -> Int {
        waiting += 1
        return -1 << 48 - waiting
    }

    /// Puts the bands into the given order, with gaps. O(bands).
    mutating func assign(_ order: [Int64]) throws {
        var slot = 0
        for (index, id) in order.enumerated() {
            slot += index % FirstPreparation.slotsBetweenGaps == FirstPreparation.slotsBetweenGaps - 1 ? 2 : 1
            try connection.run("UPDATE lc_band SET slot = -?2 WHERE id = ?1 AND slot <> ?2", id, slot)
        }
        try settle()
        slotCount = slot
        isRenumbered = true
    }

    /// Moves the bands that wait below zero to their slots.
    private func settle() throws {
        try connection.run(
            "UPDATE lc_band SET slot = -slot WHERE preparation_id = ?1 AND slot < 0", context.preparationID
        )
    }

    /// Brings the sum tree up to date after the bands in some slots changed.
    mutating func updateTree(changed: [Int]) throws {
        if isRenumbered {
            try rebuildTree()
        } else {
            try context.sumTree.refresh(slots: changed, slotCount: slotCount)
        }
    }

    /// Computes the whole sum tree from the bands. O(slots).
    mutating func rebuildTree() throws {
        try connection.run("DELETE FROM lc_sum WHERE preparation_id = ?1", context.preparationID)
        var appender = try SumTreeAppender(context.sumTree, slotCount: 0)
        let bands = try connection.cached(
            "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 ORDER BY slot"
        )
        bands.bind(context.preparationID, at: 1)
        defer { bands.rewind() }
        while try bands.step() {
            let band = BandRecord(bands)
            while appender.slotCount < band.slot - 1 { appender.append(BandSums()) }
            appender.append(band.sums)
        }
        try appender.flush()
        slotCount = appender.slotCount
        isRenumbered = false
    }
}
