internal import LayoutSQLite

/// The outline of a data set: runs of some hundred consecutive items (`lc_run`). The bands of its layouts are made from
/// it, and triggers mark in it what changed.
struct Outline {
    /// The first position of a section's first run and first band: below every position of an item. A number, since
    /// SQL has no word for an infinity and other programs must write and compare these rows.
    static let beginning = -1e301

    let connection: Connection
    /// How many items a run and a chapter should hold.
    var limits = BandLimits()

    struct ChangedRun {
        var sectionID: Int64
        var firstPosition: Double
        /// The beginning of the section's next run; infinity for the last.
        var nextPosition: Double
        /// Set if exactly one item changed.
        var position: Double?
        /// Whether the section itself changed, and with it everything in it.
        var isOfSection: Bool
        /// Nil if items came or went, so that it must be counted.
        var itemCount: Int?

        var isRestructured: Bool { itemCount == nil }
    }

    func changedRuns(ofDataset datasetID: Int64, limit: Int) throws -> [ChangedRun] {
        try connection.rows(
            """
            SELECT r.section_id, r.first_position, r.changes, r.changed_position, r.item_count,
              (SELECT min(n.first_position) FROM lc_run AS n
               WHERE n.section_id = r.section_id AND n.first_position > r.first_position)
            FROM lc_run AS r INDEXED BY lc_run_changed CROSS JOIN section AS s ON s.id = r.section_id
            WHERE r.changes > 0 AND s.dataset_id = ?1 LIMIT ?2
            """,
            datasetID, limit
        ) { row in
            ChangedRun(
                sectionID: row.int64(0), firstPosition: row.double(1),
                nextPosition: row.isNull(5) ? .infinity : row.double(5),
                position: row.int(2) == 1 && !row.isNull(3) ? row.double(3) : nil, isOfSection: row.int(2) == 3,
                itemCount: row.isNull(4)
                    ? nil : try row.int(4, in: Statement.DerivedNumber.bandCount, "lc_run.item_count"))
        }
    }

    /// Counts a run's items if some came or went, and cuts it to some hundred if it is too long. Forgets that anything
    /// changed in it. Returns how many items were counted. After restructured runs, the chapters must be gathered.
    ///
    /// At most `limit` items are counted: the rest of a longer run stays for later.
    func recut(_ run: ChangedRun, limit: Int) throws -> Int {
        // Up to twice the length, so that an insert or two do not split a run.
        let most = 2 * limits.run
        let known = run.itemCount.flatMap { $0 < most ? $0 : nil }
        let count =
            try known ?? connection.first(
                """
                SELECT count(*) FROM (SELECT 1 FROM item
                  WHERE section_id = ?1 AND position >= ?2 AND position < ?3 LIMIT ?4)
                """, run.sectionID, run.firstPosition, run.nextPosition, limit + 1, as: Int.self) ?? 0
        if count < most, count > 0 || run.firstPosition == Self.beginning {
            // Its revision still tells where items came or went.
            try connection.takeAway(
                from: "lc_run",
                "UPDATE lc_run SET changes = 0, item_count = ?3 WHERE section_id = ?1 AND first_position = ?2",
                run.sectionID, run.firstPosition, count)
            return run.isRestructured ? count : 0
        }
        try connection.takeAway(
            from: "lc_run", "DELETE FROM lc_run WHERE section_id = ?1 AND first_position = ?2", run.sectionID,
            run.firstPosition)
        var (first, left) = (run.firstPosition, min(count, limit))
        while left > 0 {
            // A short rest belongs to the run before it.
            let length = count <= limit && left < most ? left : min(left, limits.run)
            try insert(sectionID: run.sectionID, firstPosition: first, count: length)
            left -= length
            guard left > 0 || count > limit,
                let next = try position(length, after: first, inSection: run.sectionID)
            else { break }
            first = next
        }
        if count > limit {
            try connection.run(
                "INSERT INTO lc_run (section_id, first_position, changes) VALUES (?1, ?2, 2)", run.sectionID, first)
        }
        return min(count, limit)
    }

