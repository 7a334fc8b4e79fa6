internal import LayoutCache

/// An element as a row: the columns of the SQL view `visible`, in camel case.
enum ElementRow {
    static let columns = [
        "layout", "kind", "elementKind", "section", "item", "x", "y", "width", "height", "zIndex", "key", "payload",
        "stale", "lap", "itemId",
    ]

    static func fields(_ element: ElementWithContent, layout: String) -> [Field] {
        let attributes = element.attributes
        return [
            .text(layout), .text(attributes.kind.rawValue), Field(attributes.elementKind), Field(attributes.section),
            .integer(attributes.item), .number(attributes.frame.x), .number(attributes.frame.y),
            .number(attributes.frame.width), .number(attributes.frame.height), .integer(attributes.zIndex),
            Field(element.key), element.payload.map(Field.json) ?? .null, .bool(attributes.isStale),
            .integer(attributes.lap), Field(attributes.itemID.map(Int.init)),
        ]
    }

    /// The order in which elements are listed: by lap, section and item; decorations and
    /// supplementaries before cells.
    static func precedes(_ first: ElementWithContent, _ second: ElementWithContent) -> Bool {
        sortKey(first.attributes) < sortKey(second.attributes)
    }

    private static func sortKey(_ element: LayoutElement) -> (Int, Int, Int, String, String) {
        (
            element.lap, element.section ?? -1, element.kind == .cell ? element.item + 1 : element.itemID == nil ? 0 : element.item + 1,
            element.kind == .cell ? "~" : element.kind.rawValue, element.elementKind ?? ""
        )
    }
}
