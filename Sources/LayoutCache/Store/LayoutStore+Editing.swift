internal import LayoutSQLite

extension LayoutStore {
    /// Applies changes to a data set in order, all of them or none.
    ///
    /// The layouts of the data set become stale where the changes touched them. Finding an item by its
    /// index is O(log items) in a section that a layout holds and that is not stale, and otherwise
    /// O(items before it in its section); finding a section is O(log sections) while a layout holds the
    /// sections as they are, and otherwise O(sections).
    ///
    /// - Throws: ``LayoutStoreError`` `notFound`, naming the change that asked for what is not there;
    ///   `invalidArgument` for a length that is no length and a payload that is no JSON object; `exists`
    ///   for a key that another item has.
    public func apply(_ changes: [DataSetChange], to dataset: String) throws {
        try pool.write { connection in
            let editor = try DataSetEditor(connection, dataset: dataset)
            for change in changes { try editor.apply(change) }
        }
    }

    /// Applies changes to a data set in order, all of them or none, on another thread.
    public func apply(_ changes: [DataSetChange], to dataset: String) async throws {
        try await pool.write { connection in
            let editor = try DataSetEditor(connection, dataset: dataset)
            for change in changes { try editor.apply(change) }
        }
    }

    /// Gives an item another size: see ``DataSetChange/resizeItem(_:width:height:)``.
    public func resize(
        _ item: ItemReference, in dataset: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) throws {
        try apply([.resizeItem(item, width: width, height: height)], to: dataset)
    }

    /// Gives an item another size in the layouts that share a layout's measure.
    ///
    /// Sizes that were measured for a width, such as those of text, belong to that width: each measure keeps its
    /// own. Where the layout names no measure, this is the item's own size.
    ///
    /// - Throws: ``LayoutStoreError`` `notFound` for a layout or an item that is not there; `invalidArgument`
    ///   for a length that is not one.
    public func resize(
        _ item: ItemReference, inLayout layout: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) throws {
        try pool.write { connection in
            try DataSetEditor(connection, layout: layout).apply(.resizeItem(item, width: width, height: height))
        }
    }
}
