internal import LayoutSQLite

extension AdoptionSchema {
    /// The triggers on the table itself.
    func tableTriggers() throws -> [(name: String, sql: String)] {
        var triggers: [(name: String, sql: String)] = []
        let source = try SQLIdentifier.quoted(table.name)
        // A data set that was deleted in a shell must not make statements on the table fail.
        let exists = "EXISTS (SELECT 1 FROM dataset WHERE id = \(names.dataset))"
        func add(_ purpose: String, _ event: String, when condition: String? = nil, _ body: [String]) {
            let name = names.trigger(purpose)
            let condition = condition.map { "\n  AND \($0)" } ?? ""
            let statements = body.map { "  \($0);\n" }.joined()
            triggers.append(
                (
                    name,
                    "CREATE TRIGGER \(name) \(event) ON \(source) WHEN \(exists)\(condition) BEGIN\n\(statements)END"
                ))
        }
        let new = try values.identity("new")
        let old = try values.identity("old")
        // By bytes: an identity of the user's own may have a collation that takes two for one.
        let isRenamed = "\(old) COLLATE BINARY IS NOT \(new)"
        let isReplacing = "EXISTS (SELECT 1 FROM \(names.notes) WHERE what = 'row')"
        if !table.uniqueIndexes.isEmpty {
            add("before_insert", "BEFORE INSERT", try noteStatements(updating: false))
            add("after_insert_replaced", "AFTER INSERT", when: isReplacing, try replacedStatements())
            let event = try update(of: table.uniqueIndexes.flatMap { $0.columns.map(\.name) }, plain: hasPartialIndex)
            add(
                "before_update", "BEFORE \(event)", when: try uniqueColumnsDiffer(),
                try noteStatements(updating: true))
            add("after_update_replaced", "AFTER \(event)", when: isReplacing, try replacedStatements())
        }
        add("after_insert", "AFTER INSERT", [try applyStatement(new)])
        let isOther = { (columns: [String]) throws in
            // By bytes: the column's own collation may not distinguish them, nor its affinity a number and a text.
            try columns.map {
                let name = try SQLIdentifier.quoted($0)
                return "old.\(name) COLLATE BINARY IS NOT new.\(name)"
            }.joined(separator: " OR ")
        }
        let content = values.contentColumns
        if !content.isEmpty {
            add(
                "after_update", "AFTER \(try update(of: content))",
                when: "NOT \(isRenamed) AND (\(try isOther(content)))",
                try contentStatements(new))
        }
        let mapped = values.adoption.columns
        if !mapped.isEmpty {
            let places = [values.adoption.section, values.adoption.order].compactMap(\.self)
            let isMoved = places.isEmpty ? "" : "\(try isOther(places)) OR "
            add(
                "after_update_move", "AFTER \(try update(of: mapped))",
                when: "NOT \(isRenamed) AND (\(isMoved)(\(try isOther(mapped))) AND \(isNew(new)))",
                [try applyStatement(new)])
        }
        add(
            "after_update_identity", "AFTER \(try updateOfIdentity())", when: isRenamed,
            [
                "INSERT INTO \(names.gone) VALUES (\(new))",
                """
                UPDATE \(names.rows) SET row = \(new), sort_key = NULL
                  WHERE row = \(old) AND NOT \(try isThere(old))
                """, try applyStatement(old), try applyStatement(new),
            ])
        add(
            "after_delete", "AFTER DELETE",
            ["INSERT INTO \(names.gone) VALUES (CASE WHEN NOT \(try isThere(old)) THEN \(old) END)"])
        return triggers
    }

    /// An update of some columns: SQLite then ignores the trigger if only other columns are assigned.
    ///
    /// - Parameter plain: Whether any update may matter.
    private func update(of columns: [String], plain: Bool = false) throws -> String {
        // A generated column changes with columns that are not named.
        guard !plain, !columns.contains(where: table.generatedColumns.contains) else { return "UPDATE" }
        return "UPDATE OF \(try columns.map { try SQLIdentifier.quoted($0) }.joined(separator: ", "))"
    }