    /// Marks the items of a section from a position on to be counted and laid out: after a change that no trigger saw.
    /// From the beginning on, it marks the section as well. Runs that are there may be of items that went a moment ago.
    static func forget(section sectionID: Int64, from position: Double = beginning, in connection: Connection) throws {
        try connection.run("DELETE FROM lc_run WHERE section_id = ?1 AND first_position >= ?2", sectionID, position)
        try connection.run(
            "INSERT INTO lc_run (section_id, first_position, changes) VALUES (?1, ?2, ?3)", sectionID, position,
            position == beginning ? 3 : 2)
    }

    func insert(sectionID: Int64, firstPosition: Double, count: Int) throws {
        try connection.run(
            "INSERT OR REPLACE INTO lc_run (section_id, first_position, item_count) VALUES (?1, ?2, ?3)", sectionID,
            firstPosition, count)
    }

    /// Makes the runs of a section whose items were all loaded at once, at the positions 0, 1, 2 and so on.
    func insertRuns(ofSection sectionID: Int64, holding count: Int) throws {
        for first in stride(from: 0, to: max(count, 1), by: limits.run) {
            try insert(
                sectionID: sectionID, firstPosition: first == 0 ? Self.beginning : Double(first),
                count: min(limits.run, count - first))
        }
        if count > limits.estimated {
            try gatherChapters(ofSection: sectionID, in: Self.beginning...Double(count))
        }
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
}

/// Chapters: the runs of a long section, some 64 at a time, with the number of their items. A hundred million lines
/// have 400,000 runs, and 6,000 chapters.
extension Outline {
    /// SQL for rows of chapters, in which a condition can follow.
    static let chapters = "FROM lc_run INDEXED BY lc_run_chapter WHERE chapter_count IS NOT NULL AND section_id = ?1"

    /// Divides runs of a section into chapters again, in chapters that hold some positions. A section of one chapter is
    /// left without.
    ///
    /// Each writer of runs calls this with the positions between which it wrote. O(runs of the chapters).
    func gatherChapters(ofSection sectionID: Int64, in positions: ClosedRange<Double>) throws {
        func chapter(_ sql: String, _ position: Double) throws -> Double? {
            try connection.first("SELECT \(sql) ?2", sectionID, position, as: Double?.self).flatMap(\.self)
        }
        let start = try chapter("max(first_position) \(Self.chapters) AND first_position <=", positions.lowerBound)
        let end = try chapter("min(first_position) \(Self.chapters) AND first_position >", positions.upperBound)
        let runs = "section_id = ?1 AND first_position >= ?2 AND first_position < ?3"
        let (low, high) = (start ?? Self.beginning, end ?? .infinity)
        var chapters: [(first: Double, count: Int)] = []
        try connection.forEachRow(
            "SELECT first_position, coalesce(item_count, 0) FROM lc_run WHERE \(runs) ORDER BY first_position",
            sectionID, low, high
        ) { row in
            let count = try row.int(1, in: Statement.DerivedNumber.bandCount, "lc_run.item_count")
            if let last = chapters.last, last.count == 0 || last.count + count <= limits.estimated {
                chapters[chapters.count - 1].count += count
            } else {
                chapters.append((row.double(0), count))
            }
        }
        if chapters.count == 1, low == Self.beginning, end == nil { chapters = [] }
        try connection.run(
            """
            UPDATE lc_run SET chapter_count = NULL, chapter_revision = NULL WHERE \(runs) AND chapter_count IS NOT NULL
            """, sectionID, low, high)
        for chapter in chapters {
            try connection.run(
                """
                UPDATE lc_run SET chapter_count = ?3, chapter_revision = random()
                WHERE section_id = ?1 AND first_position = ?2
                """, sectionID, chapter.first, chapter.count)
        }
    }

    /// Whether a section has chapters, and they are right.
    func hasChapters(_ sectionID: Int64) throws -> Bool {
        try connection.has(
            """
            SELECT 1 FROM lc_run WHERE section_id = ?1 AND first_position = \(Self.beginning)
              AND chapter_count IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM lc_run AS r INDEXED BY lc_run_changed
                WHERE r.changes > 0 AND r.changes IN (1, 2, 3) AND r.section_id = ?1 AND r.item_count IS NULL)
            """, sectionID)
    }

