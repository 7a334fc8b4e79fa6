internal import LayoutSQLite
internal import LayoutSchema

/// The triggers that keep data sets equal to their source.
///
/// The followers of a data set share them, so that a statement compiles them once for all. A follower of a table has
/// its own ones.
///
/// All triggers on the source do the same. They read each row that a statement may have changed into the follower's row
/// of a table. The triggers of that table make the item equal to it. The order in which triggers fire, nested
/// triggers, and other triggers on the source make no difference then.
///
/// No statement in them conflicts with a row, for the conflict clause of the outer statement would decide what
/// happens.
struct FollowerTriggers {
    /// The followers: one of a table, or all of a data set.
    let followers: [FollowerSchema]
    let names: FollowerNames
    let source: FollowedSource

    init(_ followers: [FollowerSchema]) {
        self.followers = followers
        (names, source) = (followers[0].names, followers[0].source)
    }

    /// The values of the one follower of a table.
    var values: FollowedValues { followers[0].values }
    /// The names of the stored terms of the order: as many as the longest has.
    var keys: [String] { followers.map(\.values.keys).max { $0.count < $1.count } ?? [] }
    /// The columns that the expressions of any follower name.
    var namedColumns: [String] {
        source.tableColumns(followers.reduce(into: []) { $0.formUnion($1.values.namedColumns) })
    }

    /// Tables, view and triggers, in the order in which they are made.
    func objects() throws -> [(kind: String, name: String, sql: String)] {
        let said = source.isTable ? try values.said.map(\.column) + values.payloadColumn : ["section"] + keys
        let ids =
            source.isTable ? "" : "  first_item, last_item, -- between these are the ids of most of its items\n"
        var objects = [
            (
                "table", names.notes,
                """
                CREATE TABLE \(names.notes) ( -- The pending work of a statement: rows that it may replace, or asks for.
                  value PRIMARY KEY NOT NULL,
                  is_due
                ) WITHOUT ROWID
                """
            ),
            (
                "table", names.row,
                """
                CREATE TABLE \(names.row) ( -- The one row of each follower that is being applied.
                  id INTEGER PRIMARY KEY, -- the follower
                \(ids)                  reads, asked, -- whether to look for a row of the source, and its identity
                  item_id, from_section, -- its item, and where that is
                  is_there, -- NULL: the source has no such row, or none to be shown
                  replaces NOT NULL DEFAULT 1, -- whether the statement's conflict clause is REPLACE
                  \(said.joined(separator: ", ")),
                  to_section, lower, lower_item, upper, upper_item, position, -- where the item goes
                  go, escaping, gone, make, move, content, -- the steps
                  new_section, place_section, spread_section, place_item, spread_item
                )
                """
            ),
        ]
        if !source.isTable { objects.append(("view", names.before, try before())) }
        return try objects + triggers().map { ("trigger", $0.name, $0.sql) }
    }

    /// All triggers, in the order in which they are made.
    func triggers() throws -> [(name: String, sql: String)] { try stepTriggers() + sourceTriggers() }

    /// Whether all of it is there, and each follower's record counts the triggers.
    func isWhole(in connection: Connection) throws -> Bool {
        let objects = try objects()
        let triggers = objects.count { $0.kind == "trigger" }
        return try followers.allSatisfy {
            try FollowerRecord.counts(triggers, dataset: $0.names.dataset, in: connection)
        }
            && objects.allSatisfy { kind, name, sql in
                try connection.first(
                    "SELECT sql FROM sqlite_schema WHERE name = ?1 AND type = '\(kind)'", name, as: String.self) == sql
            }
    }

    /// Makes what is missing or another one, unless all of it is there.
    func settle(in connection: Connection) throws {
        guard try !isWhole(in: connection) else { return }
        let objects = try objects()
        // Those of an earlier version may have other names.
        let present = try connection.names(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '\(names.trigger("*"))'")
        for name in present where !objects.contains(where: { $0.name == name }) {
            try connection.execute("DROP TRIGGER \(name)")
        }
        for (kind, name, sql) in objects {
            let former = try connection.first("SELECT sql FROM sqlite_schema WHERE name = ?1", name, as: String.self)
            guard former != sql else { continue }
            if former != nil { try connection.execute("DROP \(kind) \(name)") }
            try connection.execute(sql)
        }
        let ids = followers.map { "\($0.names.dataset)" }.joined(separator: ", ")
        try connection.execute("DELETE FROM \(names.row) WHERE id NOT IN (\(ids))")
        let triggers = objects.count { $0.kind == "trigger" }
        for follower in followers {
            try FollowerRecord.note(triggers: triggers, of: follower.names.dataset, in: connection)
            let isNew = try connection.first(
                "INSERT INTO \(names.row) (id) VALUES (?1) ON CONFLICT DO NOTHING RETURNING 1", follower.names.dataset,
                as: Bool.self)
            if isNew == true { try follower.noteItems(in: connection) }
        }
    }

    /// SQL for what each follower says, by the follower's id.
    ///
    /// - Parameter sql: A follower's own SQL; nil for NULL.
    func each(_ id: String, else other: String = "NULL", _ sql: (FollowedValues) -> String?) -> String {
        let own = followers.compactMap { follower in
            sql(follower.values).map { " WHEN \(follower.names.dataset) THEN \($0)" }
        }
        return own.isEmpty ? other : "CASE \(id)\(own.joined()) ELSE \(other) END"
    }

    /// The view that compares an item of a follower with the row that is applied.
    private func before() throws -> String {
        let isBefore = each("r.follower") { values in
            Self.isBefore(
                values.order, { "(\(values.order[$0].expression.sql))" }, { "r.key_\($0 + 1)" }, last: "t.id < r.asked")
        }
        return """
            CREATE VIEW \(names.before) AS -- Whether an item comes before the row that its follower applies.
            SELECT r.follower AS follower, f.item_id AS item_id, f.place AS place, \(isBefore) AS is_before
            FROM (SELECT id AS follower, asked, \(keys.joined(separator: ", ")) FROM \(names.row)) AS r
            CROSS JOIN (SELECT id AS item_id, original_id, position AS place FROM item) AS f
            CROSS JOIN \(try source.rows()) ON t.id = f.original_id
            """
    }

    /// Whether a row comes before another one.
    static func isBefore(
        _ terms: [FollowedExpression.Term], _ other: (Int) -> String, _ new: (Int) -> String, last: String
    ) -> String {
        terms.indices.reversed().reduce(last) { rest, index in
            let (term, other, new) = (terms[index], other(index), new(index))
            return "CASE WHEN \(other) COLLATE \(term.collation) IS \(new) THEN \(rest) "
                + "WHEN \(other) IS NULL THEN \(term.isDescending ? 0 : 1) "
                + "WHEN \(new) IS NULL THEN \(term.isDescending ? 1 : 0) "
                + "ELSE \(other) COLLATE \(term.collation) \(term.isDescending ? ">" : "<") \(new) END"
        }
    }
}
