internal import LayoutSQLite

/// The outline of a data set: runs of some hundred consecutive items (`lc_run`). The bands of its layouts are made from
/// it, and triggers mark in it what changed.
package struct Outline {
    /// The first position of a section's first run and first band: below every position of an item. A number, since
    /// SQL has no word for an infinity and other programs must write and compare these rows.
    static let beginning = -1e301

    let connection: Connection
    /// How many items a run and a chapter should hold.
    var limits = BandLimits()

    /// A run with changes.
    struct ChangedRun {
        var sectionID: Int64
        var firstPosition: Double
        /// The beginning of the section's next run; infinity for the last.
        var nextPosition: Double
        /// Set if exactly one item changed.
        var position: Double?
        /// Whether the section itself changed, and with it everything in it.
        var isOfSection: Bool
        /// Whether items came or went.
        var isRestructured: Bool
        /// Nil if it must be counted.
        var itemCount: Int?
    }

    /// Some changed runs of a data set's sections.
    func changedRuns(ofDataset datasetID: Int64, limit: Int) throws -> [ChangedRun] {
        var runs: [ChangedRun] = []
        try connection.forEachRow(
            """
            SELECT r.section_id, r.first_position, r.changes, r.changed_position, r.is_restructured, r.item_count,
              (SELECT min(n.first_position) FROM lc_run AS n
               WHERE n.section_id = r.section_id AND n.first_position > r.first_position)
            FROM lc_run AS r INDEXED BY lc_run_changed CROSS JOIN section AS s ON s.id = r.section_id
            WHERE r.changes > 0 AND s.dataset_id = ?1 LIMIT ?2
            """,
            datasetID, limit
        ) { row in
            runs.append(
                ChangedRun(
                    sectionID: row.int64(0), firstPosition: row.double(1),
                    nextPosition: row.isNull(6) ? .infinity : row.double(6),
                    position: row.int(2) == 1 && !row.isNull(3) ? row.double(3) : nil, isOfSection: row.int(2) == 3,
                    isRestructured: row.bool(4) || row.isNull(5),
                    itemCount: row.isNull(5) ? nil : try row.int(5, in: DerivedNumber.bandCount, "lc_run.item_count")
                ))
        }
        return runs
    }

    /// Has a run hold some hundred items again, and forgets that anything changed in it. Returns how many items it had
    /// to go through for that. After restructured runs, the chapters must be gathered.
    func settle(_ run: ChangedRun, limit: Int) throws -> Int {
        // Up to twice the length, so that an insert or two do not split a run.
        if let count = run.itemCount, count < 2 * limits.run, count > 0 || run.firstPosition == Self.beginning {
            try clear(run)
            return 0
        }
        return try count(run, limit: limit)
    }

    /// Counts a run's items again, and splits it if it became too long; returns how many were counted.
    ///
    /// At most `limit` items are counted: the rest of a longer run stays for later.
    private func count(_ run: ChangedRun, limit: Int) throws -> Int {
        var counted = 0
        var inRun = 0
        var first = run.firstPosition
        var finished: [(first: Double, count: Int)] = []
        var rest: Double?
        try connection.forEachRow(
            """
            SELECT position FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3
            ORDER BY position LIMIT ?4
            """,
            run.sectionID, run.firstPosition, run.nextPosition, limit + 1
        ) { row in
            if counted == limit {
                rest = row.double(0)
                return
            }
            if inRun == limits.run {
                finished.append((first, inRun))
                first = row.double(0)
                inRun = 0
            }
            inRun += 1
            counted += 1
        }
        if let last = finished.last, inRun < limits.run, rest == nil {
            // A short rest belongs to the run before it.
            finished[finished.count - 1] = (last.first, last.count + inRun)
        } else {
            finished.append((first, inRun))
        }
        try connection.takeAway(
            from: "lc_run", "DELETE FROM lc_run WHERE section_id = ?1 AND first_position = ?2", run.sectionID,
            run.firstPosition
        )
        for part in finished where part.count > 0 || part.first == Self.beginning {
            try insert(sectionID: run.sectionID, firstPosition: part.first, count: part.count)
        }
        if let rest {
            try connection.run(
                "INSERT INTO lc_run (section_id, first_position, changes) VALUES (?1, ?2, 2)", run.sectionID, rest
            )
        }
        return counted
    }

    /// Has all of a section counted again, and laid out: after a change that no trigger saw.
    static func forget(section sectionID: Int64, in connection: Connection) throws {
        try connection.run("DELETE FROM lc_run WHERE section_id = ?1", sectionID)
        try connection.run("INSERT INTO lc_run (section_id, first_position, changes) VALUES (?1, -1e301, 3)", sectionID)
    }

    /// Forgets that anything changed in a run.
    private func clear(_ run: ChangedRun) throws {
        try connection.takeAway(
            from: "lc_run",
            """
            UPDATE lc_run SET changes = 0, changed_position = NULL, is_restructured = 0
            WHERE section_id = ?1 AND first_position = ?2
            """,
            run.sectionID, run.firstPosition
        )
    }

    /// Writes a run that is known.
    func insert(sectionID: Int64, firstPosition: Double, count: Int) throws {
        try connection.run(
            "INSERT OR REPLACE INTO lc_run (section_id, first_position, item_count) VALUES (?1, ?2, ?3)",
            sectionID, firstPosition, count
        )
    }

    /// SQL for how many items a section has.
    ///
    /// - Parameter sectionID: SQL for the section's id.
    static func itemCountSQL(_ sectionID: String) -> String {
        """
        (SELECT coalesce(sum(coalesce(r.item_count,
           (SELECT count(*) FROM item AS i WHERE i.section_id = r.section_id AND i.position >= r.first_position
              AND i.position < coalesce((SELECT min(n.first_position) FROM lc_run AS n
                WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999)))), 0)
         FROM lc_run AS r WHERE r.section_id = \(sectionID))
        """
    }

    /// An item that a measure changed.
    struct MeasuredItem {
        var measure: String
        var itemID: Int64
        /// Its place and those of items that stand for it; none if it is gone.
        var places: [(section: Int64, position: Double)] = []
    }

    /// The items that measures changed.
    func measuredItems(limit: Int) throws -> [MeasuredItem] {
        var items: [MeasuredItem] = []
        try connection.forEachRow(
            """
            SELECT m.measure, m.item_id, i.section_id, i.position
            FROM (SELECT * FROM lc_measured LIMIT ?1) AS m
            LEFT JOIN item AS i ON i.id = m.item_id OR i.original_id = m.item_id
            """,
            limit
        ) { row in
            // The places of an item come one after another.
            let item = MeasuredItem(measure: row.stringOrEmpty(0), itemID: row.int64(1))
            if items.last?.itemID != item.itemID || items.last?.measure != item.measure { items.append(item) }
            if !row.isNull(2) { items[items.count - 1].places.append((row.int64(2), row.double(3))) }
        }
        return items
    }

    /// The sections that measures changed.
    func measuredSections(limit: Int) throws -> [(measure: String, sectionID: Int64)] {
        var sections: [(measure: String, sectionID: Int64)] = []
        try connection.forEachRow("SELECT measure, section_id FROM lc_measured_section LIMIT ?1", limit) { row in
            sections.append((row.stringOrEmpty(0), row.int64(1)))
        }
        return sections
    }

    func clearMeasured(_ measure: String, sectionID: Int64) throws {
        try connection.takeAway(
            from: "lc_measured_section", "DELETE FROM lc_measured_section WHERE measure = ?1 AND section_id = ?2",
            measure, sectionID)
    }

    func clearMeasured(_ measure: String, itemID: Int64) throws {
        try connection.takeAway(
            from: "lc_measured", "DELETE FROM lc_measured WHERE measure = ?1 AND item_id = ?2", measure, itemID)
    }
}
