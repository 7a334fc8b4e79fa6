internal import LayoutSQLite

/// The tables, the views and the triggers that keep a data set equal to a user's table.
///
/// All triggers do the same. For each row that a statement may have changed they read the table's present row, and make
/// the item equal to it. The order in which triggers fire, nested triggers, and other triggers on the table make no
/// difference then.
///
/// No statement in them conflicts with a row, for the conflict clause of the outer statement would decide what
/// happens.
///
/// Rare work is in a trigger with its own condition. The common work of the triggers on the table is in triggers of
/// views without rows. Rows are given to these as VALUES: for an INSERT … SELECT into a view SQLite makes a temporary
/// table each time.
struct AdoptionSchema {
    let names: AdoptionNames
    let values: AdoptedValues

    var table: AdoptedTable { values.table }

    init(_ adoption: TableAdoption, dataset: Int64, in connection: Connection) throws {
        let table = try AdoptedTable(adoption.table, in: connection)
        names = AdoptionNames(dataset: dataset)
        values = AdoptedValues(table: table, adoption: try table.resolved(adoption))
    }

    /// The tables that map rows to items.
    func tables() throws -> [String] {
        // Row ids are compared as integers, and other identities as the values that they are.
        let row = table.isIdentityColumn ? "row PRIMARY KEY NOT NULL" : "row INTEGER PRIMARY KEY"
        return [
            """
            CREATE TABLE \(names.rows) ( -- Which row of \(try SQLIdentifier.quoted(table.name)) is which item.
              \(row),
              item_id INTEGER NOT NULL,
              section_id INTEGER NOT NULL,
              -- The order of the rows of a section, before the row. NULL: the item must get another position.
              sort_key COLLATE \(values.sortCollation)
            )\(table.isIdentityColumn ? " WITHOUT ROWID" : "")
            """,
            """
            CREATE TABLE \(names.sections) ( -- Which value is which section.
              section_id INTEGER PRIMARY KEY,
              value NOT NULL UNIQUE
            )
            """,
            """
            CREATE TABLE \(names.notes) ( -- The pending work of a statement.
              what TEXT NOT NULL, -- row: it may be replaced; section: it may be empty
              value NOT NULL,
              PRIMARY KEY (what, value)
            ) WITHOUT ROWID
            """,
        ]
    }

    /// The index of the rows: made after they are written. It covers all columns that a search among neighbours reads.
    var orderIndex: String { "CREATE INDEX \(names.order) ON \(names.rows) (section_id, sort_key, row, item_id)" }

    /// The views and all triggers, in the order in which they are made.
    func triggers() throws -> [(name: String, sql: String)] { sharedTriggers() + (try tableTriggers()) }

    /// The columns of the view that rows are named in, as a list for a statement.
    var changeColumnList: String { changeColumns.joined(separator: ", ") }

    var changeColumns: [String] { ["row", "is_new", "section", "title", "sort_key"] + values.itemColumns }

    /// The values of a row of the table.
    ///
    /// - Parameter row: The row's name in the statement.
    func changeValues(_ row: String) throws -> [String] {
        let start = [
            try values.identity(row), isNew(try values.identity(row)), try values.section(row), try values.title(row),
            try values.sortKey(row),
        ]
        return try start + values.item(row).map(\.sql)
    }

    /// That a row has no item.
    func isNew(_ identity: String) -> String {
        "NOT EXISTS (SELECT 1 FROM \(names.rows) AS r CROSS JOIN item AS i ON i.id = r.item_id "
            + "WHERE r.row = \(identity))"
    }
}
