internal import LayoutSQLite

/// The tables, the view and the triggers that keep a data set equal to a table of someone else.
///
/// All triggers do the same: for each row that a statement may have changed they look at what the table holds now,
/// and have one trigger make the item equal to it. What order triggers fire in, whether they fire
/// within each other, and what else is on the table makes no difference then.
///
/// No statement in them conflicts with a row, for the conflict clause of the outer statement would decide what
/// happens.
struct AdoptionSchema {
    let names: AdoptionNames
    let values: AdoptedValues

    private var table: AdoptedTable { values.table }

    init(_ adoption: TableAdoption, dataset: Int64, in connection: Connection) throws {
        let table = try AdoptedTable(adoption.table, in: connection)
        names = AdoptionNames(dataset: dataset)
        values = AdoptedValues(table: table, adoption: try table.resolved(adoption))
    }

    /// The tables that say which row is which item.
    func tables() throws -> [String] {
        [
            """
            CREATE TABLE \(names.rows) ( -- Which row of \(try SQLIdentifier.quoted(table.name)) is which item.
              row PRIMARY KEY NOT NULL,
              item_id INTEGER NOT NULL,
              section_id INTEGER NOT NULL,
              sort_key COLLATE \(values.sortCollation), -- what orders the rows of a section, and then the row
              is_placed INTEGER NOT NULL -- 0: the item is to get another position
            ) WITHOUT ROWID
            """,
            "CREATE INDEX \(names.order) ON \(names.rows) (section_id, sort_key, row)",
            """
            CREATE TABLE \(names.sections) ( -- Which value is which section.
              value PRIMARY KEY NOT NULL,
              section_id INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE \(names.notes) ( -- What a statement has to look after when it is done.
              what TEXT NOT NULL, -- row: it may be replaced; section: it may be empty
              value NOT NULL,
              PRIMARY KEY (what, value)
            ) WITHOUT ROWID
            """,
        ]
    }

    /// The view and all triggers.
    func triggers() throws -> [(name: String, sql: String)] {
        var triggers: [(name: String, sql: String)] = []
        triggers.append(
            (
                names.change,
                "CREATE VIEW \(names.change) (\(changeColumnList)) AS "
                    + "-- Insert here to have an item made equal to a row.\n"
                    + "SELECT \(changeColumns.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0"
            ))
        triggers.append((names.apply, applyTrigger()))
        let noted = try noteStatements()
        let source = try SQLIdentifier.quoted(table.name)
        let on = "ON \(source)"
        // A data set that was deleted in a shell must not make statements on the table fail.
        let exists = "EXISTS (SELECT 1 FROM dataset WHERE id = \(names.dataset))"
        let new = try values.identity("new")
        let old = try values.identity("old")
        if !noted.isEmpty {
            triggers.append(
                (
                    names.beforeInsert,
                    "CREATE TRIGGER \(names.beforeInsert) BEFORE INSERT \(on) WHEN \(exists) BEGIN\n\(noted)END"
                ))
            triggers.append(
                (
                    names.beforeUpdate,
                    "CREATE TRIGGER \(names.beforeUpdate) BEFORE UPDATE \(on) WHEN \(exists) BEGIN\n\(noted)END"
                ))
        }
        triggers.append(
            (
                names.afterInsert,
                "CREATE TRIGGER \(names.afterInsert) AFTER INSERT \(on) WHEN \(exists) BEGIN\n"
                    + (try replacedStatements()) + (try applyStatements(new)) + "END"
            ))
        var differences = ["\(old) IS NOT \(new)"]
        for column in values.adoption.columns {
            let name = try SQLIdentifier.quoted(column)
            // By bytes: the column's own collation may not tell them apart, nor its affinity a number and a text.
            differences.append("old.\(name) COLLATE BINARY IS NOT new.\(name)")
        }
        differences.append("EXISTS (SELECT 1 FROM \(names.notes) WHERE what = 'row')")
        triggers.append(
            (
                names.afterUpdate,
                "CREATE TRIGGER \(names.afterUpdate) AFTER UPDATE \(on)\nWHEN \(exists) "
                    + "AND (\(differences.joined(separator: "\n  OR "))) BEGIN\n"
                    + (try replacedStatements())
                        + """
                          INSERT INTO \(names.notes) (what, value)
                          SELECT 'section', section_id FROM \(names.rows) WHERE row = \(new) AND \(old) IS NOT \(new)
                          ON CONFLICT DO NOTHING;
                          DELETE FROM item WHERE \(old) IS NOT \(new)
                            AND id = (SELECT item_id FROM \(names.rows) WHERE row = \(new));
                          DELETE FROM \(names.rows) WHERE row = \(new) AND \(old) IS NOT \(new);
                          UPDATE \(names.rows) SET row = \(new), is_placed = 0
                          WHERE row = \(old) AND \(old) IS NOT \(new)
                            AND NOT EXISTS (SELECT 1 FROM \(source) AS t WHERE \(try values.isRow("t", old)));
                          \(try applyStatements(old, where: "\(old) IS NOT \(new)"))\(try applyStatements(new))END
                        """
            ))
        triggers.append(
            (
                names.afterDelete,
                "CREATE TRIGGER \(names.afterDelete) AFTER DELETE \(on) WHEN \(exists) BEGIN\n"
                    + (try applyStatements(old)) + "END"
            ))
        return triggers
    }

