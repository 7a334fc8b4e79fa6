package import LayoutSQLite
internal import LayoutSchema

/// A follower with what it keeps about its source: which row is which item, and which value is which section.
package struct FollowerSchema {
    package let names: FollowerNames
    let values: FollowedValues

    var source: FollowedSource { values.source }

    package init(_ following: Following, dataset: Int64, in connection: Connection) throws {
        values = try FollowedValues(following, source: try FollowedSource(following.source, in: connection))
        names = FollowerNames(dataset: dataset, source: values.source.dataset)
    }

    /// Spells the names of what is followed as they are written in the file.
    func resolved(_ following: Following) -> Following {
        var resolved = following
        if source.isTable { resolved.source = .table(source.table.name) }
        for (_, path) in Following.parts {
            guard let text = following[keyPath: path] else { continue }
            resolved[keyPath: path] = source.columns.first { $0.lowercased() == text.lowercased() } ?? text
        }
        resolved.payload = values.payload
        return resolved
    }

    /// The columns of the source's table that the follower's expressions name.
    var namedColumns: [String] { source.tableColumns(values.namedColumns) }

    /// The tables, and the view of rows that stand for items.
    ///
    /// A table's rows are kept with what orders them. A data set's items have only their original's id: what
    /// orders them is read from the original.
    func tables() throws -> [String] {
        guard source.isTable else {
            let keys = zip(values.keys, values.order).map { ", (\($1.expression.sql)) AS \($0)" }.joined()
            return [
                """
                CREATE VIEW \(names.rows) AS -- Which original is which item, and what orders them.
                SELECT f.original_id AS row, f.id AS item_id, f.section_id AS section_id\(keys)
                FROM (SELECT id, original_id, section_id FROM item) AS f CROSS JOIN \(try source.rows())
                  ON t.id = f.original_id
                """,
                """
                CREATE TABLE IF NOT EXISTS \(names.sections) ( -- Which value of a follower is which section.
                  section_id INTEGER PRIMARY KEY,
                  follower INTEGER NOT NULL,
                  value,
                  UNIQUE (follower, value)
                )
                """,
            ]
        }
        let keys = zip(values.keys, values.order).map { ",\n  \($0) COLLATE \($1.collation)" }.joined()
        // Row ids are compared as integers, and other identities as the values that they are.
        let isValue = source.table.isIdentityColumn
        return [
            """
            CREATE TABLE \(names.rows) ( -- Which row of \(try SQLIdentifier.quoted(source.table.name)) is which item.
              \(isValue ? "row PRIMARY KEY NOT NULL" : "row INTEGER PRIMARY KEY"),
              item_id INTEGER NOT NULL,
              section_id INTEGER\(keys)
            )\(isValue ? " WITHOUT ROWID" : "")
            """,
            """
            CREATE TABLE \(names.sections) ( -- Which value is which section.
              section_id INTEGER PRIMARY KEY,
              value UNIQUE
            )
            """,
        ]
    }

    /// The index of the rows: made after they are written. It covers all columns that a search among neighbours reads.
    var orderIndex: String? {
        guard source.isTable else { return nil }
        let keys = zip(values.keys, values.order).map { ", \($0)\($1.isDescending ? " DESC" : "")" }
        return "CREATE INDEX \(names.order) ON \(names.rows) (section_id\(keys.joined()), row, item_id)"
    }

    /// Notes between which ids the items of a data set's follower are.
    func noteItems(in connection: Connection) throws {
        guard !source.isTable, try DerivedSchema.has(.table, names.row, in: connection) else { return }
        try connection.run(
            """
            UPDATE \(names.row) SET (first_item, last_item) = (SELECT min(i.id), max(i.id)
              FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?1)
            WHERE id = ?1
            """, names.dataset)
    }

    /// The terms as a list for ORDER BY.
    ///
    /// - Parameter sql: SQL for a term.
    static func list(_ terms: [FollowedExpression.Term], _ sql: (Int) -> String) -> [String] {
        terms.enumerated().map { "\(sql($0)) COLLATE \($1.collation)\($1.isDescending ? " DESC" : "")" }
    }
}

/// The names of a follower in SQL: its own tables and views, and those that the followers of a data set share.
package struct FollowerNames {
    /// The row of `dataset`.
    let dataset: Int64
    /// The beginning of the names that are shared.
    private let shared: String

    static let prefix = UserSchema.followerPrefix

    /// - Parameter source: The data set that it follows; nil for a table.
    init(dataset: Int64, source: Int64?) {
        self.dataset = dataset
        shared = source.map(Self.group) ?? "\(Self.prefix)\(dataset)"
    }

    /// The beginning of all names of the followers of a data set.
    static func group(of source: Int64) -> String { "\(prefix)of_\(source)" }

    /// Which row is which item, and by what it is ordered: a table, or the view of a data set's items.
    var rows: String { "\(Self.prefix)\(dataset)" }
    /// The index of the rows in their order.
    var order: String { rows + "_order" }
    /// Which value is which section.
    package var sections: String { shared + "_section" }
    /// The rows that a statement may replace, or has to be asked about.
    var notes: String { shared + "_note" }
    /// For each follower the one row that is being applied. An update of a column is a step, whose trigger reads the
    /// others.
    var row: String { shared + "_row" }
    /// Whether an item comes before the row that is applied.
    var before: String { shared + "_before" }

    /// The trigger that does something.
    func trigger(_ purpose: String) -> String { "\(shared)_\(purpose)" }
}
