internal import LayoutEngine
internal import LayoutSQLite

/// A row of `lc_section_element`: an element that pins, or spans its section or the whole content.
struct SectionElementRow: Hashable {
    /// Row of `lc_element_kind`.
    var kindID: Int64
    var element: BandBuffer.SectionElement

    /// The rows of a section, or of the whole content if `sectionID` is nil.
    ///
    /// - Parameter axis: The scroll axis, along which a row states its frame.
    static func all(
        ofSection sectionID: Int64?, in preparationID: Int64, along axis: LayoutAxis, _ connection: Connection
    ) throws -> [SectionElementRow] {
        try connection.rows(
            """
            SELECT edge, element, start, cross_start, length, cross_length, z_index, pins, reserve, minimum, pin_shift
            FROM lc_section_element
            WHERE preparation_id = ?1 AND is_of_content = ?2 AND section_id = ?3
            """, preparationID, sectionID == nil, sectionID ?? 0
        ) { row in
            guard let edge = BandBuffer.SectionElement.Edge(rawValue: row.int(0)) else {
                throw LayoutError.corrupt("lc_section_element has an edge \(row.int(0))")
            }
            return SectionElementRow(
                kindID: row.int64(1),
                element: BandBuffer.SectionElement(
                    kind: 0, edge: edge,
                    frame: LayoutRect(
                        axis: axis, along: row.double(2), cross: row.double(3), alongLength: row.double(4),
                        crossLength: row.double(5)),
                    zIndex: row.int(6), pins: row.bool(7), reserve: row.double(8),
                    minimumLength: row.isNull(9) ? nil : row.double(9), pinShift: row.double(10)))
        }
    }

    /// Removes them, and the strips of a sheet that stay visible.
    static func remove(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws {
        for (table, own) in foldedRows {
            try connection.run(
                "DELETE FROM \(table) WHERE preparation_id = ?1 AND section_id = ?2\(own)", preparationID, sectionID)
        }
    }

    /// Moves them, in place of those that are there. Those of a collapsed section, whose header has other ones, are
    /// under the preparation's id × −1.
    static func move(ofSection sectionID: Int64, from id: Int64, to other: Int64, _ connection: Connection) throws {
        try remove(ofSection: sectionID, in: other, connection)
        for (table, own) in foldedRows {
            try connection.run(
                "UPDATE \(table) SET preparation_id = ?3 WHERE preparation_id = ?1 AND section_id = ?2\(own)", id,
                sectionID, other)
        }
    }

    private static let foldedRows = [("lc_section_element", " AND is_of_content = 0"), ("lc_frozen_lines", "")]

    /// A band's data about its section's own elements, as rows.
    ///
    /// - Parameter zBase: The z index that all of the section's elements count from.
    static func rows(
        of elements: some Sequence<BandBuffer.SectionElement>, zBase: Int, kinds: PreparationRecord.ElementKinds
    ) throws -> [SectionElementRow] {
        try elements.map { element in
            var element = element
            let kindID = try kinds.id(ofKind: element.kind)
            element.kind = 0
            element.zIndex -= zBase
            return SectionElementRow(kindID: kindID, element: element)
        }
    }

    /// Writes rows in place of the ones from the section's bands. Elements that count from the section's beginning come
    /// with its first band, elements that count from its end with its last.
    ///
    /// - Returns: How many of the rows are new.
    static func replace(
        _ rows: [SectionElementRow], ofSection sectionID: Int64?, in preparationID: Int64, along axis: LayoutAxis,
        isStart: Bool, isEnd: Bool, _ connection: Connection
    ) throws -> Int {
        let stored = try all(ofSection: sectionID, in: preparationID, along: axis, connection)
            .filter { $0.element.edge == .end ? isEnd : isStart }
        // As they are stored: by edge, then in their order.
        if stored == rows.sorted(by: { $0.element.edge.rawValue < $1.element.edge.rawValue }) { return 0 }
        try connection.run(
            """
            DELETE FROM lc_section_element WHERE preparation_id = ?1 AND is_of_content = ?2 AND section_id = ?3
              AND (?4 AND edge <> 1 OR ?5 AND edge = 1)
            """,
            preparationID, sectionID == nil, sectionID ?? 0, isStart, isEnd
        )
        for (ordinal, row) in rows.enumerated() {
            let element = row.element
            let frame = element.frame
            try connection.run(
                """
                INSERT INTO lc_section_element (preparation_id, is_of_content, section_id, edge, ordinal, element,
                  start, cross_start, length, cross_length, z_index, pins, reserve, minimum, pin_shift)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
                """,
                preparationID, sectionID == nil, sectionID ?? 0, element.edge.rawValue, ordinal, row.kindID,
                frame.min(axis), frame.min(axis.cross), frame.length(axis), frame.length(axis.cross),
                element.zIndex, element.pins, element.reserve, element.minimumLength, element.pinShift
            )
        }
        return rows.count { !stored.contains($0) }
    }

    /// Whether a preparation has any of sections.
    static func areInSections(of preparationID: Int64, _ connection: Connection) throws -> Bool {
        try connection.has(
            "SELECT 1 FROM lc_section_element WHERE preparation_id = ?1 AND is_of_content = 0 LIMIT 1", preparationID)
    }

    /// Which section elements a preparation has at all.
    struct Presence: Sendable {
        var ofSections: Bool
        var ofContent: Bool
        var isPinning: Bool
        /// Whether there are lines of sheets that stay visible or go round.
        var hasFrozenLines: Bool

        init(of preparationID: Int64, in connection: Connection) throws {
            func exists(_ table: String, _ condition: String = "") throws -> Bool {
                try connection.has(
                    "SELECT 1 FROM \(table) WHERE preparation_id = ?1 \(condition) LIMIT 1", preparationID)
            }
            ofSections = try areInSections(of: preparationID, connection)
            ofContent = try exists("lc_section_element", "AND is_of_content = 1")
            isPinning = try (ofSections || ofContent) && exists("lc_section_element", "AND pins")
            hasFrozenLines = try exists("lc_frozen_lines")
        }
    }
}
