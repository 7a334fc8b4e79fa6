internal import LayoutSQLite

extension LayoutStore {
    /// Applies changes to a data set in order, all of them or none.
    ///
    /// The layouts of the data set become stale where the changes touched them. Items that are put at the ends of
    /// sections one after another cost what an import costs.
    ///
    /// - Throws: ``LayoutError`` `notFound`, naming the change that asked for what is not there;
    ///   `invalidArgument` for an invalid length and a payload that is not a JSON object; `exists`
    ///   for a key that another item has. Nothing is changed then.
    /// - Complexity: O(log items) for each change, and for finding what it names: O(log items) by key or id. By index,
    ///   O(log items) if a layout holds the section and that is not stale, and otherwise O(items before it in its
    ///   section). A section takes O(log sections) while a layout holds the sections as they are, and otherwise
    ///   O(sections).
    public func apply(_ changes: [DatasetChange], to dataset: String) throws {
        try pool.write { connection in
            var editor = try DatasetEditor(connection, dataset: dataset, limits: limits, cache: sumCache)
            try editor.apply(changes)
        }
    }

    /// Applies changes to a data set in order, all of them or none, on another thread.
    public func apply(_ changes: [DatasetChange], to dataset: String) async throws {
        try await pool.write { [limits, sumCache] connection in
            var editor = try DatasetEditor(connection, dataset: dataset, limits: limits, cache: sumCache)
            try editor.apply(changes)
        }
    }

    /// Gives an item another size: see ``DatasetChange/resizeItem(_:width:height:)``.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - dataset: The data set that holds it.
    ///   - width: In points; nil leaves it unchanged.
    ///   - height: In points; nil leaves it unchanged.
    /// - Throws: ``LayoutError`` `notFound` for a data set or an item that is not there; `invalidArgument` for a length
    ///   that is not one.
    /// - Complexity: As one change of `apply(_:to:)`.
    public func resize(
        _ item: ItemReference, in dataset: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) throws {
        try apply([.resizeItem(item, width: width, height: height)], to: dataset)
    }

    /// Gives an item another size in the layouts that share a layout's measure.
    ///
    /// Sizes that were measured for a width, such as the sizes of text, belong to that width: each measure keeps its
    /// own. If the layout names no measure, this is the item's own size.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - layout: The layout in whose measure it has the size.
    ///   - width: In points; nil leaves it unchanged.
    ///   - height: In points; nil leaves it unchanged.
    /// - Throws: ``LayoutError`` `notFound` for a layout or an item that is not there; `invalidArgument`
    ///   for a length that is not one.
    /// - Complexity: As one change of `apply(_:to:)`.
    public func resize(
        _ item: ItemReference, inLayout layout: String, width: ItemLength? = nil, height: ItemLength? = nil
    ) throws {
        try pool.write { connection in
            var editor = try DatasetEditor(connection, layout: layout, limits: limits, cache: sumCache)
            try editor.apply([.resizeItem(item, width: width, height: height)])
        }
    }
}
