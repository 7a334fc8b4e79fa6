/// Sums up slots one after the other, and hands out each node of the sum tree once it is known.
///
/// It holds one node per level, and so takes O(log slots) memory however many slots there are.
struct SumTreeBuilder {
    private(set) var slotCount = 0
    /// The node of each level, from 1, that the last slots belong to, as far as it is full: without its
    /// own last child where that is not.
    private var open: [BandSums] = []

    /// Begins with no slot.
    init() {}

    /// Carries on after `slotCount` slots of a tree.
    init(after slotCount: Int, run: (_ level: Int, _ parent: Int) throws -> SumRun) rethrows {
        self.init()
        self.slotCount = slotCount
        guard slotCount > 0 else { return }
        // One level more where the last node of all is full, and is to be the first child of the next.
        for level in 1...SumTree.topLevel(slotCount: slotCount + 1) {
            let children = slotCount >> (SumTree.shift * (level - 1))
            open.append(
                children & (SumTree.fanOut - 1) > 0
                    ? try run(level - 1, children >> SumTree.shift)[children & (SumTree.fanOut - 1)] : BandSums()
            )
        }
    }

    /// Adds what a slot holds, and tells of each node that it completes.
    mutating func append(_ own: BandSums, node: (_ level: Int, _ node: Int, BandSums) throws -> Void) rethrows {
        slotCount += 1
        var sums = own
        var level = 1
        while true {
            if open.count < level { open.append(BandSums()) }
            open[level - 1].add(sums)
            let span = 1 << (SumTree.shift * level)
            guard slotCount & (span - 1) == 0 else { return }
            sums = open[level - 1]
            open[level - 1] = BandSums()
            try node(level, slotCount / span - 1, sums)
            level += 1
        }
    }

    /// Tells of the nodes that are not full, with what they hold so far.
    func close(node: (_ level: Int, _ node: Int, BandSums) throws -> Void) rethrows {
        guard slotCount > 0 else { return }
        var below: BandSums?
        for level in 1...SumTree.topLevel(slotCount: slotCount) {
            let span = 1 << (SumTree.shift * level)
            guard slotCount & (span - 1) != 0 else { continue }
            var sums = open.count >= level ? open[level - 1] : BandSums()
            if let below { sums.add(below) }
            try node(level, slotCount / span, sums)
            below = sums
        }
    }
}

/// Adds slots at the end of a stored sum tree without reading it again.
struct SumTreeAppender {
    private let tree: SumTree
    private var builder: SumTreeBuilder
    private var pending: [(level: Int, node: Int, sums: BandSums)] = []

    var slotCount: Int { builder.slotCount }

    /// Carries on after `slotCount` slots. O(log slots).
    init(_ tree: SumTree, slotCount: Int) throws {
        self.tree = tree
        builder = try SumTreeBuilder(after: slotCount, run: tree.read)
    }

    mutating func append(_ own: BandSums) {
        builder.append(own) { pending.append(($0, $1, $2)) }
    }

    /// Writes what is new. To be called at the end, and before anyone asks the tree.
    mutating func flush() throws {
        builder.close { pending.append(($0, $1, $2)) }
        for (level, node, sums) in pending { try tree.write(sums, node: node, level: level) }
        pending.removeAll()
        tree.known?.removeAll()
    }
}
