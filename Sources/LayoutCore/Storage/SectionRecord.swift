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

    /// SQL for what a record is read from, where the section is `s`.
    ///
    /// - Parameter isMeasured: Whether the lengths of headers and footers come from a measure first: with
    ///   ``measured`` in the statement.
    static func columns(isMeasured: Bool) -> String {
        columnNames.map { name in
            isMeasured && measuredNames.contains(name) ? "coalesce(m.\(name), s.\(name))" : "s." + name
        }.joined(separator: ", ") + """
            , EXISTS (SELECT 1 FROM item AS i
                WHERE i.section_id = s.id AND (i.span IS NOT NULL OR i.row_span IS NOT NULL))
              OR (SELECT d.follows FROM dataset AS d WHERE d.id = s.dataset_id) IS NOT NULL
                AND EXISTS (SELECT 1 FROM item AS o INDEXED BY item_span
                  WHERE o.span IS NOT NULL OR o.row_span IS NOT NULL)
            """
    }

    private static let measuredNames: Set = ["header_width", "header_height", "footer_width", "footer_height"]

    /// SQL that joins a section's lengths in the measure `?1`.
    static func measured(_ isMeasured: Bool) -> String {
        isMeasured ? "LEFT JOIN section_measurement AS m ON m.section_id = s.id AND m.measure = ?1" : ""
    }

    private static func selection(_ isMeasured: Bool) -> String {
        "SELECT \(columns(isMeasured: isMeasured)) FROM section AS s \(measured(isMeasured))"
    }

    private static let (ownSelection, measuredSelection) = (selection(false), selection(true))

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
            "\(measure == nil ? ownSelection : measuredSelection) WHERE s.id = ?2 AND s.dataset_id = ?3",
            measure, id, datasetID
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
            """
            \(measure == nil ? ownSelection : measuredSelection)
            WHERE s.dataset_id = ?2 AND s.position > ?3 ORDER BY s.position LIMIT ?4
            """,
            measure, datasetID, position, limit
        ) { row in
            sections.append(SectionRecord(row, index: index + sections.count))
        }
        return sections
    }
}

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

    static func remove(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws {
        try connection.run(
            "DELETE FROM lc_section_element WHERE preparation_id = ?1 AND is_of_content = 0 AND section_id = ?2",
            preparationID, sectionID)
    }

    /// Puts the rows of a collapsed section aside, under the negative of its id. Its header has other rows.
    static func stash(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws {
        for table in foldedTables {
            try connection.run(
                "UPDATE \(table) SET section_id = -?2 WHERE preparation_id = ?1 AND section_id = ?2", preparationID,
                sectionID)
        }
    }

    /// Puts the rows of a section that is expanded in the place of its header's.
    static func restore(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws {
        for table in foldedTables {
            try connection.run(
                "DELETE FROM \(table) WHERE preparation_id = ?1 AND section_id = ?2", preparationID, sectionID)
            try connection.run(
                "UPDATE \(table) SET section_id = ?2 WHERE preparation_id = ?1 AND section_id = -?2", preparationID,
                sectionID)
        }
    }

    private static let foldedTables = ["lc_section_element", "lc_frozen_lines"]

    /// A band's data about its section's own elements, as rows.
    ///
    /// - Parameter zBase: The z index that all of the section's elements count from.
    static func rows(
        of elements: some Sequence<BandBuffer.SectionElement>, zBase: Int, kinds: ElementKindRows
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
}

/// Which section elements a preparation has at all.
struct SectionElementPresence: Sendable {
    var ofSections: Bool
    var ofContent: Bool
    var isPinning: Bool
    /// Whether there are lines of sheets that stay visible or go round.
    var hasFrozenLines: Bool

    init(of preparationID: Int64, in connection: Connection) throws {
        func exists(_ table: String, _ condition: String = "") throws -> Bool {
            try connection.has("SELECT 1 FROM \(table) WHERE preparation_id = ?1 \(condition) LIMIT 1", preparationID)
        }
        ofSections = try exists("lc_section_element", "AND is_of_content = 0")
        ofContent = try exists("lc_section_element", "AND is_of_content = 1")
        isPinning = try (ofSections || ofContent) && exists("lc_section_element", "AND pins")
        hasFrozenLines = try exists("lc_frozen_lines")
    }
}

/// The kinds of supplementaries and decorations of a preparation: rows of `lc_element_kind`.
struct ElementKindRows: Sendable {
    private var ids: [Int64]
    private let kinds: [Int64: BandBuffer.ElementKind]

    /// Reads the kinds of a preparation, in the order of its plan.
    init(_ preparationID: Int64, in connection: Connection) throws {
        var ids: [Int64] = []
        var kinds: [Int64: BandBuffer.ElementKind] = [:]
        try connection.forEachRow(
            "SELECT id, category, name, moves_with_cells FROM lc_element_kind WHERE preparation_id = ?1 ORDER BY id",
            preparationID
        ) { row in
            ids.append(row.int64(0))
            kinds[row.int64(0)] = BandBuffer.ElementKind(
                category: BandBuffer.ElementKind.Category(rawValue: row.stringOrEmpty(1)) ?? .supplementary,
                name: row.stringOrEmpty(2), movesWithCells: row.bool(3))
        }
        self.ids = ids
        self.kinds = kinds
    }

    /// Reads the kinds of a preparation, and makes the ones that sections added to its plan since.
    ///
    /// - Parameter makesMissing: Whether to write missing kinds.
    init(_ preparationID: Int64, plan: [BandBuffer.ElementKind], makesMissing: Bool, in connection: Connection) throws {
        try self.init(preparationID, in: connection)
        guard inOrder != plan else { return }
        let missing = plan.filter { !inOrder.contains($0) }
        if makesMissing, !missing.isEmpty {
            try Self.insert(missing, preparationID: preparationID, in: connection)
            try self.init(preparationID, in: connection)
        }
        let rows = Dictionary(kinds.map { ($1, $0) }, uniquingKeysWith: min)
        ids = plan.map { rows[$0] ?? 0 }
    }

    var inOrder: [BandBuffer.ElementKind] { ids.compactMap { kinds[$0] } }

    func id(ofKind index: Int) throws -> Int64 {
        guard ids.indices.contains(index) else {
            throw LayoutError.corrupt("lc_element_kind lacks the kind \(index) of a layout")
        }
        return ids[index]
    }

    func kind(_ id: Int64) throws -> BandBuffer.ElementKind {
        guard let kind = kinds[id] else { throw LayoutError.corrupt("lc_element_kind has no row \(id)") }
        return kind
    }

    func find(_ category: BandBuffer.ElementKind.Category, named name: String) -> Int64? {
        ids.first { id in kinds[id].map { $0.category == category && $0.name == name } ?? false }
    }

    static func insert(_ kinds: [BandBuffer.ElementKind], preparationID: Int64, in connection: Connection) throws {
        for kind in kinds {
            try connection.run(
                """
                INSERT INTO lc_element_kind (preparation_id, category, name, moves_with_cells)
                VALUES (?1, ?2, ?3, ?4)
                """,
                preparationID, kind.category.rawValue, kind.name, kind.movesWithCells
            )
        }
    }
}
