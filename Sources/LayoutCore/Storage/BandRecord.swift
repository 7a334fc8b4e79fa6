internal import LayoutText
internal import LayoutEngine
internal import LayoutSQLite

/// A row of `lc_band`: a run of whole lines of one section with its own origin.
///
/// Its solver's state is read separately (``Bands/state(of:)``): only solving on from it needs that.
struct BandRecord {
    var id: Int64
    var slot: Int
    /// nil for what belongs to the content as a whole.
    var sectionID: Int64?
    var beginsSection: Bool
    /// Of a band without a section: whether it closes the content, rather than opening it.
    var endsContent: Bool
    /// It holds the items from here to the next band's; ``Outline/beginning`` in a section's first band, and in all
    /// of a canvas.
    var firstPosition: Double
    var isStale: Bool
    /// Stale only because what comes before it was not known when it was solved.
    var isProvisional: Bool
    /// Never solved: its length is a guess, and it has no elements.
    var isEstimated: Bool
    /// Stale because items came or went since they were counted: ``BandSums/items`` is the former number.
    var isMiscounted: Bool
    var sums: BandSums
    /// How many of its elements are cells: as many as it has items, unless it is stale or some are hidden.
    var cellCount: Int
    /// The index among its cells of that of its first item. While it is stale, other bands may hold the items of its
    /// first cells; below 0, it holds as many items before them.
    var firstCell: Int
    /// The base of its items' ids: see ``BandElement/itemShift``. nil: each element has its item's id itself.
    var firstItemID: Int64?
    /// Whether its cells are of that item and of those with the next ids, in order.
    var idsFollow: Bool
    /// 1 or −1 where its cells move against, or with, its section's offset; else 0.
    var orthogonal: Int
    /// The range of that offset; 0 in other sections.
    var leastOffset: Double
    var greatestOffset: Double
    /// How its cells move by their place in the viewport; nil: they do not.
    var motion: ElementMotion?
    /// The last slot of the bands that it hides, after itself; nil: it hides none.
    var hiddenUntil: Int?
    /// Whether it is the header of a collapsed section, in place of all of its bands.
    var isHeader: Bool

    static let columnNames = ColumnNames(
        "id", "slot", "section_id", "begins_section", "ends_content", "first_position", "is_stale", "is_estimated",
        "first_item_id", "orthogonal", "length", "item_count", "element_count", "cross_length", "overhang_before",
        "overhang_after", "is_provisional", "cell_count", "is_miscounted", "motion", "hidden_until", "is_header",
        "ids_follow", "first_cell", "least_offset", "greatest_offset")

    static let columns = columnNames.list

    /// - Throws: ``LayoutError`` `corrupt` for numbers that no band has.
    init(_ row: Statement) throws(LayoutError) {
        id = Int64(try row.int(0, in: DerivedNumber.bandID, "lc_band.id"))
        slot = try row.int(1, in: DerivedNumber.slot, "lc_band.slot")
        sectionID = row.isNull(2) ? nil : row.int64(2)
        beginsSection = row.bool(3)
        endsContent = row.bool(4)
        firstPosition = row.double(5)
        isStale = row.bool(6)
        isEstimated = row.bool(7)
        isProvisional = row.bool(16)
        isMiscounted = row.bool(18)
        firstItemID = row.isNull(8) ? nil : row.int64(8)
        orthogonal = row.int(9)
        motion = row.isNull(19) ? nil : ElementMotion(stored: row.int(19))
        hiddenUntil = row.isNull(20) ? nil : try row.int(20, in: DerivedNumber.slot, "lc_band.hidden_until")
        isHeader = row.bool(21)
        idsFollow = row.bool(22)
        firstCell = try row.int(23, in: DerivedNumber.shift, "lc_band.first_cell")
        (leastOffset, greatestOffset) = (row.double(24), row.double(25))
        sums = BandSums(
            length: try row.length(10, "lc_band.length"),
            items: try row.int(11, in: DerivedNumber.bandCount, "lc_band.item_count"),
            elements: try row.int(12, in: DerivedNumber.bandCount, "lc_band.element_count"),
            sections: beginsSection ? 1 : 0, crossLength: try row.length(13, "lc_band.cross_length"),
            overhangBefore: try row.length(14, "lc_band.overhang_before"),
            overhangAfter: try row.length(15, "lc_band.overhang_after"))
        cellCount = try row.int(17, in: DerivedNumber.bandCount, "lc_band.cell_count")
        guard cellCount <= sums.elements else {
            throw .corrupt("lc_band states that band \(id) has more cells than elements")
        }
    }

    /// Whether laying it out could improve it: not if it waits for the bands before it.
    var isToBeLaidOut: Bool { isStale && !isProvisional }

    /// Its slot, or the slot of the last band that it hides: the next band to show comes after it.
    var lastSlot: Int { hiddenUntil ?? slot }

    /// Whether its last item is collapsed, and hides the bands after it.
    var endsWithFold: Bool { hiddenUntil != nil && !isHeader }

    /// Whether it must be laid out again, and counts its present items.
    var isRecounted: Bool { isToBeLaidOut && !isMiscounted }

}

/// The text of a solver's state, a JSON array of numbers, or NULL for none.
///
/// In a band that was never laid out an empty array means that a line begins with its first item. The solver that
/// stopped before it had looked at that item, which did not change since.
enum SolverState {
    static let beginsLine = "[]"

    static func encode(_ state: [Double]) -> String? {
        state.isEmpty ? nil : JSONValue.array(state.map(JSONValue.number)).text
    }

    /// - Throws: ``LayoutError`` `corrupt` for what ``encode(_:)`` does not write.
    static func decode(_ text: String) throws(LayoutError) -> [Double] {
        guard case .array(let elements) = try? JSONValue(parsing: text) else { throw unreadable }
        var state: [Double] = []
        for element in elements {
            guard case .number(let number) = element else { throw unreadable }
            state.append(number)
        }
        return state
    }

    private static var unreadable: LayoutError { .corrupt("lc_band holds a state that is not a list of numbers") }
}

/// The columns of a table that a type of ours is read from, in the order in which it reads them.
struct ColumnNames {
    let names: [String]

    init(_ names: String...) { self.names = names }

    var count: Int { names.count }

    var list: String { names.joined(separator: ", ") }

    /// SQL for the columns of a table that has another name in a statement.
    func list(of table: String) -> String { names.map { "\(table).\($0)" }.joined(separator: ", ") }
}
