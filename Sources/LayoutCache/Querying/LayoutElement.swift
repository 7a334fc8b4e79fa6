public import LayoutEngine

/// An element of a layout in its stored form, corresponding to UIKit's layout attributes.
public struct LayoutElement: Sendable, Hashable {
    /// The kind of an element.
    public enum Kind: String, Sendable {
        /// An item.
        case cell
        /// A header, a footer or a badge.
        case supplementary
        /// A background.
        case decoration
    }

    /// Its kind.
    public var kind: Kind
    /// `header`, `footer` or the definition's own name; nil for cells.
    public var elementKind: String?
    /// The 0-based index of its section; nil for what belongs to the layout as a whole.
    public var section: Int?
    /// The 0-based index of its item in the section; 0 for what belongs to the section itself.
    public var item: Int
    /// In content coordinates, in points.
    public var frame: LayoutRect
    /// Its place in the stack: greater ones lie above.
    public var zIndex: Int
    /// The item's row id; nil for what belongs to no item.
    public var itemID: Int64?
    /// The number of the repetition in a layout that wraps; 0 in all other ones.
    public var lap: Int
    /// Whether it changed since it was prepared.
    public var isStale: Bool
}
