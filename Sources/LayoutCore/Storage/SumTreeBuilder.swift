/// Sums up slots one after the other, and hands out each node of the sum tree once it is known.
///
/// It holds one node per level, and so takes O(log slots) memory however many slots there are.
struct SumTreeBuilder {
    private(set) var slotCount = 0
    /// The node of each level, from 1, that the last slots belong to, as far as it is full. It is without its own last
    /// child if that is not full.
    private var open: [SumTree.Node] = []

    /// Adds a slot's sums, and calls `node` for each node that it completes, unless that sums up nothing.
    mutating func append(_ own: BandSums, node: (SumTree.Node) throws -> Void) rethrows {
        slotCount += 1
        note(own, level: 0)
        try complete(1, node: node)
    }

    /// Adds slots without a band. O(log slots).
    mutating func append(empty count: Int, node: (SumTree.Node) throws -> Void) rethrows {
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
            try complete(max(level, 1), node: node)
        }
    }

    /// Notes the sums of the last node of a level in its parent, level 0 being the slots.
    private mutating func note(_ own: BandSums, level: Int) {
        while open.count <= level { open.append(SumTree.Node(level: open.count + 1)) }
        open[level].add(own, child: (slotCount - 1) >> (SumTree.shift * level))
    }

    /// Hands out the nodes that end at the last slot, from a level on, unless they sum up nothing.
    private mutating func complete(_ level: Int, node: (SumTree.Node) throws -> Void) rethrows {
        var level = level
        while slotCount & (1 << (SumTree.shift * level) - 1) == 0 {
            if level <= open.count {
                let full = open[level - 1]
                open[level - 1] = SumTree.Node(level: level)
                if full.sums != BandSums() {
                    try node(full.closed(as: slotCount >> (SumTree.shift * level) - 1))
                    note(full.sums, level: level)
                }
            }
            level += 1
        }
    }

    /// Calls `node` for the nodes that are not full, with their sums so far, unless they sum up nothing.
    func close(node: (SumTree.Node) throws -> Void) rethrows {
        guard slotCount > 0 else { return }
        var below: BandSums?
        for level in 1...SumTree.topLevel(slotCount: slotCount) {
            let shift = SumTree.shift * level
            guard slotCount & (1 << shift - 1) != 0 else { continue }
            var last = open.count >= level ? open[level - 1] : SumTree.Node(level: level)
            if let below { last.add(below, child: (slotCount - 1) >> (shift - SumTree.shift)) }
            if last.sums != BandSums() { try node(last.closed(as: slotCount >> shift)) }
            below = last.sums
        }
    }
}

/// Writes a sum tree that has no node yet, slot after slot.
struct SumTreeAppender {
    private let tree: SumTree
    private var builder = SumTreeBuilder()
    private var pending: [SumTree.Node] = []

    var slotCount: Int { builder.slotCount }

    init(_ tree: SumTree) { self.tree = tree }

    mutating func append(_ own: BandSums) {
        builder.append(own) { pending.append($0) }
    }

    /// Leaves slots without a band.
    mutating func append(empty count: Int) {
        builder.append(empty: count) { pending.append($0) }
    }

    /// Writes the nodes. Must be called at the end, and before the tree is read.
    mutating func finish() throws {
        builder.close { pending.append($0) }
        try tree.write(pending)
        pending.removeAll()
        tree.known?.removeAll()
    }
}
