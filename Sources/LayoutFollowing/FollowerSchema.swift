package import LayoutSQLite

/// The tables and the triggers that keep a data set equal to its source.
///
/// All triggers on the source do the same. They read each row that a statement may have changed into the one row of a
/// table. The triggers of that table make the item equal to it. The order in which
/// triggers fire, nested triggers, and other triggers on the source make no difference then.
///
/// No statement in them conflicts with a row, for the conflict clause of the outer statement would decide what
/// happens.
package struct FollowerSchema {
    package let names: FollowerNames
    let values: FollowedValues

    var source: FollowedSource { values.source }

    package init(_ following: Following, dataset: Int64, in connection: Connection) throws {
        names = FollowerNames(dataset: dataset)
        values = try FollowedValues(following, source: try FollowedSource(following.source, in: connection))
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

    /// The columns of the table that its triggers name.
    var namedColumns: [String] { source.tableColumns(values.namedColumns) }

    /// The tables, and the view of rows that stand for items.
    ///
    /// A table's rows are kept with what orders them. A data set's items have only their original's id: what
    /// orders them is read from the original.
    func tables() throws -> [String] {
        let keys = zip(values.keys, values.order).map { "\($0) COLLATE \($1.collation)" }
        // Row ids are compared as integers, and other identities as the values that they are.
        let isValue = source.table.isIdentityColumn
        let rows =
            source.isTable
            ? """
            CREATE TABLE \(names.rows) ( -- Which row of \(try SQLIdentifier.quoted(source.table.name)) is which item.
              \(isValue ? "row PRIMARY KEY NOT NULL" : "row INTEGER PRIMARY KEY"),
              item_id INTEGER NOT NULL,
              section_id INTEGER\(keys.map { ",\n  \($0)" }.joined())
            )\(isValue ? " WITHOUT ROWID" : "")
            """
            : """
            CREATE VIEW \(names.rows) AS -- Which original is which item, and what orders them.
            SELECT f.original_id AS row, f.id AS item_id, f.section_id AS section_id\(
              zip(values.keys, values.order).map { ", (\($1.expression.sql)) AS \($0)" }.joined())
            FROM (SELECT id, original_id, section_id FROM item) AS f CROSS JOIN \(try source.rows())
              ON t.id = f.original_id
            """
        return [
            rows,
            """
            CREATE TABLE \(names.sections) ( -- Which value is which section.
              section_id INTEGER PRIMARY KEY,
              value UNIQUE
            )
            """,
            """
            CREATE TABLE \(names.notes) ( -- The pending work of a statement: rows that it may replace, or asks for.
              value PRIMARY KEY NOT NULL,
              is_due
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE \(names.row) ( -- The one row that is being applied.
              id INTEGER PRIMARY KEY,
              asked, -- the identity of a row of the source
              item_id, from_section, -- its item, and where that is
              is_there, -- NULL: the source has no such row, or none to be shown
              replaces NOT NULL DEFAULT 1, -- whether the statement's conflict clause is REPLACE
              \((try values.said.map(\.column) + (values.payload.isEmpty ? [] : ["payload"])).joined(separator: ", ")),
              to_section, lower, lower_item, upper, upper_item, position, -- where the item goes
              go, apply, escaping, new_section, place_section, spread_section, place_item, spread_item -- the steps
            )
            """,
            "INSERT INTO \(names.row) (id) VALUES (1)",
        ]
    }

    /// The index of the rows: made after they are written. It covers all columns that a search among neighbours reads.
    var orderIndex: String? {
        guard source.isTable else { return nil }
        let keys = zip(values.keys, values.order).map { ", \($0)\($1.isDescending ? " DESC" : "")" }
        return "CREATE INDEX \(names.order) ON \(names.rows) (section_id\(keys.joined()), row, item_id)"
    }

    /// All triggers, in the order in which they are made.
    func triggers() throws -> [(name: String, sql: String)] { try sharedTriggers() + sourceTriggers() }

    /// SQL for the item of a row, as what follows FROM: the item is i.
    func item(of identity: String) -> String {
        source.isTable
            ? "\(names.rows) AS r CROSS JOIN item AS i ON i.id = r.item_id WHERE r.row = \(identity)"
            : "item AS i CROSS JOIN section AS s ON s.id = i.section_id "
                + "WHERE i.original_id = \(identity) AND s.dataset_id = \(names.dataset)"
    }

    /// The terms as a list for ORDER BY.
    ///
    /// - Parameter sql: SQL for a term.
    static func list(_ terms: [FollowedExpression.Term], _ sql: (Int) -> String) -> [String] {
        terms.enumerated().map { "\(sql($0)) COLLATE \($1.collation)\($1.isDescending ? " DESC" : "")" }
    }
}
