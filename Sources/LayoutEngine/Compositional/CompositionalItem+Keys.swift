internal import LayoutText

extension CompositionalItem {
    /// An item or a group in written form, with its content still in JSON.
    struct Written: Sendable, Equatable {
        var axis: LayoutAxis?
        var size = CompositionalSize.zero
        var interItemSpacing: CompositionalSpacing?
        var subitems: [JSONValue]?
        var count: Int?
        var repeating: JSONValue?
        var dividing: JSONValue?
        var frames: [CustomFrame]?
        var spacing: LayoutPoint?
        var contentInsets = LayoutInsets.zero
        var edgeSpacing = CompositionalEdgeSpacing.none
        var supplementaries: [CompositionalAnchoredItem] = []
    }

    static let keys = DefinitionObject<Written>(
        name: "item",
        meaning: "An item; or a group, which has exactly one of `subitems`, `repeating`, `dividing` and `frames`.",
        prototype: Written(),
        keys: [
            DefinitionKey("axis", \.axis, .choice(.horizontal), "The group's axis. Default: `horizontal`."),
            DefinitionKey(
                "size", \.size, .object(CompositionalSize.keys), isRequired: true,
                "The size of its box; fractions are of the outer box within its insets."),
            DefinitionKey(
                "interItemSpacing", \.interItemSpacing, .spacing(.any),
                "The distance between two neighbours in a group. Default: 0."),
            DefinitionKey(
                "subitems", \.subitems, .list(of: .subitem, atLeast: 1),
                "The content of a group: the list is repeated until the next one does not fit."),
            DefinitionKey(
                "count", \.count, .integer(1...Int(NumberRange.limit)),
                "The number of copies of `repeating` or `dividing`."),
            DefinitionKey(
                "repeating", \.repeating, .subitem, "The item that a group repeats `count` times, at its own size."),
            DefinitionKey(
                "dividing", \.dividing, .subitem,
                "The item that a group repeats `count` times, sharing its length along the axis."),
            DefinitionKey(
                "frames", \.frames, .list(of: .customFrame, atLeast: 1),
                "The places of a custom group’s items, from its inset origin."),
            DefinitionKey(
                "spacing", \.spacing, .gaps,
                "The gaps between fractional frames, on both axes or as a pair. Default: 0."),
            DefinitionKey("contentInsets", \.contentInsets, .insets(.any), "The space inside its box."),
            DefinitionKey("edgeSpacing", \.edgeSpacing, .edgeSpacing, "The space around its box."),
            DefinitionKey(
                "supplementaries", \.supplementaries,
                .list(of: .object(CompositionalAnchoredItem.keys), atMost: CompositionalSection.maximumAttachments),
                "Badges that are attached to it."),
        ], alternatives: ["subitems", "repeating", "dividing", "frames"],
        companions: [("repeating", "count"), ("dividing", "count"), ("spacing", "frames")])
}

extension DefinitionValue where Value == JSONValue {
    /// An item in a group: read by the reader of the group, so that nesting does not use the call stack.
    fileprivate static var subitem: Self {
        Self(
            .object { CompositionalItem.keys.description }, placeholder: .null, write: { $0 },
            read: { (json) in json })
    }
}

extension DefinitionValue where Value == CompositionalItem {
    /// A section's outermost group, with everything in it.
    static var outermostGroup: Self {
        Self(
            .object { CompositionalItem.keys.description }, placeholder: CompositionalItem(size: .zero),
            write: \.jsonValue,
            read: { (json) throws(LayoutError) in
                let item = try CompositionalItem(reading: json)
                try item.check()
                return item
            })
    }
}

