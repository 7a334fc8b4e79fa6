internal import LayoutSQLite

extension SumTree {
    /// Computes the nodes above the given slots again after their bands changed.
    ///
    /// Each node is computed once however many of its slots changed. Two statements per level; O(changed ×
    /// log slots) rows.
    func refresh(slots: some Sequence<Int>, slotCount: Int) throws {
        var changed = Set(slots.lazy.map { ($0 - 1) >> Self.shift }).sorted()
        guard !changed.isEmpty else { return }
        for level in 1...Self.topLevel(slotCount: slotCount) {
            if level > 1 { changed = Self.parents(changed) }
            try write(changed, try sums(ofNodes: changed, level: level), level: level)
        }
    }

    /// The parents of some nodes in order, each once.
    private static func parents(_ nodes: [Int]) -> [Int] {
        var parents: [Int] = []
        for node in nodes where parents.last != node >> shift { parents.append(node >> shift) }
        return parents
    }

    /// Sums up the children of some nodes.
    private func sums(ofNodes nodes: [Int], level: Int) throws -> [BandSums] {
        var sums = Array(repeating: BandSums(), count: nodes.count)
        let columns = level == 1
            ? """
            length, cell_count, element_count, section_id <> 0 AND first_position IS -9e999,
            cross_length, overhang_before, overhang_after
            FROM column_batch(?1) AS wanted CROSS JOIN lc_band
            ON preparation_id = ?2 AND slot > wanted.c0 << 4 AND slot <= (wanted.c0 << 4) + 16
            """
            : """
            length, cells, elements, sections, cross_length, overhang_before, overhang_after
            FROM column_batch(?1) AS wanted CROSS JOIN lc_sum
            ON preparation_id = ?2 AND level = ?3 AND node >= wanted.c0 << 4 AND node < (wanted.c0 << 4) + 16
            """
        let batch = ColumnBatch(rowCount: nodes.count, columns: [
            .integers(ContiguousArray(nodes.map(Int64.init))), .integers(ContiguousArray(nodes.indices.map(Int64.init))),
        ])
        if level == 1 {
            try connection.forEachRow("SELECT wanted.c1, \(columns)", batch: batch, preparationID) { row in
                sums[row.int(0)].add(BandSums(sumRow: row))
            }
        } else {
            try connection.forEachRow("SELECT wanted.c1, \(columns)", batch: batch, preparationID, level - 1) { row in
                sums[row.int(0)].add(BandSums(sumRow: row))
            }
        }
        return sums
    }

    func write(_ nodes: [Int], _ sums: [BandSums], level: Int) throws {
        func doubles(_ column: (BandSums) -> Double) -> ColumnBatch.Column { .doubles(ContiguousArray(sums.map(column))) }
        func integers(_ column: (BandSums) -> Int) -> ColumnBatch.Column {
            .integers(ContiguousArray(sums.map { Int64(column($0)) }))
        }
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_sum (preparation_id, level, node, length, cells, elements, sections,
              cross_length, overhang_before, overhang_after)
            SELECT ?2, ?3, c0, c1, c2, c3, c4, c5, c6, c7 FROM column_batch(?1)
            """,
            batch: ColumnBatch(rowCount: nodes.count, columns: [
                .integers(ContiguousArray(nodes.map(Int64.init))), doubles(\.length), integers(\.cells), integers(\.elements),
                integers(\.sections), doubles(\.crossLength), doubles(\.overhangBefore), doubles(\.overhangAfter),
            ]),
            preparationID, level
        )
    }
}
