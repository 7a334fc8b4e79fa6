package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText
internal import Synchronization

/// The record of a follower in `dataset.follows`: a JSON object. Its members are a table's name, or a data set's id,
/// and the parts of a ``Following``. `journal` is the name under which the triggers on the table note rows, and
/// `triggers` their number: without them it has lost its source.
package struct FollowerRecord: Sendable {
    package let dataset: Int64
    package let following: Following
    /// The name of the table's triggers; nil for a data set, and without triggers.
    let journal: String?
    /// Its text in the file.
    let text: String

    /// Writes the record.
    static func write(_ following: Following, schema: FollowerSchema, triggers: Int, in connection: Connection) throws {
        let source: [(name: String, text: String?)] =
            schema.isOfTable
            ? [("table", following.sourceName), ("journal", schema.journal), ("triggers", "\(triggers)")]
            : [("dataset_id", schema.source.dataset.map { "\($0)" })]
        let texts = source + Following.parts.map { ($0.name, following[keyPath: $0.path]) }
        var members = texts.compactMap { name, text in
            text.map { JSONValue.Member(key: name, value: .string($0)) }
        }
        if !following.payload.isEmpty {
            members.append(.init(key: "payload", value: .array(following.payload.map { .string($0) })))
        }
        try connection.run(
            "UPDATE dataset SET follows = ?2 WHERE id = ?1 AND follows IS NOT ?2", schema.dataset,
            JSONValue.object(members).text)
        if connection.changes > 0 { try DatasetRecord.noteChange(of: schema.dataset, in: connection) }
    }

    /// Notes that a follower has lost its source. Its items stay.
    static func detach(_ dataset: Int64, in connection: Connection) throws {
        try connection.run(
            """
            UPDATE dataset SET follows = json_remove(follows, '$.journal', '$.triggers') WHERE id = ?1
              AND json_type(follows, '$.journal') IS NOT NULL
            """, dataset)
        if connection.changes > 0 { try DatasetRecord.noteChange(of: dataset, in: connection) }
    }

    /// All followers in the order of their names, or one.
    package static func all(_ dataset: Int64? = nil, in connection: Connection) throws -> [FollowerRecord] {
        var found: [FollowerRecord] = []
        try connection.forEachRow(
            """
            SELECT d.id, d.name, d.follows, o.name FROM dataset AS d LEFT JOIN dataset AS o
              ON o.id = CASE WHEN json_valid(d.follows) THEN CAST(d.follows ->> 'dataset_id' AS INTEGER) END
            WHERE d.follows IS NOT NULL AND d.id = coalesce(?1, d.id) ORDER BY d.name
            """, dataset
        ) { row in
            let json = row.stringOrEmpty(2)
            guard let record = try? JSONValue(parsing: json) else { return }
            func text(_ name: String) -> String? {
                if case .string(let text)? = record[name] { text } else { nil }
            }
            // The name alone is of a data set that is gone.
            let other = (row.string(3) ?? text("dataset")).map { Following.Source.dataset($0) }
            guard let source = text("table").map({ .table($0) }) ?? other else { return }
            var following = Following(source, as: row.stringOrEmpty(1))
            for (name, path) in Following.parts { following[keyPath: path] = text(name) }
            following.payload = list(record["payload"])
            found.append(
                FollowerRecord(dataset: row.int64(0), following: following, journal: text("journal"), text: json))
        }
        return found
    }

    static func list(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Finds what a data set follows; nil for nothing.
    package static func of(_ dataset: Int64, in connection: Connection) throws -> Following? {
        try all(dataset, in: connection).first?.following
    }

    /// The data sets that follow a data set.
    package static func followers(of name: String, in connection: Connection) throws -> [String] {
        try all(in: connection).filter { $0.following.source == .dataset(name) }.map(\.following.dataset)
    }

    // MARK: Its state

    /// The followed source, with the present names of the table and its columns: SQLite renames both in the triggers.
    package func present(in connection: Connection) throws -> Following {
        try present(journal.flatMap { try FollowedTable.Triggers.present($0, in: connection) }, in: connection)
    }

    private func present(_ found: FollowedTable.Triggers.Present?, in connection: Connection) throws -> Following {
        guard let found else { return following }
        var present = following
        // A table that was made in the place of a renamed one is the one that was meant.
        if try !DerivedSchema.has(.table, following.sourceName, in: connection) { present.source = .table(found.table) }
        present.rename(found.columns)
        return present
    }

    /// Whether it notices the changes of its source; whether ``Followers/mend(_:)`` makes it follow again, for it has
    /// lost triggers, or its record has former names. Or why it cannot follow.
    func state(
        in connection: Connection
    ) throws -> (noticesChanges: Bool, mustFollowAgain: Bool, fault: LayoutError?) {
        do {
            let found = try journal.flatMap { try FollowedTable.Triggers.present($0, in: connection) }
            let present = try present(found, in: connection)
            let isNotedOtherwise = try schema(of: present, in: connection).source.isNotedOtherwise
            let isLost = try connection.has("SELECT 1 FROM lc_detached WHERE dataset_id = ?1", dataset)
            let isNoted = !isLost && !isNotedOtherwise
            let notices = isNoted && found?.table == (present.source.isTable ? present.sourceName : nil)
            return (notices, !notices || present != following, nil)
        } catch let error as LayoutError {
            return (false, journal != nil, error)
        }
    }

    /// The rows of the source for which an expression fails, as keys in SQL, with SQLite's message for each.
    package func failedRows(in connection: Connection) throws -> [(row: String, message: String)] {
        try connection.rows(
            "SELECT quote(identity), message FROM lc_failed_row WHERE dataset_id = ?1 ORDER BY identity", dataset
        ) { ($0.stringOrEmpty(0), $0.stringOrEmpty(1)) }
    }

    /// The known facts about followers, by what it depends on: a check of expressions takes a millisecond.
    private static let known = Mutex<[String: FollowerSchema]>([:])

    /// The follower with the present state of its source.
    ///
    /// - Throws: ``LayoutError`` for a source that cannot be followed any more.
    package func schema(in connection: Connection) throws -> FollowerSchema {
        try schema(of: present(in: connection), in: connection)
    }

    private func schema(of following: Following, in connection: Connection) throws -> FollowerSchema {
        let declarations = try connection.names(
            """
            SELECT coalesce(sql, name) FROM sqlite_schema WHERE tbl_name = ?1 COLLATE NOCASE
            UNION ALL SELECT follows FROM dataset WHERE name = ?1
            """, following.sourceName)
        let key = (["\(dataset)", text, following.sourceName, journal ?? ""] + declarations).joined(separator: "\u{0}")
        if let schema = Self.known.withLock({ $0[key] }) { return schema }
        let schema = try FollowerSchema(following, dataset: dataset, journal: journal, in: connection)
        Self.known.withLock { known in
            // Files come and go; what is left of them is small, and made again at need.
            if known.count >= 256 { known.removeAll() }
            known[key] = schema
        }
        return schema
    }
}
