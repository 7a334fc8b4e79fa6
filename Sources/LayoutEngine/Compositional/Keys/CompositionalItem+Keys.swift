internal import LayoutText

extension CompositionalItem {
    /// An item or a group as it is written, with what it holds still in JSON.
    struct Written: Sendable, Equatable {
        var axis: LayoutAxis?
        var size = CompositionalSize.zero
        var interItemSpacing: CompositionalSpacing?
        var subitems: [JSONValue]?
        var count: Int?
        var repeating: JSONValue?
        var dividing: JSONValue?
        var frames: [CustomFrame]?
        var contentInsets = LayoutInsets.zero
        var edgeSpacing = CompositionalEdgeSpacing.none
        var supplementaries: [CompositionalAnchoredItem] = []
    }

    static let keys: DefinitionObject<Written> = {
        var keys = DefinitionObject(
            "item",
            "An item; or a group, which holds others by one of `subitems`, `repeating`, `dividing` and `frames`.",
            prototype: Written(),
            keys: [
                DefinitionKey(
                    "axis", \.axis, .choice(.horizontal),
                    "The axis on which a group puts what it holds; horizontal, if not written."),
                DefinitionKey(
                    "size", \.size, .object(CompositionalSize.keys), isRequired: true,
                    "The size of its box; fractions are of the box that holds it, within that one’s insets."),
                DefinitionKey(
                    "interItemSpacing", \.interItemSpacing, .spacing(.any),
                    "The distance between two neighbours in a group; 0, if not written."),
                DefinitionKey(
                    "subitems", \.subitems, .list(of: .subitem, atLeast: 1),
                    "What a group holds: the list is cycled until the next one does not fit."),
                DefinitionKey(
                    "count", \.count, .integer(1...Int(NumberRange.limit)),
                    "How many copies of `repeating` or `dividing` a group holds."),
                DefinitionKey(
                    "repeating", \.repeating, .subitem, "What a group holds `count` copies of, at their own size."),
                DefinitionKey(
                    "dividing", \.dividing, .subitem,
                    "What a group holds `count` copies of, which share its length along the axis."),
                DefinitionKey(
                    "frames", \.frames, .list(of: .customFrame, atLeast: 1),
                    "The places of a custom group’s items, from its inset origin."),
                DefinitionKey(
                    "contentInsets", \.contentInsets, .insets(.any), "What is kept free inside its box."),
                DefinitionKey(
                    "edgeSpacing", \.edgeSpacing, .edgeSpacing, "What is kept free around its box."),
                DefinitionKey(
                    "supplementaries", \.supplementaries, .list(of: .object(CompositionalAnchoredItem.keys)),
                    "Badges that are attached to it."),
            ])
        keys.alternatives = ["subitems", "repeating", "dividing", "frames"]
        keys.companions = [("repeating", "count"), ("dividing", "count")]
        return keys
    }()
}

extension DefinitionValue where Value == JSONValue {
    /// An item that a group holds: read by whoever reads the group, so that nesting does not use the
    /// call stack.
    fileprivate static var subitem: Self {
        Self(
            .object { CompositionalItem.keys.description }, placeholder: .null, check: { _ in }, write: { $0 },
            read: { (json) in json })
    }
}

extension DefinitionValue where Value == CompositionalItem.CustomFrame {
    /// An array of x, y, width, height and perhaps a z-index.
    fileprivate static var customFrame: Self {
        let origin = DefinitionValue<Double>.distance
        let length = DefinitionValue<Double>.length
        let zIndex = DefinitionValue<Int>.zIndex
        @Sendable func inPlace<Result>(
            _ place: Int, _ body: () throws(LayoutError) -> Result
        ) throws(LayoutError) -> Result {
            do throws(LayoutError) {
                return try body()
            } catch {
                throw error.inside(JSONPath.element(place, of: ""))
            }
        }
        return Self(
            .tuple(
                [
                    .init(name: "x", value: origin.description), .init(name: "y", value: origin.description),
                    .init(name: "width", value: length.description), .init(name: "height", value: length.description),
                    .init(name: "zIndex", value: zIndex.description),
                ], required: 4),
            placeholder: CompositionalItem.CustomFrame(frame: .zero),
            check: { (item) throws(LayoutError) in
                let frame = item.frame
                try inPlace(0) { () throws(LayoutError) in try origin.check(frame.x) }
                try inPlace(1) { () throws(LayoutError) in try origin.check(frame.y) }
                try inPlace(2) { () throws(LayoutError) in try length.check(frame.width) }
                try inPlace(3) { () throws(LayoutError) in try length.check(frame.height) }
                try inPlace(4) { () throws(LayoutError) in
                    if let index = item.zIndex { try zIndex.check(index) }
                }
            },
            write: { item in
                let frame = item.frame
                var values = [frame.x, frame.y, frame.width, frame.height].map(JSONValue.number)
                if let index = item.zIndex { values.append(.number(Double(index))) }
                return .array(values)
            },
            read: { (json) throws(LayoutError) in
                guard case .array(let values) = json else { throw LayoutError(json, isNot: "an array") }
                guard values.count == 4 || values.count == 5 else {
                    throw LayoutError(path: "", message: "must be x, y, width, height and optionally zIndex")
                }
                var numbers: [Double] = []
                for place in 0..<4 {
                    let type = place < 2 ? origin : length
                    numbers.append(try inPlace(place) { () throws(LayoutError) in try type.read(values[place]) })
                }
                var index: Int?
                if values.count == 5 {
                    index = try inPlace(4) { () throws(LayoutError) in try zIndex.read(values[4]) }
                }
                let frame = LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
                return CompositionalItem.CustomFrame(frame: frame, zIndex: index)
            })
    }
}
