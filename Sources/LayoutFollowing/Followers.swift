internal import LayoutMigrations
package import LayoutSQLite
internal import LayoutSchema
package import LayoutText

/// Makes data sets that follow a source, keeps them whole, and takes them out again, inside a transaction.
package struct Followers {
    let connection: Connection

    package init(connection: Connection) { self.connection = connection }

    /// Makes a data set follow a source. One that follows it already and equals it is as it was. Any other is noted, to
    /// be filled again.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a missing source or column, and `exists` for a data set with its own
    ///   items. `invalidArgument` for a source or an expression that cannot be followed.
    /// - Returns: The row of `dataset`.
    @discardableResult
    package func follow(_ following: Following) throws -> Int64 {
        guard !following.dataset.isEmpty else { throw LayoutError(.invalidArgument, "a data set needs a name") }
        switch following.source {
        case .table(let table):
            guard !Self.isOwn(table) else {
                throw LayoutError(
                    .invalidArgument, "the table “\(table)” belongs to the store itself",
                    advice: "A data set can follow another data set.")
            }
        case .dataset(let source): try checkCircle(from: following.dataset, to: source)
        }
        try settle()
        let id = try DatasetRecord.findOrMake(following.dataset, in: connection).id
        let entry = try FollowerRecord.all(id, in: connection).first
        let former = try entry?.present(in: connection)
        let holdsSections =
            try connection.first("SELECT 1 FROM section WHERE dataset_id = ?1 LIMIT 1", id, as: Int.self) != nil
        guard former != nil || !holdsSections else {
            throw LayoutError(
                .exists,
                "the data set “\(following.dataset)” already has sections; use another name, or remove it first")
        }
        var schema = try FollowerSchema(following, dataset: id, in: connection)
        let resolved = schema.resolved(following)
        if former == resolved, try entry?.state(in: connection).isAttached == true,
            try !FollowerJournal(connection).hasNotes, try schema.differences(in: connection) == 0
        {
            return id
        }
        // The rows of another table are other ones, even with equal keys.
        if former?.source != resolved.source { try connection.execute("DROP TABLE IF EXISTS \(schema.rowTable)") }
        if let table = schema.source.table { schema.journal = try journal(of: table) }
        if former?.section != resolved.section || former?.source != resolved.source {
            // The items of these sections get others.
            try connection.run(
                "INSERT OR REPLACE INTO lc_follower_section (section_id, value) "
                    + "SELECT id, randomblob(16) FROM section WHERE dataset_id = ?1", id)
        }
        try attach(resolved, schema)
        try FollowerJournal(connection).noteFilling(schema)
        try settle()
        return id
    }

    /// The name of the triggers on a table: the one that its other followers use, or a new one.
    private func journal(of table: FollowedTable) throws -> String {
        let journals = try FollowerRecord.all(in: connection).compactMap(\.journal)
        let known = try journals.first {
            try FollowedTableTriggers.present($0, in: connection)?.table == table.name
        }
        return known ?? "table_\((journals.compactMap { Int($0.dropFirst("table_".count)) }.max() ?? 0) + 1)"
    }

    /// Writes a follower's record, and makes its table and the triggers on its source.
    private func attach(_ following: Following, _ schema: FollowerSchema) throws {
        var triggers = 0
        if let table = schema.source.table, let journal = schema.journal {
            let others = try FollowerRecord.all(in: connection).filter {
                $0.journal == journal && $0.dataset != schema.dataset
            }.compactMap { try? ($0.present(in: connection), $0.schema(in: connection)) }
            let columns = others.reduce(into: schema.namedColumns) { $0.formUnion($1.1.namedColumns) }
            triggers = try FollowedTableTriggers(
                table: table, journal: journal, columns: table.columns.filter(columns.contains)
            ).settle(in: connection)
            // Its other followers count the same triggers.
            for (present, other) in others {
                try FollowerRecord.insert(present, schema: other, triggers: triggers, in: connection)
            }
        }
        try schema.makeRowTable(in: connection)
        try FollowerRecord.insert(following, schema: schema, triggers: triggers, in: connection)
    }

    /// Removes what no data set needs any more: triggers, tables and notes.
    func settle() throws {
        // In the order in which they can be dropped.
        let left = try connection.rows(
            "SELECT t.type, t.name \(Self.left) ORDER BY t.type = 'table', t.type = 'view'"
        ) { (kind: $0.stringOrEmpty(0), name: $0.stringOrEmpty(1)) }
        for (kind, name) in left { try connection.execute("DROP \(kind) IF EXISTS \(SQLIdentifier.quoted(name))") }
        try connection.execute(
            """
            DELETE FROM lc_pending WHERE source NOT IN (SELECT journal FROM lc_change WHERE journal IS NOT NULL);
            DELETE FROM lc_failed_row WHERE dataset_id NOT IN (SELECT id FROM dataset WHERE follows IS NOT NULL);
            """)
    }

    /// SQL for the objects `t` in the schema that no follower has.
    private static let left = """
        FROM sqlite_schema AS t
        WHERE t.type IN ('trigger', 'view', 'table') AND t.name GLOB '\(UserSchema.followerPrefix)*' AND NOT EXISTS (
          SELECT 1 FROM dataset AS d CROSS JOIN lc_change AS c ON c.dataset_id = d.id
          WHERE instr(d.follows, '"table":') AND CASE t.type
            WHEN 'table' THEN t.name = '\(UserSchema.followerPrefix)' || d.id
            ELSE t.name GLOB '\(FollowedTableTriggers.name("' || c.journal || '", "*"))' END)
        """

    /// - Throws: ``LayoutError`` `invalidArgument` for a data set that would follow itself.
    private func checkCircle(from dataset: String, to source: String) throws {
        let known = try FollowerRecord.all(in: connection).map(\.following)
        var chain = [dataset, source]
        while chain.last != dataset, let next = known.first(where: { $0.dataset == chain.last }),
            !next.source.isTable
        { chain.append(next.sourceName) }
        guard chain.last != dataset else {
            throw LayoutError(
                .invalidArgument,
                "a data set cannot follow itself: " + chain.map { "“\($0)”" }.joined(separator: " follows "))
        }
    }

    /// Whether a table is the store's, or SQLite's, and not the user's.
    package static func isOwn(_ table: String) -> Bool {
        let name = table.lowercased()
        return ["lc_", UserSchema.followerPrefix, "sqlite_"].contains(where: name.hasPrefix)
            || UserSchema.allNames.contains(name)
    }

    // MARK: Keeping

    /// Makes each follower that has lost its source follow it again if it exists. So do those that another version of
    /// the program made. Inside the caller's transaction.
    ///
    /// - Returns: The data sets that follow again.
    @discardableResult
    package static func mend(_ connection: Connection) throws -> [Following] {
        let due = try due(in: connection)
        if try due.isEmpty && isEmpty("SELECT 1 \(left)", in: connection) { return [] }
        let followers = Followers(connection: connection)
        try followers.settle()
        var mended: [Following] = []
        for entry in due {
            do {
                let following = try entry.present(in: connection)
                try followers.follow(following)
                mended.append(following)
            } catch is LayoutError {
                try FollowerRecord.detach(entry.dataset, in: connection)
            }
        }
        try followers.settle()
        return mended
    }

    /// Those that ``mend(_:)`` changes: all of a table that has lost triggers, for the first one makes them again.
    private static func due(in connection: Connection) throws -> [FollowerRecord.Entry] {
        try FollowerRecord.all(in: connection).filter {
            let state = try $0.state(in: connection)
            return !state.isAttached && ($0.journal != nil || state.fault == nil)
        }
    }

    /// Whether any data set follows a source.
    package static func areThere(_ connection: Connection) throws -> Bool {
        try !isEmpty("SELECT 1 FROM dataset WHERE follows IS NOT NULL", in: connection)
    }

    private static func isEmpty(_ rows: String, in connection: Connection) throws -> Bool {
        try connection.first("\(rows) LIMIT 1", as: Int.self) == nil
    }

    /// Whether no follower can be mended, and nothing of one is left, as every opening asks.
    ///
    /// Mostly two statements tell: none has lost its source or triggers, or follows a table that was renamed. Columns
    /// that were renamed wait until something is prepared.
    package static func isWhole(_ connection: Connection) throws -> Bool {
        let suspects = """
            SELECT 1 FROM lc_detached
            UNION ALL SELECT 1 FROM dataset AS d CROSS JOIN lc_change AS c ON c.dataset_id = d.id
            CROSS JOIN sqlite_schema AS t ON t.name = '\(FollowedTableTriggers.name("' || c.journal || '", "delete"))'
            WHERE NOT instr(d.follows, '"table":' || json_quote(t.tbl_name))
            """
        guard try isEmpty("SELECT 1 \(left)", in: connection) else { return false }
        return try !areThere(connection) || isEmpty(suspects, in: connection) || due(in: connection).isEmpty
    }

    /// The followers that have lost their source, or the triggers on it.
    ///
    /// - Returns: Each with the reason why it cannot follow; nil if the next preparation makes it follow again.
    package static func detached(in connection: Connection) throws -> [(following: Following, reason: LayoutError?)] {
        try FollowerRecord.all(in: connection).compactMap {
            let state = try $0.state(in: connection)
            return state.noticesChanges ? nil : ($0.following, state.fault)
        }
    }

    // MARK: Removing

    /// Removes a data set that follows a source, with its table and triggers.
    package func remove(dataset: Int64) throws {
        try connection.run("DELETE FROM dataset WHERE id = ?1", dataset)
        try settle()
    }
}

