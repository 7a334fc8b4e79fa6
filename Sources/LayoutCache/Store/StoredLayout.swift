public import LayoutEngine
internal import LayoutSQLite

/// What a call that reads may lay out first.
public enum PreparationScope: Sendable, Hashable {
    /// Nothing: the call takes no lock, waits for no one, and answers with what is prepared. What is out of date
    /// says so, and what was never laid out is missing.
    case nothing
    /// What the call looks at, in one short transaction: its answer is exact.
    case visible
    /// Everything, however long it takes.
    case everything
}

/// A layout in a store, with the calls that a collection view's layout has.
///
/// All calls can be made from any thread and do not wait for a writer, unless they are asked to prepare.
public struct StoredLayout: Sendable {
    /// The store that it is in.
    public let store: LayoutStore
    /// The layout’s name.
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

    /// Lays out what a rectangle shows, and nothing else: milliseconds, whether or not the layout was ever
    /// prepared. Preparing everything goes on from there.
    ///
    /// A layout that was redefined shows its new definition from then on.
    ///
    /// - Parameter rect: In content coordinates, in points. Where lengths before it are estimates, so is its
    ///   place in the content.
    /// - Throws: ``LayoutStoreError`` `notFound`; `LayoutError` if the definition that is stored cannot work.
    @discardableResult
    public func prepare(in rect: LayoutRect) throws -> PreparationReport {
        noteFocus(rect)
        return try store.prepare(name, .visible(rect))
    }

    /// Lays out what a rectangle shows, and nothing else, on another thread.
    @discardableResult
    public func prepare(in rect: LayoutRect) async throws -> PreparationReport {
        noteFocus(rect)
        return try await store.prepare(name, .visible(rect))
    }

    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// Pinned headers and frozen cells are where they show in what is visible, and orthogonal sections are where they were
    /// scrolled to. In a layout that wraps any rectangle is answered, and an element comes once for each lap in
    /// which it shows.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points: what is asked for.
    ///   - visible: What is in sight, where a collection view asks for more than that; nil for the rectangle itself.
    ///   - preparing: What to lay out first. With `.nothing` the last prepared frames are given, and `isStale`
    ///     says of each whether it may be out of date.
    /// - Throws: ``LayoutStoreError`` `notFound`, and `invalidArgument` for a rectangle over so many laps that
    ///   its elements do not fit into memory.
    /// - Complexity: O(log bands + found).
    public func layoutAttributesForElements(
        in rect: LayoutRect, visible: LayoutRect? = nil, preparing: PreparationScope = .nothing
    ) throws -> [LayoutElement] {
        try read(preparing, viewing: .visible(rect)) { try $0.elements(in: rect, visible: visible) }
    }

