internal import LayoutSQLite
internal import LayoutSchema

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
struct FollowerFilling {
    let schema: FollowerSchema
    let connection: Connection

    /// Does the next step; returns how many rows it looked at, or nil at the end.
    func step(_ length: Int) throws -> Int? {
        let state = try connection.firstRow(
            """
            SELECT f.place, f.is_disturbed OR f.revision IS NOT c.revision FROM temp.lc_filling AS f
            CROSS JOIN lc_change AS c ON c.dataset_id = f.dataset_id WHERE f.dataset_id = ?1
            """, schema.dataset
        ) { (place: $0.int64(0), isDisturbed: $0.bool(1)) }
        let failed = FailedRows(schema, in: connection)
        guard let state else {
            try clear()
            try failed.forget()
            try connection.run(
                "INSERT INTO temp.lc_filling SELECT dataset_id, -1, revision, 0 FROM lc_change WHERE dataset_id = ?1",
                schema.dataset)
            return length
        }
        guard state.place >= 0 else {
            try failed.leavingOut(nil) { try sort($0) }
            return length
        }
        let update = try update(failed.remaining)
        if state.place == 0 { try settleSections(update) }
        let count = try update.take(length, after: state.place, isDisturbed: state.isDisturbed)
        guard try count > 0 || connection.first("SELECT 1 FROM \(update.gone) LIMIT 1", as: Int.self) != nil else {
            try clear()
            guard !state.isDisturbed else { return 1 }
            try update.settleSections()
            return nil
        }
        try placeBehind()
        // The triggers take longer than the rest for many rows.
        try DerivedSchema.suspendTriggers(on: connection)
        let isChanged = try update.write(count, after: state.place)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: schema.dataset)
        // The originals of a data set, which have the contents, may have other sizes.
        if isChanged || !schema.source.isTable {
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

    private func update(_ schema: FollowerSchema) -> FollowerUpdate {
        FollowerUpdate(schema: schema, connection: connection, sorted: "temp.lc_order")
    }

    /// Sorts the rows, and finds the items of which the rows are gone. Only temporary tables are written.
    func sort(_ schema: FollowerSchema) throws {
        try update(schema).sort()
        // If the order of sections fails for the value of a row, it must do it here.
        if schema.sectionOrder != FollowerSchema.orderOfValues {
            _ = try connection.first(
                """
                SELECT max(place) FROM (SELECT row_number() OVER (ORDER BY \(schema.sectionOrder)) AS place
                  FROM (SELECT section COLLATE \(schema.sectionCollation) AS section FROM temp.lc_order GROUP BY 1))
                """, as: Int?.self)
        }
        try connection.run(
            """
            INSERT INTO temp.lc_gone SELECT ?1, i.id FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
            WHERE s.dataset_id = ?1 AND NOT \(schema.hasFailed(schema.row(of: "i")))
              AND i.id NOT IN (SELECT o.item_id FROM temp.lc_order AS o WHERE o.item_id IS NOT NULL)
            """, schema.dataset)
        try connection.run("UPDATE temp.lc_filling SET place = 0")
    }

    /// Puts the sections that were there into their order.
    private func settleSections(_ update: FollowerUpdate) throws {
        let schema = update.schema
        let isKnown = try connection.first(
            "SELECT 1 FROM lc_follower_section WHERE section_id IN \(schema.ownSections) LIMIT 1", as: Int.self)
        if isKnown == nil {
            // The derived tables were made again. The items tell which values the sections have.
            try connection.run(
                """
                INSERT INTO lc_follower_section (section_id, value) SELECT i.section_id, o.section
                FROM temp.lc_order AS o CROSS JOIN item AS i ON i.id = o.item_id
                WHERE i.section_id IN \(schema.ownSections) GROUP BY i.section_id
                """)
        }
        guard try connection.first("\(schema.unsortedSections) LIMIT 1", as: Int64.self) != nil else { return }
        try update.sortSections()
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
        for table in ["lc_filling", "lc_order", "lc_gone", "lc_row"] { try connection.run("DELETE FROM temp.\(table)") }
    }
}
