extension GroupLayout {
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
    private static func flexibleCount(
        of child: GroupProgram.Node, in node: GroupProgram.Node, isFirst: Bool
    ) -> Int {
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
        let limit = min(node.limit, group.count + GroupTemplate.itemLimit)
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
