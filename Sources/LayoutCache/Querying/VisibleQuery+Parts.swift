internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// A band that a rectangle can see.
    struct BandInView {
        var id: Int64 = 0
        var sectionID: Int64 = 0
        var beginsSection = false
        var firstRow: Int64 = 0
        var rowLimit: Int64 = 0
        var firstItemID: Int64 = 0
        var sideways = 0
        var isStale = false
        var origin = 0.0
        /// The section's index, nil for what belongs to the whole content.
        var section: Int?
        /// The index in its section of the band's first cell.
        var firstIndex = 0
        /// The lap and its distance, in layouts that wrap.
        var lap = 0
        var shift = 0.0
        /// The rectangle along the scroll axis, in this lap.
        var low: Double
        var high: Double

        init(lap: Int, shift: Double, low: Double, high: Double) {
            self.lap = lap
            self.shift = shift
            self.low = low
            self.high = high
        }

        /// Reads ``columns``.
        init(_ row: Statement, lap: Int, shift: Double, low: Double, high: Double) {
            self.init(lap: lap, shift: shift, low: low, high: high)
            sectionID = row.int64(2)
            beginsSection = Self.beginsSection(row)
            id = row.int64(4)
            firstRow = row.int64(5)
            rowLimit = row.int64(6)
            firstItemID = row.int64(7)
            sideways = row.int(8)
        }

        /// Whether a row of ``columns`` is a section's first band.
        static func beginsSection(_ row: Statement) -> Bool {
            row.double(3) == -.infinity && row.int64(2) != 0
        }

        static let columns = "length, cell_count, section_id, first_position, id, first_row, row_limit, first_item_id, sideways"

        init(_ record: BandRecord, low: Double, high: Double) {
            self.init(lap: 0, shift: 0, low: low, high: high)
            id = record.id
            sectionID = record.sectionID
            firstRow = record.firstRow
            rowLimit = record.rowLimit
        }
    }

    /// A section that a rectangle can see.
    struct SectionInView {
        var id: Int64
        var index: Int?
        var start: Double
        /// How many cells come before it.
        var firstCell: Int
    }
}

/// The kinds of elements of a preparation, looked up once per query.
final class ElementKinds {
    struct Entry {
        var kind: LayoutElement.Kind
        var name: String
        var movesWithCells: Bool
    }

    private let layout: LayoutSnapshot
    private var entries: [Int64: Entry]?

    init(_ layout: LayoutSnapshot) {
        self.layout = layout
    }

    subscript(id: Int64) -> Entry {
        get throws {
            if entries == nil {
                var found: [Int64: Entry] = [:]
                try layout.connection.forEachRow(
                    "SELECT id, category, name, moves_with_cells FROM lc_element_kind WHERE preparation_id = ?1",
                    layout.preparationID
                ) { row in
                    found[row.int64(0)] = Entry(
                        kind: row.stringOrEmpty(1) == "decoration" ? .decoration : .supplementary,
                        name: row.stringOrEmpty(2), movesWithCells: row.bool(3)
                    )
                }
                entries = found
            }
            guard let entry = entries?[id] else { throw LayoutStoreError.corrupt("lc_element_kind has no row \(id)") }
            return entry
        }
    }
}