extension FollowerRecord.Entry {
    /// Whether it notices the changes of its source, and its record needs no change, besides; or why it cannot follow.
    ///
    /// A table has all triggers. In the record it and its columns have their present names.
    fileprivate func state(
        in connection: Connection
    ) throws -> (noticesChanges: Bool, isAttached: Bool, fault: LayoutError?) {
        do {
            let found = try journal.flatMap { try FollowedTableTriggers.present($0, in: connection) }
            let present = try present(found, in: connection)
            _ = try schema(of: present, in: connection)
            let isLost =
                try connection.first("SELECT 1 FROM lc_detached WHERE dataset_id = ?1", dataset, as: Int.self) != nil
            let notices = !isLost && found?.table == (present.source.isTable ? present.sourceName : nil)
            let isNamed = found.map { $0.table == following.sourceName && $0.columns.isEmpty } ?? true
            return (notices, notices && isNamed, nil)
        } catch let error as LayoutError {
            return (false, false, error)
        }
    }
}

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

// Here, and not beside the rest: a bulk load concerns what follows data sets.
extension DerivedSchema {
    /// Stops the triggers for a bulk load, inside its transaction.
    ///
    /// They are switched off, so that no other connection has to read the schema again afterwards. The user's own
    /// triggers stay on: if there are some, or if the connection is borrowed, ours are dropped instead.
    package static func suspendTriggers(on connection: Connection) throws {
        guard try mustFireTriggers(connection) else { return try connection.setFiresTriggers(false) }
        try drop("triggers", from: connection)
    }

