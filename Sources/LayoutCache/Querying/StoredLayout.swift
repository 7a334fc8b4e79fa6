public import LayoutEngine
internal import LayoutSQLite

/// A layout in a store, with the calls that a collection view's layout has.
///
/// All calls can be made from any thread and do not wait for a writer, unless they have to prepare.
public struct StoredLayout: Sendable {
    public let store: LayoutStore
    public let name: String

    /// Lays out what is stale. See ``LayoutStore/prepare(_:progress:)``.
    @discardableResult
    public func prepare() throws -> PreparationReport {
        try store.prepare(name)
    }

    /// Lays out what is stale, on another thread.
    @discardableResult
    public func prepare() async throws -> PreparationReport {
        try await store.prepare(name)
    }

    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// Pinned headers are where they show in that rectangle, and sections that scroll sideways are
    /// where they were scrolled to. In a layout that wraps any rectangle is answered, and an element
    /// comes once for each lap in which it shows.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points.
    ///   - preparesFirst: Whether to lay out first what is stale. If not, the last prepared frames
    ///     are given, and `isStale` says of each whether they may be out of date.
    /// - Complexity: O(log bands + found).
    public func layoutAttributesForElements(in rect: LayoutRect, preparesFirst: Bool = true) throws -> [LayoutElement] {
        try read(preparesFirst) { layout in
            var query = try VisibleQuery(layout, rect: rect)
            try query.run()
            return query.elements
        }
    }

    /// The cell of an item, or nil if there is no such item.
    ///
    /// - Parameters:
    ///   - item: Its 0-based index in the section.
    ///   - section: The section's 0-based index.
    public func layoutAttributesForItem(
        at item: Int, inSection section: Int, preparesFirst: Bool = true
    ) throws -> LayoutElement? {
        try read(preparesFirst) { try ElementLookup($0).cell(item: item, section: section) }
    }

    /// The size of the whole content in points.
    public func contentSize(preparesFirst: Bool = true) throws -> LayoutSize {
        try read(preparesFirst) { layout in layout.isPrepared ? try layout.contentSize : .zero }
    }

    /// The index of the section that occupies a point of the content, or nil where there is none.
    ///
    /// On a canvas, sections occupy no strip of their own, and the answer is nil.
    public func section(at point: LayoutPoint, preparesFirst: Bool = true) throws -> Int? {
        try read(preparesFirst) { try ElementLookup($0).section(at: point) }
    }

    /// Whether another container would make the layout stale, as in a collection view layout's
    /// `shouldInvalidateLayout(forBoundsChange:)`.
    ///
    /// Scrolling never does. A layout whose sizes depend on the container's extent across the scroll
    /// axis alone is not concerned by the other.
    public func shouldInvalidateLayout(forContainer container: LayoutSize) throws -> Bool {
        try store.pool.read { connection in
            let layout = try LayoutSnapshot(name, in: connection, cache: store.sumCache)
            guard container != layout.container else { return false }
            let definition = try LayoutDefinition(json: layout.definitionText)
            return try definition.depends(onChangeFrom: layout.container, to: container)
        }
    }

    /// Reads from one snapshot, after preparing if need be and wanted.
    func read<T>(_ preparesFirst: Bool, _ body: (LayoutSnapshot) throws -> T) throws -> T {
        if !preparesFirst || store.pool.configuration.mode == .readOnly {
            return try store.pool.read { try body(LayoutSnapshot(name, in: $0, cache: store.sumCache)) }
        }
        while true {
            let result: T? = try store.pool.read { connection in
                let layout = try LayoutSnapshot(name, in: connection, cache: store.sumCache)
                return try layout.isStale ? nil : body(layout)
            }
            if let result { return result }
            try store.prepare(name)
        }
    }
}
