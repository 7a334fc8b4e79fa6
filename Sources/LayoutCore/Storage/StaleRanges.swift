internal import LayoutSQLite

/// The positions that triggers marked and that the bands of a preparation are not marked for yet: the rows of
/// `lc_stale_range`. ``ChangeDistribution`` moves these marks to the bands.
struct StaleRanges {
    /// The ranges of one section, in ascending order; none touches the next.
    struct OfSection {
        fileprivate(set) var ranges: [ClosedRange<Double>] = []

        var isEmpty: Bool { ranges.isEmpty }

        var isWhole: Bool { ranges.first == -.infinity ... .infinity }

        /// Whether a position from `first` through `last` is stale.
        func touch(from first: Double, through last: Double) -> Bool {
            ranges.contains { $0.lowerBound <= last && $0.upperBound >= first }
        }
    }

    private(set) var sections: [Int64: OfSection] = [:]

    /// Reads the ranges of a preparation. O(n log n) in the number of marks.
    init(ofPreparation id: Int64, in connection: Connection) throws {
        try connection.forEachRow(
            """
            SELECT section_id, first_position, last_position FROM lc_stale_range WHERE preparation_id = ?1
            ORDER BY section_id, first_position
            """,
            id
        ) { row in
            let (first, last) = (row.double(1), row.double(2))
            var section = sections[row.int64(0)] ?? OfSection()
            if let former = section.ranges.last, first <= former.upperBound {
                section.ranges[section.ranges.count - 1] = former.lowerBound...max(former.upperBound, last)
            } else {
                section.ranges.append(first...max(first, last))
            }
            sections[row.int64(0)] = section
        }
    }

    subscript(section: Int64) -> OfSection { sections[section] ?? OfSection() }
}
