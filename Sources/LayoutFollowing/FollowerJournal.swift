package import LayoutSQLite
internal import LayoutSchema

/// The changes of followed tables and data sets, and the way from there to the data sets that follow. Triggers note
/// them in `lc_pending` and `lc_pending_row`.
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
    private static let costOfRow = 16

    /// Whether anything is noted for any data set.
    package var hasNotes: Bool {
        get throws {
            try connection.has("SELECT 1 FROM lc_pending UNION ALL SELECT 1 FROM lc_pending_row LIMIT 1")
        }
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
                try FollowerUpdate(follower, isFilling: true, on: connection).leavingOutFailed().sortAll()
            }
        } catch is SQLiteError {
            // Such as for a row that fails. The next step tries it again, and finds the row.
        }
    }

    /// Notes what is not noted yet: a query of sources, kinds and identities.
    private func note(_ rows: String) throws {
        try connection.run("INSERT INTO lc_pending (source, kind, identity) \(rows) ON CONFLICT DO NOTHING")
    }

    /// Notes that a follower is filled again.
    func noteFilling(_ follower: FollowerSchema) throws {
        try note("VALUES (\(follower.notedSource), 3, \(follower.dataset))")
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
            while let count = try step(follower.notedSource, needed: dataset.map { _ in follower.dataset }, schemas) {
                rows += count
                if isSpent(rows) { return false }
            }
            return true
        }
        return try schemas.allSatisfy { try dataset ?? $0.dataset != $0.dataset || bringUpToDate($0) }
    }

    /// The followers that have their source.
    func schemas() throws -> [FollowerSchema] {
        try FollowerRecord.all(in: connection).compactMap { try? $0.schema(in: connection) }
            .filter { !$0.isOfTable || $0.journal != nil }
    }

    /// Looks at the next noted rows of a source; returns how many, or nil if none is left.
    ///
    /// - Parameter needed: The only follower for which a filling alone would be done; nil for all.
    private func step(_ source: String, needed: Int64?, _ schemas: [FollowerSchema]) throws -> Int? {
        let followers = schemas.filter { $0.notedSource == source }
        let areByRowID = followers.contains { $0.journal == FollowedTable.Triggers.ofRowIDs }
        let notes = "FROM lc_pending WHERE source = \(source)"
        let rowIDs = "FROM lc_pending_row" + (areByRowID ? "" : " WHERE false")
        let isNeeded = try connection.has(
            "SELECT 1 \(notes) AND (kind < 3 OR identity = coalesce(?1, identity)) "
                + "UNION ALL SELECT 1 \(rowIDs) LIMIT 1", needed)
        guard isNeeded else { return nil }
        let kind = try connection.first("SELECT coalesce(max(kind), 0) \(notes)", as: Int.self)
        if kind == 3 { return try fill(source, followers) }
        if try kind == 2 || isMuch(notes, rowIDs, followers) {
            // One after another: a row that changes until then is noted again.
            try connection.run("DELETE \(notes)")
            if areByRowID { try connection.run("DELETE FROM lc_pending_row") }
            for follower in followers { try noteFilling(follower) }
            return 0
        }
        if kind == 1 {
            // One section, of which the items are few.
            let section = "(SELECT max(identity) \(notes) AND kind = 1)"
            try note("SELECT \(source), 0, coalesce(original_id, id) FROM item WHERE section_id = \(section)")
            let count = connection.changes
            try connection.run("DELETE \(notes) AND kind = 1 AND identity = \(section)")
            return count
        }
        try connection.run("DELETE FROM temp.lc_noted")
        try connection.run(
            """
            INSERT INTO temp.lc_noted (row) SELECT identity \(notes) AND kind = 0 UNION SELECT row \(rowIDs)
            ORDER BY 1 LIMIT \(min(Self.stepLength, limit))
            """)
        let noted = connection.changes
        for follower in followers {
            try FollowerUpdate(follower, on: connection).run()
            // A followed data set has other contents now, although its own rows may be the same.
            if !follower.isOfTable, schemas.contains(where: { $0.source.dataset == follower.dataset }) {
                try note("SELECT \(follower.dataset), 0, row FROM temp.lc_noted WHERE true")
            }
        }
        try connection.run("DELETE \(notes) AND kind = 0 AND identity IN (SELECT row FROM temp.lc_noted)")
        if areByRowID { try connection.run("DELETE FROM lc_pending_row WHERE row IN (SELECT row FROM temp.lc_noted)") }
        for follower in followers { try DatasetRecord.noteChange(of: follower.dataset, in: connection) }
        return noted
    }

    /// Goes on with the first filling that is noted.
    private func fill(_ source: String, _ followers: [FollowerSchema]) throws -> Int {
        let notes = "FROM lc_pending WHERE source = \(source) AND kind = 3"
        let dataset = try connection.first("SELECT min(identity) \(notes)", as: Int64.self)
        let follower = followers.first { $0.dataset == dataset }
        let update = follower.map { FollowerUpdate($0, isFilling: true, on: connection) }
        if let count = try update?.fill(min(Self.fillLength, limit)) { return count }
        try connection.run("DELETE \(notes) AND identity = ?1", dataset)
        // It may have another id by now.
        if follower == nil { try note("VALUES (\(source), 2, 0)") }
        return 0
    }

    /// Whether it is less work to fill the followers again than to look at each noted row, and each of a noted section.
    private func isMuch(_ notes: String, _ rowIDs: String, _ followers: [FollowerSchema]) throws -> Bool {
        let datasets = followers.map { "\($0.dataset)" }.joined(separator: ", ")
        return try connection.first(
            """
            SELECT CASE WHEN changed > \(Self.fewRows) THEN changed * \(Self.costOfRow * followers.count) > (
              SELECT count(*) FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
              WHERE s.dataset_id IN (\(datasets))) END
            FROM (SELECT (SELECT count(*) \(notes) AND kind = 0) + (SELECT count(*) FROM item
              WHERE section_id IN (SELECT identity \(notes) AND kind = 1)) + (SELECT count(*) \(rowIDs)) AS changed)
            """, as: Bool?.self
        ).flatMap(\.self) ?? false
    }
}

