import LayoutStoreTestSupport
import LayoutSQLite

/// The outline's records of its runs, beside their contents.
extension TriggerFuzz {
    struct RunPlace: Hashable {
        var section: Int64
        var first: Double
    }

    /// How many items each run holds, counted one by one.
    func heldItems() throws -> [RunPlace: Int] { try runs().mapValues(\.held) }

    /// The outline's fault about a run; nil if there is none.
    func miscountedRun(since before: [RunPlace: Int]) throws -> String? {
        for (place, run) in try runs() {
            let name = "the run of section \(place.section) at \(place.first)"
            if let count = run.count, count != run.held { return "\(name) counts \(count) of \(run.held) items" }
            if let held = before[place], held != run.held, run.count != nil, !run.isRestructured {
                return "\(name) does not mark that items came or went"
            }
        }
        return nil
    }

    /// Has every run counted, so that what follows has a count to get wrong.
    func countRuns() throws {
        try connection.run("UPDATE lc_run SET changes = 0, changed_position = NULL, is_restructured = 0")
        for (place, run) in try runs() where run.count == nil {
            try connection.run(
                "UPDATE lc_run SET item_count = ?3 WHERE section_id = ?1 AND first_position = ?2", place.section,
                place.first, run.held)
        }
    }

    private func runs() throws -> [RunPlace: (count: Int?, isRestructured: Bool, held: Int)] {
        var runs: [RunPlace: (count: Int?, isRestructured: Bool, held: Int)] = [:]
        try connection.forEachRow(
            """
            SELECT section_id, first_position, item_count, is_restructured,
              (SELECT count(*) FROM item AS i WHERE i.section_id = r.section_id AND i.position >= r.first_position
                 AND i.position < r.next_position)
            FROM (SELECT *, lead(first_position, 1, 9e999) OVER (PARTITION BY section_id ORDER BY first_position)
                    AS next_position FROM lc_run) AS r
            """
        ) { row in
            runs[RunPlace(section: row.int64(0), first: row.double(1))] = (
                row.isNull(2) ? nil : row.int(2), row.bool(3), row.int(4)
            )
        }
        return runs
    }
}
