package import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

/// The changes of followed tables and data sets, which triggers note in `lc_pending`, and the way from there to the
/// data sets that follow.
///
/// ```swift
/// while try !FollowerJournal(connection).bringUpToDate(dataset, isSpent: { $0 >= 2_000 }) {}
/// ```
///
/// A note says which row changed, and not how. Preparing a layout makes the noted rows equal to their source first, in
/// the order in which data sets follow one another. Until then readers see their former state as stale.
package struct FollowerJournal {
    private let connection: Connection
    private let limit: Int

    /// - Parameter limit: How many rows a step may look at.
    package init(_ connection: Connection, limit: Int = .max) {
        self.connection = connection
        self.limit = limit
    }

    /// The rows that one step looks at.
    package static let stepLength = 4096
    /// The rows of a step of a filling. New rows go to all pages of indexes that have another order, in each step.
    private static let fillLength = 1 << 16
    /// Of more rows than these, a data set is filled again if they are a good part of it.
    private static let fewRows = 1024
    /// The cost of one row beside a row of a data set that is filled again. Measured: 9 to 40, more if it moves.
    private static let costOfRow: Int64 = 16

    /// Whether anything is noted for any data set.
    package var hasNotes: Bool {
        get throws { try connection.first("SELECT 1 FROM lc_pending LIMIT 1", as: Int.self) != nil }
    }

    /// The share of the present filling that is done, 0 as long as it is not sorted; nil for none.
    package var share: Double? {
        get throws {
            try FollowerUpdate.makeTables(in: connection)
            return try connection.first(
                "SELECT coalesce(max(place, 0) * 1.0 / (SELECT max(place) FROM temp.lc_order), 0) FROM temp.lc_filling",
                as: Double.self)
        }
    }

    /// Sorts the rows of a filling, between two transactions of ``bringUpToDate(_:isSpent:)``: other writers need not
    /// wait for that.
    package func sortAhead() throws {
        try FollowerUpdate.makeTables(in: connection)
        let next = try connection.first("SELECT dataset_id FROM temp.lc_filling WHERE place < 0", as: Int64.self)
        guard let next, let follower = try schemas().first(where: { $0.dataset == next }) else { return }
        do {
            try connection.transaction(.deferred) {
                try FollowerFilling(schema: follower, connection: connection).sort(
                    FailedRows(follower, in: connection).remaining)
            }
        } catch is SQLiteError {
            // Such as for a row that fails. The next step tries it again, and finds the row.
        }
    }

    /// Notes that all rows of a data set may have changed, as after a load without triggers.
    package func noteAll(of dataset: Int64) throws {
        try connection.run(
            """
            INSERT INTO lc_pending (source, kind, identity) SELECT ?1, 2, 0
            WHERE EXISTS (SELECT 1 FROM lc_change WHERE source_id = ?1) ON CONFLICT DO NOTHING
            """, dataset)
    }

    /// Notes that a follower is filled again.
    func noteFilling(_ follower: FollowerSchema) throws {
        try connection.run(
            "INSERT INTO lc_pending (source, kind, identity) VALUES (\(follower.notedSource), 3, ?1) "
                + "ON CONFLICT DO NOTHING", follower.dataset)
        // One that goes on begins again.
        try DatasetRecord.noteChange(of: follower.dataset, in: connection)
    }

    /// Makes data sets equal to what they follow, a step at a time, inside the caller's transaction.
    ///
    /// - Parameters:
    ///   - dataset: The data set that is needed, with its sources; nil for all.
    ///   - isSpent: Whether to go on in another transaction, after this many rows.
    /// - Returns: Whether nothing is noted any more.
    package func bringUpToDate(_ dataset: Int64?, isSpent: (Int) -> Bool = { _ in false }) throws -> Bool {
        guard try hasNotes else { return true }
        try FollowerUpdate.makeTables(in: connection)
        let schemas = try schemas()
        var rows = 0
        func bringUpToDate(_ follower: FollowerSchema) throws -> Bool {
            // Its source is first.
            for source in schemas where source.dataset == follower.source.dataset {
                guard try bringUpToDate(source) else { return false }
            }
            while let count = try step(
                follower.notedSource, needed: dataset == nil ? nil : follower.dataset, schemas)
            {
                rows += count
                if isSpent(rows) { return false }
            }
            return true
        }
        return try schemas.allSatisfy { try dataset ?? $0.dataset != $0.dataset || bringUpToDate($0) }
    }

    /// The followers that have their source.
    func schemas() throws -> [FollowerSchema] {
        try FollowerRecord.all(in: connection).compactMap { entry in
            if entry.following.source.isTable, entry.journal == nil { return nil }
            return try? entry.schema(in: connection)
        }
    }

    /// Looks at the next noted rows of a source; returns how many, or nil if none is left.
    ///
    /// - Parameter needed: The only follower for which a filling alone would be done; nil for all.
    private func step(_ source: String, needed: Int64?, _ schemas: [FollowerSchema]) throws -> Int? {
        let followers = schemas.filter { $0.notedSource == source }
        let notes = "FROM lc_pending WHERE source = \(source)"
        let isNeeded = try connection.first(
            "SELECT 1 \(notes) AND (kind < 3 OR identity = coalesce(?1, identity)) LIMIT 1", needed, as: Int.self)
        guard isNeeded != nil, let kind = try connection.first("SELECT max(kind) \(notes)", as: Int.self) else {
            return nil
        }
        if kind == 3 { return try fill(source, followers) }
        if try kind == 2 || isMuch(notes, followers) {
            // One after another: a row that changes until then is noted again.
            try connection.run("DELETE \(notes)")
            for follower in followers { try noteFilling(follower) }
            return 0
        }
        if kind == 1 {
            // One section, of which the items are few.
            let section = try connection.first("SELECT max(identity) \(notes) AND kind = 1", as: Int64.self)
            try connection.run(
                """
                INSERT INTO lc_pending (source, kind, identity) SELECT \(source), 0, coalesce(original_id, id)
                FROM item WHERE section_id = ?1 ON CONFLICT DO NOTHING
                """, section)
            let count = connection.changes
            try connection.run("DELETE \(notes) AND kind = 1 AND identity = ?1", section)
            return count
        }
        try connection.run("DELETE FROM temp.lc_noted")
        try connection.run(
            """
            INSERT INTO temp.lc_noted (row) SELECT identity \(notes) AND kind = 0 ORDER BY identity
            LIMIT \(min(Self.stepLength, limit))
            """)
        let noted = connection.changes
        for follower in followers {
            try FollowerUpdate(schema: follower, connection: connection).run()
            // A followed data set has other contents now, although its own rows may be the same.
            guard !follower.source.isTable, schemas.contains(where: { $0.source.dataset == follower.dataset }) else {
                continue
            }
            try connection.run(
                "INSERT INTO lc_pending (source, kind, identity) SELECT ?1, 0, row FROM temp.lc_noted WHERE true "
                    + "ON CONFLICT DO NOTHING", follower.dataset)
        }
        try connection.run("DELETE \(notes) AND kind = 0 AND identity IN (SELECT row FROM temp.lc_noted)")
        for follower in followers { try DatasetRecord.noteChange(of: follower.dataset, in: connection) }
        return noted
    }

    /// Goes on with the first filling that is noted.
    private func fill(_ source: String, _ followers: [FollowerSchema]) throws -> Int {
        let notes = "FROM lc_pending WHERE source = \(source) AND kind = 3"
        let dataset = try connection.first("SELECT min(identity) \(notes)", as: Int64.self)
        let follower = followers.first { $0.dataset == dataset }
        let filling = follower.map { FollowerFilling(schema: $0, connection: connection) }
        if let count = try filling?.step(min(Self.fillLength, limit)) { return count }
        try connection.run("DELETE \(notes) AND identity = ?1", dataset)
        if follower == nil {
            // It may have another id by now.
            try connection.run("INSERT INTO lc_pending VALUES (\(source), 2, 0) ON CONFLICT DO NOTHING")
        }
        return 0
    }

    /// Whether it is less work to fill the followers again than to look at each noted row, and each of a noted section.
    private func isMuch(_ notes: String, _ followers: [FollowerSchema]) throws -> Bool {
        func count(_ rows: String) throws -> Int64 {
            try connection.first("SELECT count(*) FROM \(rows)", as: Int64.self) ?? 0
        }
        let noted = """
            SELECT 1 \(notes) AND kind = 0 UNION ALL
            SELECT 1 FROM item WHERE section_id IN (SELECT identity \(notes) AND kind = 1)
            """
        let changed = try count("(\(noted))")
        guard changed > Self.fewRows else { return false }
        let datasets = followers.map { "\($0.dataset)" }.joined(separator: ", ")
        let rows = try count(
            "section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id IN (\(datasets))")
        return changed * Self.costOfRow * Int64(followers.count) > rows
    }
}

extension FollowerRecord.Entry {
    /// The known facts about followers, by what it depends on: a check of expressions takes a millisecond.
    private static let known = Mutex<[String: FollowerSchema]>([:])

    /// The follower with the present state of its source.
    ///
    /// - Throws: ``LayoutError`` for a source that cannot be followed any more.
    package func schema(in connection: Connection) throws -> FollowerSchema {
        try schema(of: present(in: connection), in: connection)
    }

    func schema(of following: Following, in connection: Connection) throws -> FollowerSchema {
        var parts = ["\(dataset)", text, following.sourceName, journal ?? ""]
        switch following.source {
        case .table(let name):
            try connection.forEachRow(
                "SELECT coalesce(sql, name) FROM sqlite_schema WHERE tbl_name = ?1 COLLATE NOCASE "
                    + "AND type IN ('table', 'view', 'index')", name
            ) { parts.append($0.stringOrEmpty(0)) }
        case .dataset(let name):
            parts.append("\(try FollowerRecord.all(in: connection).first { $0.following.dataset == name }?.text ?? "")")
        }
        let key = parts.joined(separator: "\u{0}")
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
