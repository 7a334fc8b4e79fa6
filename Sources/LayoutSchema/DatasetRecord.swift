package import LayoutSQLite
internal import LayoutText

/// Rows of `dataset` and the items below them, by the names that people use.
package enum DatasetRecord {
    /// - Throws: ``LayoutError`` `notFound`.
    package static func id(of name: String, in connection: Connection) throws -> Int64 {
        guard let id = try connection.first("SELECT id FROM dataset WHERE name = ?1", name, as: Int64.self) else {
            throw LayoutError.missing(
                "data set", name, known: try connection.names("SELECT name FROM dataset ORDER BY name"))
        }
        return id
    }

    private static let placeSQL = ["id", "original_id"].map {
        "SELECT s.id, i.position FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id "
            + "WHERE i.\($0) = ?1 AND s.dataset_id = ?2"
    }.joined(separator: " UNION ALL ")

    /// The place of an item in a data set, or of what stands for it there; nil where the data set has no such item.
    package static func place(ofItem id: Int64, in datasetID: Int64, _ connection: Connection) throws -> (
        sectionID: Int64, position: Double
    )? {
        try connection.firstRow(placeSQL, id, datasetID) { ($0.int64(0), $0.double(1)) }
    }

    /// Whether the items of a data set stand for items of another.
    package static func standsForAnother(_ datasetID: Int64, _ connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT source_id IS NOT NULL FROM lc_change WHERE dataset_id = ?1", datasetID, as: Bool.self) ?? false
    }

    /// The data set whose own items the items of a data set are, or stand for.
    package static func original(of datasetID: Int64, _ connection: Connection) throws -> Int64 {
        try connection.first(
            """
            \(sources(of: "?1"))
            SELECT s.id FROM source AS s CROSS JOIN lc_change AS c ON c.dataset_id = s.id WHERE c.source_id IS NULL
            """, datasetID, as: Int64.self) ?? datasetID
    }

    /// A query of what `lc_change` holds of `dataset.follows`.
    ///
    /// Views cannot read it themselves: functions on JSON are refused in them where a shell does not trust schemas.
    package static let sourceQuery =
        "SELECT d.id, d.name, "
        + [
            "CAST(json_extract(d.follows, '$.dataset_id') AS INTEGER)",
            "coalesce(CAST(json_extract(d.follows, '$.dataset_id') AS INTEGER), json_extract(d.follows, '$.journal'))",
            "CAST(json_extract(d.follows, '$.triggers') AS INTEGER)",
        ].map { "CASE WHEN json_valid(d.follows) THEN \($0) END" }.joined(separator: ", ") + " FROM dataset AS d"

    /// A table `source` of a data set and the ones that it follows, one through another.
    private static func sources(of id: String) -> String {
        """
        WITH RECURSIVE source (id) AS (SELECT \(id) UNION
          SELECT c.source_id FROM source AS s CROSS JOIN lc_change AS c ON c.dataset_id = s.id
          WHERE c.source_id IS NOT NULL)
        """
    }

    /// SQL for whether a data set shows the item `i`: its own, or one that an item of it stands for.
    package static func shows(_ datasetID: Int64, _ connection: Connection) throws -> String {
        let item = try standsForAnother(datasetID, connection) ? "h.original_id = i.id" : "h.id = i.id"
        return "EXISTS (SELECT 1 FROM item AS h CROSS JOIN section AS s ON s.id = h.section_id "
            + "WHERE \(item) AND s.dataset_id = \(datasetID))"
    }

    /// The item with a key in a data set, or that stands for it there; of several the one that was stored first.
    package static func item(withKey key: String, in datasetID: Int64, _ connection: Connection) throws -> (
        id: Int64, sectionID: Int64
    )? {
        try connection.firstRow(
            """
            SELECT * FROM (
              SELECT i.id, i.section_id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
              WHERE i.key = ?1 AND s.dataset_id = ?2 ORDER BY i.id LIMIT 1)
            UNION ALL SELECT * FROM (
              SELECT k.id, i.section_id FROM item AS k CROSS JOIN item AS i ON i.original_id = k.id
              CROSS JOIN section AS s ON s.id = i.section_id
              WHERE k.key = ?1 AND s.dataset_id = ?2 ORDER BY k.id LIMIT 1)
            """,
            key, datasetID
        ) { ($0.int64(0), $0.int64(1)) }
    }

    /// The data set of a name, created if it does not exist; and whether it was created.
    package static func findOrMake(_ name: String, in connection: Connection) throws -> (id: Int64, isNew: Bool) {
        guard !name.isEmpty else { throw LayoutError(.invalidArgument, "a data set needs a name") }
        try connection.run("INSERT INTO dataset (name) VALUES (?1) ON CONFLICT DO NOTHING", name)
        let isNew = connection.changes > 0
        return (try id(of: name, in: connection), isNew)
    }

    /// A query of all changes of a data set and its sources.
    ///
    /// A changed item counts once, in its own data set, however many follow it.
    ///
    /// - Parameter id: An expression of SQL.
    package static func revisionQuery(of id: String, column: String = "revision") -> String {
        // Each counter begins at random: without the upper bits, many add up.
        """
        \(sources(of: id))
        SELECT sum(c.\(column) & 281474976710655) FROM source AS s CROSS JOIN lc_change AS c ON c.dataset_id = s.id
        """
    }

    /// The number of changes of a data set and of the data sets that it follows.
    ///
    /// - Parameter column: `appearance` gives a number that differs if anything else changed than what bands are marked
    ///   for.
    package static func revision(
        of id: Int64, column: String = "revision", in connection: Connection
    ) throws -> Int64 {
        try connection.first(revisionQuery(of: "?1", column: column), id, as: Int64.self) ?? 0
    }

    /// Counts a change of a data set that no trigger has seen, and notes what it follows now.
    package static func noteChange(of datasetID: Int64, in connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO lc_change (dataset_id, name, source_id, journal, trigger_count) \(sourceQuery) WHERE d.id = ?1
            ON CONFLICT (dataset_id) DO UPDATE SET revision = revision + 1, appearance = random(),
              source_id = excluded.source_id, journal = excluded.journal, trigger_count = excluded.trigger_count
            """, datasetID)
    }

    /// The rows that belong to an item, a section, a data set or a layout, and go with it.
    ///
    /// Code that removes or replaces one of them takes the list from here. The triggers do the same for every shell,
    /// and a test compares them.
    package enum OwnedRows {
        /// A table whose rows belong to rows of another one, and the column that says to which.
        package typealias Child = (table: String, column: String, parent: String)

        /// All of them.
        package static let all: [Child] = [
            ("measurement", "item_id", "item"), ("collapsed_item", "item_id", "item"),
            ("section_offset", "section_id", "section"), ("section_measurement", "section_id", "section"),
            ("collapsed", "section_id", "section"), ("viewport", "layout", "layout"),
            ("section_offset", "layout", "layout"), ("collapsed", "layout", "layout"),
            ("collapsed_item", "layout", "layout"),
        ]

        /// Removes the rows that belong to none, inside the caller's transaction.
        package static func removeOrphans(_ children: [Child], in connection: Connection) throws {
            for child in children {
                try connection.execute(
                    "DELETE FROM \(child.table) WHERE \(child.column) NOT IN (SELECT id FROM \(child.parent))")
            }
        }

        package static let ofItems = all.filter { $0.parent == "item" }
        package static let ofSections = all.filter { $0.parent == "section" }
    }
}
