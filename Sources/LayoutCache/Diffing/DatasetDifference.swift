/// An item by the 0-based indices of its section and of itself.
public struct ItemIndexPath: Sendable, Hashable, Comparable, CustomStringConvertible {
    public var section: Int
    public var item: Int

    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
        (left.section, left.item) < (right.section, right.item)
    }

    public var description: String { "\(section)/\(item)" }
}

/// What a data set became another by, as a collection view's batch updates want it.
///
/// Deletions, reloads and where something moved from are indices before the change; insertions and where it moved
/// to are those after it. A section that is deleted takes its items with it, and one that is inserted brings its
/// own: neither are named again. An item that moved and whose content changed as well is a deletion and an
/// insertion, for a collection view cannot reload what moves; so is one that moved out of a section that is deleted,
/// or into one that is inserted. In the data set it keeps its id.
///
/// ```swift
/// collectionView.performBatchUpdates {
///     collectionView.deleteSections(IndexSet(difference.deletedSections))
///     collectionView.insertItems(at: difference.insertedItems.map { IndexPath(item: $0.item, section: $0.section) })
///     // …
/// }
/// ```
public struct DatasetDifference: Sendable, Hashable {
    /// A section that changed places.
    public struct SectionMove: Sendable, Hashable {
        public var from: Int
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// An item that changed places.
    public struct ItemMove: Sendable, Hashable {
        public var from: ItemIndexPath
        public var to: ItemIndexPath

        public init(from: ItemIndexPath, to: ItemIndexPath) {
            self.from = from
            self.to = to
        }
    }

    public var deletedSections: [Int] = []
    public var insertedSections: [Int] = []
    public var movedSections: [SectionMove] = []
    public var deletedItems: [ItemIndexPath] = []
    public var insertedItems: [ItemIndexPath] = []
    public var movedItems: [ItemMove] = []
    /// Items that stayed where they were and whose sizes, origin or payload changed, or that were to be reloaded.
    public var reloadedItems: [ItemIndexPath] = []

    public init() {}

    /// Whether nothing changed.
    public var isEmpty: Bool { self == DatasetDifference() }
}
