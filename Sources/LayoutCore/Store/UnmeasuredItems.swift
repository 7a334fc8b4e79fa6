public import LayoutEngine
internal import LayoutSQLite

/// An item without a full size.
public struct UnmeasuredItem: Sendable, Hashable {
    /// The item's row id.
    public var itemID: Int64
    /// The item's key; nil if it has none.
    public var key: String?
    /// Its place in the layout; nil if the layout does not hold the item yet.
    public var indexPath: ItemIndexPath?
    /// Its width in points, if it is known.
    public var width: Double?
    /// Its height in points, if it is known.
    public var height: Double?
}

/// The sequence of ``StoredLayout/unmeasuredItems(near:)``.
package struct UnmeasuredItems: AsyncSequence, Sendable {
    fileprivate let layout: StoredLayout
    fileprivate let rect: LayoutRect

    package func makeAsyncIterator() -> Iterator { Iterator(layout: layout, rect: rect) }

    /// Looks items up a few at a time.
    package struct Iterator: AsyncIteratorProtocol {
        private let layout: StoredLayout
        private let rect: LayoutRect
        private var search: UnmeasuredSearch?

        fileprivate init(layout: StoredLayout, rect: LayoutRect) {
            self.layout = layout
            self.rect = rect
        }

        package mutating func next() async throws -> UnmeasuredItem? {
            if Task.isCancelled { throw LayoutError.cancelled }
            var search: UnmeasuredSearch
            if let known = self.search {
                search = known
            } else {
                search = try await read { [rect] in try UnmeasuredSearch(near: rect, in: $0) }
            }
            while true {
                if let item = search.takeNearest() {
                    self.search = search
                    return item
                }
                guard !search.isOver else {
                    self.search = search
                    return nil
                }
                let before = search
                search = try await read { layout in
                    var search = before
                    try search.goOn(in: layout)
                    return search
                }
            }
        }

        private func read<T: Sendable>(_ body: @escaping @Sendable (LayoutReader) throws -> T) async throws -> T {
            let layout = layout
            return try await layout.store.pool.read { connection in
                try body(LayoutReader(layout.name, in: connection, cache: layout.store.sumCache))
            }
        }
    }
}

extension StoredLayout {
    /// The items of a layout that have no full size yet, those nearest to a rectangle first.
    ///
    /// ```swift
    /// for try await item in wall.unmeasuredItems(near: bounds) {
    ///     sizes.append(ItemSize(.id(item.itemID), await measure(item.key)))
    ///     if sizes.count == 30 {
    ///         _ = try await wall.storeSizes(sizes, keeping: anchor)
    ///         sizes = []
    ///     }
    /// }
    /// ```
    ///
    /// The items in the rectangle come first, and then the items before and after it in turn, by their distance. They
    /// are looked up a few at a time, off the caller's thread, so that measuring can begin at once. The sequence ends
    /// when the task is cancelled. Items that were measured in the meantime are left out. A length counts that the
    /// layout takes from items: of a table's row its height.
    ///
    /// Nothing is laid out for it. The sequence throws ``LayoutError`` `notFound` for a layout that is not there.
    ///
    /// - Parameter rect: The visible rectangle, in content coordinates, in points.
    /// - Complexity: O(items between one and the next), some thousands at a time.
    public func unmeasuredItems(near rect: LayoutRect) -> some AsyncSequence<UnmeasuredItem, any Error> & Sendable {
        UnmeasuredItems(layout: self, rect: rect)
    }
}
