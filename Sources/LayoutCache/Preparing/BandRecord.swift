internal import LayoutEngine
internal import LayoutSQLite

/// A row of `lc_band`: what is kept of a solved band beside its elements.
struct BandRecord {
    var id: Int64
    var slot: Int
    var sectionID: Int64
    /// `-infinity` in a section's first band; nil where the section is not ordered by position.
    var firstPosition: Double?
    var sums: BandSums
    var firstRow: Int64
    var rowLimit: Int64
    var state: [Double]

    var isSectionStart: Bool { firstPosition == -.infinity }

    static let columns = """
        id, slot, section_id, first_position, first_row, row_limit, state,
        length, cell_count, element_count, cross_length, overhang_before, overhang_after
        """

    init(_ row: Statement) {
        id = row.int64(0)
        slot = row.int(1)
        sectionID = row.int64(2)
        firstPosition = row.isNull(3) ? nil : row.double(3)
        firstRow = row.int64(4)
        rowLimit = row.int64(5)
        state = SolverState.decode(row.string(6))
        sums = BandSums(
            length: row.double(7), cells: row.int(8), elements: row.int(9),
            sections: firstPosition == -.infinity && sectionID != 0 ? 1 : 0,
            crossLength: row.double(10), overhangBefore: row.double(11), overhangAfter: row.double(12)
        )
    }

    static func find(_ id: Int64, in connection: Connection) throws -> BandRecord? {
        try all(connection, where: "id = ?1", id).first
    }

    /// The bands for which a condition holds.
    static func all<each Argument: Bindable>(
        _ connection: Connection, where condition: String, _ arguments: repeat each Argument
    ) throws -> [BandRecord] {
        try read(connection, "lc_band WHERE \(condition)", repeat each arguments)
    }

    /// The bands of a section in a preparation for which a condition holds; its parameters count from 3.
    ///
    /// The index is named because without statistics SQLite takes going through a whole preparation for
    /// as good.
    static func all<each Argument: Bindable>(
        _ connection: Connection, ofSection sectionID: Int64, in preparationID: Int64, _ condition: String,
        _ arguments: repeat each Argument
    ) throws -> [BandRecord] {
        try read(
            connection, "lc_band INDEXED BY lc_band_section WHERE section_id = ?1 AND preparation_id = ?2 \(condition)",
            sectionID, preparationID, repeat each arguments
        )
    }

    /// The first band of a section.
    static func first(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws -> BandRecord? {
        try all(connection, ofSection: sectionID, in: preparationID, "AND first_position = -9e999").first
    }

    private static func read<each Argument: Bindable>(
        _ connection: Connection, _ source: String, _ arguments: repeat each Argument
    ) throws -> [BandRecord] {
        var bands: [BandRecord] = []
        try connection.forEachRow("SELECT \(columns) FROM \(source)", repeat each arguments) { row in
            bands.append(BandRecord(row))
        }
        return bands
    }
}

/// The text of a solver's state, a JSON array of numbers, or NULL for none.
enum SolverState {
    static func encode(_ state: [Double]) -> String? {
        state.isEmpty ? nil : "[" + state.map { "\($0)" }.joined(separator: ",") + "]"
    }

    static func decode(_ text: String?) -> [Double] {
        guard let text else { return [] }
        return text.dropFirst().dropLast().split(separator: ",").compactMap { Double($0) }
    }
}

/// The text of a band's uniformity: its items' common size, empty if sizes differ, NULL if it does
/// not matter.
enum UniformityText {
    static func encode(_ uniformity: BandBuffer.Uniformity) -> String? {
        switch uniformity {
        case .unknown: nil
        case .mixed: ""
        case .uniform(let width, let height): "\(width)x\(height)"
        }
    }

    static func decode(_ text: String?) -> BandBuffer.Uniformity {
        guard let text else { return .unknown }
        let parts = text.split(separator: "x").compactMap { Double($0) }
        return parts.count == 2 ? .uniform(width: parts[0], height: parts[1]) : .mixed
    }
}
