/// Sums up slots one after the other, and hands out each node of the sum tree once it is known.
///
/// It holds one node per level, and so takes O(log slots) memory however many slots there are.
struct SumTreeBuilder {
    private(set) var slotCount = 0
    /// The sums of the node of each level, from 1, that the last slots belong to, as far as it is full. They are
    /// without its own last child if that is not full. nil: no band is in it.
    private var open: [BandSums?] = []

    /// The sums of the slots before the next one in its node.
    var before: PrefixSums { prefix(level: 0) }

    /// Adds a slot's sums, and calls `node` for each node that it completes, unless no band is in it.
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

    /// The sums of the children before the next one of a level, level 0 being the slots.
    private func prefix(level: Int) -> PrefixSums {
        level < open.count ? open[level]?.prefix ?? PrefixSums() : PrefixSums()
    }

    /// Notes the sums of the last node of a level in its parent.
    private mutating func note(_ own: BandSums, level: Int) {
        while open.count <= level { open.append(nil) }
        if open[level]?.add(own) == nil { open[level] = own }
    }

    /// Hands out the nodes that end at the last slot, from a level on, unless no band is in them.
    private mutating func complete(_ level: Int, node: (SumTree.Node) throws -> Void) rethrows {
        var level = level
        while slotCount & (1 << (SumTree.shift * level) - 1) == 0 {
            if level <= open.count, let full = open[level - 1] {
                open[level - 1] = nil
                try node(
                    SumTree.Node(
                        level: level, node: slotCount >> (SumTree.shift * level) - 1, sums: full,
                        before: prefix(level: level)))
                note(full, level: level)
            }
            level += 1
        }
    }

    /// Calls `node` for the nodes that are not full, with their sums so far, unless no band is in them.
    func close(node: (SumTree.Node) throws -> Void) rethrows {
        guard slotCount > 0 else { return }
        var below: BandSums?
        for level in 1...SumTree.topLevel(slotCount: slotCount) {
            let shift = SumTree.shift * level
            guard slotCount & (1 << shift - 1) != 0 else { continue }
            var last = open.count >= level ? open[level - 1] : nil
            if let below, last?.add(below) == nil { last = below }
            below = last
            guard let last else { continue }
            try node(
                SumTree.Node(level: level, node: slotCount >> shift, sums: last, before: prefix(level: level)))
        }
    }
}

/// Writes a sum tree that has no node yet, slot after slot.
struct SumTreeAppender {
    private let tree: SumTree
    private var builder = SumTreeBuilder()
    private var pending: [SumTree.Node] = []

    var slotCount: Int { builder.slotCount }
    /// The sums of the slots before the next one in its node.
    var before: PrefixSums { builder.before }

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
