internal import LayoutText

extension CompositionalItem {
    /// Checks an item's dimensions against the group that holds it.
    ///
    /// A fraction needs a length that is known, and a shared length needs a group that can grow with it.
    static func check(
        _ isEstimated: inout AxisFlags, of node: Node, inGroup parentContent: Content, isEstimated parent: AxisFlags,
        reader: DefinitionReader
    ) throws(DefinitionError) {
        for axis in LayoutAxis.allCases {
            if case .group(axis, .dividing, _) = parentContent {
                // The group's share takes the place of this dimension.
                isEstimated[axis] = false
                continue
            }
            let dimension = node.size[axis]
            let key = axis == .vertical ? "height" : "width"
            let path = JSONPath.member(key, of: reader.path(of: "size"))
            if let container = dimension.containerAxis, parent[container] {
                let side = container == .vertical ? "height" : "width"
                throw DefinitionError(
                    path: path, message: "is a fraction of a \(side) that is only estimated; give it its own estimate")
            }
            if dimension.isUniformAcrossSiblings, !parent[axis] {
                throw DefinitionError(
                    path: path, message: "can be uniform across siblings only in a group whose own \(key) is estimated")
            }
        }
    }

    /// Checks that a group which is filled or divided has something to fill or divide; on a shared
    /// axis its length is its part of a dividing group's, whatever its own dimension says.
    static func checkExtent(
        of node: Node, isEstimated: AxisFlags, sharedAxis: LayoutAxis?, reader: DefinitionReader
    ) throws(DefinitionError) {
        guard case .group(let axis, let filling, _) = node.content else { return }
        let path = JSONPath.member(axis == .vertical ? "height" : "width", of: reader.path(of: "size"))
        switch filling {
        case .repeating:
            return
        case .dividing where isEstimated[axis]:
            throw DefinitionError(path: path, message: "cannot be divided, because it is only estimated")
        case .dividing, .subitems:
            guard !isEstimated[axis] else { return }
        }
        guard axis != sharedAxis else { return }
        guard node.size[axis].value > 0 else {
            throw DefinitionError(path: path, message: "must be greater than 0, or there is nothing to repeat in")
        }
        if case .absolute(let length) = node.size[axis], length <= node.contentInsets.total(axis) {
            throw reader.fault(at: "contentInsets", "leave nothing of the group to repeat in")
        }
    }

    /// Refuses a list of subitems that could be cycled forever without filling its group.
    static func checkAdvance(
        of index: Int, in nodes: ContiguousArray<Node>, path: String
    ) throws(DefinitionError) {
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
            throw DefinitionError(
                path: JSONPath.member("subitems", of: path),
                message: "take no room along the group's axis, and would repeat forever")
        }
    }
}
