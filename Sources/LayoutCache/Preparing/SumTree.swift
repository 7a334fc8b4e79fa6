internal import LayoutSQLite

/// The Fenwick tree of a preparation: table `lc_sum`, whose node `i` sums up the `i & -i` slots that
/// end at slot `i`.
///
/// A node is always computed from its own slot's band and its child nodes, in one fixed order, never
/// by adding a difference: so the sums depend on what the bands are, not on how they came to be, and
/// never drift.
struct SumTree {
    let connection: Connection
    let preparationID: Int64

    /// A node's sums; zero for a node that does not exist.
    func node(_ index: Int) throws -> BandSums {
        let statement = try connection.cached(
            """
            SELECT length, cells, elements, sections, cross_length, overhang_before, overhang_after
            FROM lc_sum WHERE preparation_id = ?1 AND node = ?2
            """
        )
        statement.bind(preparationID, at: 1)
        statement.bind(index, at: 2)
        defer { statement.rewind() }
        guard try statement.step() else { return BandSums() }
        return BandSums(
            length: statement.double(0), cells: statement.int(1), elements: statement.int(2),
            sections: statement.int(3), crossLength: statement.double(4),
            overhangBefore: statement.double(5), overhangAfter: statement.double(6)
        )
    }

    /// The sums of the slots from 1 to `slot`. O(log slots).
    func prefix(_ slot: Int) throws -> BandSums {
        var sums = BandSums()
        var index = slot
        while index > 0 {
            sums.add(try node(index))
            index &= index - 1
        }
        return sums
    }

    func write(_ index: Int, _ sums: BandSums) throws {
        try connection.run(
            """
            REPLACE INTO lc_sum (preparation_id, node, length, cells, elements, sections,
                                 cross_length, overhang_before, overhang_after)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            preparationID, index, sums.length, sums.cells, sums.elements, sums.sections,
            sums.crossLength, sums.overhangBefore, sums.overhangAfter
        )
    }

    /// Computes the nodes above the given slots again after their bands changed.
    ///
    /// Each node is computed once however many of its slots changed. O(changed × log² slots) reads,
    /// O(changed × log slots) writes.
    func refresh(slots: some Sequence<Int>, slotCount: Int) throws {
        var affected: Set<Int> = []
        for slot in slots {
            var index = slot
            while index <= slotCount, affected.insert(index).inserted {
                index += index & -index
            }
        }
        // Children have lower indices than their parents.
        var computed: [Int: BandSums] = [:]
        for index in affected.sorted() {
            var sums = try bandSums(at: index)
            var step = 1
            while step < index & -index {
                sums.add(try computed[index - step] ?? node(index - step))
                step <<= 1
            }
            computed[index] = sums
            try write(index, sums)
        }
    }

    /// What the band in a slot adds itself; zero for an empty slot.
    private func bandSums(at slot: Int) throws -> BandSums {
        let statement = try connection.cached(
            "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 AND slot = ?2"
        )
        statement.bind(preparationID, at: 1)
        statement.bind(slot, at: 2)
        defer { statement.rewind() }
        return try statement.step() ? BandRecord(statement).sums : BandSums()
    }
}

/// Adds slots at the end of a sum tree, one node each, without reading it again.
struct SumTreeAppender {
    private let tree: SumTree
    private(set) var slotCount: Int
    /// `latest[k]` is the last node that sums up 2^k slots.
    private var latest: [BandSums]

    /// Carries on after `slotCount` slots: reads one node per level.
    init(_ tree: SumTree, slotCount: Int) throws {
        self.tree = tree
        self.slotCount = slotCount
        latest = try (0..<31).map { level in
            let odd = ((slotCount >> level) - 1) | 1
            return slotCount >> level > 0 ? try tree.node(odd << level) : BandSums()
        }
    }

    mutating func append(_ own: BandSums) throws {
        slotCount += 1
        let level = slotCount.trailingZeroBitCount
        var sums = own
        for child in 0..<level {
            sums.add(latest[child])
        }
        latest[level] = sums
        try tree.write(slotCount, sums)
    }
}
