/// Lays out one instance of a group: takes items in order until the group is full.
///
/// The walk keeps its own stack, so that nesting costs no call frames. It reuses its storage, so that it allocates
/// nothing once it has grown to a group's size.
struct GroupLayout: Sendable {
    enum Outcome: Sendable, Hashable {
        /// The group is closed, and its next item is the one at the given index.
        case closed(next: Int)
        /// The items ran out while the group had room for more.
        case needsItems
        /// The group holds more items than the caller asked for.
        case tooLarge
    }

    /// Something that was placed. Boxes are in pre-order, and `end` is the index after a box's
    /// subtree.
    struct Box: Sendable {
        var node: Int
        var parent: Int
        var end: Int
        /// The item of a leaf, or the first item of a group.
        var item: Int
        /// The index of a leaf's frame in a custom group, or −1.
        var frame: Int
        var size: LayoutSize
        /// Relative to the parent's inset origin.
        var origin: LayoutPoint = .zero
    }

    /// A group that is being filled.
    struct OpenGroup: Sendable {
        var box: Int
        var node: Int
        /// The node that comes next in the cycle.
        var nextChild: Int
        var count = 0
        /// The length taken so far, with flexible spacing at its minimum.
        var used = 0.0
        /// Whether a child was taken back because it did not fit.
        var isFull = false
    }

    let program: GroupProgram
    var boxes: ContiguousArray<Box> = []
    var openGroups: ContiguousArray<OpenGroup> = []
    /// The least lengths of each group's uniform children, by the group's node; empty if uniform siblings are counted
    /// in one instance only.
    var uniformFloors: ContiguousArray<LayoutSize> = []

    init(_ program: GroupProgram) { self.program = program }

    /// The size of the group that was laid out last, its edge spacing not included.
    var size: LayoutSize { boxes[0].size }

    /// Lays out one group from a non-empty range of items.
    ///
    /// - Parameters:
    ///   - isFinal: whether no item follows the range, so that the group may be left partly filled.
    ///   - itemLimit: the number of items beyond which the group is given up as too large.
    /// - Complexity: Linear in the number of boxes. Children of estimated length that turn out not to fit are laid out
    ///   once more, in the group that takes them.
    mutating func layOut(
        _ measures: ContiguousArray<ItemMeasure>, in range: Range<Int>, isFinal: Bool, itemLimit: Int = .max
    ) -> Outcome {
        boxes.removeAll(keepingCapacity: true)
        openGroups.removeAll(keepingCapacity: true)
        var cursor = range.lowerBound
        open(0, parent: -1, item: cursor)
        while let group = openGroups.last {
            guard cursor - range.lowerBound <= itemLimit else { return .tooLarge }
            let node = program.nodes[group.node]
            if node.kind == .custom {
                let taken = min(node.frames.count, range.upperBound - cursor)
                guard taken == node.frames.count || isFinal else { return .needsItems }
                appendFrames(of: node, count: taken, item: cursor)
                cursor += taken
                close(partly: false, cursor: &cursor)
                continue
            }
            guard !group.isFull, group.count < node.limit else {
                close(partly: false, cursor: &cursor)
                continue
            }
            let child = program.nodes[group.nextChild]
            let knowsLength = !child.isEstimated[node.axis]
            if knowsLength, !fits(child, length: child.size[node.axis], in: group, of: node) {
                close(partly: false, cursor: &cursor)
                continue
            }
            guard cursor < range.upperBound else {
                guard isFinal else { return .needsItems }
                close(partly: true, cursor: &cursor)
                continue
            }
            guard child.kind == .item else {
                open(group.nextChild, parent: group.box, item: cursor)
                continue
            }
            let size = leafSize(child, parent: group.node, item: cursor, measures: measures)
            if !knowsLength, !fits(child, length: size[node.axis], in: group, of: node) {
                close(partly: false, cursor: &cursor)
                continue
            }
            boxes.append(
                Box(
                    node: group.nextChild, parent: group.box, end: boxes.count + 1, item: cursor, frame: -1,
                    size: size))
            cursor += 1
            advance(openGroups.count - 1, past: child, length: size[node.axis])
        }
        return .closed(next: cursor)
    }

    private mutating func open(_ node: Int, parent: Int, item: Int) {
        openGroups.append(OpenGroup(box: boxes.count, node: node, nextChild: node + 1))
        boxes.append(Box(node: node, parent: parent, end: 0, item: item, frame: -1, size: program.nodes[node].size))
    }

