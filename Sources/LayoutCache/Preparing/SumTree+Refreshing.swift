internal import LayoutSQLite

extension SumTree {
    /// Computes the nodes above the given slots again after their bands changed.
    ///
    /// Each node is computed once however many of its slots changed: O(changed × log slots).
    func refresh(slots: some Sequence<Int>, slotCount: Int) throws {
        var changed = Set(slots.lazy.map { ($0 - 1) >> Self.shift }).sorted()
        guard !changed.isEmpty else { return }
        for level in 1...Self.topLevel(slotCount: slotCount) {
            if level > 1 { changed = Self.parents(changed) }
            for node in changed {
                try write(try run(level: level - 1, parent: node)[Self.fanOut], node: node, level: level)
            }
        }
    }

    /// The parents of some nodes in order, each once.
    private static func parents(_ nodes: [Int]) -> [Int] {
        var parents: [Int] = []
        for node in nodes where parents.last != node >> shift { parents.append(node >> shift) }
        return parents
    }

    func write(_ sums: BandSums, node: Int, level: Int) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_sum (preparation_id, level, node, length, cells, elements, sections,
              cross_length, overhang_before, overhang_after)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """,
            preparationID, level, node, sums.length, sums.cells, sums.elements, sums.sections,
            sums.crossLength, sums.overhangBefore, sums.overhangAfter
        )
    }
}
