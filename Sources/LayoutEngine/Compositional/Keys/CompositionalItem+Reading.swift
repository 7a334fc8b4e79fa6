internal import LayoutText

extension DefinitionValue where Value == CompositionalItem {
    /// A section's outermost group, with everything in it.
    static var outermostGroup: Self {
        Self(
            .object { CompositionalItem.keys.description }, placeholder: CompositionalItem(size: .zero),
            check: { (item) throws(LayoutError) in try item.check() }, write: \.jsonValue,
            read: { (json) throws(LayoutError) in try CompositionalItem(reading: json) })
    }
}

extension CompositionalItem {
    /// A group whose subitems are being read.
    private struct OpenGroup {
        var node: Int
        /// The paths of the group in the one that holds it, and of the key under which it has its own.
        var step: String
        var key: String
        var children: [JSONValue]
        var next = 0

        var nextStep: String {
            let path = JSONPath.member(key, of: "")
            return CompositionalItem.isList(key) ? JSONPath.element(next, of: path) : path
        }
    }

    private static func isList(_ key: String) -> Bool { key == "subitems" }

    /// Reads a group, and leaves to `check` what its parts have to keep between them.
    ///
    /// Nesting lives in a separate stack. Linear in the size of the JSON.
    fileprivate init(reading json: JSONValue) throws(LayoutError) {
        var nodes: ContiguousArray<Node> = []
        var openGroups: [OpenGroup] = []
        func read(_ json: JSONValue, step: String) throws(LayoutError) {
            let written = try Self.keys.read(json, fallback: Self.keys.prototype)
            let (content, key, children) = try written.content()
            guard content == .item || openGroups.count < CompositionalDefinition.maximumDepth else {
                throw Self.tooDeep
            }
            if !children.isEmpty {
                openGroups.append(OpenGroup(node: nodes.count, step: step, key: key, children: children))
            }
            nodes.append(
                Node(
                    size: written.size, contentInsets: written.contentInsets, edgeSpacing: written.edgeSpacing,
                    supplementaries: written.supplementaries, content: content, count: 1,
                    frameSpacing: written.spacing ?? .zero))
        }
        try read(json, step: "")
        while let group = openGroups.last {
            guard group.next < group.children.count else {
                openGroups.removeLast()
                nodes[group.node].count = nodes.count - group.node
                continue
            }
            do throws(LayoutError) {
                openGroups[openGroups.count - 1].next += 1
                try read(group.children[group.next], step: group.nextStep)
            } catch {
                throw error.inside(openGroups.map(\.step).joined() + group.nextStep)
            }
        }
        self.init(nodes: nodes)
    }

    static let tooDeep = LayoutError(
        path: "", message: "nested more than \(CompositionalDefinition.maximumDepth) levels deep")
    static let holdsNothing = LayoutError(
        path: "", message: "holds nothing; needs one of \(keys.alternatives.joined(separator: ", "))")

    /// The place of a node in the JSON, relative to this group's: `.subitems[2].repeating`. Linear in the
    /// number of nodes.
    func path(ofNode target: Int) -> String {
        var path = ""
        var node = 0
        while node < target {
            let key = nodes[node].content.childKey
            var child = node + 1
            var index = 0
            while child + nodes[child].count <= target {
                child += nodes[child].count
                index += 1
            }
            path = JSONPath.member(key, of: path)
            if Self.isList(key) { path = JSONPath.element(index, of: path) }
            node = child
        }
        return path
    }

    /// The tree as JSON. Written from the leaves up, so that nesting does not use the call stack.
    var jsonValue: JSONValue {
        var values = ContiguousArray<JSONValue>(repeating: .null, count: nodes.count)
        for index in nodes.indices.reversed() {
            var children: [JSONValue] = []
            var child = index + 1
            while child < index + nodes[index].count {
                children.append(values[child])
                values[child] = .null
                child += nodes[child].count
            }
            let written = Written(nodes[index], holding: children)
            values[index] = .object(Self.keys.members(of: written, leavingOut: Self.keys.prototype))
        }
        return values[0]
    }
}

extension CompositionalItem.Content {
    /// The key under which a group has what it holds.
    fileprivate var childKey: String {
        switch self {
        case .item, .custom: ""
        case .group(_, .subitems, _): "subitems"
        case .group(_, .repeating, _): "repeating"
        case .group(_, .dividing, _): "dividing"
        }
    }
}

extension CompositionalItem.Written {
    init(_ node: CompositionalItem.Node, holding children: [JSONValue]) {
        self.init(
            size: node.size, contentInsets: node.contentInsets, edgeSpacing: node.edgeSpacing,
            supplementaries: node.supplementaries)
        switch node.content {
        case .item:
            break
        case .custom(let frames):
            self.frames = frames
            if node.frameSpacing != .zero { spacing = node.frameSpacing }
        case .group(let axis, let filling, let spacing):
            self.axis = axis
            if spacing != .fixed(0) { interItemSpacing = spacing }
            switch filling {
            case .subitems: subitems = children
            case .repeating(let count): (self.count, repeating) = (count, children.first ?? .null)
            case .dividing(let count): (self.count, dividing) = (count, children.first ?? .null)
            }
        }
    }

    /// The item's content by its keys: nothing, or exactly one of four kinds of content.
    fileprivate func content() throws(LayoutError) -> (
        CompositionalItem.Content, key: String, children: [JSONValue]
    ) {
        let alternatives = [
            ("subitems", subitems != nil), ("repeating", repeating != nil), ("dividing", dividing != nil),
            ("frames", frames != nil),
        ]
        let written = alternatives.filter(\.1).map(\.0)
        guard let key = written.first else {
            // An object that talks like a group is no item with keys too many.
            if axis != nil || interItemSpacing != nil || count != nil || spacing != nil {
                throw CompositionalItem.holdsNothing
            }
            return (.item, "", [])
        }
        if written.count > 1 {
            throw fault(at: written[1], "a group that has \(key) cannot have \(written[1]) too")
        }
        if spacing != nil, frames == nil { throw fault(at: "spacing", "belongs to frames") }
        let axis = axis ?? .horizontal
        let spacing = interItemSpacing ?? .fixed(0)
        if let copied = repeating ?? dividing {
            guard let count else { throw fault(at: "count", "missing") }
            let filling: CompositionalItem.GroupFill =
                repeating == nil ? .dividing(count: count) : .repeating(count: count)
            return (.group(axis: axis, filling: filling, interItemSpacing: spacing), key, [copied])
        }
        if count != nil { throw fault(at: "count", "belongs to repeating or dividing") }
        if let frames {
            if interItemSpacing != nil {
                throw fault(at: "interItemSpacing", "a custom group has its frames and no spacing")
            }
            return (.custom(frames: frames), key, [])
        }
        return (.group(axis: axis, filling: .subitems, interItemSpacing: spacing), key, subitems ?? [])
    }

    private func fault(at key: String, _ message: String) -> LayoutError {
        LayoutError(path: JSONPath.member(key, of: ""), message: message)
    }
}
