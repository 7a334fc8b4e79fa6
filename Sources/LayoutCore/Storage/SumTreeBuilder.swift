/// Sums up slots one after the other, and hands out each node of the sum tree once it is known.
///
/// Besides the nodes that were not taken yet, it holds one per level.
struct SumTreeBuilder {
    private(set) var slotCount = 0
    /// The node of each level, from 1, that the last slots belong to, as far as it is full. It is without its own last
    /// child if that is not full.
    private var open: [SumTree.Node] = []
    /// The nodes that have become full since they were taken last.
    private var full: [SumTree.Node] = []

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

    /// Notes the sums of the last node of a level in its parent, level 0 being the slots.
    private mutating func note(_ own: BandSums, level: Int) {
        while open.count <= level { open.append(SumTree.Node(level: open.count + 1)) }
        open[level].add(own, child: (slotCount - 1) >> (SumTree.shift * level))
    }

    /// Closes the nodes that end at the last slot, from a level on, unless they sum up nothing.
    private mutating func complete(_ level: Int) {
        var level = level
        while slotCount & (1 << (SumTree.shift * level) - 1) == 0 {
            if level <= open.count {
                let last = open[level - 1]
                open[level - 1] = SumTree.Node(level: level)
                if last.sums != BandSums() {
                    full.append(last.closed(as: slotCount >> (SumTree.shift * level) - 1))
                    note(last.sums, level: level)
                }
            }
            level += 1
        }
    }

    /// The nodes that have become full since the last call.
    mutating func takeNodes() -> [SumTree.Node] {
        defer { full.removeAll() }
        return full
    }

    /// These, and the nodes that are not full, with their sums so far. To be called at the end.
    mutating func close() -> [SumTree.Node] {
        guard slotCount > 0 else { return [] }
        var below: BandSums?
        for level in 1...SumTree.topLevel(slotCount: slotCount) {
            let shift = SumTree.shift * level
            guard slotCount & (1 << shift - 1) != 0 else { continue }
            var last = open.count >= level ? open[level - 1] : SumTree.Node(level: level)
            if let below { last.add(below, child: (slotCount - 1) >> (shift - SumTree.shift)) }
            if last.sums != BandSums() { full.append(last.closed(as: slotCount >> shift)) }
            below = last.sums
        }
        return takeNodes()
    }
}
