internal import LayoutEngine
internal import LayoutSQLite

extension SumTree {
    /// One node: what it sums up, and what its siblings before it do.
    struct Node: Equatable {
        var level: Int
        var node = 0
        var sums = BandSums()
        var before = PrefixSums()
    }

    /// Writes the nodes of a tree that has none, with one statement: the first reader of a new layout waits for it.
    func write(_ nodes: [Node]) throws {
        var bytes = ContiguousArray<UInt8>()
        let summaries = ContiguousArray(
            nodes.map { node in
                guard let text = node.sums.summary.text else { return ColumnBatch.ByteRange.null }
                let start = bytes.count
                bytes.append(contentsOf: text.utf8)
                return ColumnBatch.ByteRange(start: start, end: bytes.count)
            })
        func integers(_ value: (Node) -> Int) -> ColumnBatch.Column {
            .integers(ContiguousArray(nodes.map { Int64(value($0)) }))
        }
        func doubles(_ value: (Node) -> Double) -> ColumnBatch.Column {
            .doubles(ContiguousArray(nodes.map(value)))
        }
        try connection.run(
            """
            INSERT INTO lc_sum (preparation_id, level, node, length, items, elements, sections, cross_length,
              overhang_before, overhang_after, summary, length_before, counts_before)
            SELECT ?2, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: nodes.count,
                columns: [
                    integers(\.level), integers(\.node), doubles(\.sums.length), integers(\.sums.items),
                    integers(\.sums.elements), integers(\.sums.sections), doubles(\.sums.crossLength),
                    doubles(\.sums.overhangBefore), doubles(\.sums.overhangAfter), .text(summaries),
                    doubles(\.before.length), integers(\.before.counts),
                ],
                bytes: bytes),
            preparationID)
        known?.removeAll()
    }
}
