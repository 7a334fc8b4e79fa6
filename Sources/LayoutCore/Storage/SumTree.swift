internal import LayoutEngine
internal import LayoutSQLite

/// The sum tree of a preparation: table `lc_sum`, a tree over the slots of `lc_band` with sixteen
/// children to a node.
///
/// Nodes of level 1 sum up sixteen slots each, and nodes of level 2 sixteen nodes of level 1. This goes on up to the
/// one node that sums up all. Level 0 are the bands themselves. A node is always computed from its children in their
/// order, never by adding a difference. So the sums depend only on the present bands, and never drift. A node that sums
/// up nothing may be missing: a new layout has many, in the slots that wait for its bands.
struct SumTree {
    let connection: Connection
    let preparationID: Int64
    /// The known sums, without summaries, in the state that the connection sees.
    var known = SumCache.Sums()

    /// Sixteen children to a node: scanning sixteen neighbouring rows costs about as much as finding one more.
    static let shift = 4
    static let fanOut = 1 << shift

    /// The level of the node that sums up the given number of slots; at least 1.
    static func topLevel(slotCount: Int) -> Int {
        var level = 1
        while slotCount > 1 << (shift * level) { level += 1 }
        return level
    }

    var bands: Bands { Bands(connection, preparationID) }

    /// The running sums of a node's children, which are of `level`; of bands too as they were when the tree was brought
    /// up to date.
    func run(level: Int, parent: Int) throws -> RunningSums {
        try known.run(level: level, parent: parent) { try node(parent, level: level + 1)?.run ?? RunningSums() }
    }

    /// Calls `body` with the sums of the nodes `start ..< end` of a level, in order; on level 0 they are bands.
    func forEach(level: Int, from start: Int, to end: Int, _ body: (_ node: Int, BandSums) throws -> Void) throws {
        guard start < end else { return }
        func read(_ row: Statement) throws { try body(row.int(0), BandSums(sumRow: row)) }
        if level == 0 {
            try connection.forEachRow(Self.bandSQL, preparationID, start, end, body: read)
        } else {
            try connection.forEachRow(Self.siblingSQL, preparationID, level, start, end, body: read)
        }
    }

    func node(_ node: Int, level: Int) throws -> Node? {
        try connection.firstRow(Self.nodeSQL, preparationID, level, node) { row in
            var node = Node(sums: try BandSums(sumRow: row))
            let onlyChild = 7 + 2 * Self.fanOut
            let isRun = row.isNull(onlyChild)
            for count in 1..<(isRun ? Self.fanOut : 1) {
                let counts = try row.int(7 + Self.fanOut + count, in: 0...Int.max, "lc_sum.counts")
                node.run.set(
                    BandSums.Prefix(
                        length: try row.length(8 + count, "lc_sum.length"), items: counts >> 31,
                        sections: counts & (1 << 31 - 1)), from: count)
            }
            node.run.set(
                node.sums.prefix,
                from: try isRun ? Self.fanOut : row.int(onlyChild, in: 0...Self.fanOut - 1, "lc_sum.only_child") + 1)
            return node
        }
    }

    static let nodeSQL = """
        SELECT node, length, items, elements, sections, cross_length, overhang_before, overhang_after, summary,
          \(runColumns)
        FROM lc_sum WHERE preparation_id = ?1 AND level = ?2 AND node = ?3
        """

    /// The sums of the slots from 1 to `slot`. O(log slots).
    func prefix(_ slot: Int) throws -> BandSums.Prefix {
        var sums = BandSums.Prefix()
        var parent = 0
        for level in (0..<Self.topLevel(slotCount: slot)).reversed() {
            let node = slot >> (Self.shift * level)
            let count = node - parent << Self.shift
            if count > 0 { sums.add(try run(level: level, parent: parent)[count]) }
            parent = node
        }
        return sums
    }

    func totals(slotCount: Int) throws -> BandSums {
        let level = Self.topLevel(slotCount: slotCount)
        return try known.totals(level: level) { try node(0, level: level)?.sums ?? BandSums() }
    }

