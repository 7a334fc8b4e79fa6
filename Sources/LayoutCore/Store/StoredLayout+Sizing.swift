package import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// The layout with the same definition for views of another size, created if it does not exist: two windows of
    /// different widths each have one.
    ///
    /// It is this layout itself if no frame depends on the difference. Otherwise its name is this one's with the size
    /// behind it, as in `wall@640x320`. So is the name of its measure: heights of texts belong to a width.
    ///
    /// - Parameter size: The size of the view, in points.
    /// - Throws: ``LayoutError`` `notFound` for a layout that does not exist; `invalidDefinition` if the definition
    ///   cannot work at that size.
    package func sized(for size: LayoutSize) throws -> StoredLayout {
        if let known = try knownLayout(for: size) { return known }
        try store.pool.write { try makeVariant(for: size, on: $0) }
        return try knownLayout(for: size) ?? self
    }

    /// The layout for views of another size, on another thread.
    package func sized(for size: LayoutSize) async throws -> StoredLayout {
        if let known = try await store.pool.read({ try knownLayout(for: size, on: $0) }) { return known }
        try await store.pool.write { try makeVariant(for: size, on: $0) }
        return try await store.pool.read { try knownLayout(for: size, on: $0) } ?? self
    }

    private func makeVariant(for size: LayoutSize, on connection: Connection) throws {
        let record = try LayoutRecord.find(name, in: connection)
        _ = try LayoutDefinition(json: record.definition).makePlan(in: size)
        let variant = record.variant(for: size)
        try LayoutRecord.define(
            variant.name, datasetID: record.datasetID, definition: record.definition, containerWidth: size.width,
            containerHeight: size.height, measure: variant.measure, in: connection)
        try Self.removeVariants(of: record, in: connection)
    }

    /// The layout for views of another size, if there is one.
    package func knownLayout(for size: LayoutSize) throws -> StoredLayout? {
        try store.pool.read { try knownLayout(for: size, on: $0) }
    }

    private func knownLayout(for size: LayoutSize, on connection: Connection) throws -> StoredLayout? {
        let record = try LayoutRecord.find(name, in: connection)
        let definition = try PlanMemory.plan(record.definition, in: record.container).definition
        guard definition.depends(onChangeFrom: record.container, to: size) else { return self }
        let variant = record.variant(for: size)
        let row = try connection.cached(
            """
            SELECT 1 FROM layout WHERE name = ?1 AND dataset_id = ?2 AND definition = ?3 AND container_width = ?4
              AND container_height = ?5 AND measure = ?6
            """)
        row.bindAll(variant.name, record.datasetID, record.definition, size.width, size.height, variant.measure)
        defer { row.rewind() }
        return try row.step() ? store.layout(variant.name) : nil
    }

    /// A device has two orientations, and some ways to split its screen.
    private static let mostVariants = 6

    /// Removes the layouts for other sizes that were made first: while a window is dragged, sizes come that never come
    /// back. A view that shows one of them has it made again. The sizes that cells prefer there are data, and stay.
    private static func removeVariants(of record: LayoutRecord, in connection: Connection) throws {
        var variants: [Int64] = []
        try connection.forEachRow(
            """
            SELECT id, name, measure, container_width, container_height FROM layout
            WHERE dataset_id = ?1 AND measure IS NOT NULL ORDER BY id DESC
            """, record.datasetID
        ) { row in
            let variant = record.variant(for: LayoutSize(width: row.double(3), height: row.double(4)))
            if row.string(1) == variant.name, row.string(2) == variant.measure {
                variants.append(row.int64(0))
            }
        }
        for id in variants.dropFirst(mostVariants) { try connection.run("DELETE FROM layout WHERE id = ?1", id) }
    }

    /// Lays out the cells of items.
    package func prepareItems(_ items: [Int64]) async throws {
        try await store.prepareBriefly(name, .items(items))
    }
}
