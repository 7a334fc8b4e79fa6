/// Sums up slots one after the other, and hands out each node of the sum tree once it is known.
///
/// It holds one node per level, and so takes O(log slots) memory however many slots there are.
struct SumTreeBuilder {
    private(set) var slotCount = 0
    /// The node of each level, from 1, that the last slots belong to, as far as it is full. It is without its own last
    /// child if that is not full.
    private var open: [BandSums] = []

    /// Adds a slot's sums, and calls `node` for each node that it completes, unless that sums up nothing.
    mutating func append(_ own: BandSums, node: (_ level: Int, _ node: Int, BandSums) throws -> Void) rethrows {
        try add(own, level: 0, node: node)
    }

    /// Adds slots without a band. O(log slots).
    mutating func append(empty count: Int, node: (_ level: Int, _ node: Int, BandSums) throws -> Void) rethrows {
        let end = slotCount + max(0, count)
        while slotCount < end {
            // The largest node that begins here and is empty.
            var level = 0
            while true {
                let span = 1 << (SumTree.shift * (level + 1))
                guard slotCount & (span - 1) == 0, end - slotCount >= span else { break }
                level += 1
            }
            try add(BandSums(), level: level, node: node)
        }
    }

    /// Adds a node of a level, level 0 being a slot.
    private mutating func add(
        _ own: BandSums, level: Int, node: (_ level: Int, _ node: Int, BandSums) throws -> Void
    ) rethrows {
        slotCount += 1 << (SumTree.shift * level)
        var sums = own
        var level = level + 1
        while true {
            while open.count < level { open.append(BandSums()) }
            open[level - 1].add(sums)
            let span = 1 << (SumTree.shift * level)
            guard slotCount & (span - 1) == 0 else { return }
            sums = open[level - 1]
            open[level - 1] = BandSums()
            if sums != BandSums() { try node(level, slotCount / span - 1, sums) }
            level += 1
        }
    }

    /// Calls `node` for the nodes that are not full, with their sums so far, unless they sum up nothing.
    func close(node: (_ level: Int, _ node: Int, BandSums) throws -> Void) rethrows {
        guard slotCount > 0 else { return }
        var below: BandSums?
        for level in 1...SumTree.topLevel(slotCount: slotCount) {
            let span = 1 << (SumTree.shift * level)
            guard slotCount & (span - 1) != 0 else { continue }
            var sums = open.count >= level ? open[level - 1] : BandSums()
            if let below { sums.add(below) }
            if sums != BandSums() { try node(level, slotCount / span, sums) }
            below = sums
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
        builder.append(own) { pending.append(SumTree.Node(level: $0, node: $1, sums: $2)) }
    }

    /// Leaves slots without a band.
    mutating func append(empty count: Int) {
        builder.append(empty: count) { pending.append(SumTree.Node(level: $0, node: $1, sums: $2)) }
    }

    /// Writes the nodes. Must be called at the end, and before the tree is read.
    mutating func finish() throws {
        builder.close { pending.append(SumTree.Node(level: $0, node: $1, sums: $2)) }
        try tree.write(pending)
        pending.removeAll()
        tree.known?.removeAll()
    }
}