extension CompositionalItem {
    /// Reads a group, and leaves to `check` what its parts have to keep between them.
    ///
    /// Nesting lives in a separate stack. Linear in the size of the JSON.
    fileprivate init(reading json: JSONValue) throws(LayoutError) {
        var nodes: ContiguousArray<Node> = []
        /// The groups whose subitems are being read, with the ones that are left.
        var openGroups: [(node: Int, rest: ArraySlice<JSONValue>)] = []
        func read(_ json: JSONValue) throws(LayoutError) {
            let written = try Self.keys.read(json, fallback: Self.keys.prototype)
            let (content, children) = try written.content()
            guard content == .item || openGroups.count < CompositionalDefinition.maximumDepth else {
                throw Self.tooDeep
            }
            if !children.isEmpty { openGroups.append((nodes.count, children[...])) }
            nodes.append(
                Node(
                    size: written.size, contentInsets: written.contentInsets, edgeSpacing: written.edgeSpacing,
                    supplementaries: written.supplementaries, content: content, count: 1,
                    frameSpacing: written.spacing ?? .zero))
        }
        try read(json)
        while var group = openGroups.popLast() {
            nodes[group.node].count = nodes.count - group.node
            guard let child = group.rest.popFirst() else { continue }
            openGroups.append(group)
            do throws(LayoutError) {
                try read(child)
            } catch {
                // Something stands in its place, so that the place has a path.
                nodes += CompositionalItem(size: .zero).nodes
                for group in openGroups { nodes[group.node].count = nodes.count - group.node }
                throw error.inside(CompositionalItem(nodes: nodes).path(ofNode: nodes.count - 1))
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
            let children = children(of: node)
            let index = children.lastIndex { $0 <= target } ?? 0
            path = JSONValue.Path.member(key, of: path)
            if key == "subitems" { path = JSONValue.Path.element(index, of: path) }
            node = children[index]
        }
        return path
    }

    /// The nodes that a group holds, without what these hold.
    private func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < node + nodes[node].count {
            children.append(child)
            child += nodes[child].count
        }
        return children
    }

