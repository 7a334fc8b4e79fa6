/// Sums up slots one after the other, and hands out each node of the sum tree once it is known.
///
/// Besides the nodes that were not taken yet, it holds one per level.
struct SumTreeBuilder {
    private(set) var slotCount = 0
    /// The sums of the node of each level, from 1, that the last slots belong to, as far as it is full. They are
    /// without its own last child if that is not full. nil: no band is in it.
    private var open: [BandSums?] = []
    /// The nodes that became known since they were taken last.
    private var known: [SumTree.Node] = []

    /// The sums of the slots before the next one in its node.
    var before: PrefixSums { prefix(level: 0) }

    /// Adds a slot's sums.
    mutating func append(_ own: BandSums) {
        slotCount += 1
        note(own, level: 0)
        complete(1)
    }

    /// Adds slots without a band. O(log slots).
    mutating func append(empty count: Int) {
        let end = slotCount + max(0, count)
        while slotCount < end {
            // The largest node that begins here and is empty, or the rest of one that is not.
            var level = 0
            while true {
                let span = 1 << (SumTree.shift * (level + 1))
                guard slotCount & (span - 1) == 0, end - slotCount >= span else { break }
                level += 1
            }
            let rest = SumTree.fanOut - slotCount & (SumTree.fanOut - 1)
            slotCount += level > 0 ? 1 << (SumTree.shift * level) : min(rest, end - slotCount)
            complete(max(level, 1))
        }
    }

    /// The sums of the children before the next one of a level, level 0 being the slots.
    private func prefix(level: Int) -> PrefixSums {
        level < open.count ? open[level]?.prefix ?? PrefixSums() : PrefixSums()
    }

    /// Notes the sums of the last node of a level in its parent.
    private mutating func note(_ own: BandSums, level: Int) {
        while open.count <= level { open.append(nil) }
        if open[level]?.add(own) == nil { open[level] = own }
    }

    /// Completes the nodes that end at the last slot, from a level on, unless no band is in them.
    private mutating func complete(_ level: Int) {
        var level = level
        while slotCount & (1 << (SumTree.shift * level) - 1) == 0 {
            if level <= open.count, let full = open[level - 1] {
                open[level - 1] = nil
                known.append(
                    SumTree.Node(
                        level: level, node: slotCount >> (SumTree.shift * level) - 1, sums: full,
                        before: prefix(level: level)))
                note(full, level: level)
            }
            level += 1
        }
    }

    /// The nodes that have become full since the last call.
    mutating func takeNodes() -> [SumTree.Node] {
        defer { known.removeAll(keepingCapacity: true) }
        return known
    }

    /// These, and the nodes that are not full, with their sums so far. To be called at the end.
    mutating func close() -> [SumTree.Node] {
        guard slotCount > 0 else { return [] }
        var below: BandSums?
        for level in 1...SumTree.topLevel(slotCount: slotCount) {
            let shift = SumTree.shift * level
            guard slotCount & (1 << shift - 1) != 0 else { continue }
            var last = open.count >= level ? open[level - 1] : nil
            if let below, last?.add(below) == nil { last = below }
            below = last
            guard let last else { continue }
            known.append(
                SumTree.Node(level: level, node: slotCount >> shift, sums: last, before: prefix(level: level)))
        }
        return takeNodes()
    }
}
