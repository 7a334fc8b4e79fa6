/// An element with what its item carries: the user's key and payload.
public struct ElementWithContent: Sendable, Hashable {
    /// The element itself.
    public var attributes: LayoutElement
    /// The item's key; nil where it has none, and for what belongs to no item.
    public var key: String?
    /// The item's payload, JSON text; nil where it has none, and for what belongs to no item.
    public var payload: String?
}
