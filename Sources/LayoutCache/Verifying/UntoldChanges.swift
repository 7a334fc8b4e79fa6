internal import LayoutSQLite

/// Changes that the triggers noted, and that the bands are not marked with yet: see ``ChangeDistribution``.
struct UntoldChanges {
    /// The changes of one section.
    struct OfSection {
        /// Whether the section itself changed, and with it everything in it.
        fileprivate(set) var isOfSection = false
        fileprivate var places: [ClosedRange<Double>] = []

        var isEmpty: Bool { !isOfSection && places.isEmpty }

        /// Whether something changed at a position from one on up to another, inclusive.
        func touch(from first: Double, through last: Double) -> Bool {
            isOfSection || places.contains { $0.lowerBound <= last && $0.upperBound >= first }
        }
    }

    private var sections: [Int64: OfSection] = [:]

    /// - Parameter measure: Whose sizes count.
    init(measure: String?, in connection: Connection) throws {
        try connection.forEachRow(
            """
            SELECT r.section_id, r.changes, r.changed_position, r.first_position,
              coalesce((SELECT min(n.first_position) FROM lc_run AS n
                WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999)
            FROM lc_run AS r WHERE r.changes > 0
            UNION ALL
            SELECT i.section_id, 1, i.position, 0, 0 FROM lc_measured AS m JOIN item AS i ON i.id = m.item_id
            WHERE m.measure IS ?1
            """,
            measure
        ) { row in
            var changes = sections[row.int64(0)] ?? OfSection()
            if row.int(1) == 3 { changes.isOfSection = true }
            let place = row.double(2)
            changes.places.append(
                row.int(1) == 1 && !row.isNull(2) ? place...place : row.double(3)...max(row.double(3), row.double(4)))
            sections[row.int64(0)] = changes
        }
    }

    subscript(section: Int64) -> OfSection { sections[section] ?? OfSection() }
}
