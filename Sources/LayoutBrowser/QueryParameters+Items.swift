internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

extension QueryParameters {
    /// The item that a request is about: `of`, as ``reference(_:)`` reads it, or `section` and `item`.
    func item() throws(HTTPFault) -> ItemReference {
        if let item = try item("of") { return item }
        return .indexPath(
            ItemIndexPath(
                section: try integer("section", in: 0...Int.max), item: try integer("item", in: 0...Int.max)))
    }

    /// The item that a parameter names by key or row id; nil if there is none.
    func item(_ name: String) throws(HTTPFault) -> ItemReference? {
        guard let text = optionalText(name) else { return nil }
        return try Self.reference(text)
    }

    /// Items in a JSON array of texts; empty if there is none.
    func items(_ name: String) throws(HTTPFault) -> [ItemReference] {
        guard let text = optionalText(name), !text.isEmpty else { return [] }
        guard case .array(let elements)? = try? JSONValue(parsing: text), elements.count <= 64 else {
            throw .badRequest("“\(name)” takes a JSON array of at most 64 items")
        }
        var items: [ItemReference] = []
        for element in elements {
            guard case .string(let word) = element else { throw .badRequest("“\(name)” takes texts") }
            items.append(try Self.reference(word))
        }
        return items
    }

    /// An item by its key, `k:KEY`, or by its row id, `i:ID`. Both stay with it wherever it moves.
    static func reference(_ text: String) throws(HTTPFault) -> ItemReference {
        if text.hasPrefix("k:") { return .key(String(text.dropFirst(2))) }
        if text.hasPrefix("i:"), let id = Int64(text.dropFirst(2)) { return .id(id) }
        throw .badRequest("an item is k: and its key, or i: and its row id")
    }
}