    /// The tree as JSON. Written from the leaves up, so that nesting does not use the call stack. Of what is nested too
    /// deeply there is one level, which reading refuses.
    var jsonValue: JSONValue {
        var depths = ContiguousArray(repeating: 0, count: nodes.count)
        for index in nodes.indices { for child in children(of: index) { depths[child] = depths[index] + 1 } }
        var values = ContiguousArray<JSONValue>(repeating: .null, count: nodes.count)
        for index in nodes.indices.reversed() where depths[index] <= CompositionalDefinition.maximumDepth {
            let children = children(of: index)
            let written = Written(nodes[index], holding: children.map { values[$0] })
            values[index] = .object(Self.keys.members(of: written, leavingOut: Self.keys.prototype))
            for child in children { values[child] = .null }
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
        case .item: break
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
    fileprivate func content() throws(LayoutError) -> (CompositionalItem.Content, children: [JSONValue]) {
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
            return (.item, [])
        }
        if written.count > 1 { throw fault(at: written[1], "a group that has \(key) cannot have \(written[1]) too") }
        if spacing != nil, frames == nil { throw fault(at: "spacing", "belongs to frames") }
        let axis = axis ?? .horizontal
        let spacing = interItemSpacing ?? .fixed(0)
        if let copied = repeating ?? dividing {
            guard let count else { throw fault(at: "count", "missing") }
            let filling: CompositionalItem.GroupFill =
                repeating == nil ? .dividing(count: count) : .repeating(count: count)
            return (.group(axis: axis, filling: filling, interItemSpacing: spacing), [copied])
        }
        if count != nil { throw fault(at: "count", "belongs to repeating or dividing") }
        if let frames {
            if interItemSpacing != nil {
                throw fault(at: "interItemSpacing", "a custom group has its frames and no spacing")
            }
            return (.custom(frames: frames), [])
        }
        return (.group(axis: axis, filling: .subitems, interItemSpacing: spacing), subitems ?? [])
    }

    private func fault(at key: String, _ message: String) -> LayoutError {
        LayoutError(path: JSONValue.Path.member(key), message: message)
    }
}

extension CompositionalItem {
    /// Checks what the values of a section's outermost group, and of everything in it, have to keep between them in
    /// any container.
    ///
    /// Linear in the number of nodes.
    fileprivate func check() throws(LayoutError) {
        guard nodes[0].content != .item else { throw Self.holdsNothing }
        var openGroups: [(node: Int, isEstimated: GroupProgram.AxisFlags)] = []
        for (index, node) in nodes.enumerated() {
            while let group = openGroups.last, group.node + nodes[group.node].count <= index { openGroups.removeLast() }
            do throws(LayoutError) {
                var isEstimated = GroupProgram.AxisFlags(
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

    private static func path(_ axis: LayoutAxis) -> String { axis == .vertical ? ".size.height" : ".size.width" }

    /// Checks an item's dimensions against the group that holds it.
    ///
    /// A fraction needs a length that is known, and a shared length needs a group that can grow with it.
    private static func check(
        _ isEstimated: inout GroupProgram.AxisFlags, of node: Node, sharedAxis: LayoutAxis?,
        inGroup parent: GroupProgram.AxisFlags
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
        of node: Node, isEstimated: GroupProgram.AxisFlags, sharedAxis: LayoutAxis?
    ) throws(LayoutError) {
        guard case .group(let axis, let filling, _) = node.content else { return }
        switch filling {
        case .repeating: return
        case .dividing where isEstimated[axis]:
            throw LayoutError(path: path(axis), message: "cannot be divided, because it is only estimated")
        case .dividing, .subitems:
            guard !isEstimated[axis] else { return }
        }
        guard axis != sharedAxis else { return }
        guard node.size[axis].value > 0 else {
            throw LayoutError(path: path(axis), message: "must be greater than 0, or there is nothing to repeat in")
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
        for node in children(of: index).map({ nodes[$0] }) {
            // A group's estimate gives way to what it holds.
            guard node.size[axis].value == 0, node.content == .item || !node.size[axis].isEstimated else { return }
            distance += node.edgeSpacing.minimums.total(axis) + spacing.minimum
        }
        guard distance > 0 else {
            throw LayoutError(
                path: ".subitems", message: "take no room along the group's axis, and would repeat forever")
        }
    }
}

extension DefinitionValue where Value == CompositionalItem.CustomFrame {
    /// An array of x, y, width, height and perhaps a z-index, in points; or fractions of the group's box.
    static var customFrame: Self {
        .either(pointFrame, .object(CompositionalItem.CustomFrame.fractionalKeys), isFirst: { !$0.isFractional })
    }

    private static var pointFrame: Self {
        let (distance, length) = (DefinitionValue<Double>.distance, DefinitionValue<Double>.length)
        let zIndex = DefinitionValue<Int>.zIndex.mapped(to: { Double($0) }, from: { Int($0) })
        return .numbers(
            [("x", distance), ("y", distance), ("width", length), ("height", length), ("zIndex", zIndex)], optional: 1,
            isNot: "must be x, y, width, height and optionally zIndex",
            placeholder: CompositionalItem.CustomFrame(frame: .zero),
            of: { $0.frame.numbers + ($0.zIndex.map { [Double($0)] } ?? []) },
            value: {
                CompositionalItem.CustomFrame(frame: LayoutRect($0), zIndex: $0.count > 4 ? Int($0[4]) : nil)
            })
    }
}

extension CompositionalItem.CustomFrame {
    fileprivate static let fractionalKeys = DefinitionObject(
        name: "fractionalFrame", meaning: "A frame in fractions of a group’s box within its insets.",
        prototype: CompositionalItem.CustomFrame(fractional: .zero),
        keys: [
            DefinitionKey(
                "fractional", \.frame,
                .rectangle(origin: .number(.between(-1000, 1000)), length: .number(.between(0, 1000))),
                isRequired: true, "The frame as fractions, less the gaps of `spacing`."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: the cells’."),
        ])
}

extension DefinitionValue where Value == LayoutPoint {
    /// One number for both axes, or a pair of them; none is negative.
    static var gaps: Self {
        .either(
            DefinitionValue<Double>.length.mapped(to: { LayoutPoint(x: $0, y: $0) }, from: { $0.x }),
            .pair(of: .length, isNot: "must be a number, or two"), isFirst: { $0.x == $0.y },
            readsSecond: { if case .number = $0 { false } else { true } })
    }
}