    /// Whether a child of the given length still fits. The first one always does, and so does each
    /// one of a group that takes a fixed number.
    private func fits(
        _ child: GroupProgram.Node, length: Double, in group: OpenGroup, of node: GroupProgram.Node
    ) -> Bool {
        guard group.count > 0, !node.isCounted else { return true }
        let end = group.used + (node.gap + child.edges.total(node.axis) + length)
        return end <= node.inner[node.axis] + program.fitTolerance
    }

    /// Counts a child that was placed and turns to the next one of the cycle.
    private mutating func advance(_ index: Int, past child: GroupProgram.Node, length: Double) {
        let group = openGroups[index]
        let node = program.nodes[group.node]
        let gap = group.count > 0 ? node.gap : 0
        openGroups[index].used += gap + child.edges.total(node.axis) + length
        openGroups[index].count += 1
        openGroups[index].nextChild = child.end == node.end ? group.node + 1 : child.end
    }

    private func leafSize(
        _ node: GroupProgram.Node, parent: Int, item: Int, measures: ContiguousArray<ItemMeasure>
    ) -> LayoutSize {
        guard node.isEstimated.isAny else { return node.size }
        var size = node.size
        for axis in LayoutAxis.allCases where node.isEstimated[axis] {
            // Without measures, items are counted.
            if item < measures.count { size[axis] = measures[item].length(axis, or: node.size[axis]) }
            guard node.isUniform[axis], !uniformFloors.isEmpty else { continue }
            size[axis] = max(size[axis], uniformFloors[parent][axis])
        }
        return size
    }

    private mutating func appendFrames(of node: GroupProgram.Node, count: Int, item: Int) {
        let parent = boxes.count - 1
        for offset in 0..<count {
            let index = node.frames.lowerBound + offset
            let frame = program.frames[index].frame
            boxes.append(
                Box(
                    node: -1, parent: parent, end: boxes.count + 1, item: item + offset, frame: index,
                    size: frame.size, origin: frame.origin))
        }
    }

    /// Closes the innermost open group, and undoes it if it does not fit its parent.
    private mutating func close(partly: Bool, cursor: inout Int) {
        let group = openGroups.removeLast()
        boxes[group.box].end = boxes.count
        if program.nodes[group.node].kind == .group { arrange(group, isPartlyFilled: partly) }
        guard let parent = openGroups.last else { return }
        let node = program.nodes[parent.node]
        let child = program.nodes[group.node]
        for axis in LayoutAxis.allCases where child.isUniform[axis] && !uniformFloors.isEmpty {
            boxes[group.box].size[axis] = max(boxes[group.box].size[axis], uniformFloors[parent.node][axis])
        }
        let length = boxes[group.box].size[node.axis]
        if child.isEstimated[node.axis], !fits(child, length: length, in: parent, of: node) {
            cursor = boxes[group.box].item
            boxes.removeSubrange(group.box...)
            openGroups[openGroups.count - 1].isFull = true
        } else {
            advance(openGroups.count - 1, past: child, length: length)
        }
    }

    /// Gives the children of a closed group their places, and the group its size.
    mutating func arrange(_ group: OpenGroup, isPartlyFilled: Bool) {
        let node = program.nodes[group.node]
        if node.hasUniformChildren.isAny { growUniformChildren(of: group) }
        let axis = node.axis
        let cross = axis.cross
        var length = 0.0
        var thickness = 0.0
        var flexibleCount = 0
        let first = group.box + 1
        var index = first
        while index < boxes.count {
            let child = program.nodes[boxes[index].node]
            let size = boxes[index].size
            length += (index == first ? 0 : node.gap) + child.edges.total(axis) + size[axis]
            thickness = max(thickness, child.edges.total(cross) + size[cross])
            flexibleCount += Self.flexibleCount(of: child, in: node, isFirst: index == first)
            index = boxes[index].end
        }
        if !node.isEstimated[cross] { thickness = node.inner[cross] }
        var share = 0.0
        if node.hasFlexibleChildren, !node.isEstimated[axis] {
            var full = length
            if isPartlyFilled { addMissingChildren(of: group, length: &full, flexibleCount: &flexibleCount) }
            if flexibleCount > 0 { share = max(0, node.inner[axis] - full) / Double(flexibleCount) }
        }
        var place = 0.0
        index = first
        while index < boxes.count {
            let child = program.nodes[boxes[index].node]
            let size = boxes[index].size
            if index != first { place += node.gap + (node.isGapFlexible ? share : 0) }
            place += child.edges.start(axis) + (child.isStartFlexible[axis] ? share : 0)
            boxes[index].origin[axis] = place
            boxes[index].origin[cross] = child.crossOrigin(of: size[cross], in: thickness, axis: cross)
            place += size[axis]
            place += child.edges.end(axis) + (child.isEndFlexible[axis] ? share : 0)
            index = boxes[index].end
        }
        if node.isEstimated[axis] { boxes[group.box].size[axis] = length + node.contentInsets.total(axis) }
        if node.isEstimated[cross] { boxes[group.box].size[cross] = thickness + node.contentInsets.total(cross) }
    }

