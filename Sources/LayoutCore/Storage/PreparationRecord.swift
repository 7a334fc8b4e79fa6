package import LayoutEngine
internal import LayoutMigrations
internal import LayoutSQLite
internal import LayoutSchema

/// A row of `lc_preparation`: one laying out of one layout.
struct PreparationRecord: Sendable {
    var id: Int64 = 0
    /// nil once superseded: its rows are being removed.
    var layoutID: Int64?
    /// Whether it is the one that readers of its layout see.
    var isShown = false
    var datasetID: Int64 = 0
    var definition = ""
    var container = LayoutSize.zero
    var measure: String?
    var traits = LayoutTraits(axis: .vertical, contentCrossLength: nil)
    var slotCount = 0
    var isComplete = false
    var isOutlined = false
    var isRestructured = false
    var isReplaced = false
    var revision = 0
}

extension PreparationRecord {
    static let columns = """
        id, layout_id, is_shown, dataset_id, definition, container_width, container_height, measure, slot_count,
        is_complete, is_outlined, is_restructured, is_replaced, revision, kind = 'spreadsheet', \(LayoutTraits.columns)
        """

    /// - Throws: ``LayoutError`` `corrupt` for numbers that no preparation has.
    init(_ row: Statement) throws(LayoutError) {
        self.init()
        id = row.int64(0)
        layoutID = row.isNull(1) ? nil : row.int64(1)
        isShown = row.bool(2)
        datasetID = row.int64(3)
        definition = row.stringOrEmpty(4)
        container = LayoutSize(width: row.double(5), height: row.double(6))
        measure = row.string(7)
        slotCount = try row.int(8, in: Statement.DerivedNumber.slotCount, "lc_preparation.slot_count")
        isComplete = row.bool(9)
        isOutlined = row.bool(10)
        isRestructured = row.bool(11)
        isReplaced = row.bool(12)
        revision = try row.int(13, in: Statement.DerivedNumber.revision, "lc_preparation.revision")
        traits = try LayoutTraits(row, from: 15)
        traits.scrollsBothWays = row.bool(14)
    }

    static func find(_ id: Int64, in connection: Connection) throws -> PreparationRecord? {
        try connection.firstRow(findSQL, id) { row in try PreparationRecord(row) }
    }

    // Put together once, for every query executes it.
    private static let findSQL = "SELECT \(columns) FROM lc_preparation WHERE id = ?1"

    /// All of a layout: the one that is shown, and the ones being built.
    static func all(ofLayout id: Int64, in connection: Connection) throws -> [PreparationRecord] {
        try all("layout_id = ?1", id, in: connection)
    }

    /// One that holds a data set's sections in the order in which they are now.
    static func holdingSections(ofDataset id: Int64, in connection: Connection) throws -> PreparationRecord? {
        let condition = "layout_id IS NOT NULL AND is_outlined AND NOT is_restructured AND NOT is_replaced"
        return try all("dataset_id = ?1 AND \(condition) LIMIT 1", id, in: connection).first
    }

    /// All preparations in use or being built.
    static func all(in connection: Connection) throws -> [PreparationRecord] {
        try all("layout_id IS NOT NULL AND id > ?1", Int64.min, in: connection)
    }

    private static func all(
        _ condition: String, _ argument: Int64, in connection: Connection
    ) throws -> [PreparationRecord] {
        try connection.rows("SELECT \(columns) FROM lc_preparation WHERE \(condition)", argument) { row in
            try PreparationRecord(row)
        }
    }

    /// Stores a new one, of a kind of definition, with its kinds of elements; returns it with the values of the table.
    func inserted(
        ofKind kind: String, _ kinds: [BandBuffer.ElementKind], in connection: Connection
    ) throws -> PreparationRecord {
        let own: [any Bindable] = [
            layoutID, isShown, datasetID, definition, container.width, container.height, measure, kind,
        ]
        let values = own + traits.columnValues.map(\.value)
        let row = try connection.cached(
            """
            INSERT INTO lc_preparation (layout_id, is_shown, dataset_id, definition, container_width, container_height,
              measure, kind, \(LayoutTraits.columns))
            VALUES (\(values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
            """)
        for (index, value) in values.enumerated() { value.bind(to: row, at: index + 1) }
        try row.run()
        let id = connection.lastInsertRowID
        try ElementKinds.insert(kinds, preparationID: id, in: connection)
        guard let preparation = try Self.find(id, in: connection) else {
            throw LayoutError.corrupt("lc_preparation lost row \(id)")
        }
        return preparation
    }
}

extension LayoutTraits {
    /// The columns of `lc_preparation` for them.
    static let columns = LayoutTraits(axis: .vertical, contentCrossLength: nil).columnValues.map(\.column)
        .joined(separator: ", ")

