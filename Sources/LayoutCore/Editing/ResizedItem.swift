internal import LayoutEngine

/// An item that was found, and what is to become of its lengths.
struct ResizedItem: Sendable {
    var itemID: Int64
    /// Nil leaves it unchanged.
    var width: ItemLength?
    /// Nil leaves it unchanged.
    var height: ItemLength?
    /// Whether a cell prefers it, so that a length that the user stored counts before it.
    var isPreferred = false
}

extension ResizedItem {
    /// An item that was measured, in points.
    init(itemID: Int64, size: LayoutSize, isPreferred: Bool = false) {
        self.init(
            itemID: itemID, width: .points(size.width), height: .points(size.height), isPreferred: isPreferred)
    }
}