/// Makes all rows of a follower equal to its source, some thousand to a transaction.
///
/// All are read and sorted once, into a temporary table of the connection. Each step then takes the next ones. A row
/// stays if its item is behind the one of the row before. Otherwise it and the further ones of its section go to the
/// end, in their order. So a filling that ended anywhere is completed by the next one, which finds the first rows in
/// their places.
///
/// The note of the filling stays until its end: readers see a half-filled data set as stale. A row that changes after
/// it was sorted is noted, and comes later. Another process may fill the data set as well. If another writer has
/// changed it, the rows are gone through once more.
extension FollowerUpdate {
    /// Does the next step of a filling; returns how many rows it looked at, or nil at the end.
    func fill(_ length: Int) throws -> Int? {
        let state = try connection.firstRow(
            """
            SELECT f.place, f.is_disturbed OR f.revision IS NOT c.revision FROM temp.lc_filling AS f
            CROSS JOIN lc_change AS c ON c.dataset_id = f.dataset_id WHERE f.dataset_id = ?1
            """, schema.dataset
        ) { (place: $0.int64(0), isDisturbed: $0.bool(1)) }
        guard let state else {
            try clear()
            try forgetFailed()
            try connection.run(
                "INSERT INTO temp.lc_filling SELECT dataset_id, -1, revision, 0 FROM lc_change WHERE dataset_id = ?1",
                schema.dataset)
            return length
        }
        guard state.place >= 0 else {
            try leavingOutFailed(nil) { try $0.sortAll() }
            return length
        }
        let update = try leavingOutFailed()
        if state.place == 0 { try sortFormerSections() }
        let count = try update.take(length, after: state.place, isDisturbed: state.isDisturbed)
        guard try count > 0 || update.hasRemovedItems else {
            try clear()
            guard !state.isDisturbed else { return 1 }
            try update.finishSections()
            return nil
        }
        try placeBehind()
        // The triggers take longer than the rest for many rows.
        try DerivedSchema.suspendTriggers(on: connection)
        let isChanged = try update.write(count, after: state.place)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: schema.dataset)
        // The originals of a data set, which have the contents, may have other sizes.
        if isChanged || !schema.isOfTable {
            try connection.execute(
                """
                DELETE FROM lc_run WHERE section_id IN \(schema.ownSections);
                INSERT INTO lc_run (section_id, first_position, changes)
                SELECT id, -1e301, 3 FROM section WHERE dataset_id = \(schema.dataset);
                UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(schema.dataset);
                """)
            try DatasetRecord.noteChange(of: schema.dataset, in: connection)
        }
        try connection.run(
            """
            UPDATE temp.lc_filling SET place = place + ?1, is_disturbed = ?2,
              revision = (SELECT c.revision FROM lc_change AS c WHERE c.dataset_id = lc_filling.dataset_id)
            """, count, state.isDisturbed)
        return max(count, 1)
    }

    /// Sorts all rows. Only temporary tables are written.
    func sortAll() throws {
        try sort()
        // If the order of sections fails for the value of a row, it must do it here.
        if schema.sectionOrder != FollowerSchema.orderOfValues {
            _ = try connection.first(
                """
                SELECT max(place) FROM (SELECT row_number() OVER (ORDER BY \(schema.sectionOrder)) AS place
                  FROM (SELECT section COLLATE \(schema.sectionCollation) AS section FROM temp.lc_order GROUP BY 1))
                """, as: Int?.self)
        }
        try connection.run("UPDATE temp.lc_filling SET place = 0")
    }

    /// Puts the sections that were there into their order.
    private func sortFormerSections() throws {
        if try !connection.has("SELECT 1 FROM lc_follower_section WHERE section_id IN \(schema.ownSections) LIMIT 1") {
            // The derived tables were made again. The items tell which values the sections have.
            try connection.run(
                """
                INSERT INTO lc_follower_section (section_id, value) SELECT i.section_id, o.section
                FROM temp.lc_order AS o CROSS JOIN item AS i ON i.id = o.item_id
                WHERE i.section_id IN \(schema.ownSections) GROUP BY i.section_id
                """)
        }
        if try connection.has("\(schema.unsortedSections) LIMIT 1") { try sortSections() }
    }

    /// Finds the first row of each section that is not behind the one before it. That row and the further ones go to
    /// the end of the section.
    private func placeBehind() throws {
        try connection.run(
            """
            UPDATE temp.lc_group AS g SET
              base = (SELECT coalesce(max(i.position), 0) FROM item AS i WHERE i.section_id = g.section_id),
              tail = (SELECT o.place FROM temp.lc_order AS o LEFT JOIN temp.lc_row AS q ON q.place = o.place
                WHERE o.place BETWEEN g.place AND g.last
                  AND (q.section_id = g.section_id AND q.former > coalesce((SELECT f.former FROM temp.lc_row AS f
                    WHERE f.place = o.place - 1 AND f.section_id = g.section_id), -9e999)) IS NOT TRUE
                ORDER BY o.place LIMIT 1)
            """)
    }

    private func clear() throws {
        for table in ["lc_filling", "lc_order", "lc_removed", "lc_row"] {
            try connection.run("DELETE FROM temp.\(table)")
        }
    }
}

