internal import LayoutSQLite
internal import LayoutSchema

/// Makes all rows of a follower equal to its source, some thousand to a transaction.
///
/// The rows are sorted once, into a temporary table of the connection. Each step then takes the next ones of these,
/// with their present values. A row stays if its item is behind the one of the row before. Otherwise it and the
/// further ones of its section go to the end, in their order. So a filling that ended anywhere is completed by the next
/// one, which finds the first rows in their places.
///
/// The note of the filling stays until its end: readers see a half-filled data set as stale. A row that changes after
/// it was sorted is noted, and comes later. Another process may fill the data set as well. If another writer has
/// changed it, the rows are gone through once more.
struct FollowerFilling {
    let schema: FollowerSchema
    let connection: Connection

    private struct State {
        var place: Int64
        var rowCount: Int64
        var isDisturbed: Bool
    }

    /// Does the next step; returns how many rows it looked at, or nil at the end.
    func step(_ length: Int) throws -> Int? {
        guard let state = try state() else {
            try begin()
            return length
        }
        guard state.place >= 0 else {
            try FailedRows(schema, in: connection).leavingOut(nil) { try sort($0) }
            return length
        }
        try connection.run("DELETE FROM temp.lc_noted")
        try connection.run(
            "INSERT INTO temp.lc_noted (row) SELECT row FROM temp.lc_order WHERE place > ?1 AND place <= ?1 + ?2",
            state.place, length)
        let count = connection.changes
        guard try count > 0 || hasGone else { return try end(state) }
        let (rowCount, _) = try FollowerUpdate(schema: schema, connection: connection, isFilling: true).run()
        try connection.run(
            """
            UPDATE temp.lc_filling SET place = place + ?1, row_count = row_count + ?2, is_disturbed = ?3,
              revision = (SELECT c.revision FROM lc_change AS c WHERE c.dataset_id = lc_filling.dataset_id)
            """, count, rowCount, state.isDisturbed)
        return max(count, 1)
    }

    private func state() throws -> State? {
        try connection.firstRow(
            """
            SELECT f.place, f.row_count, f.is_disturbed OR f.revision IS NOT c.revision FROM temp.lc_filling AS f
            CROSS JOIN lc_change AS c ON c.dataset_id = f.dataset_id WHERE f.dataset_id = ?1
            """, schema.dataset
        ) { State(place: $0.int64(0), rowCount: $0.int64(1), isDisturbed: $0.bool(2)) }
    }

    private var hasGone: Bool {
        get throws { try connection.first("SELECT 1 FROM temp.lc_gone LIMIT 1", as: Int.self) != nil }
    }

    /// Sorts the sections.
    private func begin() throws {
        try clear()
        let failed = FailedRows(schema, in: connection)
        try failed.forget()
        try failed.leavingOut(nil) { schema in
            try settleFormerSections(schema)
            if try connection.first("\(schema.unsortedSections) LIMIT 1", as: Int64.self) != nil {
                try FollowerPlacing(schema: schema, connection: connection).sortSections()
            }
        }
        // No number is left behind such a position.
        let full = try connection.rows(
            "SELECT id FROM section AS s WHERE dataset_id = ?1 "
                + "AND abs((SELECT max(i.position) FROM item AS i WHERE i.section_id = s.id)) > 1e15",
            schema.dataset
        ) { $0.int64(0) }
        for section in full {
            try FollowerPlacing(schema: schema, connection: connection).renumber("item", "section_id", section)
        }
        try connection.run(
            "INSERT INTO temp.lc_filling SELECT dataset_id, -1, 0, revision, 0 FROM lc_change WHERE dataset_id = ?1",
            schema.dataset)
    }

    /// Sorts the rows.
    private func sort(_ schema: FollowerSchema) throws {
        try connection.run(
            "INSERT INTO temp.lc_order (place, row) SELECT place, row FROM (\(try schema.rows([schema.place()])))")
        try connection.run("UPDATE temp.lc_filling SET place = 0")
    }

    /// Sorts the rows, if that is next, without a lock: only temporary tables are written.
    func sortAhead() throws {
        guard try state()?.place == -1 else { return }
        do {
            try connection.transaction(.deferred) { try sort(FailedRows(schema, in: connection).remaining) }
        } catch is SQLiteError {
            // Such as for a row that fails. The next step tries it again, and finds the row.
        }
    }

    /// Finds out which values the sections have, after the derived tables were made again: the items tell it.
    private func settleFormerSections(_ schema: FollowerSchema) throws {
        let isKnown = try connection.first(
            "SELECT 1 FROM lc_follower_section WHERE section_id IN \(schema.ownSections) LIMIT 1", as: Int.self)
        guard isKnown == nil else { return }
        try connection.run(
            """
            INSERT INTO lc_follower_section (section_id, value) SELECT m.section_id, v.section
            FROM (\(try schema.rows([schema.sectionValue]))) AS v CROSS JOIN (\(schema.items)) AS m ON m.row = +v.row
            GROUP BY m.section_id
            """)
    }

    /// Removes the items that no row was found for, and ends the filling.
    private func end(_ state: State) throws -> Int? {
        let items = "section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = ?1"
        let count = try connection.first("SELECT count(*) FROM \(items)", schema.dataset, as: Int64.self)
        let remaining = try FailedRows(schema, in: connection).remaining
        if count != state.rowCount {
            let row = remaining.row(of: "i")
            try connection.run(
                "INSERT INTO temp.lc_gone SELECT i.id FROM \(items) AND NOT \(remaining.hasFailed(row)) "
                    + "AND NOT EXISTS (\(try remaining.rows([], identity: "= \(row)")))", schema.dataset)
            if connection.changes > 0 { return 1 }
        }
        try clear()
        guard !state.isDisturbed else { return 1 }
        try FollowerUpdate(schema: remaining, connection: connection).settleSections()
        try FollowerJournal(connection).noteAll(of: schema.dataset)
        return nil
    }

    private func clear() throws {
        for table in ["lc_filling", "lc_order", "lc_last", "lc_gone"] {
            try connection.run("DELETE FROM temp.\(table)")
        }
    }
}
