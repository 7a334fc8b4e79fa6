internal import LayoutSQLite

extension LayoutStore {
    /// Applies changes to a data set in order, all of them or none.
    ///
    /// The layouts of the data set become stale where the changes touched them. Items that are put at the ends of
    /// sections one after another cost what an import costs. Finding an item by its
    /// index is O(log items) in a section that a layout holds and that is not stale, and otherwise
    /// O(items before it in its section); finding a section is O(log sections) while a layout holds the
    /// sections as they are, and otherwise O(sections).
    ///
    /// - Throws: ``LayoutStoreError`` `notFound`, naming the change that asked for what is not there;
    ///   `invalidArgument` for an invalid length and a payload that is not a JSON object; `exists`
    ///   for a key that another item has.
    public func apply(_ changes: [DatasetChange], to dataset: String) throws {
        let limits = limits
        try pool.write { connection in
            var editor = try DatasetEditor(connection, dataset: dataset, limits: limits)
            try editor.apply(changes)
        }
    }

    /// Applies changes to a data set in order, all of them or none, on another thread.
    public func apply(_ changes: [DatasetChange], to dataset: String) async throws {
        let limits = limits
        try await pool.write { connection in
            var editor = try DatasetEditor(connection, dataset: dataset, limits: limits)
            try editor.apply(changes)
        }
    }

    /// Gives an item another size: see ``DatasetChange/resizeItem(_:width:height:)``.
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
            var editor = try DatasetEditor(connection, layout: layout, limits: limits)
            try editor.apply([.resizeItem(item, width: width, height: height)])
        }
    }
}