    /// An update of a row's identity, under any of its names.
    private func updateOfIdentity() throws -> String {
        guard !table.isIdentityColumn else { return try update(of: [table.identity]) }
        // SQLite uses the name that a statement assigns to, and knows the row id by all of these.
        let names = table.rowIDColumns + ["rowid", "_rowid_", "oid"]
        return "UPDATE OF \(try names.map { try SQLIdentifier.quoted($0) }.joined(separator: ", "))"
    }

    /// Whether a row may come under a unique index by a column that is not in it.
    private var hasPartialIndex: Bool { table.uniqueIndexes.contains(where: \.isPartial) }

    private func uniqueColumnsDiffer() throws -> String? {
        guard !hasPartialIndex else { return nil }
        let columns = table.uniqueIndexes.flatMap { $0.columns.map(\.name) }
        return try "("
            + columns.map {
                let name = try SQLIdentifier.quoted($0)
                return "old.\(name) COLLATE BINARY IS NOT new.\(name)"
            }.joined(separator: " OR ") + ")"
    }

    /// Notes the rows that the new one would conflict with: unless recursive_triggers is on, no trigger fires for rows
    /// that REPLACE removes.
    private func noteStatements(updating: Bool) throws -> [String] {
        try table.uniqueIndexes.map { index in
            var conditions = try index.columns.map { column in
                let name = try SQLIdentifier.quoted(column.name)
                return "t.\(name) = new.\(name) COLLATE \(try SQLIdentifier.quoted(column.collation))"
            }
            if updating { conditions.append("\(try values.identity("t")) IS NOT \(try values.identity("old"))") }
            return """
                INSERT INTO \(names.notes) (what, value) SELECT 'row', \(try values.identity("t"))
                  FROM \(try SQLIdentifier.quoted(table.name)) AS t
                  WHERE \(conditions.joined(separator: " AND ")) ON CONFLICT DO NOTHING
                """
        }
    }

    /// Makes the items of removed ones follow.
    private func replacedStatements() throws -> [String] {
        [
            """
            INSERT INTO \(names.gone) (row) SELECT n.value FROM \(names.notes) AS n
              WHERE n.what = 'row' AND NOT \(try isThere("n.value"))
            """, "DELETE FROM \(names.notes) WHERE what = 'row'",
        ]
    }

    /// That the table has a row of an identity now.
    private func isThere(_ identity: String) throws -> String {
        "EXISTS (SELECT 1 FROM \(try SQLIdentifier.quoted(table.name)) AS t WHERE \(try values.isRow("t", identity)))"
    }

    /// Has the item of an identity made equal to the row that has it now, if there is one.
    private func applyStatement(_ identity: String) throws -> String {
        let rows = "FROM \(try SQLIdentifier.quoted(table.name)) AS t WHERE \(try values.isRow("t", identity))"
        let sql = try changeValues("t").map { "(SELECT \($0) \(rows))" }
        return "INSERT INTO \(names.change) VALUES (\(sql.joined(separator: ",\n    ")))"
    }

    /// Updates the item of a row that stays in its place.
    private func contentStatements(_ identity: String) throws -> [String] {
        let item = "(SELECT r.item_id FROM \(names.rows) AS r WHERE r.row = \(identity))"
        let said = try values.item("t")
        let rows = "FROM \(try SQLIdentifier.quoted(table.name)) AS t WHERE \(try values.isRow("t", identity))"
        let columns = said.map(\.column).joined(separator: ", ")
        // One column cannot be a row value.
        let list = said.count > 1 ? "(\(columns))" : columns
        var statements = [
            """
            UPDATE item SET \(list) = (SELECT \(said.map(\.sql).joined(separator: ",\n    ")) \(rows))
              WHERE id = \(item)
            """
        ]
        if !values.adoption.payload.isEmpty {
            statements.append(
                "INSERT INTO \(names.escape) VALUES (\(item), (SELECT i.payload FROM item AS i WHERE i.id = \(item)))")
        }
        return statements
    }
}
