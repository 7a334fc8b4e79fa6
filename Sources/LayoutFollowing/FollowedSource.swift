internal import LayoutSQLite
internal import LayoutSchema

/// A source as SQL: a table of the user's, or the items of a data set.
struct FollowedSource {
    /// The followed table; nil for a data set.
    let table: FollowedTable?
    /// The row of `dataset` of a followed data set; nil for a table.
    let dataset: Int64?
    /// Whether that data set follows one itself: its items stand for items of another.
    let isFollower: Bool

    /// The columns of items and of their sections that expressions name.
    private static let itemColumns = [
        "key", "width", "height", "x", "y", "payload", "id", "position", "section.title", "section.position",
    ]

    /// The columns in which an item that stands for another one equals it: those by which items are found.
    static let copiedColumns = ["sticky_level", "sticky_edge"]

    /// - Throws: ``LayoutError`` `notFound` for a source that is not there, `invalidArgument` for a table that no
    ///   triggers can follow.
    init(_ source: Following.Source, in connection: Connection) throws {
        switch source {
        case .table(let name):
            table = try FollowedTable(name, in: connection)
            (dataset, isFollower) = (nil, false)
        case .dataset(let name):
            table = nil
            let id = try DatasetRecord.id(of: name, in: connection)
            dataset = id
            isFollower = try FollowerRecord.of(id, in: connection)?.source.isTable == false
        }
    }

    var isTable: Bool { dataset == nil }

    /// The columns that expressions may name.
    var columns: [String] { table?.columns ?? Self.itemColumns }

    /// SQL for the rows, under the name t, with their columns.
    ///
    /// - Parameter isByIdentity: Whether some are found by what they are: SQLite would not choose it for items.
    func rows(isByIdentity: Bool) throws -> String {
        if let table {
            let name = try SQLIdentifier.quoted(table.name)
            // A row without a key cannot be told from others, and is not shown.
            return table.mayBeNull
                ? "(SELECT * FROM \(name) WHERE \(try SQLIdentifier.quoted(table.identity)) IS NOT NULL) AS t"
                : "\(name) AS t"
        }
        let holder = isFollower ? "o" : "i"
        let own = (["key", "width", "height", "x", "y", "payload"] + Self.copiedColumns).map {
            "\(holder).\($0) AS \($0)"
        }
        return """
            (SELECT i.\(isFollower ? "original_id" : "id") AS id, \(own.joined(separator: ", ")),
              i.position AS position,
              s.title AS "section.title", s.position AS "section.position"
              FROM item AS i \(isByIdentity ? "CROSS " : "")JOIN section AS s ON s.id = i.section_id\(
                isFollower ? " CROSS JOIN item AS o ON o.id = i.original_id" : "")
              WHERE s.dataset_id = \(dataset ?? 0)) AS t
            """
    }

    /// SQL for the identity of a row of ``rows(isByIdentity:)``.
    func identity(_ row: String) throws -> String {
        "\(row).\(try table.map { try SQLIdentifier.quoted($0.identity) } ?? "id")"
    }

    /// That a row is the one with an identity, or among some.
    func isRow(_ row: String, _ comparison: String) throws -> String {
        let own = try identity(row)
        // By its index first, and then by its bytes, where the collation may find another one.
        guard let table, !table.isBinaryKey else { return "\(own) \(comparison)" }
        return "\(own) \(comparison) AND \(own) COLLATE BINARY \(comparison)"
    }
}
