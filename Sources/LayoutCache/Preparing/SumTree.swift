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
        return try statement.step() ? BandSums(nodeRow: statement) : BandSums()
    }

    /// The sums of the slots from 1 to `slot`. O(log slots).
    func prefix(_ slot: Int) throws -> BandSums {
        try Self.prefix(slot, node: node)
    }

    /// The sums of the slots from 1 to `slot`, from nodes that come from anywhere.
    static func prefix(_ slot: Int, node: (Int) throws -> BandSums) rethrows -> BandSums {
        var sums = BandSums()
        var index = slot
        while index > 0 {
            sums.add(try node(index))
            index &= index - 1
        }
        return sums
    }

    /// The longest run of slots from the first one whose sums still satisfy `condition`, and those
    /// sums. One descent: O(log slots).
    func descend(slotCount: Int, while condition: (BandSums) -> Bool) throws -> (slot: Int, sums: BandSums) {
        try Self.descend(slotCount: slotCount, node: node, while: condition)
    }

    /// The same descent, through nodes that come from anywhere.
    static func descend(
        slotCount: Int, node: (Int) throws -> BandSums, while condition: (BandSums) -> Bool
    ) rethrows -> (slot: Int, sums: BandSums) {
        var slot = 0
        var sums = BandSums()
        var step = slotCount == 0 ? 0 : 1 << (Int.bitWidth - 1 - slotCount.leadingZeroBitCount)
        while step > 0 {
            if slot + step <= slotCount {
                var next = sums
                next.add(try node(slot + step))
                if condition(next) {
                    slot += step
                    sums = next
                }
            }
            step >>= 1
        }
        return (slot, sums)
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
    /// Each node is computed once however many of its slots changed, and all that is read is read with
    /// two statements. O(changed × log² slots) reads, O(changed × log slots) writes.
    func refresh(slots: some Sequence<Int>, slotCount: Int) throws {
        var affected: Set<Int> = []
        for slot in slots {
            var index = slot
            while index <= slotCount, affected.insert(index).inserted {
                index += index & -index
            }
        }
        var children: Set<Int> = []
        for index in affected {
            var step = 1
            while step < index & -index {
                if !affected.contains(index - step) { children.insert(index - step) }
                step <<= 1
            }
        }
        // Children have lower indices than their parents.
        let order = affected.sorted()
        var own = try bandSums(at: order)
        var known = try nodes(children.sorted())
        for index in order {
            var sums = own.removeValue(forKey: index) ?? BandSums()
            var step = 1
            while step < index & -index {
                sums.add(known[index - step] ?? BandSums())
                step <<= 1
            }
            known[index] = sums
        }
        try write(order, known)
    }

    /// What the bands in some slots add themselves; nothing for an empty slot.
    private func bandSums(at slots: [Int]) throws -> [Int: BandSums] {
        var sums: [Int: BandSums] = [:]
        try connection.forEachRow(
            """
            SELECT \(BandRecord.columns) FROM column_batch(?1) AS wanted
            CROSS JOIN lc_band ON preparation_id = ?2 AND slot = wanted.c0
            """,
            batch: Self.batch(slots), preparationID
        ) { row in
            let band = BandRecord(row)
            sums[band.slot] = band.sums
        }
        return sums
    }

    private func nodes(_ indices: [Int]) throws -> [Int: BandSums] {
        var nodes: [Int: BandSums] = [:]
        try connection.forEachRow(
            """
            SELECT s.length, s.cells, s.elements, s.sections, s.cross_length, s.overhang_before, s.overhang_after, s.node
            FROM column_batch(?1) AS wanted CROSS JOIN lc_sum AS s ON s.preparation_id = ?2 AND s.node = wanted.c0
            """,
            batch: Self.batch(indices), preparationID
        ) { row in
            nodes[row.int(7)] = BandSums(nodeRow: row)
        }
        return nodes
    }

    private func write(_ indices: [Int], _ nodes: [Int: BandSums]) throws {
        func doubles(_ value: (BandSums) -> Double) -> ColumnBatch.Column {
            .doubles(ContiguousArray(indices.map { value(nodes[$0] ?? BandSums()) }))
        }
        func integers(_ value: (BandSums) -> Int) -> ColumnBatch.Column {
            .integers(ContiguousArray(indices.map { Int64(value(nodes[$0] ?? BandSums())) }))
        }
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_sum (preparation_id, node, length, cells, elements, sections,
              cross_length, overhang_before, overhang_after)
            SELECT ?2, c0, c1, c2, c3, c4, c5, c6, c7 FROM column_batch(?1)
            """,
            batch: ColumnBatch(rowCount: indices.count, columns: [
                .integers(ContiguousArray(indices.map(Int64.init))), doubles(\.length), integers(\.cells), integers(\.elements),
                integers(\.sections), doubles(\.crossLength), doubles(\.overhangBefore), doubles(\.overhangAfter),
            ]),
            preparationID
        )
    }

    private static func batch(_ indices: [Int]) -> ColumnBatch {
        ColumnBatch(rowCount: indices.count, columns: [.integers(ContiguousArray(indices.map(Int64.init)))])
    }
}

extension BandSums {
    /// Reads the seven columns of a node, in the order of the table.
    init(nodeRow row: Statement) {
        self.init(
            length: row.double(0), cells: row.int(1), elements: row.int(2), sections: row.int(3),
            crossLength: row.double(4), overhangBefore: row.double(5), overhangAfter: row.double(6)
        )
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
