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

    static let keys: DefinitionObject<Written> = {
        var keys = DefinitionObject<Written>(
            "item",
            "An item; or a group, which has exactly one of `subitems`, `repeating`, `dividing` and `frames`.",
            prototype: Written(),
            keys: [
                DefinitionKey(
                    "axis", \.axis, .choice(.horizontal),
                    "The group's axis. Default: `horizontal`."),
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
                    "repeating", \.repeating, .subitem,
                    "The item that a group repeats `count` times, at its own size."),
                DefinitionKey(
                    "dividing", \.dividing, .subitem,
                    "The item that a group repeats `count` times, sharing its length along the axis."),
                DefinitionKey(
                    "frames", \.frames, .list(of: .customFrame, atLeast: 1),
                    "The places of a custom group’s items, from its inset origin."),
                DefinitionKey(
                    "spacing", \.spacing, .gaps,
                    "The gaps between fractional frames, on both axes or as a pair. Default: 0."),
                DefinitionKey(
                    "contentInsets", \.contentInsets, .insets(.any), "The space inside its box."),
                DefinitionKey(
                    "edgeSpacing", \.edgeSpacing, .edgeSpacing, "The space around its box."),
                DefinitionKey(
                    "supplementaries", \.supplementaries,
                    .list(of: .object(CompositionalAnchoredItem.keys), atMost: CompositionalSection.maximumAttachments),
                    "Badges that are attached to it."),
            ])
        keys.alternatives = ["subitems", "repeating", "dividing", "frames"]
        keys.companions = [("repeating", "count"), ("dividing", "count"), ("spacing", "frames")]
        return keys
    }()
}

extension DefinitionValue where Value == JSONValue {
    /// An item in a group: read by the reader of the group, so that nesting does not use the call stack.
    fileprivate static var subitem: Self {
        Self(
            .object { CompositionalItem.keys.description }, placeholder: .null, check: { _ in }, write: { $0 },
            read: { (json) in json })
    }
}
