internal import LayoutEngine

/// The reading calls of a layout and of its snapshots.
///
/// A ``StoredLayout`` answers from the newest state of the store, each call for itself. It can lay out first what a
/// call reads: see ``PreparationScope``. A ``LayoutSnapshot`` answers from the state in which it was taken, where
/// nothing can be laid out. An element that changed after it was prepared has ``LayoutAttributes/isStale`` set, and one
/// that was never laid out is missing.
///
/// Calls throw ``LayoutError``: `notFound` for a layout that does not exist, and what ``LayoutStore`` names for every
/// call. A closed snapshot throws `snapshotClosed`, and one that would lay something out `invalidArgument`.
public protocol LayoutReading: Sendable {
    /// Reads from one state, after laying out what is needed: all other calls are made of it.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`; what `body` throws.
    func read<T>(_ need: ReadingNeed, _ body: (LayoutReader) throws -> T) throws -> T
}

/// The part of a layout that a reading call reads, and what of it is laid out first.
public struct ReadingNeed: Sendable {
    let preparing: PreparationScope
    let extent: Extent

    enum Extent: Sendable {
        case known(PreparationExtent)
        /// A rectangle that depends on the container.
        case rect(@Sendable (LayoutSize) -> LayoutRect)
    }

    private init(_ preparing: PreparationScope, _ extent: Extent) {
        self.preparing = preparing
        self.extent = extent
    }

    /// Nothing is laid out.
    static let nothing = ReadingNeed(.nothing, .known(.everything(from: nil)))

    static func visible(_ rect: LayoutRect, _ preparing: PreparationScope) -> Self {
        Self(preparing, .known(.visible(rect)))
    }

    static func visible(_ preparing: PreparationScope, _ rect: @escaping @Sendable (LayoutSize) -> LayoutRect) -> Self {
        Self(preparing, .rect(rect))
    }

    /// - Parameter path: nil for an element of the whole content.
    static func item(_ path: ItemIndexPath?, _ preparing: PreparationScope) -> Self {
        Self(preparing, .known(.item(path ?? ItemIndexPath(section: 0, item: 0))))
    }

    static func items(_ ids: [Int64], _ preparing: PreparationScope) -> Self { Self(preparing, .known(.items(ids))) }
}

/// The part that a reading call may lay out first.
///
/// In a store that is opened for reading only, each scope is ``nothing``. Stale elements are marked.
public enum PreparationScope: Sendable, Hashable {
    /// Nothing: the call takes no lock, does not wait, and returns the prepared state. Outdated elements are marked,
    /// and unprepared ones are missing.
    case nothing
    /// The part that the call reads, in one short transaction: its answer is exact. Only the changed length of the part
    /// before it keeps its former value until it is laid out as well. If other processes change it again and again, it
    /// is laid out at most four times. If a writer is at work for longer than 150 milliseconds, it is not laid out.
    /// Then elements are returned in their present state, marked as stale. A layout that was never prepared has none,
    /// and the call throws ``LayoutError`` `busy`.
    case visible
    /// Everything, however long it takes.
    case everything
}
