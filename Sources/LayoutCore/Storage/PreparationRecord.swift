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
    /// The columns of its traits.
    static let traitColumns: [StoredColumn<PreparationRecord>] = [
        .init("axis", { $0.traits.axis == .horizontal }, { $0.traits.axis = $1 ? .horizontal : .vertical }),
        .init("is_mirrored", \.traits.isMirrored), .init("is_free", \.traits.isFree),
        .init("section_spacing", length: \.traits.sectionSpacing),
        .init("cross_length", \.traits.contentCrossLength), .init("wraps", \.traits.wraps),
        .init("wrap_spacing", length: \.traits.wrapSpacing), .init("wraps_across", \.traits.wrapsAcross),
        .init("cross_wrap_spacing", length: \.traits.crossWrapSpacing), .init("pin_start", length: \.traits.pinStart),
        .init("pin_end", length: \.traits.pinEnd), .init("z_stride", \.traits.zIndexStride),
        .init("hides_empty", \.traits.hidesEmptySections), .init("is_mirrored_across", \.traits.isMirroredAcross),
        .init(
            "sticky", { $0.traits.stickyRule.map { $0 == .stack } },
            { $0.traits.stickyRule = $1.map { $0 ? .stack : .push } }),
        .init("motion_reach", \.traits.motionReach), .init("groups_rows", \.traits.groupsRows),
        .init("stacks_items", \.traits.stacksItems),
    ]

    /// The columns with which one is made. The table has values for the others.
    private static let madeColumns: [StoredColumn<PreparationRecord>] =
        [
            .init("layout_id", \.layoutID), .init("is_shown", \.isShown), .init("dataset_id", \.datasetID),
            .init("definition", \.definition), .init("container_width", \.container.width),
            .init("container_height", \.container.height), .init("measure", \.measure),
        ] + traitColumns

    private static let allColumns: [StoredColumn<PreparationRecord>] =
        madeColumns + [
            .init("id", \.id), .init("slot_count", \.slotCount, in: Statement.DerivedNumber.slotCount),
            .init("is_complete", \.isComplete), .init("is_outlined", \.isOutlined),
            .init("is_restructured", \.isRestructured), .init("is_replaced", \.isReplaced),
            .init("revision", \.revision, in: Statement.DerivedNumber.revision),
            .init("kind = 'spreadsheet'", \.traits.scrollsBothWays),
        ]

    private static let columns = allColumns.map(\.name).joined(separator: ", ")

    /// - Throws: ``LayoutError`` `corrupt` for numbers that no preparation has.
    init(_ row: Statement) throws(LayoutError) {
        self.init()
        try Self.allColumns.read(row, of: "lc_preparation", into: &self)
        for (name, length) in [("cross_length", traits.contentCrossLength), ("motion_reach", traits.motionReach)] {
            guard (length ?? 0).magnitude > 1e150 else { continue }
            throw .corrupt("lc_preparation.\(name) holds the length \(length ?? 0)")
        }
    }

    static func find(_ id: Int64, in connection: Connection) throws -> PreparationRecord? {
        try connection.firstRow(findSQL, id) { row in try PreparationRecord(row) }
    }

    // Put together once, for every query executes it.
    private static let findSQL = "SELECT \(columns) FROM lc_preparation WHERE id = ?1"

    /// The one that readers of a layout see.
    static func shown(ofLayout id: Int64, in connection: Connection) throws -> PreparationRecord? {
        try all("layout_id = ?1 AND is_shown", id, in: connection).first
    }

    /// All of a layout: the one that is shown, and the ones being built.
    static func all(ofLayout id: Int64, in connection: Connection) throws -> [PreparationRecord] {
        try all("layout_id = ?1", id, in: connection)
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

    private static let insertSQL = """
        INSERT INTO lc_preparation (kind, \(madeColumns.map(\.name).joined(separator: ", ")))
        VALUES (\((0...madeColumns.count).map { "?\($0 + 1)" }.joined(separator: ", ")))
        """

    /// Stores a new one, of a kind of definition; returns it with the values of the table.
    func inserted(ofKind kind: String, in connection: Connection) throws -> PreparationRecord {
        let row = try connection.cached(Self.insertSQL)
        row.bind(kind, at: 1)
        Self.madeColumns.bind(self, to: row, at: 2)
        try row.run()
        let id = connection.lastInsertRowID
        guard let preparation = try Self.find(id, in: connection) else {
            throw LayoutError.corrupt("lc_preparation lost row \(id)")
        }
        return preparation
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
    static func find(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws -> Self? {
        try connection.firstRow(
            "SELECT \(columns) FROM lc_frozen_lines WHERE preparation_id = ?1 AND section_id = ?2", preparationID,
            sectionID, read: read)
    }

    /// The row of a preparation that has one section; nil if all of its lines scroll.
    static func first(in preparationID: Int64, _ connection: Connection) throws -> Self? {
        try connection.firstRow(
            "SELECT \(columns) FROM lc_frozen_lines WHERE preparation_id = ?1 LIMIT 1", preparationID, read: read)
    }

    /// The greatest extent of frozen rows at the top of a sheet.
    static func greatestTopLength(in preparationID: Int64, _ connection: Connection) throws -> Double {
        try connection.first(
            "SELECT max(top_end - top_start) FROM lc_frozen_lines WHERE preparation_id = ?1", preparationID,
            as: Double?.self
        ).flatMap { $0 } ?? 0
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
        private var ids: [Int64]
        private let kinds: [Int64: BandBuffer.ElementKind]
        /// Those of the plan for which there are no rows yet.
        private(set) var missing: [BandBuffer.ElementKind] = []

        /// Reads the kinds of a preparation, in the order of its plan.
        init(_ preparationID: Int64, in connection: Connection) throws {
            var ids: [Int64] = []
            var kinds: [Int64: BandBuffer.ElementKind] = [:]
            try connection.forEachRow(
                """
                SELECT id, category, name, moves_with_cells FROM lc_element_kind
                WHERE preparation_id = ?1 ORDER BY id
                """,
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

        /// Reads the kinds of a preparation, in the order of a plan to which sections may have added some.
        init(_ preparationID: Int64, plan: [BandBuffer.ElementKind], in connection: Connection) throws {
            try self.init(preparationID, in: connection)
            guard inOrder != plan else { return }
            missing = plan.filter { !inOrder.contains($0) }
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
}

extension ContentFacts {
    /// - Parameter totals: Of all bands of a preparation.
    init(_ traits: LayoutTraits, _ totals: BandSums, in preparationID: Int64, _ connection: Connection) throws {
        let (isOfOneSection, known) = (totals.sections == 1, traits.contentCrossLength)
        self.init(
            traits: traits, length: try Self.length(traits, totals, Bands(connection, preparationID)),
            // A section may make its sheet wider than the definition does.
            crossLength: max(known ?? totals.crossLength, traits.scrollsBothWays ? totals.crossLength : 0),
            overhang: Margins(before: totals.overhangBefore, after: totals.overhangAfter),
            isOfOneSection: isOfOneSection,
            sheet: traits.wraps && isOfOneSection ? try FrozenLines.first(in: preparationID, connection) : nil)
    }

    /// Without the spacing after the last section.
    private static func length(_ traits: LayoutTraits, _ totals: BandSums, _ bands: Bands) throws -> Double {
        if traits.isFree { return totals.overhangAfter }
        // If all sections are empty and take no room, there is no spacing after the last one.
        let hasRoom = try totals.sectionsTakeRoom(traits, bands)
        return hasRoom ? max(0, totals.length - traits.sectionSpacing) : totals.length
    }
}
