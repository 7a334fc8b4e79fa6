internal import LayoutText

extension DefinitionReader {
    /// The z-indexes that JSON's numbers, which are doubles, tell apart.
    private static let zIndexes = -(1 << 53)...(1 << 53)

    mutating func zIndex() throws(DefinitionError) -> Int? { try optionalInteger("zIndex", in: Self.zIndexes) }

    /// Reads a z-index that stands by itself.
    static func zIndex(_ value: JSONValue, path: String) throws(DefinitionError) -> Int {
        guard case .number(let number) = value else { throw wrongType(value, path: path, expected: "a whole number") }
        guard let index = Int(exactly: number), zIndexes.contains(index) else {
            throw DefinitionError(path: path, message: "must be a whole number")
        }
        return index
    }

    mutating func elementKind() throws(DefinitionError) -> String {
        guard let kind = try optionalString("elementKind") else { throw fault(at: "elementKind", "missing") }
        return kind
    }

    /// A pair of numbers, x first; the origin where the key is not written.
    mutating func pair(_ key: String) throws(DefinitionError) -> LayoutPoint {
        guard let elements = try elements(key) else { return .zero }
        guard elements.count == 2 else { throw fault(at: key, "must be two numbers, x and y") }
        return LayoutPoint(
            x: try Self.number(elements[0].value, path: elements[0].path, in: .any),
            y: try Self.number(elements[1].value, path: elements[1].path, in: .any))
    }

    /// A list of edges, or nil where the key is not written.
    mutating func anchor(_ key: String) throws(DefinitionError) -> CompositionalAnchor? {
        guard let elements = try elements(key) else { return nil }
        var anchor: CompositionalAnchor = []
        for element in elements {
            guard case .string(let name) = element.value else {
                throw Self.wrongType(element.value, path: element.path, expected: "an edge's name")
            }
            guard let edge = CompositionalAnchor.names.first(where: { $0.name == name })?.edge else {
                throw DefinitionError(
                    path: element.path, message: "\"\(name)\" is not one of top, leading, bottom, trailing")
            }
            anchor.insert(edge)
        }
        guard !anchor.isContradictory else { throw fault(at: key, "names two opposite edges") }
        return anchor
    }
}

extension DefinitionWriter {
    mutating func add(_ key: String, _ pair: LayoutPoint) {
        if pair != .zero { add(key, .array([.number(pair.x), .number(pair.y)])) }
    }

    mutating func add(_ key: String, _ anchor: CompositionalAnchor) {
        let names = CompositionalAnchor.names.filter { anchor.contains($0.edge) }
        add(key, .array(names.map { .string($0.name) }))
    }

    mutating func addZIndex(_ zIndex: Int?) {
        if let zIndex { add("zIndex", .number(Double(zIndex))) }
    }
}

extension CompositionalBoundaryItem {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let kind = try reader.elementKind()
        guard let alignment = reader.value("alignment") else { throw reader.fault(at: "alignment", "missing") }
        self.init(
            elementKind: kind, size: try CompositionalSize(&reader),
            alignment: try DefinitionReader.choice(alignment, path: reader.path(of: "alignment")),
            offset: try reader.pair("offset"),
            extendsBoundary: try reader.bool("extendsBoundary", default: true),
            pinToVisibleBounds: try reader.bool("pinToVisibleBounds", default: false),
            zIndex: try reader.zIndex(), contentInsets: try reader.insets("contentInsets", in: .any))
    }

    var jsonValue: JSONValue {
        var writer = DefinitionWriter()
        writer.add("elementKind", .string(elementKind))
        writer.add("size", size.jsonValue)
        writer.add("alignment", .string(alignment.rawValue))
        writer.add("offset", offset)
        writer.add("extendsBoundary", extendsBoundary, default: true)
        writer.add("pinToVisibleBounds", pinToVisibleBounds, default: false)
        writer.addZIndex(zIndex)
        writer.add("contentInsets", contentInsets)
        return writer.value
    }
}

extension CompositionalAnchoredItem {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let kind = try reader.elementKind()
        self.init(
            elementKind: kind, size: try CompositionalSize(&reader),
            anchor: try reader.anchor("anchor") ?? [], itemAnchor: try reader.anchor("itemAnchor"),
            offset: try reader.pair("offset"), fractionalOffset: try reader.pair("fractionalOffset"),
            zIndex: try reader.zIndex())
    }

    var jsonValue: JSONValue {
        var writer = DefinitionWriter()
        writer.add("elementKind", .string(elementKind))
        writer.add("size", size.jsonValue)
        if !anchor.isEmpty { writer.add("anchor", anchor) }
        if let itemAnchor { writer.add("itemAnchor", itemAnchor) }
        writer.add("offset", offset)
        writer.add("fractionalOffset", fractionalOffset)
        writer.addZIndex(zIndex)
        return writer.value
    }
}

extension CompositionalDecorationItem {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        self.init(
            elementKind: try reader.elementKind(), contentInsets: try reader.insets("contentInsets", in: .any),
            zIndex: try reader.zIndex())
    }

    var jsonValue: JSONValue {
        var writer = DefinitionWriter()
        writer.add("elementKind", .string(elementKind))
        writer.add("contentInsets", contentInsets)
        writer.addZIndex(zIndex)
        return writer.value
    }
}
