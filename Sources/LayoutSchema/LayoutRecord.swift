package import LayoutSQLite
internal import LayoutText

/// A row of `layout`: the definition of a layout.
package struct LayoutRecord: Sendable {
    package var id: Int64
    package var name: String
    package var datasetID: Int64
    /// The definition's JSON text, as it was stored.
    package var definition: String
    /// The size of the view that it is laid out for, in points.
    package var containerWidth, containerHeight: Double
    /// Whose sizes it is laid out with; nil: the items' own.
    package var measure: String?
    /// The name of the layout that it was made of for another size of the view; nil if it is the user's own.
    package var base: String?

    /// - Throws: ``LayoutError`` `notFound`.
    package static func find(_ name: String, in connection: Connection) throws -> LayoutRecord {
        let record = try connection.firstRow(
            """
            SELECT id, dataset_id, definition, container_width, container_height, measure, base FROM layout
            WHERE name = ?1
            """, name
        ) { row in
            LayoutRecord(
                id: row.int64(0), name: name, datasetID: row.int64(1), definition: row.stringOrEmpty(2),
                containerWidth: row.double(3), containerHeight: row.double(4), measure: row.string(5),
                base: row.string(6))
        }
        guard let record else { throw LayoutError.missing("layout", name, known: try connection.layoutNames()) }
        return record
    }

    /// Writes a row under a name, unless its values are the present ones.
    package static func define(
        _ name: String, datasetID: Int64, definition: String, containerWidth: Double, containerHeight: Double,
        measure: String?, base: String? = nil, in connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO layout (dataset_id, name, definition, container_width, container_height, measure, base)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (name) DO UPDATE SET dataset_id = excluded.dataset_id, definition = excluded.definition,
              container_width = excluded.container_width, container_height = excluded.container_height,
              measure = excluded.measure, base = excluded.base
            WHERE dataset_id <> excluded.dataset_id OR definition <> excluded.definition
              OR container_width <> excluded.container_width OR container_height <> excluded.container_height
              OR measure IS NOT excluded.measure OR base IS NOT excluded.base
            """,
            datasetID, name, definition, containerWidth, containerHeight, measure, base)
    }

    /// Gives layouts their viewports again that a statement has deleted: without one, the views show nothing.
    ///
    /// - Parameter name: The layout; nil: all of them.
    package static func placeViewports(of name: String? = nil, in connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO viewport (layout, width, height) SELECT name, container_width, container_height FROM layout
            WHERE name = coalesce(?1, name) AND NOT EXISTS (SELECT 1 FROM viewport AS v WHERE v.layout = layout.name)
            """, name)
    }
}

extension Connection {
    /// The first column of all rows.
    package func names<each Argument: Bindable>(_ sql: String, _ arguments: repeat each Argument) throws -> [String] {
        try rows(sql, repeat each arguments) { $0.stringOrEmpty(0) }
    }

    package func layoutNames() throws -> [String] { try names("SELECT name FROM layout ORDER BY name") }
}
