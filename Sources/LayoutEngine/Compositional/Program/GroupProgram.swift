/// A section's outermost group, resolved in its container: a flat program for `GroupLayout` to walk.
///
/// Every length that does not depend on a measurement is a number here. Nodes are in pre-order, as in
/// the definition, and `end` is the index after a node's subtree.
struct GroupProgram: Sendable {
    enum Kind: Sendable {
        case item
        case group
        case custom
    }

    struct Node: Sendable {
        var kind: Kind
        /// A group's own axis.
        var axis: LayoutAxis = .horizontal
        /// The declared lengths, or the estimates.
        var size: LayoutSize
        var isEstimated = AxisFlags()
        var isUniform = AxisFlags()
        var contentInsets: LayoutInsets
        /// The edge spacing, with flexible edges at their minimum.
        var edges: LayoutInsets
        var isStartFlexible = AxisFlags()
        var isEndFlexible = AxisFlags()
        /// A group's box for its children; infinite on an estimated axis.
        var inner = LayoutSize.zero
        var gap: Double = 0
        var isGapFlexible = false
        /// The most children a group takes.
        var limit = Int.max
        /// Whether the group takes an exact number of items, even without room for them.
        var isCounted = false
        /// Whether a gap or a child's edge along the group's axis takes a share of what is left over.
        var hasFlexibleChildren = false
        var hasUniformChildren = AxisFlags()
        /// The size if nothing is measured; flexible spacing follows it if the last group's items are missing.
        var nominal = LayoutSize.zero
        var end: Int
        var badges: Range<Int>
        var frames: Range<Int> = 0..<0
    }

    struct Badge: Sendable {
        var kind: Int
        var item: CompositionalAnchoredItem

        var zIndex: Int { item.zIndex ?? 1 }
    }

    private(set) var nodes: ContiguousArray<Node> = []
    private(set) var badges: ContiguousArray<Badge> = []
    private(set) var frames: ContiguousArray<CompositionalItem.CustomFrame> = []
    /// How far a child may reach beyond its group and still fit: see ``PixelGrid/fitTolerance``.
    let fitTolerance: Double
    /// Whether no measurement can change a frame.
    private(set) var isFixed = true
    /// The number of items in a full instance, if no measurement can change it.
    private(set) var itemCount: Int?

    /// Whether a group ends before an item because of that item's measured length.
    private(set) var breaksDependOnItems = false
    /// Whether a group ends before another group because of that one's length, and so because of
    /// measurements further on than the next item.
    private(set) var breaksDependOnGroups = false

    /// Resolves a group in a container, given in points. Linear in the size of the definition.
    init(_ item: CompositionalItem, in container: LayoutSize, grid: PixelGrid, kinds: inout [BandBuffer.ElementKind]) {
        fitTolerance = grid.fitTolerance
        nodes.reserveCapacity(item.nodes.count)
        var ancestors: ContiguousArray<Int> = []
        for (index, node) in item.nodes.enumerated() {
            while let parent = ancestors.last, nodes[parent].end <= index { ancestors.removeLast() }
            append(node, at: index, parent: ancestors.last, definition: item, container: container, kinds: &kinds)
            if nodes[index].kind == .group { ancestors.append(index) }
        }
        for index in nodes.indices.reversed() { nodes[index].nominal = nominalSize(of: index) }
        for index in nodes.indices.reversed() where nodes[index].kind == .group {
            limitCycle(of: index)
        }
        guard !breaksDependOnItems else { return }
        // A group beyond the template's limit may be unknown: it is then tried again as its items arrive.
        var layout = GroupLayout(self)
        let outcome = layout.layOut([], in: 0..<Int.max, isFinal: false, itemLimit: GroupLayout.Template.itemLimit)
        if case .closed(let count) = outcome { itemCount = count }
    }

    /// The children of a group, in order.
    func forEachChild(of parent: Int, _ body: (Int) -> Void) {
        var child = parent + 1
        while child < nodes[parent].end {
            body(child)
            child = nodes[child].end
        }
    }

