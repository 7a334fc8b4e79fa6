internal import LayoutSQLite
public import LayoutEngine
internal import LayoutSchema

extension LayoutStore {
    /// Defines a layout of a data set in a container, or replaces its definition.
    ///
    /// Invalid definitions are rejected. Until the layout is prepared, readers get the previous one.
    ///
    /// A container that no frame depends on, such as another height of a list, is adopted at once: nothing
    /// becomes stale.
    ///
    /// - Parameters:
    ///   - name: The layout's name.
    ///   - dataset: The name of the data set that it lays out.
    ///   - definition: The kind of layout with its parameters.
    ///   - container: The size of the view, in points.
    ///   - measure: The measure whose sizes the layout uses; nil for the items' own.
    /// - Throws: ``LayoutError`` `invalidDefinition` with the JSON path of the fault; `notFound` for a data set that is
    ///   not there; `invalidArgument` for an empty name.
    /// - Complexity: O(size of the definition).
    public func defineLayout(
        _ name: String, dataset: String, definition: LayoutDefinition, container: LayoutSize, measure: String? = nil
    ) throws {
        guard !name.isEmpty else { throw LayoutError(.invalidArgument, "a layout needs a name") }
        guard measure != "" else { throw LayoutError(.invalidArgument, "a measure needs a name") }
        _ = try definition.makePlan(in: container)
        try pool.write { connection in
            try LayoutRecord.define(
                name, datasetID: DatasetRecord.id(of: dataset, in: connection), definition: definition.json,
                containerWidth: container.width, containerHeight: container.height, measure: measure, in: connection)
            try Preparer(connection, layout: name, limits: limits).adoptContainerIfIndifferent()
        }
    }

    /// Removes a layout; its derived rows go with the next preparation.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    public func removeLayout(_ name: String) throws {
        try pool.write { connection in
            try connection.run("DELETE FROM layout WHERE name = ?1", name)
            guard connection.changes > 0 else {
                throw LayoutError.noLayout(name, known: try connection.layoutNames())
            }
        }
    }

    /// The names of all layouts, in alphabetical order.
    ///
    /// - Complexity: O(layouts).
    package func layoutNames() throws -> [String] {
        try pool.read { try $0.layoutNames() }
    }
}
