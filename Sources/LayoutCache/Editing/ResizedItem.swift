internal import LayoutEngine

/// An item that was found, and what is to become of its lengths.
struct ResizedItem: Sendable {
    var itemID: Int64
    /// Nil leaves it unchanged.
    var width: ItemLength?
    /// Nil leaves it unchanged.
    var height: ItemLength?
}

extension ResizedItem {
    /// An item that was measured, in points.
    init(itemID: Int64, size: LayoutSize) {
        self.init(itemID: itemID, width: .points(size.width), height: .points(size.height))
    }
}
