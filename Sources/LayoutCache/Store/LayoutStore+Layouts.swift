internal import LayoutSQLite
public import LayoutEngine

extension LayoutStore {
    /// Defines a layout of a data set in a container, or defines it anew.
    ///
    /// The definition is checked against the container first, so that nothing that cannot work is
    /// stored. Attributes are computed by ``prepare(_:)``; until then readers keep what a former
    /// definition gave.
    ///
    /// - Throws: `DefinitionError` with the JSON path of the fault; ``LayoutStoreError`` `notFound`
    ///   for a data set that is not there.
    public func defineLayout(
        _ name: String, dataset: String, definition: LayoutDefinition, container: LayoutSize
    ) throws {
        guard !name.isEmpty else { throw LayoutStoreError(.invalidArgument, "a layout needs a name") }
        _ = try definition.makePlan(in: container)
        try pool.write { connection in
            guard let datasetID = try connection.first("SELECT id FROM dataset WHERE name = ?1", dataset, as: Int64.self) else {
                throw LayoutStoreError.noDataset(dataset, known: try connection.names("SELECT name FROM dataset ORDER BY name"))
            }
            try connection.run(
                """
                INSERT INTO layout (dataset_id, name, definition, container_width, container_height)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (name) DO UPDATE SET dataset_id = excluded.dataset_id, definition = excluded.definition,
                  container_width = excluded.container_width, container_height = excluded.container_height
                """,
                datasetID, name, definition.json, container.width, container.height
            )
        }
    }

    /// Removes a layout; its derived rows go with the next preparing.
    public func removeLayout(_ name: String) throws {
        try pool.write { connection in
            try connection.run("DELETE FROM layout WHERE name = ?1", name)
            guard connection.changes > 0 else { throw LayoutStoreError.noLayout(name, known: try connection.layoutNames()) }
        }
    }

    /// The names of all layouts, in alphabetical order.
    public func layoutNames() throws -> [String] {
        try pool.read { try $0.layoutNames() }
    }
}

extension Connection {
    func names(_ sql: String) throws -> [String] {
        var names: [String] = []
        try forEachRow(sql) { names.append($0.stringOrEmpty(0)) }
        return names
    }

    func layoutNames() throws -> [String] {
        try names("SELECT name FROM layout ORDER BY name")
    }
}
