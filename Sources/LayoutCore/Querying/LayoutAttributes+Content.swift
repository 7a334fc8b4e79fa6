package import LayoutSQLite
internal import LayoutSchema

extension LayoutAttributes {
    /// The element with its item's key and payload: one look-up.
    package func withContent(from connection: Connection) throws -> ElementWithContent {
        guard let itemID else { return ElementWithContent(attributes: self) }
        let row = try connection.cached(
            "SELECT i.key, \(LineTexts.payloadSQL) FROM item AS i WHERE i.id = ?1")
        row.bind(itemID, at: 1)
        defer { row.rewind() }
        // An item that was deleted since the layout was prepared still shows, with nothing inside.
        guard try row.step() else { return ElementWithContent(attributes: self) }
        return ElementWithContent(attributes: self, key: row.string(0), payload: row.string(1))
    }
}

/// An element with what its item carries: the user's key and payload.
public struct ElementWithContent: Sendable, Hashable {
    /// The element itself.
    public var attributes: LayoutAttributes
    /// The item's key; nil if it has none, and for elements without an item.
    public var key: String?
    /// The item's payload, JSON text; nil if it has none, and for elements without an item.
    public var payload: String?
}
