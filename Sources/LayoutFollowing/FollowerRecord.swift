package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// The record of a follower in `dataset.follows`: a JSON object. Its members are a table's name, or a data set's id,
/// and the parts of a ``Following``. `journal` is the name under which the triggers on the table note rows, and
/// `triggers` their number: without them it has lost its source.
package enum FollowerRecord {
    /// A follower as the file knows it.
    package struct Entry: Sendable {
        package let dataset: Int64
        package let following: Following
        /// The name of the table's triggers; nil for a data set, and without triggers.
        let journal: String?
        /// The record's text in the file.
        let text: String
    }

    /// Writes the record.
    static func insert(_ following: Following, schema: FollowerSchema, triggers: Int, in connection: Connection) throws
    {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ text: String) { members.append(.init(key: name, value: .string(text))) }
        if let journal = schema.journal {
            add("table", following.sourceName)
            add("journal", journal)
            add("triggers", "\(triggers)")
        } else if let id = schema.source.dataset {
            add("dataset_id", "\(id)")
        }
        for (name, path) in Following.parts {
            if let text = following[keyPath: path] { add(name, text) }
        }
        if !following.payload.isEmpty {
            members.append(.init(key: "payload", value: .array(following.payload.map { .string($0) })))
        }
        let text = JSONValue.object(members).text
        try connection.run(
            "UPDATE dataset SET follows = ?2 WHERE id = ?1 AND follows IS NOT ?2", schema.dataset, text)
        if connection.changes > 0 { try DatasetRecord.noteSource(of: schema.dataset, in: connection) }
    }

    /// Notes that a follower has lost its source. Its items stay.
    static func detach(_ dataset: Int64, in connection: Connection) throws {
        try connection.run(
            """
            UPDATE dataset SET follows = json_remove(follows, '$.journal', '$.triggers') WHERE id = ?1
              AND json_type(follows, '$.journal') IS NOT NULL
            """, dataset)
        if connection.changes > 0 { try DatasetRecord.noteSource(of: dataset, in: connection) }
    }

    /// All followers in the order of their names, or one.
    package static func all(_ dataset: Int64? = nil, in connection: Connection) throws -> [Entry] {
        var found: [Entry] = []
        try connection.forEachRow(
            """
            SELECT d.id, d.name, d.follows, o.name FROM dataset AS d LEFT JOIN dataset AS o
              ON o.id = CASE WHEN json_valid(d.follows)
                THEN CAST(json_extract(d.follows, '$.dataset_id') AS INTEGER) END
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
                Entry(dataset: row.int64(0), following: following, journal: text("journal"), text: json))
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
}

extension FollowerRecord.Entry {
    /// The followed source, with the present names of the table and its columns: SQLite renames both in the triggers.
    func present(in connection: Connection) throws -> Following {
        try present(journal.flatMap { try FollowedTableTriggers.present($0, in: connection) }, in: connection)
    }

    func present(_ found: FollowedTableTriggers.Present?, in connection: Connection) throws -> Following {
        guard let found else { return following }
        var present = following
        // A table that was made in the place of a renamed one is the one that was meant.
        if try !DerivedSchema.has(.table, following.sourceName, in: connection) { present.source = .table(found.table) }
        present.rename(found.columns)
        return present
    }
}
