internal import LayoutSQLite
internal import LayoutSchema

/// A source as SQL: a table of the user's, or the items of a data set.
struct FollowedSource {
    /// The table with the triggers: the user's, or `item`.
    let table: FollowedTable
    /// The row of `dataset` of a followed data set; nil for a table.
    let dataset: Int64?
    /// Whether that data set follows one itself: its items stand for items of another.
    let isFollower: Bool

    /// The columns of items and of their sections that expressions name.
    private static let itemColumns = [
        "key", "width", "height", "x", "y", "payload", "id", "position", "section.title", "section.position",
    ]

    /// - Throws: ``LayoutError`` `notFound` for a source that is not there, `invalidArgument` for a table that no
    ///   triggers can follow.
    init(_ source: Following.Source, in connection: Connection) throws {
        switch source {
        case .table(let name):
            table = try FollowedTable(name, in: connection)
            (dataset, isFollower) = (nil, false)
        case .dataset(let name):
            table = try FollowedTable("item", in: connection)
            let id = try DatasetRecord.id(of: name, in: connection)
            dataset = id
            isFollower =
                try FollowerRecord.source(of: id, in: connection).map {
                    if case .dataset = $0 { true } else { false }
                } ?? false
        }
    }

    var isTable: Bool { dataset == nil }

    /// The columns that expressions may name.
    var columns: [String] { isTable ? table.columns : Self.itemColumns }

    /// The order of the rows without another one.
    var ownOrder: String? { isTable ? nil : "section.position, position" }

    /// SQL for the rows, under the name t, with their columns.
    ///
    /// - Parameter reads: Whether all items of the file are read, one after another. If most of them are the source's,
    ///   that is faster than to find each by its section.
    func rows(readingAll reads: Bool = false) throws -> String {
        guard let dataset else { return "\(try SQLIdentifier.quoted(table.name)) AS t" }
        let holder = isFollower ? "o" : "i"
        let own = ["key", "width", "height", "x", "y", "payload"].map { "\(holder).\($0) AS \($0)" }
        return """
            (SELECT i.\(isFollower ? "original_id" : "id") AS id, \(own.joined(separator: ", ")),
              i.position AS position,
              s.title AS "section.title", s.position AS "section.position"
              FROM item AS i \(reads ? "NOT INDEXED CROSS " : "")JOIN section AS s ON s.id = i.section_id\(
                isFollower ? " JOIN item AS o ON o.id = i.original_id" : "")
              WHERE s.dataset_id = \(dataset)) AS t
            """
    }

    /// SQL for the identity of a row: of `t`, or of `new` and `old` in triggers.
    func identity(_ row: String) throws -> String {
        guard !isTable else { return "\(row).\(try SQLIdentifier.quoted(table.identity))" }
        return isFollower && row != "t" ? "coalesce(\(row).original_id, \(row).id)" : "\(row).id"
    }

    /// That a row is the one with an identity.
    func isRow(_ row: String, _ identity: String) throws -> String {
        let own = try self.identity(row)
        // By its index first, and then by its bytes, where the collation may find another one.
        return table.isIdentityColumn
            ? "\(own) = \(identity) AND \(own) COLLATE BINARY IS \(identity)" : "\(own) = \(identity)"
    }

    /// The columns of the table whose updates change any of these.
    func tableColumns(_ columns: Set<String>) -> [String] {
        guard !isTable else { return table.columns.filter(columns.contains) }
        return table.columns.filter { columns.contains($0) || $0 == "section_id" }
    }

    /// The columns of `section` whose updates change any of these; none for a table.
    func sectionColumns(_ columns: Set<String>) -> [String] {
        guard !isTable else { return [] }
        return ["dataset_id"] + ["title", "position"].filter { columns.contains("section." + $0) }
    }
}