    /// Calls `body` with the chapters of a section, or its runs, from a position on, in order, until it returns false.
    /// The count of a run is nil if it must be counted again.
    func forEachPart(
        areChapters: Bool, ofSection sectionID: Int64, from position: Double = -.infinity,
        _ body: (_ first: Double, _ count: Int?) throws -> Bool
    ) throws {
        let source = areChapters ? "chapter_count \(Self.chapters)" : "item_count FROM lc_run WHERE section_id = ?1"
        let rows = try connection.cached(
            "SELECT first_position, \(source) AND first_position >= ?2 ORDER BY first_position")
        rows.bindAll(sectionID, position)
        defer { rows.rewind() }
        while try rows.step() {
            let count =
                rows.isNull(1) ? nil : try rows.int(1, in: Statement.DerivedNumber.bandCount, "lc_run.item_count")
            guard try body(rows.double(0), count) else { return }
        }
    }
}

/// The number of items in ranges, by the runs that have been counted.
extension Outline {
    /// How many items a section holds. O(chapters of the section, or runs of a short one).
    ///
    /// - Throws: ``LayoutError`` `corrupt` for a sum that no items have.
    func itemCount(ofSection sectionID: Int64) throws -> Int {
        // Most sections are short: to ask each for its chapters takes longer than to count its runs.
        // Sums of floating-point numbers, as of the function total(), do not overflow, even with damaged counts.
        let limit = limits.estimated / limits.run + 2
        var (runs, count) = (0, 0.0)
        try connection.forEachRow("SELECT item_count FROM lc_run WHERE section_id = ?1 LIMIT ?2", sectionID, limit) {
            count += $0.double(0)
            runs += 1
        }
        if runs == limit {
            count =
                try connection.first(
                    hasChapters(sectionID)
                        ? "SELECT total(chapter_count) \(Self.chapters)"
                        : "SELECT total(item_count) FROM lc_run WHERE section_id = ?1", sectionID, as: Double.self) ?? 0
        }
        guard let number = Int(exactly: count), Statement.DerivedNumber.bandCount.contains(number) else {
            throw LayoutError.corrupt("lc_run counts \(count) items in section \(sectionID)")
        }
        return number
    }