    /// The value of each column, in the order in which they are read. SQLite stores whole numbers without a fraction.
    var columnValues: [(column: String, value: Double?)] {
        func flag(_ isSet: Bool) -> Double { isSet ? 1 : 0 }
        return [
            ("axis", flag(axis == .horizontal)), ("is_mirrored", flag(isMirrored)), ("is_free", flag(isFree)),
            ("section_spacing", sectionSpacing), ("cross_length", contentCrossLength), ("wraps", flag(wraps)),
            ("wrap_spacing", wrapSpacing), ("wraps_across", flag(wrapsAcross)),
            ("cross_wrap_spacing", crossWrapSpacing), ("pin_start", pinStart), ("pin_end", pinEnd),
            ("z_stride", Double(zIndexStride)), ("hides_empty", flag(hidesEmptySections)),
            ("is_mirrored_across", flag(isMirroredAcross)), ("sticky", stickyRule.map { flag($0 == .stack) }),
            ("motion_reach", motionReach), ("groups_rows", flag(groupsRows)), ("stacks_items", flag(stacksItems)),
        ]
    }

    init(_ row: Statement, from first: Int) throws(LayoutError) {
        self.init(
            axis: row.int(first) == 0 ? .vertical : .horizontal, isMirrored: row.bool(first + 1),
            isFree: row.bool(first + 2), sectionSpacing: try row.length(first + 3, "lc_preparation.section_spacing"),
            contentCrossLength: row.isNull(first + 4) ? nil : try row.length(first + 4, "lc_preparation.cross_length"),
            wraps: row.bool(first + 5), wrapSpacing: try row.length(first + 6, "lc_preparation.wrap_spacing"),
            pinStart: try row.length(first + 9, "lc_preparation.pin_start"),
            pinEnd: try row.length(first + 10, "lc_preparation.pin_end"), zIndexStride: row.int(first + 11))
        wrapsAcross = row.bool(first + 7)
        crossWrapSpacing = try row.length(first + 8, "lc_preparation.cross_wrap_spacing")
        hidesEmptySections = row.bool(first + 12)
        isMirroredAcross = row.bool(first + 13)
        stickyRule = row.isNull(first + 14) ? nil : row.int(first + 14) == 0 ? .push : .stack
        motionReach = row.isNull(first + 15) ? nil : try row.length(first + 15, "lc_preparation.motion_reach")
        groupsRows = row.bool(first + 16)
        stacksItems = row.bool(first + 17)
    }
}

extension LayoutRecord {
    /// The size of the view that it is laid out for.
    package var container: LayoutSize {
        get { LayoutSize(width: containerWidth, height: containerHeight) }
        set { (containerWidth, containerHeight) = (newValue.width, newValue.height) }
    }

    /// The values from which a preparation was made.
    func shown(by preparation: PreparationRecord) -> LayoutRecord {
        var shown = self
        (shown.datasetID, shown.definition) = (preparation.datasetID, preparation.definition)
        (shown.container, shown.measure) = (preparation.container, preparation.measure)
        return shown
    }

    /// Whether a preparation was made from this row's present values.
    func isLaidOut(by preparation: PreparationRecord) -> Bool {
        preparation.container == container && isLaidOutInAnyContainer(by: preparation)
    }

    /// Whether a preparation was made from this row's present values, except the container.
    func isLaidOutInAnyContainer(by preparation: PreparationRecord) -> Bool {
        preparation.datasetID == datasetID && preparation.measure == measure && !preparation.isReplaced
            && preparation.definition.utf8.elementsEqual(definition.utf8)
    }
}

extension FrozenLines {
    private static let columns =
        "top_start, top_end, left_start, left_end, right_start, right_end, bottom_start, bottom_end"

    /// The row of `lc_frozen_lines` of a section; nil if all of its lines scroll.
    ///
    /// - Parameter sectionID: nil for the first section that has one.
    static func find(ofSection sectionID: Int64?, in preparationID: Int64, _ connection: Connection) throws -> Self? {
        let condition = sectionID == nil ? "?2 IS NULL LIMIT 1" : "section_id = ?2"
        return try connection.firstRow(
            "SELECT \(columns) FROM lc_frozen_lines WHERE preparation_id = ?1 AND \(condition)", preparationID,
            sectionID, read: read)
    }

    /// The greatest extent of frozen rows at the top of a sheet.
    static func greatestTopLength(in preparationID: Int64, _ connection: Connection) throws -> Double {
        try connection.first(
            "SELECT coalesce(max(top_end - top_start), 0) FROM lc_frozen_lines WHERE preparation_id = ?1",
            preparationID, as: Double.self) ?? 0
    }

    private static func read(_ row: Statement) throws -> Self {
        func strip(_ first: Int) throws -> AxisRange {
            let (start, end) = (row.double(first), row.double(first + 1))
            guard abs(start) <= 1e151, abs(end) <= 1e151 else {
                throw LayoutError.corrupt("lc_frozen_lines has an invalid strip")
            }
            return AxisRange(start: start, end: end)
        }
        return try FrozenLines(top: strip(0), bottom: strip(6), left: strip(2), right: strip(4))
    }