    /// Grows uniform siblings to the largest of them, on each axis.
    private mutating func growUniformChildren(of group: OpenGroup) {
        for axis in LayoutAxis.allCases where program.nodes[group.node].hasUniformChildren[axis] {
            var largest = 0.0
            var index = group.box + 1
            while index < boxes.count {
                if program.nodes[boxes[index].node].isUniform[axis] { largest = max(largest, boxes[index].size[axis]) }
                index = boxes[index].end
            }
            index = group.box + 1
            while index < boxes.count {
                if program.nodes[boxes[index].node].isUniform[axis] { boxes[index].size[axis] = largest }
                index = boxes[index].end
            }
        }
    }

    /// The flexible distances that a child brings along its group's axis.
    private static func flexibleCount(of child: GroupProgram.Node, in node: GroupProgram.Node, isFirst: Bool) -> Int {
        (!isFirst && node.isGapFlexible ? 1 : 0) + (child.isStartFlexible[node.axis] ? 1 : 0)
            + (child.isEndFlexible[node.axis] ? 1 : 0)
    }

    /// Adds the estimated sizes of the children that a partly filled group misses. So the existing ones keep the places
    /// they would have in a full group.
    private func addMissingChildren(of group: OpenGroup, length: inout Double, flexibleCount: inout Int) {
        let node = program.nodes[group.node]
        var count = group.count
        var next = group.nextChild
        // Arbitrary, and out of reach of anything visible: it bounds the work for subitems that are next to nothing
        // long. The share of each gap is next to nothing, too.
        let limit = min(node.limit, group.count + Template.itemLimit)
        while count < limit {
            let child = program.nodes[next]
            // Never the first: a group is opened for an item, which is in it.
            let added = node.gap + child.edges.total(node.axis) + child.nominal[node.axis]
            guard node.isCounted || length + added <= node.inner[node.axis] + program.fitTolerance else { return }
            length += added
            flexibleCount += Self.flexibleCount(of: child, in: node, isFirst: false)
            count += 1
            next = child.end == node.end ? group.node + 1 : child.end
        }
    }
}

extension GroupProgram.Node {
    /// The origin of the node across its group, whose thickness is given: its flexible edges share the remaining space.
    func crossOrigin(of length: Double, in thickness: Double, axis: LayoutAxis) -> Double {
        let start = edges.start(axis)
        guard isStartFlexible[axis] else { return start }
        let rest = max(0, thickness - (edges.total(axis) + length))
        return start + (isEndFlexible[axis] ? rest / 2 : rest)
    }
}

extension GroupLayout {
    /// Writes the group's cells and badges into a band.
    mutating func emit(at origin: LayoutPoint, cellZIndex: Int, into band: inout BandBuffer) {
        let firstHost = band.cells.count
        let firstItem = boxes[0].item
        for index in boxes.indices {
            let parent = boxes[index].parent
            if parent >= 0 {
                let insets = program.nodes[boxes[parent].node].contentInsets
                boxes[index].origin.x += boxes[parent].origin.x + insets.leading
                boxes[index].origin.y += boxes[parent].origin.y + insets.top
            }
            let box = boxes[index]
            var frame = LayoutRect(x: box.origin.x, y: box.origin.y, width: box.size.width, height: box.size.height)
            let host = firstHost + (box.item - firstItem)
            if box.frame >= 0 {
                frame = frame.offsetBy(x: origin.x, y: origin.y)
                band.cells.append(
                    BandBuffer.Cell(frame: frame, zIndex: program.frames[box.frame].zIndex ?? cellZIndex))
                continue
            }
            let node = program.nodes[box.node]
            if node.kind == .item {
                frame = node.insetFrame(frame).offsetBy(x: origin.x, y: origin.y)
                band.cells.append(BandBuffer.Cell(frame: frame, zIndex: cellZIndex))
            } else {
                frame = frame.offsetBy(x: origin.x, y: origin.y)
            }
            for badge in program.badges[node.badges] {
                band.elements.append(
                    BandBuffer.Element(
                        kind: badge.kind, frame: badge.item.frame(on: frame), zIndex: badge.zIndex, host: host))
            }
        }
    }

