public import LayoutEngine

/// A size of an item, in the lengths that are known.
public struct ItemSize: Sendable, Hashable {
    /// The origin of a size.
    public enum Source: Sendable {
        /// A cell that was measured: stored sizes win over it.
        case cell
        /// The user, as by a handle of a cell: it wins over stored sizes, and no cell changes it.
        case user
    }

    /// The item.
    public var item: ItemReference
    /// In points; nil leaves it unchanged.
    public var width: Double?
    /// In points; nil leaves it unchanged.
    public var height: Double?

    /// Makes one from the lengths that are known.
    public init(_ item: ItemReference, width: Double? = nil, height: Double? = nil) {
        self.item = item
        self.width = width
        self.height = height
    }

    /// Makes one from both lengths.
    public init(_ item: ItemReference, _ size: LayoutSize) { self.init(item, width: size.width, height: size.height) }
}
