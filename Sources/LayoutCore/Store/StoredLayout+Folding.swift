internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// Collapses sections to their headers.
    ///
    /// Items, footers and backgrounds of a collapsed section are hidden, and have no index path; its header stays, and
    /// still pins. Other layouts of the data set show all of it. The layout is stale until it is prepared, which lays
    /// nothing out again but the headers. The table `collapsed` holds the sections.
    ///
    /// - Parameter sections: 0-based indices. A section that is collapsed already stays so.
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that does not exist; then none is collapsed.
    ///   `invalidArgument` for a canvas.
    /// - Complexity: O(sections of the data set).
    public func collapse(sections: [Int]) throws {
        try store.pool.write { try fold(sections, isCollapsing: true, on: $0) }
    }

    /// Collapses sections to their headers, on another thread.
    public func collapse(sections: [Int]) async throws {
        try await store.pool.write { try fold(sections, isCollapsing: true, on: $0) }
    }

    /// Expands sections, which show their items again.
    ///
    /// - Parameter sections: 0-based indices. A section that is not collapsed does not change.
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that does not exist; then none is expanded.
    /// - Complexity: O(sections of the data set).
    public func expand(sections: [Int]) throws {
        try store.pool.write { try fold(sections, isCollapsing: false, on: $0) }
    }

    /// Expands sections, on another thread.
    public func expand(sections: [Int]) async throws {
        try await store.pool.write { try fold(sections, isCollapsing: false, on: $0) }
    }

    /// Collapses items of an outline. Each hides the items after it in its section, up to the next one whose level is
    /// not greater.
    ///
    /// Hidden items have no index path. A branch inside of another stays collapsed, and shows when that one is
    /// expanded. Another layout of the data set shows all of them. The next preparation lays nothing out again but the
    /// bands at the ends of a branch. The table `collapsed_item` holds the items.
    ///
    /// - Parameter items: Items of the data set, hidden ones by key or row id. One that is collapsed already stays so.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that does not exist; then none is collapsed.
    ///   `invalidArgument` for a layout in which a line may hold several items: all but tables of one column.
    /// - Complexity: O(items · log items).
    public func collapse(_ items: [ItemReference]) throws {
        try store.pool.write { try fold(items, isCollapsing: true, on: $0) }
    }

    /// Collapses items of an outline, on another thread.
    public func collapse(_ items: [ItemReference]) async throws {
        try await store.pool.write { try fold(items, isCollapsing: true, on: $0) }
    }

    /// Expands items of an outline, which show the items below them again.
    ///
    /// - Parameter items: Items of the data set, hidden ones by key or row id. One that is not collapsed stays so.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that does not exist; then none is expanded.
    /// - Complexity: O(items · log items).
    public func expand(_ items: [ItemReference]) throws {
        try store.pool.write { try fold(items, isCollapsing: false, on: $0) }
    }

    /// Expands items of an outline, on another thread.
    public func expand(_ items: [ItemReference]) async throws {
        try await store.pool.write { try fold(items, isCollapsing: false, on: $0) }
    }

    /// Expands what hides an item: its section, and the branches that it is in. An item that shows does not change.
    ///
    /// Then a view can go to it.
    ///
    /// - Parameter item: An item of the data set, by key or row id.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that does not exist.
    /// - Complexity: O(levels · log items).
    public func expand(toItem item: ItemReference) throws {
        try store.pool.write { try expand(toItem: item, on: $0) }
    }

    /// Expands what hides an item, on another thread.
    public func expand(toItem item: ItemReference) async throws {
        try await store.pool.write { try expand(toItem: item, on: $0) }
    }

    private func expand(toItem item: ItemReference, on connection: Connection) throws {
        let layout = try LayoutReader(name, in: connection)
        let id = try id(of: item, in: layout)
        guard let place = try DatasetRecord.place(ofItem: id, in: layout.storedRecord.datasetID, connection) else {
            throw LayoutError(.notFound, "the layout “\(name)” has no \(DatasetEditor.text(item))")
        }
        let folds = StoredFolds(connection: connection, preparationID: layout.preparation?.id ?? 0)
        let branches =
            try folds.item(ofSection: place.sectionID, "= ?3", place.position)
            .map { try folds.branches(of: $0, ofSection: place.sectionID).map(\.id) } ?? []
        try fold(branches, in: "collapsed_item", "item_id", isCollapsing: false, on: connection)
        try fold([place.sectionID], in: "collapsed", "section_id", isCollapsing: false, on: connection)
    }

    private func id(of item: ItemReference, in layout: LayoutReader) throws -> Int64 {
        guard let id = try layout.itemID(of: item) else {
            throw LayoutError(.notFound, "the layout “\(name)” has no \(DatasetEditor.text(item))")
        }
        return id
    }

    /// Collapses all items of an outline that contain others; in another layout, all sections.
    ///
    /// - Complexity: O(items of the data set).
    package func collapseAll() throws {
        let isOutline = try store.pool.write { connection in
            let record = try LayoutRecord.find(name, in: connection)
            guard try record.plan().plan.traits.stacksItems else { return false }
            // Each item with the level of the next one.
            let branches = """
                SELECT coalesce(i.original_id, i.id) AS id, coalesce(i.level, 0) AS level,
                  lead(coalesce(i.level, 0)) OVER (PARTITION BY i.section_id ORDER BY i.position) AS next
                FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?2
                """
            try connection.run(
                "INSERT INTO collapsed_item (layout, item_id) SELECT ?1, id FROM (\(branches)) WHERE next > level "
                    + "ON CONFLICT DO NOTHING", name, record.datasetID)
            return try connection.has("SELECT 1 FROM collapsed_item WHERE layout = ?1 LIMIT 1", name)
        }
        if !isOutline { try collapse(sections: Array(0..<snapshot().numberOfSections)) }
    }

    /// Expands all sections, and all items of an outline.
    package func expandAll() throws {
        try store.pool.write { connection in
            _ = try LayoutRecord.find(name, in: connection)
            for table in ["collapsed", "collapsed_item"] {
                try connection.run("DELETE FROM \(table) WHERE layout = ?1", name)
            }
        }
    }

    private func fold(_ items: [ItemReference], isCollapsing: Bool, on connection: Connection) throws {
        let layout = try LayoutReader(name, in: connection)
        // The shown preparation may be of a former definition.
        let plan = try layout.storedRecord.plan().plan
        guard items.isEmpty || !isCollapsing || plan.traits.stacksItems else {
            throw LayoutError(
                .invalidArgument, "the items of “\(name)” cannot be collapsed: a line of it may hold several of them",
                advice: "Use a table of one column.")
        }
        let ids = try items.map { try id(of: $0, in: layout) }
        try fold(ids, in: "collapsed_item", "item_id", isCollapsing: isCollapsing, on: connection)
    }

    private func fold(_ sections: [Int], isCollapsing: Bool, on connection: Connection) throws {
        let record = try LayoutRecord.find(name, in: connection)
        guard try !record.plan().plan.traits.isFree else {
            throw LayoutError(
                .invalidArgument, "the sections of “\(name)” cannot be collapsed: it is a canvas",
                advice: "Use another kind of layout.")
        }
        let ids = try connection.rows(
            "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", record.datasetID
        ) { $0.int64(0) }
        for section in sections where !ids.indices.contains(section) {
            throw LayoutError(.notFound, "the layout “\(name)” has no section \(section)")
        }
        try fold(sections.map { ids[$0] }, in: "collapsed", "section_id", isCollapsing: isCollapsing, on: connection)
    }

    private func fold(
        _ ids: [Int64], in table: String, _ column: String, isCollapsing: Bool, on connection: Connection
    ) throws {
        let sql =
            isCollapsing
            ? "INSERT INTO \(table) (layout, \(column)) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
            : "DELETE FROM \(table) WHERE layout = ?1 AND \(column) IN "
                + (column == "item_id" ? StoredFolds.names : "(?2)")
        for id in ids { try connection.run(sql, name, id) }
    }
}
