internal import LayoutSQLite

extension FollowerTriggers {
    /// The triggers on the source itself.
    func sourceTriggers() throws -> [(name: String, sql: String)] {
        var triggers: [(name: String, sql: String)] = []
        func add(_ purpose: String, _ event: String, on table: String, when conditions: [String?], _ body: [String]) {
            let name = names.trigger(purpose)
            let conditions = conditions.compactMap(\.self).joined(separator: "\n  AND ")
            let statements = body.map { "  \($0);\n" }.joined()
            triggers.append(
                (
                    name,
                    "CREATE TRIGGER \(name) \(event) ON \(table)\(conditions.isEmpty ? "" : " WHEN ")\(conditions) "
                        + "BEGIN\n\(statements)END"
                ))
        }
        let table = source.table
        let quoted = try SQLIdentifier.quoted(table.name)
        let (new, old) = (try source.identity("new"), try source.identity("old"))
        // By bytes: an identity of the user's own may have a collation that takes two for one.
        let isRenamed = "\(old) COLLATE BINARY IS NOT \(new)"
        let hasNotes = "EXISTS (SELECT 1 FROM \(names.notes))"
        if let dataset = source.dataset {
            let isOfSource = "EXISTS (SELECT 1 FROM section WHERE id = new.section_id AND dataset_id = \(dataset))"
            for (event, own) in [("insert", "new"), ("update", "old")] {
                let taken =
                    "FROM item AS n WHERE n.section_id = new.section_id AND n.position = new.position "
                    + "AND n.id IS NOT \(own).id"
                add(
                    "before_\(event)", event == "insert" ? "BEFORE INSERT" : "BEFORE UPDATE OF section_id, position",
                    on: quoted, when: [isOfSource, "EXISTS (SELECT 1 \(taken))"],
                    clauseStatements
                        + [try ask("(SELECT \(source.identity("n")) \(taken))", reads: false, if: "replaces")])
            }
        } else if !table.uniqueIndexes.isEmpty {
            let event = try update(of: table.uniqueIndexes.flatMap { $0.columns.map(\.name) }, plain: hasPartialIndex)
            add("before_insert", "BEFORE INSERT", on: quoted, when: [], try noteStatements(updating: false))
            add("after_insert_replaced", "AFTER INSERT", on: quoted, when: [hasNotes], try replacedStatements())
            add(
                "before_update", "BEFORE \(event)", on: quoted, when: [try uniqueColumnsDiffer()],
                try noteStatements(updating: true))
            add("after_update_replaced", "AFTER \(event)", on: quoted, when: [hasNotes], try replacedStatements())
        }
        add("after_insert", "AFTER INSERT", on: quoted, when: [try concerns("new")], [try ask(new)])
        let named = namedColumns
        if source.isTable, !named.isEmpty {
            add(
                "after_update", "AFTER \(try update(of: named))", on: quoted,
                when: ["NOT \(isRenamed)", try differ(named)], [try ask(new)])
        }
        // Only the followers are asked that name the column; all of them, once, if the item goes to another section.
        for column in source.isTable ? [] : named {
            let ids = followers.filter { $0.namedColumns.contains(column) }.map { "\($0.names.dataset)" }
            add(
                "after_update_\(column)", "AFTER \(try update(of: [column]))", on: quoted,
                when: [
                    "NOT \(isRenamed)", column == "section_id" ? nil : "old.section_id IS new.section_id",
                    try differ([column]), try concerns("new"),
                ],
                [try ask(new, if: ids.count == followers.count ? nil : "id IN (\(ids.joined(separator: ", ")))")])
        }
        let carried =
            source.isTable
            ? [
                try ask(new, reads: false),
                """
                UPDATE \(names.rows) SET row = \(new), section_id = NULL
                  WHERE row = \(old) AND NOT \(try isThere(old))
                """,
            ] : []
        add(
            "after_update_identity", "AFTER \(try updateOfIdentity())", on: quoted,
            when: [isRenamed, try concerns("old").map { "(\($0) OR \(try concerns("new") ?? ""))" }],
            carried + [try ask(old), try ask(new)])
        add("after_delete", "AFTER DELETE", on: quoted, when: [try concerns("old")], [try ask(old)])
        guard let dataset = source.dataset else { return triggers }
        let rows = "SELECT \(try source.identity("i")) FROM item AS i WHERE i.section_id = new.id"
        // All of them have other values at once, so that none can be found by them: they are made again.
        let again =
            [
                removal(of: rows), "INSERT INTO \(names.notes) (value) \(rows) ON CONFLICT DO NOTHING",
                "UPDATE \(names.notes) SET is_due = 1", "DELETE FROM \(names.notes)",
            ] + removingAllEmpty
        let taken = "n.dataset_id = new.dataset_id AND n.position = new.position AND n.id IS NOT old.id"
        add(
            "before_section_update", "BEFORE UPDATE OF dataset_id, position", on: "section",
            when: ["new.dataset_id = \(dataset)", "EXISTS (SELECT 1 FROM section AS n WHERE \(taken))"],
            clauseStatements + [
                removal(
                    of: "SELECT \(try source.identity("i")) FROM section AS n CROSS JOIN item AS i "
                        + "ON i.section_id = n.id WHERE \(taken)")
                    + " AND (SELECT max(r.replaces) FROM \(names.row) AS r)"
            ] + removingAllEmpty)
        let ofSections = source.sectionColumns(
            followers.reduce(into: []) { $0.formUnion($1.values.namedColumns) })
        add(
            "after_section_update", "AFTER \(try update(of: ofSections))", on: "section",
            when: [
                "(old.dataset_id = \(dataset) OR new.dataset_id = \(dataset))",
                "(" + ofSections.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ") + ")",
            ], again)
        // It has items only if it took the place of another one.
        add(
            "after_section_insert", "AFTER INSERT", on: "section",
            when: ["EXISTS (SELECT 1 FROM item AS i WHERE i.section_id = new.id)"], again)
        return triggers
    }

    /// Whether a row of `item` is of the source, or was; nil for a table, where each is.
    ///
    /// An item of another follower does not count: it changes while these triggers run.
    private func concerns(_ row: String) throws -> String? {
        guard let dataset = source.dataset else { return nil }
        let isElsewhere =
            source.isFollower
            ? " AND EXISTS (SELECT 1 FROM section WHERE id = \(row).section_id AND dataset_id <> \(dataset))" : ""
        let identity = try source.identity(row)
        return "NOT (\(row).original_id IS NOT NULL\(isElsewhere)) AND "
            + "(EXISTS (SELECT 1 FROM \(try source.rows()) WHERE t.id = \(identity))\n    "
            + "OR EXISTS (SELECT 1 FROM \(item(of: identity)) "
            + "AND s.dataset_id IN (SELECT r.id FROM \(names.row) AS r)))"
    }

    /// An update of some columns: SQLite then ignores the trigger if only other columns are assigned.
    ///
    /// - Parameter plain: Whether any update may matter.
    private func update(of columns: [String], plain: Bool = false) throws -> String {
        // A generated column changes with columns that are not named.
        guard !plain, !columns.contains(where: source.table.generatedColumns.contains) else { return "UPDATE" }
        return "UPDATE OF \(try columns.map { try SQLIdentifier.quoted($0) }.joined(separator: ", "))"
    }

    /// An update of a row's identity, under any of its names.
    private func updateOfIdentity() throws -> String {
        guard !source.table.isIdentityColumn else { return try update(of: [source.table.identity]) }
        // SQLite uses the name that a statement assigns to, and knows the row id by all of these.
        let names = source.table.rowIDColumns + ["rowid", "_rowid_", "oid"] + (source.isTable ? [] : ["original_id"])
        return "UPDATE OF \(try names.map { try SQLIdentifier.quoted($0) }.joined(separator: ", "))"
    }

    /// Whether a row may come under a unique index by a column that is not in it.
    private var hasPartialIndex: Bool { source.table.uniqueIndexes.contains(where: \.isPartial) }

    private func uniqueColumnsDiffer() throws -> String? {
        guard !hasPartialIndex else { return nil }
        return try differ(source.table.uniqueIndexes.flatMap { $0.columns.map(\.name) })
    }

    /// That one of some columns has another value, by bytes: its own collation may not distinguish two, nor its
    /// affinity a number and a text.
    private func differ(_ columns: [String]) throws -> String {
        let conditions = try columns.map {
            let name = try SQLIdentifier.quoted($0)
            return "old.\(name) COLLATE BINARY IS NOT new.\(name)"
        }
        return "(" + conditions.joined(separator: " OR ") + ")"
    }

    /// Notes the rows that the new one would conflict with: unless recursive_triggers is on, no trigger fires for rows
    /// that REPLACE removes.
    private func noteStatements(updating: Bool) throws -> [String] {
        let identity = try source.identity("n")
        return try source.table.uniqueIndexes.map { index in
            var conditions = try index.columns.map { column in
                let name = try SQLIdentifier.quoted(column.name)
                return "n.\(name) = new.\(name) COLLATE \(try SQLIdentifier.quoted(column.collation))"
            }
            if updating { conditions.append("\(identity) IS NOT \(try source.identity("old"))") }
            return """
                INSERT INTO \(names.notes) (value) SELECT \(identity)
                  FROM \(try SQLIdentifier.quoted(source.table.name)) AS n
                  WHERE \(conditions.joined(separator: " AND ")) ON CONFLICT DO NOTHING
                """
        }
    }

    /// Finds out whether REPLACE is the conflict clause of the statement: only then is NULL its default.
    ///
    /// While REPLACE removes a row from an UPDATE, SQLite lets no trigger write the same table. So what stands for such
    /// a row goes before. A statement that names ABORT, FAIL or ROLLBACK fails here, instead of at the row with which
    /// it conflicts.
    private var clauseStatements: [String] {
        ["UPDATE \(names.row) SET replaces = 0", "UPDATE OR IGNORE \(names.row) SET replaces = NULL"]
    }

    /// Makes the items of removed ones follow.
    private func replacedStatements() throws -> [String] {
        [
            "UPDATE \(names.notes) SET is_due = 1 WHERE NOT \(try isThere("value"))", "DELETE FROM \(names.notes)",
        ]
    }

    /// That the table has a row of an identity now.
    private func isThere(_ identity: String) throws -> String {
        "EXISTS (SELECT 1 FROM \(try source.rows()) WHERE \(try source.isRow("t", identity)))"
    }

    /// Removes all sections that have become empty.
    private var removingAllEmpty: [String] {
        removingEmpty("IN (SELECT s.section_id FROM \(names.sections) AS s)")
    }

    /// Removes the items that stand for others.
    ///
    /// - Parameter originals: A query for the others.
    private func removal(of originals: String) -> String {
        """
        DELETE FROM item WHERE original_id IN (\(originals))
          AND section_id IN (SELECT s.id FROM section AS s WHERE s.dataset_id IN (SELECT r.id FROM \(names.row) AS r))
        """
    }
}
