package import LayoutSQLite

/// The status of a data set.
public struct DatasetStatus: Sendable, Hashable {
    /// The data set’s name.
    public var name: String
    /// The number of its sections.
    public var sectionCount: Int
    /// The number of items in all its sections.
    public var itemCount: Int

    /// All data sets, in alphabetical order.
    package static func all(in connection: Connection) throws -> [DatasetStatus] {
        var found: [DatasetStatus] = []
        // The outline has counted all runs, except runs with inserted or deleted items.
        try connection.forEachRow(
            """
            SELECT d.name, (SELECT count(*) FROM section AS s WHERE s.dataset_id = d.id),
              (SELECT coalesce(sum(\(Outline.itemCountSQL("s.id"))), 0) FROM section AS s WHERE s.dataset_id = d.id)
            FROM dataset AS d ORDER BY d.name
            """
        ) { row in
            found.append(DatasetStatus(name: row.stringOrEmpty(0), sectionCount: row.int(1), itemCount: row.int(2)))
        }
        return found
    }
}
