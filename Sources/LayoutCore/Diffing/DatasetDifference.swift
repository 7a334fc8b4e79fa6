public import LayoutEngine

/// The difference between two states of a data set, in the form of a collection view's batch updates.
///
/// Deletions, reloads and the origins of moves are indices before the change; insertions and the targets of moves are
/// indices after it. A section that is deleted takes its items with it, and one that is inserted brings its own:
/// neither are named again. An item that moved and whose content changed as well is a deletion and an insertion, for a
/// collection view cannot reload what moves. So is one that moved out of a section that is deleted, or into one that is
/// inserted. In the data set it keeps its id.
///
/// ```swift
/// collectionView.performBatchUpdates {
///     collectionView.deleteSections(IndexSet(difference.deletedSections))
///     collectionView.insertItems(at: difference.insertedItems.map { IndexPath($0) })
///     // And so on.
/// }
/// ```
public struct DatasetDifference: Sendable, Hashable {
    /// A section that changed places.
    public struct SectionMove: Sendable, Hashable {
        /// Its index before the change.
        public var from: Int
        /// Its index after the change.
        public var to: Int
    }

    /// An item that changed places.
    public struct ItemMove: Sendable, Hashable {
        /// Its indices before the change.
        public var from: ItemIndexPath
        /// Its indices after the change.
        public var to: ItemIndexPath
    }

    /// Sections that went, by their indices before the change.
    public var deletedSections: [Int] = []
    /// Sections that came, by their indices after the change.
    public var insertedSections: [Int] = []
    /// Sections that changed places.
    public var movedSections: [SectionMove] = []
    /// Items that went, by their indices before the change.
    public var deletedItems: [ItemIndexPath] = []
    /// Items that came, by their indices after the change.
    public var insertedItems: [ItemIndexPath] = []
    /// Items that changed places.
    public var movedItems: [ItemMove] = []
    /// Items that stayed in place and whose sizes, origin or payload changed, or that had to be reloaded, by their
    /// indices before the change.
    public var reloadedItems: [ItemIndexPath] = []

    /// Makes a difference of nothing.
    public init() {}

    /// True if nothing changed.
    public var isEmpty: Bool { self == DatasetDifference() }
}
