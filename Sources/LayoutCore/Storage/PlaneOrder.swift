internal import LayoutSQLite

/// The order of the items of one section of a canvas: `lc_reordered`.
///
/// Blocks state a number for each item, its index when the section was laid out. An item that comes gets the next
/// number. So an item that comes, goes or changes places rewrites no block but its own. The indices behind it shift
/// here, in runs of numbers with consecutive indices. Without rows the numbers are the indices.
///
/// A look-up is O(log runs), a change O(runs): ``limit`` bounds them.
struct PlaneOrder {
    let connection: Connection
    let preparationID: Int64
    let sectionID: Int64

    /// After how many runs a section is laid out afresh. An arbitrary number, at which a change of the order takes
    /// about a millisecond, and at half of it half.
    static let limit = 2048

    /// Whether any section of a preparation has other indices than numbers.
    static func isReordered(preparation id: Int64, in connection: Connection) throws -> Bool {
        try connection.has("SELECT 1 FROM lc_reordered WHERE preparation_id = ?1 LIMIT 1", id)
    }

    private struct Run {
        var number: Int
        var count: Int
        var index: Int
    }

    /// The run that a condition finds, with its highest value of a column.
    private func run(where condition: String, _ value: Int) throws -> Run? {
        try connection.firstRow(
            """
            SELECT first_number, item_count, first_index FROM lc_reordered
            WHERE preparation_id = ?1 AND section_id = ?2 AND \(condition) LIMIT 1
            """,
            preparationID, sectionID, value
        ) { row in
            Run(
                number: try row.int(0, in: Statement.DerivedNumber.index, "lc_reordered.first_number"),
                count: try row.int(1, in: Statement.DerivedNumber.bandCount, "lc_reordered.item_count"),
                index: try row.int(2, in: Statement.DerivedNumber.index, "lc_reordered.first_index"))
        }
    }

    private func run(ofNumber number: Int) throws -> Run? {
        try run(where: "first_number <= ?3 ORDER BY first_number DESC", number)
    }

    private func run(atIndex index: Int) throws -> Run? {
        try run(where: "first_index <= ?3 ORDER BY first_index DESC", index)
    }

    func index(ofNumber number: Int) throws -> Int {
        try run(ofNumber: number).map { $0.index &+ (number &- $0.number) } ?? number
    }

    /// The number of the item at an index; nil if there is none. O(runs).
    func number(atIndex index: Int) throws -> Int? {
        guard let run = try run(atIndex: index) else { return index }
        return index - run.index < run.count ? run.number + (index - run.index) : nil
    }

    /// Makes the numbers indices again, once they are.
    func reset() throws {
        try connection.run(
            "DELETE FROM lc_reordered WHERE preparation_id = ?1 AND section_id = ?2", preparationID, sectionID)
    }

    var runCount: Int {
        get throws {
            try connection.first(
                "SELECT count(*) FROM lc_reordered WHERE preparation_id = ?1 AND section_id = ?2", preparationID,
                sectionID, as: Int.self) ?? 0
        }
    }

    /// Takes an item out of the order.
    ///
    /// - Parameter count: The number of the section's items, with it.
    func remove(number: Int, of count: Int) throws {
        guard let run = try run(ofNumber: number) ?? begun(count, unless: number == count - 1) else { return }
        let offset = number - run.number
        guard offset < run.count else { throw LayoutError.corrupt("lc_reordered does not hold number \(number)") }
        let index = run.index + offset
        try write(Run(number: run.number, count: offset, index: run.index))
        let rest = Run(number: number + 1, count: run.count - offset - 1, index: index + 1)
        if rest.count > 0 { try write(rest) }
        try shift(by: -1, from: index + 1)
        try join(at: index)
    }

    /// The least number that is above those of all items.
    ///
    /// - Parameter count: The number of the section's items.
    func nextNumber(of count: Int) throws -> Int { try run(ofNumber: .max).map { $0.number + $0.count } ?? count }

    /// Puts an item into the order.
    ///
    /// - Parameters:
    ///   - number: The one that it had, or one that no item has, nor one that will be put back.
    ///   - count: The number of the section's items, without it.
    func insert(number: Int, at index: Int, of count: Int) throws {
        let isPlain = try run(ofNumber: .max) == nil
        guard !isPlain || number != count || index != count else { return }
        if isPlain { _ = try begun(count, unless: count == 0) }
        if let run = try run(atIndex: index), run.index < index, index < run.index + run.count {
            let offset = index - run.index
            try write(Run(number: run.number, count: offset, index: run.index))
            try write(Run(number: run.number + offset, count: run.count - offset, index: index))
        }
        try shift(by: 1, from: index)
        try write(Run(number: number, count: 1, index: index))
        try join(at: index)
        try join(at: index + 1)
    }

    /// Makes one run of two that meet at an index, if the numbers of one go on in the other.
    private func join(at index: Int) throws {
        guard let right = try run(atIndex: index), right.index == index, right.number > 0,
            let left = try run(ofNumber: right.number - 1), left.number + left.count == right.number,
            left.index + left.count == index
        else { return }
        try write(Run(number: right.number, count: 0, index: index))
        try write(Run(number: left.number, count: left.count + right.count, index: left.index))
    }

    /// Begins to record the order of a section whose numbers are its indices so far.
    private func begun(_ count: Int, unless isPlain: Bool) throws -> Run? {
        guard !isPlain else { return nil }
        let run = Run(number: 0, count: count, index: 0)
        try write(run)
        return run
    }

    private func shift(by distance: Int, from index: Int) throws {
        try connection.run(
            """
            UPDATE lc_reordered SET first_index = first_index + ?4
            WHERE preparation_id = ?1 AND section_id = ?2 AND first_index >= ?3
            """,
            preparationID, sectionID, index, distance)
    }

    private func write(_ run: Run) throws {
        guard run.count > 0 else {
            return try connection.run(
                "DELETE FROM lc_reordered WHERE preparation_id = ?1 AND section_id = ?2 AND first_number = ?3",
                preparationID, sectionID, run.number)
        }
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_reordered (preparation_id, section_id, first_number, item_count, first_index)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            preparationID, sectionID, run.number, run.count, run.index)
    }
}
