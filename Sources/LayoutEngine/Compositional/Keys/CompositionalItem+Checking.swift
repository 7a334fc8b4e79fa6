internal import LayoutText

extension CompositionalItem {
    /// Checks a section's outermost group and everything in it that does not depend on the container. It checks each
    /// value by itself, and what they have to keep between them.
    ///
    /// Linear in the number of nodes.
    func check() throws(LayoutError) {
        guard nodes[0].content != .item else { throw Self.holdsNothing }
        var openGroups: [(node: Int, isEstimated: AxisFlags)] = []
        for (index, node) in nodes.enumerated() {
            while let group = openGroups.last, group.node + nodes[group.node].count <= index { openGroups.removeLast() }
            do throws(LayoutError) {
                try Self.keys.check(Written(node, holding: Self.placeholders(for: node)))
                if node.content != .item, openGroups.count >= CompositionalDefinition.maximumDepth {
                    throw Self.tooDeep
                }
                var isEstimated = AxisFlags(
                    horizontal: node.size.width.isEstimated, vertical: node.size.height.isEstimated)
                var sharedAxis: LayoutAxis?
                if let parent = openGroups.last {
                    let content = nodes[parent.node].content
                    if case .group(let axis, .dividing, _) = content { sharedAxis = axis }
                    try Self.check(&isEstimated, of: node, sharedAxis: sharedAxis, inGroup: parent.isEstimated)
                }
                try Self.checkExtent(of: node, isEstimated: isEstimated, sharedAxis: sharedAxis)
                try checkAdvance(of: index)
                if node.count > 1 { openGroups.append((index, isEstimated)) }
            } catch {
                throw error.inside(path(ofNode: index))
            }
        }
    }

    /// The placeholders of a group's subitems if only the group is checked.
    private static func placeholders(for node: Node) -> [JSONValue] { node.count > 1 ? [.null] : [] }

    /// The path of a dimension on an axis.
    private static func path(_ axis: LayoutAxis) -> String { axis == .vertical ? ".size.height" : ".size.width" }

    /// Checks an item's dimensions against the group that holds it.
    ///
    /// A fraction needs a length that is known, and a shared length needs a group that can grow with it.
    private static func check(
        _ isEstimated: inout AxisFlags, of node: Node, sharedAxis: LayoutAxis?, inGroup parent: AxisFlags
    ) throws(LayoutError) {
        for axis in LayoutAxis.allCases {
            if axis == sharedAxis {
                // The group's share takes the place of this dimension.
                isEstimated[axis] = false
                continue
            }
            let dimension = node.size[axis]
            if let container = dimension.containerAxis, parent[container] {
                let side = container == .vertical ? "height" : "width"
                throw LayoutError(
                    path: path(axis),
                    message: "is a fraction of a \(side) that is only estimated; give it its own estimate")
            }
            if dimension.isUniformAcrossSiblings, !parent[axis] {
                let side = axis == .vertical ? "height" : "width"
                throw LayoutError(
                    path: path(axis),
                    message: "can be uniform across siblings only in a group whose own \(side) is estimated")
            }
        }
    }

    /// Checks that a group which is filled or divided has something to fill or divide. On a shared axis its length is
    /// its part of a dividing group's, regardless of its dimension.
    private static func checkExtent(
        of node: Node, isEstimated: AxisFlags, sharedAxis: LayoutAxis?
    ) throws(LayoutError) {
        guard case .group(let axis, let filling, _) = node.content else { return }
        switch filling {
        case .repeating:
            return
        case .dividing where isEstimated[axis]:
            throw LayoutError(path: path(axis), message: "cannot be divided, because it is only estimated")
        case .dividing, .subitems:
            guard !isEstimated[axis] else { return }
        }
        guard axis != sharedAxis else { return }
        guard node.size[axis].value > 0 else {
            throw LayoutError(
                path: path(axis), message: "must be greater than 0, or there is nothing to repeat in")
        }
        if case .absolute(let length) = node.size[axis], length <= node.contentInsets.total(axis) {
            throw LayoutError(path: ".contentInsets", message: "leave nothing of the group to repeat in")
        }
    }

    /// Refuses a list of subitems that could be cycled forever without filling its group.
    private func checkAdvance(of index: Int) throws(LayoutError) {
        guard case .group(let axis, .subitems, let spacing) = nodes[index].content,
            !nodes[index].size[axis].isEstimated
        else { return }
        var distance = 0.0
        var child = index + 1
        while child < index + nodes[index].count {
            let node = nodes[child]
            // A group's estimate gives way to what it holds.
            guard node.size[axis].value == 0, node.content == .item || !node.size[axis].isEstimated else { return }
            distance += node.edgeSpacing.minimums.total(axis) + spacing.minimum
            child += node.count
        }
        guard distance > 0 else {
            throw LayoutError(
                path: ".subitems", message: "take no room along the group's axis, and would repeat forever")
        }
    }
}