    private static let siblingSQL = """
        SELECT node, length, items, elements, sections, cross_length, overhang_before, overhang_after, summary
        FROM lc_sum WHERE preparation_id = ?1 AND level = ?2 AND node >= ?3 AND node < ?4 ORDER BY node
        """

    /// Reads bands, which are the nodes of level 0: a band's slot counts from 1.
    private static let bandSQL = """
        SELECT slot - 1, length, item_count, element_count, begins_section, cross_length, overhang_before,
          overhang_after, summary
        FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 AND slot <= ?3 ORDER BY slot
        """

    /// The longest run of slots from the first one whose sums still satisfy `condition`, and those
    /// sums. One descent: O(log slots).
    func descend(slotCount: Int, while condition: (BandSums.Prefix) -> Bool) throws -> (
        slot: Int, sums: BandSums.Prefix
    ) {
        guard slotCount > 0 else { return (0, BandSums.Prefix()) }
        let totals = try totals(slotCount: slotCount).prefix
        if condition(totals) { return (slotCount, totals) }
        var node = 0
        var sums = BandSums.Prefix()
        for level in (0..<Self.topLevel(slotCount: slotCount)).reversed() {
            let children = try run(level: level, parent: node)
            // A condition that fails for some children fails for more of them too: half are ruled out at a time.
            let count =
                (1..<Self.fanOut + 1).first(inOrder: { count in
                    var upTo = sums
                    upTo.add(children[count])
                    return !condition(upTo)
                }) - 1
            node = node << Self.shift + count
            sums.add(children[count])
        }
        return (min(node, slotCount), sums)
    }

    /// The running sums of sixteen neighbours of a level: element `n` sums up the first `n` of them.
    struct RunningSums: Equatable, Sendable {
        private var upTo = ContiguousArray(repeating: BandSums.Prefix(), count: SumTree.fanOut + 1)

        subscript(count: Int) -> BandSums.Prefix { upTo[count] }

        /// Sets the sum of some neighbours, as if those after them were missing.
        mutating func set(_ sums: BandSums.Prefix, from count: Int) {
            for index in count...SumTree.fanOut { upTo[index] = sums }
        }
    }

    /// One node, with what it sums up, and the running sums of its children.
    struct Node: Equatable {
        var sums = BandSums()
        var run = RunningSums()

        /// The one child that sums up anything, if it is the only one: it stands for the running sums.
        var onlyChild: Int? {
            (0..<SumTree.fanOut).first { run[$0 + 1] != BandSums.Prefix() }
                .flatMap { run[$0 + 1] == sums.prefix ? $0 : nil }
        }
    }

    /// The columns that hold the running sums, in the order in which they are bound.
    static let runColumns =
        ((["length", "counts"] as [String]).flatMap { name in
            (1..<fanOut).map { "\(name)_\($0)" }
        } + ["only_child"]).joined(separator: ", ")

    /// Computes the whole tree over the slots that have a band. O(slots).
    func build(over slots: [Int], slotCount: Int) throws {
        try connection.run("DELETE FROM lc_sum WHERE preparation_id = ?1", preparationID)
        known.removeAll()
        try refresh(slots: slots, slotCount: slotCount)
    }

    /// Computes the nodes above the given slots again after their bands changed.
    ///
    /// Each node is computed once however many of its slots changed: O(changed × log slots).
    ///
    /// - Parameter toggled: Runs of slots that were hidden or shown.
    func refresh(slots: some Sequence<Int>, toggled: [ClosedRange<Int>] = [], slotCount: Int) throws {
        var changed = slots.map { $0 - 1 }
        guard !changed.isEmpty || !toggled.isEmpty else { return }
        let topLevel = Self.topLevel(slotCount: slotCount)
        let hasHidden = try bands.hasHidden
        for level in 1...topLevel {
            let parents = Set(changed.lazy.map { $0 >> Self.shift })
            changed = parents.union(toggled.flatMap { Self.nodes($0, level: level) }).sorted()
            for node in changed {
                let computed = try computed(node, level: level, hasHidden: hasHidden)
                known.set(computed.run, level: level - 1, parent: node)
                try write(computed, node, level: level)
                if level == topLevel { known.set(totals: computed.sums, level: level) }
            }
        }
    }