    /// Lets the triggers fire again after a bulk load, and notes that all of the data set may have changed.
    package static func resumeTriggers(on connection: Connection, afterLoading datasetID: Int64) throws {
        if connection.firesTriggers {
            for part in MigrationCatalogue.derived where part.name == "triggers" { try connection.execute(part.text) }
        } else {
            try connection.setFiresTriggers(true)
        }
        try noteMoved("SELECT id FROM section WHERE dataset_id = \(datasetID)", of: datasetID, on: connection)
        try FollowerJournal(connection).noteAll(of: datasetID)
    }

    /// Notes sections in which no trigger has noted single items of a canvas.
    ///
    /// - Parameter sections: A query of their ids.
    static func noteMoved(_ sections: String, of dataset: Int64, on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO lc_moved (preparation_id, section_id, item_id, is_reordered)
            SELECT -1, id, 0, 1 FROM section
            WHERE id IN (\(sections)) AND EXISTS (SELECT 1 FROM lc_preparation WHERE dataset_id = ?1 AND is_free)
            ON CONFLICT DO NOTHING
            """, dataset)
    }

    /// Whether triggers cannot be switched off: statements on our tables run some that are not ours, or the connection
    /// is borrowed.
    static func mustFireTriggers(_ connection: Connection) throws -> Bool {
        if connection.isBorrowed { return true }
        return try connection.rows("SELECT lower(name), lower(tbl_name) FROM sqlite_schema WHERE type = 'trigger'") {
            (name: $0.stringOrEmpty(0), table: $0.stringOrEmpty(1))
        }.contains { name, table in
            !names.contains(name) && !name.hasPrefix(UserSchema.followerPrefix)
                && (names.contains(table) || UserSchema.names.contains(table))
        }
    }
}
