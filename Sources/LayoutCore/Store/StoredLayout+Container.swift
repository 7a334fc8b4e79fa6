public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// Returns true if another container would make the layout stale, as in a collection view layout's
    /// `shouldInvalidateLayout(forBoundsChange:)`.
    ///
    /// Scrolling never does. A layout whose sizes depend only on the container's extent across the scroll axis is
    /// independent of the other one; `setContainer(_:)` records that one all the same.
    ///
    /// - Parameter container: In points.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; `invalidDefinition` if the definition that
    ///   is stored cannot be read.
    /// - Complexity: O(size of the definition).
    public func shouldInvalidateLayout(forContainer container: LayoutSize) throws -> Bool {
        try store.pool.read { connection in
            let record = try LayoutRecord.find(name, in: connection)
            guard container != record.container else { return false }
            return try LayoutDefinition(json: record.definition).depends(onChangeFrom: record.container, to: container)
        }
    }

    /// Gives the layout another container.
    ///
    /// If ``shouldInvalidateLayout(forContainer:)`` returns false, nothing becomes stale, and scrolling uses the new
    /// container at once.
    ///
    /// - Parameter container: In points.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there; `invalidDefinition` where the definition
    ///   cannot work in the container.
    /// - Complexity: O(size of the definition).
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
        guard container != record.container else { return }
        try connection.run(
            "UPDATE layout SET container_width = ?2, container_height = ?3 WHERE id = ?1",
            record.id, container.width, container.height
        )
        try Preparer(connection, layout: name, limits: store.limits).adoptContainerIfIndifferent()
    }
}