    /// A node as its children give it.
    func computed(_ node: Int, level: Int, hasHidden: Bool) throws -> Node {
        let first = node << Self.shift
        // Hidden bands count among themselves only.
        let slots = first + 1...first + Self.fanOut
        let hidden = try level == 1 && hasHidden ? bands.hidden(in: slots).filter { !$0.contains(slots) } : []
        var computed = Node()
        try forEach(level: level - 1, from: first, to: first + Self.fanOut) { child, own in
            if !hidden.contains(where: { $0.contains(child + 1) }) { computed.sums.add(own) }
            computed.run.set(computed.sums.prefix, from: child - first + 1)
        }
        // Of hidden nodes the largest count as nothing. Those below them keep their sums until they are shown.
        let isHidden =
            try hasHidden && isHidden(node, level: level) && !isHidden(node >> Self.shift, level: level + 1)
        if isHidden {
            computed.sums = BandSums()
            computed.run.set(BandSums.Prefix(), from: Self.fanOut)
        }
        return computed
    }

    /// The nodes of a level whose sums depend on whether a run of slots is hidden. They have the parent of the node in
    /// which the run begins, or of that in which it ends.
    private static func nodes(_ slots: ClosedRange<Int>, level: Int) -> [Int] {
        func node(_ slot: Int) -> Int { (slot - 1) >> (shift * level) }
        let all = node(slots.lowerBound)...node(slots.upperBound)
        return [slots.lowerBound, slots.upperBound].flatMap { slot in
            let first = (node(slot) >> shift) << shift
            return (first..<first + fanOut).clamped(to: all.lowerBound..<all.upperBound + 1)
        }
    }

    func isHidden(_ node: Int, level: Int) throws -> Bool {
        let first = node << (Self.shift * level) + 1
        let slots = first...first + 1 << (Self.shift * level) - 1
        return try bands.hidden(in: slots.upperBound...slots.upperBound).contains { $0.contains(slots) }
    }

    /// The summary of the bands in some slots for their section. O(log slots).
    func summary(of slots: Range<Int>) throws -> SectionMeasure.Summary {
        try summary(from: slots.lowerBound - 1, to: slots.upperBound - 1, level: 0)
    }

    /// Of the nodes `from ..< to` of a level: whole families are asked for as one node of the next level.
    private func summary(from: Int, to: Int, level: Int) throws -> SectionMeasure.Summary {
        var summary = SectionMeasure.Summary.unknown
        guard from < to else { return summary }
        let (first, last) = ((from + Self.fanOut - 1) >> Self.shift, to >> Self.shift)
        let families = first < last ? first << Self.shift..<last << Self.shift : to..<to
        try forEach(level: level, from: from, to: families.lowerBound) { summary = summary.merged(with: $1.summary) }
        if summary == .mixed { return summary }
        summary = summary.merged(with: try self.summary(from: first, to: last, level: level + 1))
        try forEach(level: level, from: families.upperBound, to: to) { summary = summary.merged(with: $1.summary) }
        return summary
    }

    private func write(_ computed: Node, _ node: Int, level: Int) throws {
        let (sums, onlyChild) = (computed.sums, computed.onlyChild)
        let row = try connection.cached(Self.writeSQL)
        for index in 1..<Self.fanOut {
            let child = onlyChild == nil ? computed.run[index] : nil
            row.bind(child?.length, at: index)
            row.bind(child?.counts, at: Self.fanOut - 1 + index)
        }
        row.bindAll(
            from: 2 * Self.fanOut - 1, onlyChild, preparationID, level, node, sums.length, sums.items, sums.elements,
            sums.sections, sums.crossLength, sums.overhangBefore, sums.overhangAfter, sums.summary.text)
        try row.run()
    }

    private static let writeSQL = """
        INSERT OR REPLACE INTO lc_sum (\(runColumns), preparation_id, level, node, length, items, elements, sections,
          cross_length, overhang_before, overhang_after, summary)
        VALUES (\((0..<10 + 2 * fanOut).map { "?\($0 + 1)" }.joined(separator: ", ")))
        """
}

extension Range<Int> {
    /// The first number that fulfils a condition, as all after it do; the end if none does. O(log count).
    func first(inOrder isFound: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isFound(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