    /// A full instance of a group in which nothing is measured. Its cells and badges are flat arrays, to be stamped out
    /// with one addition per coordinate.
    struct Template: Sendable {
        /// The most cells of a template, some megabytes. An arbitrary number: larger groups are laid out without one,
        /// at half of it also those of half as many cells.
        static let itemLimit = 1 << 16

        /// Relative to the origin of the group's box.
        var cells: ContiguousArray<BandBuffer.Cell> = []
        /// In the order of their hosts, the template's cells that have to be there for the badges to be.
        var badges: ContiguousArray<BandBuffer.Element> = []
        var size: LayoutSize = .zero

        /// Lays out one full group, or returns nil where measurements matter or it is too large.
        init?(_ program: GroupProgram, cellZIndex: Int) {
            guard program.isFixed else { return nil }
            var layout = GroupLayout(program)
            guard case .closed = layout.layOut([], in: 0..<Int.max, isFinal: false, itemLimit: Self.itemLimit) else {
                return nil
            }
            var buffer = BandBuffer()
            layout.emit(at: .zero, cellZIndex: cellZIndex, into: &buffer)
            cells = buffer.cells
            badges = buffer.elements
            badges.sort { $0.host ?? 0 < $1.host ?? 0 }
            size = layout.size
        }

        /// Puts the first `count` cells, and their badges, into a band.
        @inline(__always)
        func stamp(_ count: Int, at origin: LayoutPoint, into band: inout BandBuffer) {
            if !badges.isEmpty { stampBadges(ofFirst: count, at: origin, into: &band) }
            for index in 0..<count {
                var cell = cells[index]
                cell.frame.x += origin.x
                cell.frame.y += origin.y
                band.cells.append(cell)
            }
        }

        /// Puts full groups one after another into a band. The solver's speed depends on this loop, so it touches only
        /// the template, a running coordinate and the end of the band's cells.
        ///
        /// The cursor stands where the first group's stride begins, or where the spacing before it does
        /// unless it is the section's first.
        func stampFull(
            _ groups: Int, isFirst: Bool, axis: LayoutAxis, cursor: inout Double, spacing: Double, startEdge: Double,
            stride: Double, into band: inout BandBuffer
        ) {
            var place = cursor
            var gap = isFirst ? 0 : spacing
            for _ in 0..<groups {
                place += gap
                gap = spacing
                var origin = LayoutPoint.zero
                origin[axis] = place + startEdge
                stamp(cells.count, at: origin, into: &band)
                place += stride
            }
            cursor = place
        }

        /// Puts the badges of a group whose cells will be the band's next ones.
        private func stampBadges(ofFirst count: Int, at origin: LayoutPoint, into band: inout BandBuffer) {
            let firstHost = band.cells.count
            for var badge in badges {
                guard let host = badge.host, host < count else { return }
                badge.frame = badge.frame.offsetBy(x: origin.x, y: origin.y)
                badge.host = firstHost + host
                band.elements.append(badge)
            }
        }

        /// Moves what it holds, and then mirrors it in a container of a width.
        mutating func move(by distance: LayoutPoint, mirroredIn width: Double?) {
            func move(_ frame: inout LayoutRect) {
                frame = frame.offsetBy(x: distance.x, y: distance.y)
                if let width { frame.mirror(in: width) }
            }
            for index in cells.indices { move(&cells[index].frame) }
            for index in badges.indices { move(&badges[index].frame) }
        }
    }
}

extension GroupProgram.Node {
    /// An item's box shrunk by its content insets, which do not count where its length is measured.
    func insetFrame(_ box: LayoutRect) -> LayoutRect {
        var frame = box
        if !isEstimated.horizontal {
            frame.x += contentInsets.leading
            frame.width = max(0, frame.width - contentInsets.total(.horizontal))
        }
        if !isEstimated.vertical {
            frame.y += contentInsets.top
            frame.height = max(0, frame.height - contentInsets.total(.vertical))
        }
        return frame
    }
}

extension LayoutRect {
    /// Puts the rectangle where a mirror at half the given width shows it.
    mutating func mirror(in width: Double) { x = width - maxX }
}
