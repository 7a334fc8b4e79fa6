public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// Shows the last row of a table at another size, and stores that later.
    ///
    /// For a row that grows many times a second, such as an answer that comes token by token.
    ///
    /// The size is kept in memory. All reading calls, and snapshots that are taken from now on, show it. So do
    /// collection views that follow the store: see `LayoutCollectionViewDataSource.follow()`. It is stored when the row
    /// rests for 200 milliseconds, at the latest after a second, and once a second at most. If the process ends, it
    /// loses a second of growth at most. A suspended store stores it after ``LayoutStore/resume()``.
    ///
    /// Only the length that the layout takes from its items is stored. It is the height of a row, or the width in
    /// columns of text with `wrap`. Like a size of ``storeSizes(_:from:keeping:waitingAtMost:)-(_,_,_,Duration)``, it
    /// belongs to the layout's measure, if it has one.
    ///
    /// - Parameters:
    ///   - item: The last item of the last section, by its key, row id or index in the data set.
    ///   - size: The size in points.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that is not there; `readOnly`. Also
    ///   `invalidArgument`, for an item that is not the last one, and a layout that is not a table with one column.
    /// - Complexity: O(log items).
    public func grow(_ item: ItemReference, to size: LayoutSize) throws {
        let row = try store.pool.read { try growingRow(item, to: size, on: $0) }
        if store.growingRows.grow(row) { storeGrowingRows() }
    }

    /// The same state with the present lengths of rows that grow.
    package func growing(_ snapshot: LayoutSnapshot) throws -> LayoutSnapshot {
        try snapshot.growing(store.growingRows)
    }

    private func growingRow(
        _ reference: ItemReference, to size: LayoutSize, on connection: Connection
    ) throws -> GrowingRows.Row {
        let record = try LayoutRecord.find(name, in: connection)
        guard store.pool.configuration.mode != .readOnly else {
            throw LayoutError(.readOnly, "the store is opened for reading only, and no row of “\(name)” can grow")
        }
        let plan = try PlanMemory.plan(record.definition, in: record.container)
        let definition = plan.definition
        guard plan.plan.traits.stacksItems, !definition.wraps else {
            throw LayoutError(
                .invalidArgument, "no row of “\(name)” can grow: it is not a table with one column that ends",
                advice: "Store the size with storeSizes(_:keeping:).")
        }
        let editor = try DatasetEditor(connection, layout: name)
        let id = try editor.find(reference).id
        guard try Self.lastItem(ofDataset: record.datasetID, on: connection) == id else {
            throw LayoutError(
                .invalidArgument, "\(reference) is not the last row of the last section of “\(name)”",
                advice: "Only the last row can grow. Store the size with storeSizes(_:keeping:).")
        }
        var item = ResizedItem(itemID: id, ItemSize(reference, size), from: .user)
        let lengths = definition.measuredLengths
        if !lengths.width { item.width = nil }
        if !lengths.height { item.height = nil }
        try editor.checkAlone(item)
        if definition.wrap != nil, try Self.hasHeight(id, record.measure, on: connection) {
            throw LayoutError(
                .invalidArgument, "\(reference) has a stored height, which counts before the width of its text",
                advice: "Set its height to NULL.")
        }
        return GrowingRows.Row(item: item, datasetID: record.datasetID, measure: record.measure, layout: name)
    }

    private static func lastItem(ofDataset id: Int64, on connection: Connection) throws -> Int64? {
        try connection.first(
            """
            SELECT coalesce(original_id, id) FROM item
            WHERE section_id = (SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position DESC LIMIT 1)
            ORDER BY position DESC LIMIT 1
            """, id, as: Int64.self)
    }

    private static func hasHeight(_ itemID: Int64, _ measure: String?, on connection: Connection) throws -> Bool {
        try connection.first(
            """
            SELECT coalesce((SELECT height FROM measurement WHERE item_id = ?1 AND measure = ?2), height) IS NOT NULL
            FROM item WHERE id = ?1
            """, itemID, measure, as: Bool.self) ?? false
    }

    // MARK: Storing

    private func storeGrowingRows() {
        let store = store
        Task.detached(priority: .utility) {
            let rows = store.growingRows
            while let pause = rows.pause() {
                if pause > .zero { try? await rows.timer.sleep(pause) }
                while let row = rows.take() {
                    do {
                        rows.didStore(row, try await store.pool.write { try store.write(row, on: $0) })
                    } catch {
                        rows.didNotStore(row, error)
                    }
                }
            }
        }
    }
}

extension LayoutStore {
    /// Stores the sizes of rows that grow, due or not.
    func storeGrowingRows() {
        while let row = growingRows.take(any: true) {
            do {
                growingRows.didStore(row, try pool.write { try write(row, on: $0) })
            } catch {
                return growingRows.didNotStore(row, error)
            }
        }
    }

    /// Returns the revision of the data set that has the row's size.
    fileprivate func write(_ row: GrowingRows.Row, on connection: Connection) throws -> Int64 {
        try layout(row.layout).store(row.item, on: connection)
        return try DatasetRecord.revision(of: row.datasetID, in: connection)
    }
}
