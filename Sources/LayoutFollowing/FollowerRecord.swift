package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// The record of a follower in `dataset.follows`: a JSON object. Its member is a table's name, or a data set's
/// id, and the others are the parts of a ``Following``.
package enum FollowerRecord {
    /// Writes the record. It counts the triggers and names the columns of a table that they name, in their order.
    static func insert(_ following: Following, schema: FollowerSchema, in connection: Connection) throws {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ list: [String]) {
            if !list.isEmpty { members.append(.init(key: name, value: .array(list.map { .string($0) }))) }
        }
        switch following.source {
        case .table(let name): members.append(.init(key: "table", value: .string(name)))
        case .dataset(let name):
            let id = try DatasetRecord.id(of: name, in: connection)
            members.append(.init(key: "dataset_id", value: .string("\(id)")))
        }
        members.append(.init(key: "triggers", value: .string("\(try FollowerTriggers([schema]).triggers().count)")))
        for (name, path) in Following.parts {
            if let text = following[keyPath: path] { members.append(.init(key: name, value: .string(text))) }
        }
        add("payload", following.payload)
        add("columns", schema.namedColumns)
        try connection.run(
            "UPDATE dataset SET follows = ?2 WHERE id = ?1", schema.names.dataset, JSONValue.object(members).text)
        try DatasetRecord.noteSource(of: schema.names.dataset, in: connection)
    }

    /// Has the record count these triggers: all that its follower shares, so that readers miss each of them.
    static func note(triggers: Int, of dataset: Int64, in connection: Connection) throws {
        guard try !counts(triggers, dataset: dataset, in: connection) else { return }
        try connection.run(
            "UPDATE dataset SET follows = json_set(follows, '$.triggers', ?2) WHERE id = ?1", dataset, "\(triggers)")
        try DatasetRecord.noteSource(of: dataset, in: connection)
    }

    /// Whether the record counts these triggers. Records of earlier versions count none.
    static func counts(_ triggers: Int, dataset: Int64, in connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT trigger_count IS ?2 FROM lc_change WHERE dataset_id = ?1", dataset, triggers, as: Bool.self)
            ?? false
    }

    /// All followers by the ids of their data sets.
    package static func all(in connection: Connection) throws -> [(dataset: Int64, following: Following)] {
        var found: [(dataset: Int64, following: Following)] = []
        try connection.forEachRow("SELECT id, name, follows FROM dataset WHERE follows IS NOT NULL ORDER BY name") {
            row in
            guard let record = try? JSONValue(parsing: row.stringOrEmpty(2)),
                let following = try following(record, row.stringOrEmpty(1), in: connection)
            else { return }
            found.append((row.int64(0), following))
        }
        return found
    }

    private static func following(
        _ record: JSONValue, _ name: String, in connection: Connection
    ) throws -> Following? {
        var following: Following
        if case .string(let table)? = record["table"] {
            following = Following(table: table, as: name)
        } else if case .string(let id)? = record["dataset_id"],
            let source = try connection.first(
                "SELECT name FROM dataset WHERE id = CAST(?1 AS INTEGER)", id, as: String.self)
        {
            following = Following(dataset: source, as: name)
        } else {
            return nil
        }
        for (name, path) in Following.parts {
            if case .string(let text)? = record[name] { following[keyPath: path] = text }
        }
        following.payload = list(record["payload"])
        return following
    }

    private static func list(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Finds what a data set follows, with its source's present names: SQLite renames a table and its columns in the
    /// triggers on it.
    package static func present(_ following: Following, dataset: Int64, in connection: Connection) throws -> Following {
        guard case .table = following.source else { return following }
        var present = following
        let names = FollowerNames(dataset: dataset, source: nil)
        try connection.forEachRow(
            "SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN (?1, ?2)",
            names.trigger("after_delete"), names.trigger("after_update")
        ) { row in
            present.source = .table(row.stringOrEmpty(0))
            guard row.stringOrEmpty(1) == names.trigger("after_update") else { return }
            let record = try connection.first("SELECT follows FROM dataset WHERE id = ?1", dataset, as: String.self)
            let former = list(try JSONValue(parsing: record ?? "{}")["columns"])
            // AFTER UPDATE OF … ON: the names that are assigned.
            let words = SQLTokens(row.stringOrEmpty(2)).tokens
            let now = words.drop { $0.name != "of" }.prefix { $0.name != "on" }.filter { $0.kind == .quoted }.map(
                \.name)
            guard now.count == former.count, now != former else { return }
            present.rename(Dictionary(zip(former, now)) { first, _ in first })
        }
        return present
    }

    /// Finds what a data set follows; nil for nothing.
    package static func of(_ dataset: Int64, in connection: Connection) throws -> Following? {
        try all(in: connection).first { $0.dataset == dataset }?.following
    }

    /// The source of a data set; nil if it follows none.
    static func source(of dataset: Int64, in connection: Connection) throws -> Following.Source? {
        try of(dataset, in: connection)?.source
    }

    /// The data sets that follow a data set.
    package static func followers(of name: String, in connection: Connection) throws -> [String] {
        try all(in: connection).filter { $0.following.source == .dataset(name) }.map(\.following.dataset)
    }
}
