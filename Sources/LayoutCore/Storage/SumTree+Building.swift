internal import LayoutEngine
internal import LayoutSQLite

extension SumTree {
    /// One node, with what it sums up, and the running sums of its children.
    struct Node {
        var level: Int
        var node = 0
        var sums = BandSums()
        var run = SiblingSums()

        /// Adds the sums of a child, by its own number among the nodes of its level.
        mutating func add(_ own: BandSums, child: Int) {
            sums.add(own)
            run.append(sums.prefix, at: child & (SumTree.fanOut - 1))
        }

        /// The same by its number, with running sums up to the last place.
        func closed(as node: Int) -> Node {
            var closed = self
            closed.node = node
            closed.run.close()
            return closed
        }

        /// The one child that sums up anything, if it is the only one: it stands for the running sums.
        ///
        /// nil also if hidden children do not count in the node.
        var onlyChild: Int? {
            guard run[SumTree.fanOut] == sums.prefix,
                let child = (0..<SumTree.fanOut).first(where: { run[$0 + 1] != PrefixSums() })
            else { return nil }
            return run[child + 1] == sums.prefix ? child : nil
        }
    }

    /// The columns that hold the running sums, in the order in which they are bound.
    static let runColumns =
        ((["length", "counts"] as [String]).flatMap { name in
            (1..<fanOut).map { "\(name)_\($0)" }
        } + ["only_child"]).joined(separator: ", ")

    /// Writes the nodes of a tree that has none, and forgets what was known of it.
    ///
    /// With one statement: the first reader of a new layout waits for it.
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
        let onlyChildren = nodes.map(\.onlyChild)
        // An only child stands for the running sums.
        let runs = zip(nodes, onlyChildren).map { $1 == nil ? $0.run : nil }
        let run: [ColumnBatch.Column] =
            (1..<Self.fanOut).map { index in .doubles(ContiguousArray(runs.map { $0?[index].length ?? .nan })) }
            + (1..<Self.fanOut).map { index in
                .integers(ContiguousArray(runs.map { ($0?[index].counts).map(Int64.init) ?? ColumnBatch.nullInteger }))
            } + [.integers(ContiguousArray(onlyChildren.map { $0.map(Int64.init) ?? ColumnBatch.nullInteger }))]
        try connection.run(
            """
            INSERT INTO lc_sum (preparation_id, level, node, length, items, elements, sections, cross_length,
              overhang_before, overhang_after, summary, \(Self.runColumns))
            SELECT ?2, \((0..<10 + run.count).map { "c\($0)" }.joined(separator: ", ")) FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: nodes.count,
                columns: [
                    integers(\.level), integers(\.node), doubles(\.sums.length), integers(\.sums.items),
                    integers(\.sums.elements), integers(\.sums.sections), doubles(\.sums.crossLength),
                    doubles(\.sums.overhangBefore), doubles(\.sums.overhangAfter), .text(summaries),
                ] + run,
                bytes: bytes),
            preparationID)
        known?.removeAll()
    }
}