    /// With the stored lines that a band does not know.
    func completed(by stored: Self?, isStart: Bool, isEnd: Bool) -> Self {
        var lines = self
        if !isStart, let stored { (lines.left, lines.right) = (stored.left, stored.right) }
        if !isEnd {
            lines.bottom = stored?.bottom ?? AxisRange(start: 0, end: 0)
            lines.top = stored?.top ?? lines.top
        }
        return lines
    }

    /// Writes what a band knows of its section: the first band the columns, the last band the rows. Until that has been
    /// laid out, the first one tells how many rows there should be at the top.
    ///
    /// - Parameter lines: nil if all of its lines scroll.
    static func replace(
        _ lines: Self?, ofSection sectionID: Int64, in preparationID: Int64, isStart: Bool, isEnd: Bool,
        _ connection: Connection
    ) throws {
        let stored = try find(ofSection: sectionID, in: preparationID, connection)
        guard let lines = lines?.completed(by: stored, isStart: isStart, isEnd: isEnd) else {
            return try connection.run(
                "DELETE FROM lc_frozen_lines WHERE preparation_id = ?1 AND section_id = ?2", preparationID, sectionID)
        }
        if lines == stored { return }
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_frozen_lines (preparation_id, section_id, \(columns))
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """,
            preparationID, sectionID, lines.top.start, lines.top.end, lines.left.start, lines.left.end,
            lines.right.start, lines.right.end, lines.bottom.start, lines.bottom.end)
    }
}

extension PreparationRecord {
    /// The kinds of supplementaries and decorations of a preparation: rows of `lc_element_kind`.
    struct ElementKinds: Sendable {
        private var rows: [(id: Int64, kind: BandBuffer.ElementKind)]
        /// Those of the plan for which there are no rows yet.
        private(set) var missing: [BandBuffer.ElementKind] = []

        /// Reads the kinds of a preparation, in the order of its plan.
        init(_ preparationID: Int64, in connection: Connection) throws {
            rows = try connection.rows(
                """
                SELECT id, category, name, moves_with_cells FROM lc_element_kind
                WHERE preparation_id = ?1 ORDER BY id
                """,
                preparationID
            ) { row in
                let category = BandBuffer.ElementKind.Category(rawValue: row.stringOrEmpty(1)) ?? .supplementary
                return (
                    row.int64(0),
                    BandBuffer.ElementKind(
                        category: category, name: row.stringOrEmpty(2), movesWithCells: row.bool(3))
                )
            }
        }

        /// Reads the kinds of a preparation, in the order of a plan to which sections may have added some.
        init(_ preparationID: Int64, plan: [BandBuffer.ElementKind], in connection: Connection) throws {
            try self.init(preparationID, in: connection)
            guard inOrder != plan else { return }
            missing = plan.filter { !inOrder.contains($0) }
            rows = plan.map { kind in rows.first { $0.kind == kind } ?? (0, kind) }
        }

        var inOrder: [BandBuffer.ElementKind] { rows.map(\.kind) }

        func id(ofKind index: Int) throws -> Int64 {
            guard rows.indices.contains(index) else {
                throw LayoutError.corrupt("lc_element_kind lacks the kind \(index) of a layout")
            }
            return rows[index].id
        }

        func kind(_ id: Int64) throws -> BandBuffer.ElementKind {
            guard let row = rows.first(where: { $0.id == id }) else {
                throw LayoutError.corrupt("lc_element_kind has no row \(id)")
            }
            return row.kind
        }

        func find(_ category: BandBuffer.ElementKind.Category, named name: String) -> Int64? {
            rows.first { $0.kind.category == category && $0.kind.name == name }?.id
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
}

extension ContentFacts {
    /// - Parameter totals: Of all bands of a preparation.
    init(_ traits: LayoutTraits, _ totals: BandSums, in preparationID: Int64, _ connection: Connection) throws {
        let (isOfOneSection, known) = (totals.sections == 1, traits.contentCrossLength)
        // If all sections are empty and take no room, there is no spacing after the last one.
        let hasRoom = try !traits.isFree && totals.sectionsTakeRoom(traits, Bands(connection, preparationID))
        let length = hasRoom ? max(0, totals.length - traits.sectionSpacing) : totals.length
        self.init(
            traits: traits, length: traits.isFree ? totals.overhangAfter : length,
            // A section may make its sheet wider than the definition does.
            crossLength: max(known ?? totals.crossLength, traits.scrollsBothWays ? totals.crossLength : 0),
            overhang: Margins(before: totals.overhangBefore, after: totals.overhangAfter),
            isOfOneSection: isOfOneSection,
            sheet: traits.wraps && isOfOneSection
                ? try FrozenLines.find(ofSection: nil, in: preparationID, connection) : nil)
    }
}