    /// Notes the rows that the new one would conflict with: unless recursive_triggers is on, no trigger tells of
    /// those that REPLACE removes.
    private func noteStatements() throws -> String {
        var statements = ""
        for index in table.uniqueIndexes {
            let conditions = try index.columns.map { column in
                let name = try SQLIdentifier.quoted(column.name)
                return "t.\(name) = new.\(name) COLLATE \(try SQLIdentifier.quoted(column.collation))"
            }
            statements += """
                  INSERT INTO \(names.notes) (what, value) SELECT 'row', \(try values.identity("t"))
                  FROM \(try SQLIdentifier.quoted(table.name)) AS t
                  WHERE \(conditions.joined(separator: " AND ")) ON CONFLICT DO NOTHING;

                """
        }
        return statements
    }

    /// Has those of them looked after that are gone.
    private func replacedStatements() throws -> String {
        let source = try SQLIdentifier.quoted(table.name)
        return """
              INSERT INTO \(names.change) (row, is_there) SELECT n.value, 0 FROM \(names.notes) AS n
              WHERE n.what = 'row'
                AND NOT EXISTS (SELECT 1 FROM \(source) AS t WHERE \(try values.isRow("t", "n.value")));
              DELETE FROM \(names.notes) WHERE what = 'row';

            """
    }

    /// The columns of the view that rows are named in, as a list for a statement.
    var changeColumnList: String { changeColumns.joined(separator: ", ") }

    private var changeColumns: [String] {
        ["row", "is_there", "section", "title", "sort_key"] + values.itemColumns
    }

    /// What they hold of a row of the table.
    ///
    /// - Parameter row: What the row is called in the statement.
    func changeValues(_ row: String) throws -> String {
        let start = [
            try values.identity(row), "1", try values.section(row), try values.title(row), try values.sortKey(row),
        ]
        return try (start + values.item(row).map(\.sql)).joined(separator: ", ")
    }

    /// Has the item of an identity made equal to the row that has it now, or removed if there is none.
    private func applyStatements(_ identity: String, where condition: String = "1") throws -> String {
        let source = try SQLIdentifier.quoted(table.name)
        let isRow = try values.isRow("t", identity)
        return """
              INSERT INTO \(names.change) (\(changeColumnList)) SELECT \(try changeValues("t")) FROM \(source) AS t
              WHERE \(condition) AND \(isRow);
              INSERT INTO \(names.change) (row, is_there) SELECT \(identity), 0
              WHERE \(condition) AND NOT EXISTS (SELECT 1 FROM \(source) AS t WHERE \(isRow));

            """
    }
}