    private mutating func append(
        _ source: CompositionalItem.Node, at index: Int, parent: Int?, definition: CompositionalItem,
        container: LayoutSize, kinds: inout [BandBuffer.ElementKind]
    ) {
        let box = parent.map { nodes[$0].inner } ?? container
        var node = Node(
            kind: .item, size: source.size.lengths(in: box), contentInsets: source.contentInsets,
            edges: source.edgeSpacing.minimums, end: index + source.count,
            badges: badges.count..<badges.count + source.supplementaries.count)
        for axis in LayoutAxis.allCases {
            node.isEstimated[axis] = source.size[axis].isEstimated
            node.isUniform[axis] = source.size[axis].isUniformAcrossSiblings
            node.isStartFlexible[axis] = source.edgeSpacing.start(axis).isFlexible
            node.isEndFlexible[axis] = source.edgeSpacing.end(axis).isFlexible
        }
        for badge in source.supplementaries {
            let kind = BandBuffer.ElementKind(category: .supplementary, name: badge.elementKind, movesWithCells: true)
            badges.append(Badge(kind: kinds.index(of: kind), item: badge))
        }
        if let parent { divide(&node, in: parent, definition: definition) }
        switch source.content {
        case .item: break
        case .group(let axis, let filling, let spacing):
            node.kind = .group
            node.axis = axis
            node.gap = spacing.minimum
            node.isGapFlexible = spacing.isFlexible
            switch filling {
            case .subitems: break
            case .repeating(let count), .dividing(let count):
                node.limit = count
                node.isCounted = true
            }
        case .custom(let custom):
            node.kind = .custom
            node.frames = frames.count..<frames.count + custom.count
            let box = LayoutSize(
                width: max(0, node.size.width - node.contentInsets.total(.horizontal)),
                height: max(0, node.size.height - node.contentInsets.total(.vertical)))
            frames.append(contentsOf: custom.map { $0.resolved(in: box, spacing: source.frameSpacing) })
            // Nothing measures a custom group: a plain estimate is its declared size.
            for axis in LayoutAxis.allCases where !node.isUniform[axis] { node.isEstimated[axis] = false }
        }
        for axis in LayoutAxis.allCases {
            node.inner[axis] =
                node.isEstimated[axis] ? .infinity : max(0, node.size[axis] - node.contentInsets.total(axis))
        }
        if node.isEstimated.isAny { isFixed = false }
        if let parent { adopt(node, in: parent) }
        nodes.append(node)
    }

    /// Gives the subitem of a dividing group its share of the group's length.
    private func divide(_ node: inout Node, in parent: Int, definition: CompositionalItem) {
        guard case .group(let axis, .dividing(let count), let spacing) = definition.nodes[parent].content else {
            return
        }
        let gaps = spacing.minimum * Double(count - 1)
        let edges = node.edges.total(axis) * Double(count)
        node.size[axis] = max(0, (nodes[parent].inner[axis] - gaps - edges) / Double(count))
        node.isEstimated[axis] = false
        node.isUniform[axis] = false
    }

    private mutating func adopt(_ child: Node, in parent: Int) {
        let axis = nodes[parent].axis
        if nodes[parent].isGapFlexible || child.isStartFlexible[axis] || child.isEndFlexible[axis] {
            nodes[parent].hasFlexibleChildren = true
        }
        for axis in LayoutAxis.allCases where child.isUniform[axis] {
            nodes[parent].hasUniformChildren[axis] = true
        }
        // Measured children decide where a group that has a length to fill ends.
        guard !nodes[parent].isCounted, !nodes[parent].isEstimated[axis], child.isEstimated[axis] else { return }
        breaksDependOnItems = true
        if child.kind == .group { breaksDependOnGroups = true }
    }

    private func nominalSize(of index: Int) -> LayoutSize {
        let node = nodes[index]
        guard node.kind == .group else { return node.size }
        var along = 0.0
        var cross = 0.0
        var count = 0
        forEachChild(of: index) { child in
            along += nodes[child].edges.total(node.axis) + nodes[child].nominal[node.axis]
            cross = max(cross, nodes[child].edges.total(node.axis.cross) + nodes[child].nominal[node.axis.cross])
            count += 1
        }
        let copies = node.isCounted ? Double(node.limit) : 1
        along = along * copies + node.gap * (Double(count) * copies - 1)
        var size = node.size
        if node.isEstimated[node.axis] { size[node.axis] = along + node.contentInsets.total(node.axis) }
        if node.isEstimated[node.axis.cross] {
            size[node.axis.cross] = cross + node.contentInsets.total(node.axis.cross)
        }
        return LayoutSize(
            width: min(size.width, CompositionalDimension.longest),
            height: min(size.height, CompositionalDimension.longest))
    }

    /// Lets a cycle run once if nothing bounds it: in a group of estimated length. It also does so if a whole pass
    /// through the list advances by nothing (in a container without extent, for example).
    private mutating func limitCycle(of index: Int) {
        let node = nodes[index]
        guard node.limit == .max else { return }
        var advance = 0.0
        var count = 0
        forEachChild(of: index) { child in
            advance += nodes[child].edges.total(node.axis) + nodes[child].nominal[node.axis] + node.gap
            count += 1
        }
        if node.isEstimated[node.axis] || !(advance > 0) { nodes[index].limit = count }
    }

    /// Two claims, one for each axis.
    struct AxisFlags: Sendable, Hashable {
        var horizontal = false
        var vertical = false

        subscript(axis: LayoutAxis) -> Bool {
            get { axis == .vertical ? vertical : horizontal }
            set { if axis == .vertical { vertical = newValue } else { horizontal = newValue } }
        }

        /// Whether either is true.
        var isAny: Bool { horizontal || vertical }
    }
}

extension [BandBuffer.ElementKind] {
    /// The place of a kind, by which solvers name it; a new kind goes to the end.
    mutating func index(of kind: BandBuffer.ElementKind) -> Int {
        if let place = firstIndex(of: kind) { return place }
        append(kind)
        return count - 1
    }
}
