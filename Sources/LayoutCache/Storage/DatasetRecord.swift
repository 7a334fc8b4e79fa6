package import LayoutSQLite

/// Rows of `dataset` and the items below them, by the names that people use.
package enum DatasetRecord {
    /// - Throws: ``LayoutError`` `notFound`.
    package static func id(of name: String, in connection: Connection) throws -> Int64 {
        guard let id = try connection.first("SELECT id FROM dataset WHERE name = ?1", name, as: Int64.self) else {
            throw LayoutError.noDataset(
                name, known: try connection.names("SELECT name FROM dataset ORDER BY name"))
        }
        return id
    }

    /// The section of an item of a data set; nil where the data set has no item with that id.
    static func section(ofItem id: Int64, in datasetID: Int64, _ connection: Connection) throws -> Int64? {
        try connection.first(
            """
            SELECT s.id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
            WHERE i.id = ?1 AND s.dataset_id = ?2
            """,
            id, datasetID, as: Int64.self)
    }

    /// The item with a key in a data set; of several the one that was stored first.
    static func item(withKey key: String, in datasetID: Int64, _ connection: Connection) throws -> (
        id: Int64, sectionID: Int64
    )? {
        let row = try connection.cached(
            """
            SELECT i.id, i.section_id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
            WHERE i.key = ?1 AND s.dataset_id = ?2 ORDER BY i.id LIMIT 1
            """
        )
        row.bindAll(key, datasetID)
        defer { row.rewind() }
        return try row.step() ? (row.int64(0), row.int64(1)) : nil
    }

    /// The data set of a name, created if it does not exist; and whether it was created.
    static func findOrMake(_ name: String, in connection: Connection) throws -> (id: Int64, isNew: Bool) {
        if let id = try connection.first("SELECT id FROM dataset WHERE name = ?1", name, as: Int64.self) {
            return (id, false)
        }
        try connection.run("INSERT INTO dataset (name) VALUES (?1)", name)
        return (connection.lastInsertRowID, true)
    }

    /// Counts a change of a data set that no trigger has seen.
    static func noteChange(of datasetID: Int64, in connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO lc_change (dataset_id) VALUES (?1)
            ON CONFLICT (dataset_id) DO UPDATE SET revision = revision + 1
            """,
            datasetID)
    }
}
