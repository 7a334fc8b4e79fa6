internal import LayoutSQLite

/// The state of a layout: its row of `lc_freshness`, and whether any of its bands or ranges is stale.
struct Freshness: Sendable {
    /// The preparation that readers see; nil before the first preparation.
    var preparationID: Int64?
    /// Whether what is shown was laid out from another definition, container, data set or measure, or from
    /// items that were replaced as a whole.
    var isSuperseded: Bool
    /// Whether sections came, went or changed places since.
    var isRestructured: Bool
    /// Whether every band was laid out once.
    var isComplete: Bool
    var hasStaleBands: Bool
    /// Whether there are changes that the bands are not marked with yet.
    var hasChanges: Bool

    /// Whether preparing would change anything.
    var isStale: Bool { preparationID == nil || isOutdated || !isComplete || hasStaleBands || hasChanges }

    /// Whether nothing in it can be relied on.
    var isOutdated: Bool { isSuperseded || isRestructured }
}

extension Freshness {
    /// - Throws: ``LayoutError`` `notFound`.
    init(_ name: String, in connection: Connection) throws {
        let found = try connection.firstRow(
            """
            SELECT preparation_id, is_superseded, is_restructured, is_complete,
              EXISTS (SELECT 1 FROM lc_band AS b INDEXED BY lc_band_stale
                WHERE b.preparation_id = f.preparation_id AND b.is_stale),
              EXISTS (SELECT 1 FROM lc_section_mark AS r
                WHERE r.owner = +f.preparation_id AND r.kind \(StoredFolds.kinds))
                OR EXISTS (SELECT 1 FROM lc_stale_range AS t WHERE t.preparation_id = f.preparation_id)
            FROM lc_freshness AS f WHERE layout = ?1
            """, name
        ) { row in
            Freshness(
                preparationID: row.isNull(0) ? nil : row.int64(0), isSuperseded: row.bool(1),
                isRestructured: row.bool(2), isComplete: row.bool(3), hasStaleBands: row.bool(4),
                hasChanges: row.bool(5))
        }
        guard let found else { throw LayoutError.missing("layout", name, known: try connection.layoutNames()) }
        self = found
    }

    /// Whether a band is stale: by its own mark, by a change that it is not marked with, or with its layout.
    func isStale(_ band: BandRecord, in connection: Connection) throws -> Bool {
        guard !isOutdated, !band.isStale else { return true }
        guard hasChanges, band.sectionID != nil else { return false }
        return try connection.first(
            "SELECT is_stale FROM lc_band_freshness WHERE band_id = ?1", band.id, as: Bool.self
        ) ?? false
    }

    /// The positions that triggers marked and that the bands of a preparation are not marked for yet: the rows of
    /// `lc_stale_range`. ``ChangeDistribution`` moves these marks to the bands. O(n log n) in the number of marks.
    ///
    /// - Returns: The ranges of each section, in ascending order; none touches the next.
    static func staleRanges(
        ofPreparation id: Int64, in connection: Connection
    ) throws -> [Int64: [ClosedRange<Double>]] {
        var sections: [Int64: [ClosedRange<Double>]] = [:]
        try connection.forEachRow(
            """
            SELECT section_id, first_position, last_position FROM lc_stale_range WHERE preparation_id = ?1
            ORDER BY section_id, first_position
            """,
            id
        ) { row in
            let (first, last) = (row.double(1), row.double(2))
            var ranges = sections.removeValue(forKey: row.int64(0)) ?? []
            let former = ranges.last.map { first <= $0.upperBound } == true ? ranges.removeLast() : first...first
            ranges.append(former.lowerBound...max(former.upperBound, last))
            sections[row.int64(0)] = ranges
        }
        return sections
    }
}
