internal import LayoutText

extension CompositionalItem {
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
            values[index] = nodes[index].jsonValue(holding: children)
        }
        return values[0]
    }
}

extension CompositionalItem.Node {
    fileprivate func jsonValue(holding children: [JSONValue]) -> JSONValue {
        var writer = DefinitionWriter()
        switch content {
        case .item, .custom: break
        case .group(let axis, _, _): writer.add("axis", .string(axis.rawValue))
        }
        writer.add("size", size.jsonValue)
        switch content {
        case .item:
            break
        case .group(_, let filling, let spacing):
            if spacing != .fixed(0) { writer.add("interItemSpacing", spacing.jsonValue) }
            switch filling {
            case .subitems:
                writer.add("subitems", .array(children))
            case .repeating(let count):
                writer.add("count", .number(Double(count)))
                writer.add("repeating", children.first ?? .null)
            case .dividing(let count):
                writer.add("count", .number(Double(count)))
                writer.add("dividing", children.first ?? .null)
            }
        case .custom(let frames):
            writer.add("frames", .array(frames.map(\.jsonValue)))
        }
        writer.add("contentInsets", contentInsets)
        if edgeSpacing != .none { writer.add("edgeSpacing", edgeSpacing.jsonValue) }
        if !supplementaries.isEmpty { writer.add("supplementaries", .array(supplementaries.map(\.jsonValue))) }
        return writer.value
    }
}

extension CompositionalItem.CustomFrame {
    fileprivate var jsonValue: JSONValue {
        var values = [frame.x, frame.y, frame.width, frame.height].map(JSONValue.number)
        if let zIndex { values.append(.number(Double(zIndex))) }
        return .array(values)
    }
}
