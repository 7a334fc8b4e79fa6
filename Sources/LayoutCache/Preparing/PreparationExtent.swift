internal import LayoutEngine

/// What is to be brought up to date.
enum PreparationExtent: Sendable {
    /// Everything, beginning where someone looked last.
    case everything(from: LayoutPoint?)
    /// What a rectangle of the content shows.
    case visible(LayoutRect)
    /// The cell of an item.
    case item(ItemIndexPath)
    /// The cells of items, by their row ids.
    case items([Int64])
}