/// Rows of a source may have values for which an expression of a follower fails.
///
/// They are in `lc_failed_row`. All other statements leave them out, and their items keep their former state. A change
/// of such a row is noted like any other, and then it is tried again.
extension FollowerUpdate {
    /// The update of the other rows: the values of these are asked for no more.
    func leavingOutFailed() throws -> FollowerUpdate {
        var update = self
        update.schema = try schema.leavingOutFailed(in: connection)
        return update
    }

    /// Does some work. If rows make it fail, they are found one by one, and it is done without them.
    ///
    /// - Parameter rows: A query of the rows that it looks at first, if these are not all.
    func leavingOutFailed(_ rows: String?, _ work: (FollowerUpdate) throws -> Void) throws {
        try connection.execute("SAVEPOINT lc_trial")
        do {
            try work(leavingOutFailed())
            return try connection.execute("RELEASE lc_trial")
        } catch let error as SQLiteError {
            guard Self.isOfRow(error) else { throw error }
            try connection.execute("ROLLBACK TO lc_trial; RELEASE lc_trial")
            let source = schema.source
            let all = "SELECT \(try source.identity(of: "t")) AS row FROM \(try source.rows(isByIdentity: false))"
            // A row may also fail that was not noted.
            guard try rows.map(findFailed) ?? false || findFailed(all) else { throw error }
        }
        try leavingOutFailed(rows, work)
    }

    /// Forgets those that are tried again.
    func forgetFailed(_ condition: String = "true") throws {
        try connection.run("DELETE FROM lc_failed_row WHERE dataset_id = ?1 AND \(condition)", schema.dataset)
    }

    /// Whether a value can be the reason of an error.
    private static func isOfRow(_ error: SQLiteError) -> Bool { [.error, .tooBig].contains(error.code.primary) }

    /// Finds those among some rows that were not known; returns whether there are any.
    private func findFailed(_ rows: String) throws -> Bool {
        let remaining = try schema.leavingOutFailed(in: connection)
        let row = try remaining.rows(
            [remaining.place(), "\(remaining.sectionValue) AS section"] + remaining.contents.map(\.sql),
            identity: "= (SELECT n.row FROM temp.lc_tried AS n WHERE n.rowid = ?1)")
        let trial = "SELECT row_number() OVER (ORDER BY \(schema.sectionOrder)), * FROM (\(row))"
        try connection.execute("CREATE TEMP TABLE lc_tried AS \(rows)")
        let count = try connection.first("SELECT count(*) FROM temp.lc_tried", as: Int.self) ?? 0
        var isFound = false
        for place in 0..<count {
            do {
                _ = try connection.first(trial, place + 1, as: Int.self)
            } catch {
                guard Self.isOfRow(error) else { throw error }
                isFound = true
                try connection.run(
                    "INSERT INTO lc_failed_row (dataset_id, identity, message) "
                        + "SELECT ?1, row, ?3 FROM temp.lc_tried WHERE rowid = ?2", schema.dataset, place + 1,
                    error.message)
            }
        }
        try connection.execute("DROP TABLE temp.lc_tried")
        return isFound
    }
}
