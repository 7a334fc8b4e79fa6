internal import LayoutSQLite

/// The number of items in ranges, by the runs that have been counted.
extension Outline {
    /// How many items a section holds. O(chapters of the section, or runs of a short one).
    ///
    /// - Throws: ``LayoutError`` `corrupt` for a sum that no items have.
    package func itemCount(ofSection sectionID: Int64) throws -> Int {
        // Most sections are short: to ask each for its chapters takes longer than to count its runs.
        var (sum, rest) = (0, limits.estimated / limits.run)
        try forEachRun(ofSection: sectionID) { _, count in
            sum += count ?? 0
            rest -= 1
            return rest >= 0
        }
        // total() adds up floating-point numbers, and so does not overflow, even with damaged counts.
        let count = rest >= 0 ? Double(sum) : try totalCount(ofSection: sectionID)
        guard let number = Int(exactly: count), DerivedNumber.bandCount.contains(number) else {
            throw LayoutError.corrupt("lc_run counts \(count) items in section \(sectionID)")
        }
        return number
    }

    private func totalCount(ofSection sectionID: Int64) throws -> Double {
        let sql =
            try hasChapters(sectionID)
            ? "SELECT total(chapter_count) \(Self.chapters)"
            : "SELECT total(item_count) FROM lc_run WHERE section_id = ?1"
        return try connection.first(sql, sectionID, as: Double.self) ?? 0
    }

    /// Calls `body` with the runs of a section from a position on, in order, until it returns false. Counts are nil if
    /// they must be counted again.
    func forEachRun(
        ofSection sectionID: Int64, from position: Double = -.infinity,
        _ body: (_ first: Double, _ count: Int?) throws -> Bool
    ) throws {
        let rows = try connection.cached(
            """
            SELECT first_position, item_count FROM lc_run WHERE section_id = ?1 AND first_position >= ?2
            ORDER BY first_position
            """
        )
        rows.bindAll(sectionID, position)
        defer { rows.rewind() }
        while try rows.step() {
            let count = rows.isNull(1) ? nil : try rows.int(1, in: DerivedNumber.bandCount, "lc_run.item_count")
            guard try body(rows.double(0), count) else { return }
        }
    }

    /// Calls `body` with the parts of a section that are counted, in order, until it returns false: its chapters, or
    /// its runs. A run without a count counts as nothing.
    func forEachPart(ofSection sectionID: Int64, _ body: (_ first: Double, _ count: Int) throws -> Bool) throws {
        if try hasChapters(sectionID) { return try forEachChapter(ofSection: sectionID, body) }
        try forEachRun(ofSection: sectionID) { try body($0, $1 ?? 0) }
    }

    /// Calls `body` with the beginnings of a section's runs from a position on, and the number of items between the
    /// position and each. Ends when it returns false, or a run has not been counted.
    ///
    /// A band's items may begin in the middle of a run. O(runs + items of one run).
    func forEachRunBeginning(
        ofSection sectionID: Int64, from position: Double, _ body: (_ first: Double, _ rank: Int) throws -> Bool
    ) throws {
        var rank: Int?
        try forEachRun(ofSection: sectionID, from: position) { first, count in
            let before = try rank ?? itemCount(ofSection: sectionID, from: position, to: first)
            guard try body(first, before), let count else { return false }
            rank = before + count
            return true
        }
    }

    /// The number of items of a section from one position up to another.
    func itemCount(ofSection sectionID: Int64, from position: Double, to end: Double) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3",
            sectionID, position, end, as: Int.self
        ) ?? 0
    }

    /// The position of the item at an offset after the first one from a position on; nil if there are not enough items.
    /// O(items between).
    func position(_ offset: Int, after position: Double, inSection sectionID: Int64) throws -> Double? {
        try connection.first(
            "SELECT position FROM item WHERE section_id = ?1 AND position >= ?2 ORDER BY position LIMIT 1 OFFSET ?3",
            sectionID, position, offset, as: Double.self
        )
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
    private func beginning(
        inSection sectionID: Int64, from start: Double, isBefore: (_ first: Double, _ rank: Int?) -> Bool
    ) throws -> (position: Double, rank: Int)? {
        let chapter = try chapter(ofSection: sectionID, from: start, isBefore: isBefore)
        return try runBeginning(inSection: sectionID, from: chapter ?? (start, 0)) { isBefore($0, $1) } ?? chapter
    }

    private func runBeginning(
        inSection sectionID: Int64, from known: (position: Double, rank: Int),
        isBefore: (_ first: Double, _ rank: Int) -> Bool
    ) throws -> (position: Double, rank: Int)? {
        var found: (position: Double, rank: Int)?
        try forEachRunBeginning(ofSection: sectionID, from: known.position) { first, rank in
            guard isBefore(first, known.rank + rank) else { return false }
            found = (first, known.rank + rank)
            return true
        }
        return found
    }
}
