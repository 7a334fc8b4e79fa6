internal import LayoutEngine

/// The extent of a preparation.
package enum PreparationExtent: Sendable {
    /// Everything, beginning at the last viewed place.
    case everything(from: LayoutPoint?)
    /// The visible part of a rectangle of the content.
    case visible(LayoutRect)
    /// The cell of an item.
    case item(ItemIndexPath)
    /// The cells of items, by their row ids.
    case items([Int64])
}
