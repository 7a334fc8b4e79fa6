package import LayoutSQLite
internal import LayoutSchema
package import LayoutText
internal import Synchronization

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
        switch following.source {
        case .table(let table):
            guard !Self.isOwn(table) else {
                throw LayoutError(
                    .invalidArgument, "the table “\(table)” belongs to the store itself",
                    advice: "A data set can follow another data set.")
            }
        case .dataset(let source): try checkCircle(from: following.dataset, to: source)
        }
        try dropUnused()
        let id = try DatasetRecord.findOrMake(following.dataset, in: connection).id
        let record = try FollowerRecord.all(id, in: connection).first
        let former = try record?.present(in: connection)
        guard try former != nil || !connection.has("SELECT 1 FROM section WHERE dataset_id = ?1 LIMIT 1", id) else {
            throw LayoutError(
                .exists,
                "the data set “\(following.dataset)” already has sections; use another name, or remove it first")
        }
        var schema = try FollowerSchema(following, dataset: id, in: connection)
        let resolved = schema.resolved(following)
        if former == resolved, try record?.state(in: connection).mustFollowAgain == false,
            try !FollowerJournal(connection).hasNotes, try schema.differences(in: connection) == 0
        {
            return id
        }
        // The rows of another table are other ones, even with equal keys.
        if former?.source != resolved.source || schema.source.isNotedOtherwise {
            try connection.execute("DROP TABLE IF EXISTS \(schema.rowTable)")
        }
        if schema.isOfTable { schema.journal = try journal(of: schema.source) }
        if former?.section != resolved.section || former?.source != resolved.source {
            // The items of these sections get others.
            try connection.run(
                "INSERT OR REPLACE INTO lc_follower_section (section_id, value) "
                    + "SELECT id, randomblob(16) FROM section WHERE dataset_id = ?1", id)
        }
        try attach(resolved, schema)
        try FollowerJournal(connection).noteFilling(schema)
        try dropUnused()
        return id
    }

    /// The name of the triggers on a table: the one that its other followers use, or a new one.
    private func journal(of table: FollowedTable) throws -> String {
        let records = try FollowerRecord.all(in: connection)
        let journals = records.compactMap(\.journal)
        let known = try journals.first { try FollowedTable.Triggers.present($0, in: connection)?.table == table.name }
        let ofRowIDs = FollowedTable.Triggers.ofRowIDs
        let isFree = records.allSatisfy { $0.journal != ofRowIDs || $0.following.sourceName == table.name }
        if known == nil, table.isRowID, isFree { return ofRowIDs }
        return known ?? "table_\((journals.compactMap { Int($0.dropFirst("table_".count)) }.max() ?? 0) + 1)"
    }

    /// Writes a follower's record, and makes its table and the triggers on its source.
    private func attach(_ following: Following, _ schema: FollowerSchema) throws {
        var triggers = 0
        if let journal = schema.journal {
            let others = try FollowerRecord.all(in: connection).filter {
                $0.journal == journal && $0.dataset != schema.dataset
            }.compactMap { try? ($0.present(in: connection), $0.schema(in: connection)) }
            let columns = others.reduce(into: schema.namedColumns) { $0.formUnion($1.1.namedColumns) }
            triggers = try FollowedTable.Triggers(
                table: schema.source, journal: journal, columns: schema.source.columns.filter(columns.contains)
            ).create(in: connection)
            // Its other followers count the same triggers.
            for (present, other) in others {
                try FollowerRecord.write(present, schema: other, triggers: triggers, in: connection)
            }
        }
        try schema.makeRowTable(in: connection)
        try FollowerRecord.write(following, schema: schema, triggers: triggers, in: connection)
    }

    /// Drops the triggers and tables that no data set needs any more, and forgets their notes.
    private func dropUnused() throws {
        // In the order in which they can be dropped.
        let unused = try connection.rows(
            "SELECT t.type, t.name \(Self.unused) ORDER BY t.type = 'table', t.type = 'view'"
        ) { (kind: $0.stringOrEmpty(0), name: $0.stringOrEmpty(1)) }
        for (kind, name) in unused { try connection.execute("DROP \(kind) IF EXISTS \(Statement.quoted(name))") }
        try connection.execute(
            """
            DELETE FROM lc_pending WHERE source NOT IN (SELECT journal FROM lc_change WHERE journal IS NOT NULL);
            DELETE FROM lc_pending_row
            WHERE '\(FollowedTable.Triggers.ofRowIDs)' NOT IN (SELECT journal FROM lc_change WHERE journal IS NOT NULL);
            DELETE FROM lc_failed_row WHERE dataset_id NOT IN (SELECT id FROM dataset WHERE follows IS NOT NULL);
            """)
    }

    /// SQL for the objects `t` in the schema that no follower has.
    private static let unused = """
        FROM sqlite_schema AS t
        WHERE t.type IN ('trigger', 'view', 'table') AND t.name GLOB '\(UserSchema.followerPrefix)*' AND NOT EXISTS (
          SELECT 1 FROM dataset AS d CROSS JOIN lc_change AS c ON c.dataset_id = d.id
          WHERE instr(d.follows, '"table":') AND CASE t.type
            WHEN 'table' THEN t.name = '\(UserSchema.followerPrefix)' || d.id
            ELSE t.name GLOB '\(FollowedTable.Triggers.name("' || c.journal || '", "*"))' END)
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
        guard try needMending(connection) else { return [] }
        let followers = Followers(connection: connection)
        try followers.dropUnused()
        var mended: [Following] = []
        // All of a table that has lost triggers, for the first one makes them again.
        let lost = try FollowerRecord.all(in: connection).filter { try $0.state(in: connection).mustFollowAgain }
        for record in lost {
            do {
                let following = try record.present(in: connection)
                try followers.follow(following)
                mended.append(following)
            } catch is LayoutError {
                try FollowerRecord.detach(record.dataset, in: connection)
            }
        }
        try followers.dropUnused()
        return mended
    }

    /// Whether ``mend(_:)`` changes anything.
    package static func needMending(_ connection: Connection) throws -> Bool {
        let records = try FollowerRecord.all(in: connection)
        // Triggers of the last follower, which a shell has removed, do no harm until they note something.
        guard try !records.isEmpty || FollowerJournal(connection).hasNotes else { return false }
        return try records.contains { try $0.state(in: connection).mustFollowAgain }
            || connection.has("SELECT 1 \(unused) LIMIT 1")
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

    /// Removes a data set that follows a source, with its table and triggers.
    package func remove(dataset: Int64) throws {
        try connection.run("DELETE FROM dataset WHERE id = ?1", dataset)
        try dropUnused()
    }
}