    func itemCount(ofSection sectionID: Int64, from position: Double, to end: Double) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3",
            sectionID, position, end, as: Int.self
        ) ?? 0
    }

    func hasItems(_ sectionID: Int64?, _ positions: Range<Double>) throws -> Bool {
        try connection.has(
            "SELECT 1 FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3 LIMIT 1", sectionID,
            positions.lowerBound, positions.upperBound)
    }

    /// Whether the items of a section from a position on stand for others. Either all of a section do, or none does.
    func standsForOthers(_ sectionID: Int64, from position: Double = -.infinity) throws -> Bool {
        try connection.first(
            "SELECT original_id FROM item WHERE section_id = ?1 AND position >= ?2 ORDER BY position LIMIT 1",
            sectionID, position, as: Int64?.self) ?? nil != nil
    }

    /// The position of the item at an offset after the first one from a position on; nil if there are not enough items.
    /// O(items between).
    func position(_ offset: Int, after position: Double, inSection sectionID: Int64) throws -> Double? {
        try connection.first(
            "SELECT position FROM item WHERE section_id = ?1 AND position >= ?2 ORDER BY position LIMIT 1 OFFSET ?3",
            sectionID, position, offset, as: Double.self)
    }

    /// The number of items of a section from one position up to another, by the chapters and runs between them.
    ///
    /// O(chapters between + runs of one chapter + items of one run).
    func rank(of position: Double, inSection sectionID: Int64, from start: Double) throws -> Int {
        let known = try beginning(inSection: sectionID, from: start) { first, _ in first <= position } ?? (start, 0)
        return try known.rank + itemCount(ofSection: sectionID, from: known.position, to: position)
    }

    /// The last run that begins at or before the item with a rank, and the rank of its first item. Ranks count from a
    /// position on. Nil if none begins there. O(chapters between + runs of one chapter).
    func beginning(
        before rank: Int, inSection sectionID: Int64, from start: Double = -.infinity
    ) throws -> (position: Double, rank: Int)? {
        // Not every run is at its full length, but few are beyond it.
        if rank <= limits.run { return try runBeginning(inSection: sectionID, from: (start, 0)) { $1 <= rank } }
        return try beginning(inSection: sectionID, from: start) { _, before in (before ?? 0) <= rank }
    }

    /// The last run that fulfils a condition, as those before it do, and the rank of its first item.
    ///
    /// - Parameter isBefore: Whether a chapter or run begins before what is looked for. The rank is nil for the first
    ///   chapter, which is not counted in vain.
    private func beginning(
        inSection sectionID: Int64, from start: Double, isBefore: (_ first: Double, _ rank: Int?) -> Bool
    ) throws -> (position: Double, rank: Int)? {
        var chapter: (position: Double, rank: Int)?
        var rank: Int?
        if try hasChapters(sectionID) {
            try forEachPart(areChapters: true, ofSection: sectionID, from: start) { first, count in
                guard isBefore(first, rank) else { return false }
                let before =
                    try rank ?? runBeginning(inSection: sectionID, from: (start, 0)) { run, _ in run <= first }?.rank
                guard let before, isBefore(first, before) else { return false }
                chapter = (first, before)
                rank = before + (count ?? 0)
                return true
            }
        }
        return try runBeginning(inSection: sectionID, from: chapter ?? (start, 0)) { isBefore($0, $1) } ?? chapter
    }

    /// The last run from a known place on whose beginning is before what is looked for; nil if there is none. Ends
    /// before a run that has not been counted. O(runs + items of one run).
    private func runBeginning(
        inSection sectionID: Int64, from known: (position: Double, rank: Int),
        isBefore: (_ first: Double, _ rank: Int) -> Bool
    ) throws -> (position: Double, rank: Int)? {
        var found: (position: Double, rank: Int)?
        var rank: Int?
        try forEachPart(areChapters: false, ofSection: sectionID, from: known.position) { first, count in
            // The items known of may begin in the middle of a run.
            let before =
                try rank ?? known.rank + itemCount(ofSection: sectionID, from: known.position, to: first)
            guard isBefore(first, before) else { return false }
            found = (first, before)
            rank = count.map { before + $0 }
            // Beyond a run that was not counted nothing is known.
            return rank != nil
        }
        return found
    }

    /// The position of the first item after another one, or before it, whose level is not above a level; nil if there
    /// is none.
    ///
    /// Runs of deeper items are passed by their least levels, which are written where they were not known.
    /// O(runs between + items of two runs).
    func position(
        ofLevel level: Int, after position: Double, inSection sectionID: Int64, isBefore: Bool = false
    ) throws -> Double? {
        let (order, bound) = isBefore ? ("DESC", position) : ("ASC", position.nextUp)
        let next = """
            coalesce((SELECT min(n.first_position) FROM lc_run AS n
              WHERE n.section_id = ?1 AND n.first_position > r.first_position), 9e999)
            """
        func items(from first: String, to end: String) -> String {
            "FROM item AS i WHERE i.section_id = ?1 AND i.position >= \(first) AND i.position < \(end)"
        }
        let (first, end) = isBefore ? ("r.first_position", "min(\(next), ?2)") : ("max(r.first_position, ?2)", next)
        let holder = "(SELECT max(first_position) FROM lc_run WHERE section_id = ?1 AND first_position <= ?2)"
        let runs = "r.section_id = ?1 AND r.first_position \(isBefore ? "<= ?2" : ">= \(holder)")"
        let found = try connection.first(
            """
            SELECT found FROM (
              SELECT r.first_position, (SELECT i.position \(items(from: first, to: end))
                AND coalesce(i.level, 0) <= ?3 ORDER BY i.position \(order) LIMIT 1) AS found
              FROM lc_run AS r WHERE \(runs) AND (r.item_count IS NULL OR coalesce(r.least_level, ?3) <= ?3))
            WHERE found IS NOT NULL ORDER BY first_position \(order) LIMIT 1
            """, sectionID, bound, level, as: Double.self)
        let isPassed = isBefore ? "r.first_position > ?3" : "r.first_position < ?3 AND \(next) <= ?3"
        try connection.run(
            """
            UPDATE lc_run AS r
            SET least_level = (SELECT min(coalesce(i.level, 0)) \(items(from: "r.first_position", to: next)))
            WHERE \(runs) AND \(isPassed) AND r.least_level IS NULL AND r.item_count IS NOT NULL
            """, sectionID, bound, found ?? (isBefore ? -.infinity : .infinity))
        return found
    }
}
