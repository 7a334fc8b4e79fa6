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

    /// Notes which sections came, went and moved; returns which of the new ones stay in place.
    ///
    /// - Parameters:
    ///   - origins: The former index of each section; nil for one that came.
    ///   - count: How many sections there were.
    mutating func noteSections(from origins: [Int?], of count: Int) -> [Bool] {
        let stays = origins.staying()
        for (index, origin) in origins.enumerated() {
            guard let origin else {
                insertedSections.append(index)
                continue
            }
            if !stays[index] { movedSections.append(SectionMove(from: origin, to: index)) }
        }
        movedSections.sort { $0.from < $1.from }
        let kept = Set(origins.compactMap(\.self))
        deletedSections = (0..<count).filter { !kept.contains($0) }
        return stays
    }

    /// Notes what became of an item.
    ///
    /// - Parameters:
    ///   - from: Its indices before the change; nil if it came, or its section went.
    ///   - to: Its indices after the change; nil if its section came.
    mutating func noteItem(from: ItemIndexPath?, to: ItemIndexPath?, isStaying: Bool, isOther: Bool) {
        if let from, let to, isStaying || !isOther {
            if !isStaying { return movedItems.append(ItemMove(from: from, to: to)) }
            if isOther { reloadedItems.append(from) }
            return
        }
        if let from { deletedItems.append(from) }
        if let to { insertedItems.append(to) }
    }

    mutating func sortItems() {
        deletedItems.sort()
        insertedItems.sort()
        movedItems.sort { $0.from < $1.from }
        reloadedItems.sort()
    }
}

extension Sequence {
    /// Which of some rows may stay in place: those of a longest increasing subsequence of the places that they had. Nil
    /// is the place of a new row.
    func staying<Place: Comparable>() -> [Bool] where Element == Place? {
        var marks = ContiguousArray(compactMap(\.self)).longestIncreasingSubsequence().makeIterator()
        return map { $0 != nil && marks.next() == true }
    }
}
