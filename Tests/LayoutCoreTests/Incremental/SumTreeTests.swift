import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The sum tree against plain sums, over more levels than a small data set has.
@Suite struct SumTreeTests {
    /// The bands of a preparation as their sums only; an empty slot sums up nothing.
    private struct Slots {
        var own: [BandSums?] = []

        func sums(_ slot: Int) -> BandSums {
            var sums = BandSums()
            for own in own.prefix(slot) { if let own { sums.add(own) } }
            return sums
        }

        func prefix(_ slot: Int) -> BandSums.Prefix { sums(slot).prefix }

        /// The most slots from the first whose sums satisfy a condition.
        func longest(while condition: (BandSums.Prefix) -> Bool) -> Int {
            var sums = BandSums.Prefix()
            for (index, own) in own.enumerated() {
                if let own { sums.add(own.prefix) }
                if !condition(sums) { return index }
            }
            return own.count
        }
    }

    private static func band(_ random: inout SeededGenerator) -> BandSums {
        // Multiples of 1/64 add exactly, in any order.
        BandSums(
            length: Double(Int.random(in: 0...64_000, using: &random)) / 64,
            items: Int.random(in: 0...9, using: &random),
            elements: Int.random(in: 9...12, using: &random), sections: Int.random(in: 0...1, using: &random),
            crossLength: Double(Int.random(in: 1...400, using: &random)),
            overhangBefore: Double(Int.random(in: 0...9, using: &random)),
            overhangAfter: Double(Int.random(in: 0...9, using: &random)))
    }

    private static func store(_ own: BandSums?, slot: Int, in connection: Connection) throws {
        try connection.run("DELETE FROM lc_band WHERE preparation_id = 1 AND slot = ?1", slot)
        guard let own else { return }
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_estimated, length, item_count, cell_count, element_count,
              orthogonal, cross_length, overhang_before, overhang_after)
            VALUES (1, ?1, ?1, 1, ?2, 0, ?1, 0, 0, ?3, ?4, ?4, ?5, 0, ?6, ?7, ?8)
            """,
            slot, own.sections > 0, own.length, own.items, own.elements,
            own.crossLength, own.overhangBefore, own.overhangAfter)
    }

    private func compare(_ tree: SumTree, _ slots: Slots, _ random: inout SeededGenerator, _ seed: UInt64) throws {
        let count = slots.own.count
        #expect(try tree.totals(slotCount: count) == slots.sums(count), "seed \(seed)")
        for slot in [0, 1, 15, 16, 17, 255, 256, 257, count - 1, count]
            + (0..<20).map({ _ in Int.random(in: 0...count, using: &random) })
        where (0...count).contains(slot) {
            #expect(try tree.prefix(slot) == slots.prefix(slot), "seed \(seed): the first \(slot) of \(count)")
            let sums = slots.prefix(slot)
            for bound in [sums.length, sums.length.nextDown] {
                let condition = { (sums: BandSums.Prefix) in sums.length <= bound }
                let found = try tree.descend(slotCount: count, while: condition)
                #expect(found.slot == slots.longest(while: condition), "seed \(seed): \(bound) of \(count)")
                #expect(found.sums == slots.prefix(found.slot))
            }
            let sections = { (other: BandSums.Prefix) in other.sections <= sums.sections }
            #expect(try tree.descend(slotCount: count, while: sections).slot == slots.longest(while: sections))
        }
        // The views agree. Here no band is the first one of the others' section.
        for slot in (0..<10).map({ _ in Int.random(in: 1...count, using: &random) }) where slots.own[slot - 1] != nil {
            let before = slots.prefix(slot - 1)
            try tree.connection.forEachRow(
                "SELECT origin, counts + NOT begins_section, begins_section FROM lc_band "
                    + "NATURAL JOIN lc_band_origin NATURAL JOIN lc_band_index WHERE id = ?1", slot
            ) { row in
                #expect(row.double(0) == before.length)
                #expect(row.int(1) == (row.bool(2) ? 0 : before.items << 31) + before.sections)
            }
        }
    }

    @Test("A tree that was built, and refreshed after changes, sums up what plain sums do")
    func builtTree() throws {
        try TestSettings.forEachSeed(rounds: 8, plainSums)
    }

    private func plainSums(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // The first counts are where a level is just full, or just not.
        let counts = [1, 15, 16, 17, 255, 256, 257, 4096, 4099]
        let count = seed <= 9 ? counts[Int(seed) - 1] : Int.random(in: 1...6000, using: &random)
        let test = try TestStore()
        try test.store.pool.write { connection in
            let tree = SumTree(connection: connection, preparationID: 1)
            var slots = Slots()
            while slots.own.count < count {
                // Gaps of any length, as new layouts have them.
                if Int.random(in: 0..<16, using: &random) == 0 {
                    let gap = min(count - slots.own.count, 1 << Int.random(in: 0...11, using: &random))
                    slots.own.append(contentsOf: [BandSums?](repeating: nil, count: gap))
                } else {
                    let own = Self.band(&random)
                    slots.own.append(own)
                    try Self.store(own, slot: slots.own.count, in: connection)
                }
            }
            try tree.build(over: slots.own.indices.filter { slots.own[$0] != nil }.map { $0 + 1 }, slotCount: count)
            try compare(tree, slots, &random, seed)
            for _ in 0..<4 {
                var changed: [Int] = []
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    let isNew = Int.random(in: 0..<4, using: &random) == 0
                    if isNew { slots.own.append(nil) }
                    let slot = isNew ? slots.own.count : Int.random(in: 1...slots.own.count, using: &random)
                    slots.own[slot - 1] = isNew || Bool.random(using: &random) ? Self.band(&random) : nil
                    try Self.store(slots.own[slot - 1], slot: slot, in: connection)
                    changed.append(slot)
                }
                try tree.refresh(slots: changed, slotCount: slots.own.count)
                try compare(tree, slots, &random, seed)
            }
        }
    }
}
