internal import LayoutEngine
internal import LayoutSQLite

/// A row of `section` as a solver needs it.
struct SectionRecord {
    var id: Int64
    var position: Double
    var measure: SectionMeasure

    static let columnNames = [
        "id", "position", "header_width", "header_height", "footer_width", "footer_height", "inset_top",
        "inset_leading", "inset_bottom", "inset_trailing", "definition",
    ]

    /// SQL for what a record is read from, where the section is `s`. If it is measured, the lengths of headers and
    /// footers come first from the measure that ``measured`` joins.
    static func columns(isMeasured: Bool) -> String {
        columnNames.map { name in
            let isLength = name.hasPrefix("header") || name.hasPrefix("footer")
            return isMeasured && isLength ? "coalesce(m.\(name), s.\(name))" : "s." + name
        }.joined(separator: ", ") + """
            , EXISTS (SELECT 1 FROM item AS i
                WHERE i.section_id = s.id AND (i.span IS NOT NULL OR i.row_span IS NOT NULL))
              OR (SELECT d.follows FROM dataset AS d WHERE d.id = s.dataset_id) IS NOT NULL
                AND EXISTS (SELECT 1 FROM item AS o INDEXED BY item_span
                  WHERE o.span IS NOT NULL OR o.row_span IS NOT NULL)
            """
    }

    /// SQL that joins a section's lengths in the measure `?1`, none where that is NULL.
    static let measured = "LEFT JOIN section_measurement AS m ON m.section_id = s.id AND m.measure = ?1"

    /// Without a measure there is nothing to join, which counts with many sections.
    private static let own = "SELECT \(columns(isMeasured: false)) FROM section AS s"
    private static let joined = "SELECT \(columns(isMeasured: true)) FROM section AS s \(measured)"

    /// - Parameter first: The first of its columns in the row.
    init(_ row: Statement, from first: Int = 0, index: Int) {
        func number(_ column: Int) -> Double? { row.isNull(first + column) ? nil : row.double(first + column) }
        id = row.int64(first)
        position = row.double(first + 1)
        measure = SectionMeasure(
            index: index, headerWidth: number(2), headerHeight: number(3), footerWidth: number(4),
            footerHeight: number(5), insetTop: number(6), insetLeading: number(7), insetBottom: number(8),
            insetTrailing: number(9))
        measure.definition = row.string(first + 10)
        measure.hasSpans = row.bool(first + 11)
    }

    /// The section with an id, or nil if it is gone or belongs to another data set.
    ///
    /// - Parameter measure: Whose lengths of headers and footers are read; one that was not measured for it is the
    ///   section's own.
    static func find(
        _ id: Int64, datasetID: Int64, index: Int, measure: String?, in connection: Connection
    ) throws -> SectionRecord? {
        try connection.firstRow(
            "\(measure == nil ? own : joined) WHERE s.id = ?2 AND s.dataset_id = ?3", measure, id, datasetID
        ) { SectionRecord($0, index: index) }
    }

    /// The overrides of a data set's sections, each text once.
    static func definitions(ofDataset id: Int64, in connection: Connection) throws -> [String] {
        try connection.names(
            """
            SELECT DISTINCT definition FROM section
            WHERE dataset_id = ?1 AND definition IS NOT NULL ORDER BY definition
            """, id)
    }

    /// The first sections of a data set beyond a position, in order.
    static func next(
        after position: Double, datasetID: Int64, index: Int, measure: String?, limit: Int, in connection: Connection
    ) throws -> [SectionRecord] {
        var sections: [SectionRecord] = []
        try connection.forEachRow(
            "\(measure == nil ? own : joined) WHERE s.dataset_id = ?2 AND s.position > ?3 ORDER BY s.position LIMIT ?4",
            measure, datasetID, position, limit
        ) { sections.append(SectionRecord($0, index: index + sections.count)) }
        return sections
    }
}
