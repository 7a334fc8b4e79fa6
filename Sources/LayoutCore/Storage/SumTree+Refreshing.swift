internal import LayoutEngine
internal import LayoutSQLite

extension SumTree {
    /// Computes the nodes above the given slots again after their bands changed.
    ///
    /// Each node is computed once however many of its slots changed: O(changed × log slots).
    ///
    /// - Parameter turned: Runs of slots that were hidden or shown.
    func refresh(slots: some Sequence<Int>, turned: [ClosedRange<Int>] = [], slotCount: Int) throws {
        var changed = Set(slots.lazy.map { ($0 - 1) >> Self.shift }).sorted()
        guard !changed.isEmpty || !turned.isEmpty else { return }
        let topLevel = Self.topLevel(slotCount: slotCount)
        let hasHidden = try bands.hasHidden
        for level in 1...topLevel {
            if level > 1 { changed = Self.parents(changed) }
            if !turned.isEmpty {
                changed = Set(changed).union(turned.flatMap { Self.turned($0, level: level) }).sorted()
            }
            for node in changed {
                let children = try read(level: level - 1, parent: node)
                known?.set(children.run, level: level - 1, parent: node)
                // Of hidden nodes the largest count as nothing. Those below them keep their sums until they are shown.
                let isHidden =
                    try hasHidden && isHidden(node, level: level)
                    && !isHidden(node >> Self.shift, level: level + 1)
                try write(
                    Node(level: level, node: node, sums: isHidden ? BandSums() : children.sums, run: children.run))
                if level == topLevel { known?.set(totals: children.sums, level: level) }
            }
        }
    }

    /// The nodes of a level whose sums depend on whether a run of slots is hidden. They have the parent of the node in
    /// which the run begins, or of that in which it ends.
    private static func turned(_ slots: ClosedRange<Int>, level: Int) -> [Int] {
        func node(_ slot: Int) -> Int { (slot - 1) >> (shift * level) }
        let all = node(slots.lowerBound)...node(slots.upperBound)
        return [slots.lowerBound, slots.upperBound].flatMap { slot in
            let first = (node(slot) >> shift) << shift
            return (first..<first + fanOut).clamped(to: all.lowerBound..<all.upperBound + 1)
        }
    }

    /// Whether all slots of a node are hidden.
    func isHidden(_ node: Int, level: Int) throws -> Bool {
        let first = node << (Self.shift * level) + 1
        let slots = first...first + 1 << (Self.shift * level) - 1
        return try bands.hidden(in: slots).contains { $0.contains(slots) }
    }

    /// The parents of some nodes in order, each once.
    private static func parents(_ nodes: [Int]) -> [Int] {
        var parents: [Int] = []
        for node in nodes where parents.last != node >> shift { parents.append(node >> shift) }
        return parents
    }

    /// The summary of the bands in some slots for their section. O(log slots).
    func summary(of slots: ClosedRange<Int>) throws -> SectionSummary {
        try summary(from: slots.lowerBound - 1, to: slots.upperBound, level: 0)
    }

    /// Of the nodes `from ..< to` of a level: whole families are asked for as one node of the next level.
    private func summary(from: Int, to: Int, level: Int) throws -> SectionSummary {
        guard from < to else { return .unknown }
        let first = (from + Self.fanOut - 1) >> Self.shift
        let last = to >> Self.shift
        guard first < last else { return try ownSummary(from: from, to: to, level: level) }
        return try ownSummary(from: from, to: first << Self.shift, level: level)
            .merged(with: summary(from: first, to: last, level: level + 1))
            .merged(with: ownSummary(from: last << Self.shift, to: to, level: level))
    }

    private func ownSummary(from: Int, to: Int, level: Int) throws -> SectionSummary {
        var summary = SectionSummary.unknown
        guard from < to else { return summary }
        func add(_ row: Statement) { summary = summary.merged(with: SectionSummary(text: row.string(0))) }
        if level == 0 {
            try connection.forEachRow(
                "SELECT summary FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 AND slot <= ?3",
                preparationID, from, to, body: add)
        } else {
            try connection.forEachRow(
                "SELECT summary FROM lc_sum WHERE preparation_id = ?1 AND level = ?4 AND node >= ?2 AND node < ?3",
                preparationID, from, to, level, body: add)
        }
        return summary
    }

    /// Writes one node, in place of what it was.
    private func write(_ node: Node) throws {
        let row = try connection.cached(Self.writeSQL)
        let sums = node.sums
        for (index, value) in [preparationID, Int64(node.level), Int64(node.node)].enumerated() {
            row.bind(value, at: 1 + index)
        }
        row.bind(sums.length, at: 4)
        for (index, value) in [sums.items, sums.elements, sums.sections].enumerated() {
            row.bind(value, at: 5 + index)
        }
        for (index, value) in [sums.crossLength, sums.overhangBefore, sums.overhangAfter].enumerated() {
            row.bind(value, at: 8 + index)
        }
        sums.summary.text.bind(to: row, at: 11)
        let onlyChild = node.onlyChild
        let run = onlyChild == nil ? node.run : nil
        for index in 1..<Self.fanOut {
            (run?[index].length).bind(to: row, at: 11 + index)
            (run?[index].counts).bind(to: row, at: 10 + Self.fanOut + index)
        }
        onlyChild.bind(to: row, at: 10 + 2 * Self.fanOut)
        defer { row.rewind() }
        _ = try row.step()
    }

    private static let writeSQL = """
        INSERT OR REPLACE INTO lc_sum (preparation_id, level, node, length, items, elements, sections, cross_length,
          overhang_before, overhang_after, summary, \(runColumns))
        VALUES (\((0..<10 + 2 * fanOut).map { "?\($0 + 1)" }.joined(separator: ", ")))
        """
}