    /// Whether some elements stay in sight, so that scrolling moves them: as far as anything was laid out.
    public func hasPinnedElements() throws -> Bool {
        try read(.nothing, viewing: .everything(from: nil)) { try $0.hasPinnedElements }
    }

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet: see
    /// ``LayoutSnapshot/layoutAttributesForSupplementaryElement(ofKind:at:inSection:visible:)``.
    public func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at item: Int, inSection section: Int?, visible: LayoutRect? = nil,
        preparing: PreparationScope = .nothing
    ) throws -> LayoutElement? {
        try read(preparing, viewing: .item(section: section ?? 0, item: item)) {
            try ElementLookup($0).element(
                .supplementary, ofKind: elementKind, at: item, inSection: section, visible: visible)
        }
    }

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    public func layoutAttributesForDecorationElement(
        ofKind elementKind: String, at item: Int, inSection section: Int?, preparing: PreparationScope = .nothing
    ) throws -> LayoutElement? {
        try read(preparing, viewing: .item(section: section ?? 0, item: item)) {
            try ElementLookup($0).element(.decoration, ofKind: elementKind, at: item, inSection: section, visible: nil)
        }
    }

    /// The strip that a section occupies, without the spacing after it; on a canvas, the box around its elements. nil
    /// where there is no such section.
    public func sectionFrame(_ section: Int, preparing: PreparationScope = .nothing) throws -> LayoutRect? {
        try read(preparing, viewing: .item(section: section, item: 0)) { try $0.frame(ofSection: section) }
    }

    /// The cell of an item, or nil if there is no such item or it was not laid out yet.
    ///
    /// - Parameters:
    ///   - item: Its 0-based index in the section.
    ///   - section: The section's 0-based index.
    public func layoutAttributesForItem(
        at item: Int, inSection section: Int, preparing: PreparationScope = .nothing
    ) throws -> LayoutElement? {
        try read(preparing, viewing: .item(section: section, item: item)) {
            try ElementLookup($0).cell(item: item, section: section)
        }
    }

    /// The size of the whole content in points; estimated as far as bands are that were not laid out yet.
    public func contentSize(preparing: PreparationScope = .nothing) throws -> LayoutSize {
        try read(preparing, viewing: .visible(.zero)) { layout in layout.isPrepared ? try layout.contentSize : .zero }
    }

    /// The index of the section that occupies a point of the content, or nil where there is none.
    ///
    /// On a canvas, sections occupy no strip of their own, and the answer is nil.
    public func section(at point: LayoutPoint, preparing: PreparationScope = .nothing) throws -> Int? {
        try read(preparing, viewing: .visible(LayoutRect(x: point.x, y: point.y, width: 1, height: 1))) {
            try ElementLookup($0).section(at: point)
        }
    }

    /// Whether another container would make the layout stale, as in a collection view layout's
    /// `shouldInvalidateLayout(forBoundsChange:)`.
    ///
    /// Scrolling never does. A layout whose sizes depend on the container's extent across the scroll
    /// axis alone is not concerned by the other; `setContainer(_:)` tells it of one all the same.
    public func shouldInvalidateLayout(forContainer container: LayoutSize) throws -> Bool {
        try store.pool.read { connection in
            let record = try LayoutRecord.find(name, in: connection)
            guard container != record.container else { return false }
            return try LayoutDefinition(json: record.definition).depends(onChangeFrom: record.container, to: container)
        }
    }

    /// Gives the layout another container.
    ///
    /// Where ``shouldInvalidateLayout(forContainer:)`` says no, nothing becomes stale, and scrolling goes by the
    /// new container at once.
    ///
    /// - Throws: `LayoutError` where the definition cannot work in the container.
    public func setContainer(_ container: LayoutSize) throws {
        try store.pool.write { try setContainer(container, on: $0) }
    }

    /// Gives the layout another container, on another thread.
    public func setContainer(_ container: LayoutSize) async throws {
        try await store.pool.write { try setContainer(container, on: $0) }
    }

    private func setContainer(_ container: LayoutSize, on connection: Connection) throws {
        let record = try LayoutRecord.find(name, in: connection)
        _ = try LayoutDefinition(json: record.definition).makePlan(in: container)
        try connection.run(
            "UPDATE layout SET container_width = ?2, container_height = ?3 WHERE id = ?1",
            record.id, container.width, container.height
        )
        try Preparer(connection, layout: name, limits: store.limits).adoptContainerIfIndifferent()
    }

    /// Reads from one snapshot, after preparing what was asked for.
    func read<T>(
        _ preparing: PreparationScope, viewing scope: PreparationExtent, _ body: (LayoutReader) throws -> T
    ) throws -> T {
        switch preparing {
        case .nothing: break
        case _ where store.pool.configuration.mode == .readOnly: break
        case .visible:
            if case .visible(let rect) = scope { noteFocus(rect) }
            let isReady = try store.pool.read { connection in
                guard try LayoutReader(name, in: connection, cache: store.sumCache).freshness.isStale else {
                    return true
                }
                return try Preparer(connection, layout: name, limits: store.limits).isReady(for: scope)
            }
            if !isReady { _ = try store.prepare(name, scope) }
        case .everything:
            if try store.isStale(name) { _ = try store.prepare(name) }
        }
        return try store.pool.read { try body(LayoutReader(name, in: $0, cache: store.sumCache)) }
    }

    /// Reads from one snapshot, after preparing what the layout's own row tells.
    func read<T>(
        _ preparing: PreparationScope, viewing scope: (LayoutRecord) -> PreparationExtent,
        _ body: (LayoutReader) throws -> T
    ) throws -> T {
        guard preparing == .visible else { return try read(preparing, viewing: .everything(from: nil), body) }
        let record = try store.pool.read { try LayoutRecord.find(name, in: $0) }
        return try read(preparing, viewing: scope(record), body)
    }

    private func noteFocus(_ rect: LayoutRect) {
        store.focus.set(LayoutPoint(x: rect.x, y: rect.y), of: name)
    }
}
