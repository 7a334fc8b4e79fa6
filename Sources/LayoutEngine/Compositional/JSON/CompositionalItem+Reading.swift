internal import LayoutText

extension CompositionalItem {
    /// A group whose subitems are being read.
    private struct OpenGroup {
        var node: Int
        var path: String
        var children: [DefinitionReader.Element]
        var next = 0
        /// The axes on which the group has no length before its items are measured.
        var isEstimated: AxisFlags
    }

    /// Reads a section's outermost group, and checks everything in it that does not depend on the
    /// container.
    ///
    /// Nesting lives in a stack of its own. Linear in the size of the JSON, but for paths, which grow
    /// with the depth.
    init(readingGroup value: JSONValue, path: String) throws(DefinitionError) {
        var nodes: ContiguousArray<Node> = []
        var openGroups: [OpenGroup] = []
        try Self.read(DefinitionReader.Element(value: value, path: path), into: &nodes, openGroups: &openGroups)
        guard nodes[0].content != .item else {
            throw DefinitionError(path: path, message: Self.holdsNothing)
        }
        while let group = openGroups.last {
            guard group.next < group.children.count else {
                openGroups.removeLast()
                nodes[group.node].count = nodes.count - group.node
                try Self.checkAdvance(of: group.node, in: nodes, path: group.path)
                continue
            }
            openGroups[openGroups.count - 1].next += 1
            try Self.read(group.children[group.next], into: &nodes, openGroups: &openGroups)
        }
        self.init(nodes: nodes)
    }

    private static let holdsNothing = "holds nothing; needs one of subitems, repeating, dividing, frames"

    private static func read(
        _ element: DefinitionReader.Element, into nodes: inout ContiguousArray<Node>, openGroups: inout [OpenGroup]
    ) throws(DefinitionError) {
        var reader = try DefinitionReader(element.value, path: element.path)
        let size = try CompositionalSize(&reader)
        var node = Node(
            size: size, contentInsets: try reader.insets("contentInsets", in: .any),
            edgeSpacing: try CompositionalEdgeSpacing(&reader, key: "edgeSpacing"), supplementaries: [],
            content: .item, count: 1)
        for badge in try reader.elements("supplementaries") ?? [] {
            var badgeReader = try DefinitionReader(badge.value, path: badge.path)
            node.supplementaries.append(try CompositionalAnchoredItem(&badgeReader))
            try badgeReader.finish()
        }
        var children: [DefinitionReader.Element] = []
        node.content = try content(&reader, children: &children)
        if node.content != .item, openGroups.count >= CompositionalDefinition.maximumDepth {
            throw reader.fault("nested more than \(CompositionalDefinition.maximumDepth) levels deep")
        }
        var isEstimated = AxisFlags(horizontal: size.width.isEstimated, vertical: size.height.isEstimated)
        if let parent = openGroups.last {
            try check(
                &isEstimated, of: node, inGroup: nodes[parent.node].content, isEstimated: parent.isEstimated,
                reader: reader)
        }
        var sharedAxis: LayoutAxis?
        if let parent = openGroups.last, case .group(let axis, .dividing, _) = nodes[parent.node].content {
            sharedAxis = axis
        }
        try checkExtent(of: node, isEstimated: isEstimated, sharedAxis: sharedAxis, reader: reader)
        try reader.finish()
        if !children.isEmpty {
            openGroups.append(
                OpenGroup(node: nodes.count, path: element.path, children: children, isEstimated: isEstimated))
        }
        nodes.append(node)
    }

    /// Reads what an item holds: nothing, or exactly one of the four kinds of content.
    private static func content(
        _ reader: inout DefinitionReader, children: inout [DefinitionReader.Element]
    ) throws(DefinitionError) -> Content {
        let axis: LayoutAxis = try reader.choice("axis", default: .horizontal)
        var spacing = CompositionalSpacing.fixed(0)
        if let value = reader.value("interItemSpacing") {
            spacing = try CompositionalSpacing(value, path: reader.path(of: "interItemSpacing"), in: .any)
        }
        var written: [String] = []
        for key in ["subitems", "repeating", "dividing", "frames"] where reader.has(key) { written.append(key) }
        guard let key = written.first else {
            // An object that talks like a group is no item with keys too many.
            for key in ["axis", "interItemSpacing", "count"] where reader.has(key) {
                throw reader.fault(holdsNothing)
            }
            return .item
        }
        guard written.count == 1 else {
            throw reader.fault(at: written[1], "a group that has \(key) cannot have \(written[1]) too")
        }
        if key == "subitems" || key == "frames", reader.has("count") {
            throw reader.fault(at: "count", "belongs to repeating or dividing")
        }
        switch key {
        case "frames":
            if reader.has("interItemSpacing") {
                throw reader.fault(at: "interItemSpacing", "a custom group has its frames and no spacing")
            }
            return .custom(frames: try frames(&reader))
        case "subitems":
            children = try reader.elements(key) ?? []
            guard !children.isEmpty else { throw reader.fault(at: key, "must not be empty") }
            return .group(axis: axis, filling: .subitems, interItemSpacing: spacing)
        default:
            guard let value = reader.value(key) else { return .item }
            children = [DefinitionReader.Element(value: value, path: reader.path(of: key))]
            guard let count = try reader.optionalInteger("count", in: 1...(1 << 53)) else {
                throw reader.fault(at: "count", "missing")
            }
            let filling: Filling = key == "dividing" ? .dividing(count: count) : .repeating(count: count)
            return .group(axis: axis, filling: filling, interItemSpacing: spacing)
        }
    }

    private static func frames(_ reader: inout DefinitionReader) throws(DefinitionError) -> [CustomFrame] {
        var frames: [CustomFrame] = []
        for element in try reader.elements("frames") ?? [] {
            let values = try DefinitionReader.elements(element.value, path: element.path)
            guard values.count == 4 || values.count == 5 else {
                throw DefinitionError(path: element.path, message: "must be x, y, width, height and perhaps a zIndex")
            }
            var numbers: [Double] = []
            for (index, value) in values.prefix(4).enumerated() {
                numbers.append(
                    try DefinitionReader.number(value.value, path: value.path, in: index < 2 ? .any : .nonNegative))
            }
            let frame = LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            var zIndex: Int?
            if values.count == 5 { zIndex = try DefinitionReader.zIndex(values[4].value, path: values[4].path) }
            frames.append(CustomFrame(frame: frame, zIndex: zIndex))
        }
        guard !frames.isEmpty else { throw reader.fault(at: "frames", "must not be empty") }
        return frames
    }
}
