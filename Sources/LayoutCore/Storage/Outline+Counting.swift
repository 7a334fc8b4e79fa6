internal import LayoutSQLite

/// The number of items in ranges, by the runs that have been counted.
extension Outline {
    /// How many items a section holds, by its runs. O(runs of the section).
    ///
    /// - Throws: ``LayoutError`` `corrupt` for a sum that no items have.
    func itemCount(ofSection sectionID: Int64) throws -> Int {
        // total() adds up floating-point numbers, and so does not overflow, even with damaged counts.
        let count = try connection.cached("SELECT total(item_count) FROM lc_run WHERE section_id = ?1")
        count.bind(sectionID, at: 1)
        defer { count.rewind() }
        guard try count.step() else { return 0 }
        guard let number = Int(exactly: count.double(0)), DerivedNumber.bandCount.contains(number) else {
            throw LayoutError.corrupt("lc_run.item_count adds up to \(count.double(0)) in section \(sectionID)")
        }
        return number
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

    /// Calls `body` with the beginnings of a section's runs from a position on, and the number of items between the
    /// position and each. Ends when it returns false, or a run has not been counted.
    ///
    /// A band's items may begin in the middle of a run. O(runs + items of one run).
    func forEachBeginning(
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

    /// The number of items of a section from one position up to another, by the runs between them.
    ///
    /// O(runs between + items of one run).
    func rank(of position: Double, inSection sectionID: Int64, from start: Double) throws -> Int {
        var known = (position: start, rank: 0)
        try forEachBeginning(ofSection: sectionID, from: start) { first, rank in
            guard first <= position else { return false }
            known = (first, rank)
            return true
        }
        return try known.rank + itemCount(ofSection: sectionID, from: known.position, to: position)
    }

    /// The last run that begins at or before the item with a rank, and the rank of its first item. Ranks count from a
    /// position on. Nil if none begins there. O(runs between).
    func beginning(
        before rank: Int, inSection sectionID: Int64, from start: Double = -.infinity
    ) throws -> (position: Double, rank: Int)? {
        var found: (position: Double, rank: Int)?
        try forEachBeginning(ofSection: sectionID, from: start) { first, before in
            guard before <= rank else { return false }
            found = (first, before)
            return true
        }
        return found
    }
}
