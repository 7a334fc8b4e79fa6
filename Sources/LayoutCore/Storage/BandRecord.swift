internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutText

/// A row of `lc_band`: a run of whole lines of one section with its own origin.
///
/// Its solver's state is read separately (``Bands/state(of:)``): only solving on from it needs that.
struct BandRecord {
    var id: Int64 = 0
    var slot = 0
    /// nil for what belongs to the content as a whole.
    var sectionID: Int64?
    var beginsSection = false
    /// Of a band without a section: whether it closes the content, rather than opening it.
    var endsContent = false
    /// It holds the items from here to the next band's; ``Outline/beginning`` in a section's first band, and in all
    /// of a canvas.
    var firstPosition = Outline.beginning
    var isStale = false
    /// Stale only because what comes before it was not known when it was solved.
    var isProvisional = false
    /// Never solved: its length is a guess, and it has no elements.
    var isEstimated = false
    /// Stale because items came or went since they were counted: ``BandSums/items`` is the former number.
    var isMiscounted = false
    var sums = BandSums()
    /// How many of its elements are cells: as many as it has items, unless it is stale or some are hidden.
    var cellCount = 0
    /// The number of its rows besides its blocks: the first band of a section stands for its frozen lines.
    var sectionElementCount = 0
    /// The index among its cells of that of its first item. While it is stale, other bands may hold the items of its
    /// first cells; below 0, it holds as many items before them.
    var firstCell = 0
    /// The base of its items' ids: see ``BandBlocks.Element/itemShift``. nil: each element has its item's id itself.
    var firstItemID: Int64?
    /// Whether its cells are of that item and of those with the next ids, in order; false in an orthogonal section.
    var idsFollow = false
    /// 1 or −1 where its cells move against, or with, its section's offset; else 0.
    var orthogonal = 0
    /// The range of that offset; 0 in other sections.
    var leastOffset = 0.0
    var greatestOffset = 0.0
    /// The distance from its origin to the place from which its frames count; 0 in other sections.
    var frameStart = 0.0
    /// How its cells move by their place in the viewport; nil: they do not.
    var motion: LayoutMotion.Directed?
    /// The last slot of the bands that it hides, after itself; nil: it hides none.
    var hiddenUntil: Int?
    /// Whether it is the header of a collapsed section, in place of all of its bands.
    var isHeader = false

    /// Whether laying it out could improve it: not if it waits for the bands before it.
    var isToBeLaidOut: Bool { isStale && !isProvisional }

    /// Its slot, or the slot of the last band that it hides: the next band to show comes after it.
    var lastSlot: Int { hiddenUntil ?? slot }

    /// Whether its last item is collapsed, and hides the bands after it.
    var endsWithFold: Bool { hiddenUntil != nil && !isHeader }

    /// Whether it must be laid out again, and counts its present items.
    var isRecounted: Bool { isToBeLaidOut && !isMiscounted }

    /// The index of its section.
    ///
    /// - Parameter before: The sums of the bands before it.
    func section(after before: BandSums.Prefix) -> Int { before.sections - (beginsSection ? 0 : 1) }
}

extension BandRecord {
    /// The columns in the order in which a band is read from them.
    static let columnNames =
        (BandRecord().placeValues + BandRecord().solvedValues).map(\.column)
        + ["is_miscounted", "hidden_until", "is_header"]

    static let columns = columnNames.joined(separator: ", ")

    /// - Throws: ``LayoutError`` `corrupt` for numbers that no band has.
    init(_ row: Statement) throws(LayoutError) {
        id = Int64(try row.int(0, in: Statement.DerivedNumber.bandID, "lc_band.id"))
        slot = try row.int(1, in: Statement.DerivedNumber.slot, "lc_band.slot")
        sectionID = row.isNull(2) ? nil : row.int64(2)
        beginsSection = row.bool(3)
        endsContent = row.bool(4)
        firstPosition = row.double(5)
        isStale = row.bool(6)
        isProvisional = row.bool(7)
        isEstimated = row.bool(8)
        cellCount = try row.int(9, in: Statement.DerivedNumber.bandCount, "lc_band.cell_count")
        sectionElementCount = row.int(10)
        firstCell = try row.int(11, in: Statement.DerivedNumber.shift, "lc_band.first_cell")
        firstItemID = row.isNull(12) ? nil : row.int64(12)
        idsFollow = row.bool(13)
        orthogonal = row.int(14)
        (leastOffset, greatestOffset) = (row.double(15), row.double(16))
        frameStart = try row.length(17, "lc_band.frame_start")
        motion = row.isNull(18) ? nil : LayoutMotion.Directed(stored: row.int(18))
        sums = BandSums(
            length: try row.length(19, "lc_band.length"),
            items: try row.int(20, in: Statement.DerivedNumber.bandCount, "lc_band.item_count"),
            elements: try row.int(21, in: Statement.DerivedNumber.bandCount, "lc_band.element_count"),
            sections: beginsSection ? 1 : 0, crossLength: try row.length(22, "lc_band.cross_length"),
            overhangBefore: try row.length(23, "lc_band.overhang_before"),
            overhangAfter: try row.length(24, "lc_band.overhang_after"))
        isMiscounted = row.bool(25)
        hiddenUntil = row.isNull(26) ? nil : try row.int(26, in: Statement.DerivedNumber.slot, "lc_band.hidden_until")
        isHeader = row.bool(27)
        guard cellCount <= sums.elements else {
            throw .corrupt("lc_band states that band \(id) has more cells than elements")
        }
    }

    /// The columns that say where a band is, with their values.
    private var placeValues: [(column: String, value: any Bindable)] {
        [
            ("id", id), ("slot", slot), ("section_id", sectionID), ("begins_section", beginsSection),
            ("ends_content", endsContent), ("first_position", firstPosition),
        ]
    }

    /// The columns that laying a band out gives, with their values, except the summary.
    private var solvedValues: [(column: String, value: any Bindable)] {
        [
            ("is_stale", isStale), ("is_provisional", isProvisional), ("is_estimated", isEstimated),
            ("cell_count", cellCount), ("section_element_count", sectionElementCount), ("first_cell", firstCell),
            ("first_item_id", firstItemID), ("ids_follow", idsFollow), ("orthogonal", orthogonal),
            ("least_offset", orthogonal == 0 ? nil : leastOffset),
            ("greatest_offset", orthogonal == 0 ? nil : greatestOffset), ("frame_start", frameStart),
            ("motion", motion?.stored), ("length", sums.length), ("item_count", sums.items),
            ("element_count", sums.elements), ("cross_length", sums.crossLength),
            ("overhang_before", sums.overhangBefore), ("overhang_after", sums.overhangAfter),
        ]
    }

    /// The columns that laying it out gives and in which it differs from another one.
    func differences(from other: BandRecord) -> [String] {
        zip(solvedValues, other.solvedValues).filter { one, other in
            // Zero has two texts.
            if let one = one.value as? Double, let other = other.value as? Double { return one != other }
            return "\(one.value)" != "\(other.value)"
        }.map(\.0.column)
    }

    private static let (insertSQL, updateSQL) = {
        let (place, solved) = (BandRecord().placeValues.map(\.column), BandRecord().solvedValues.map(\.column))
        let names = ["preparation_id", "state", "summary"] + solved
        return (
            """
            INSERT INTO lc_band (\((names + place).joined(separator: ", ")))
            VALUES (\((1...names.count + place.count).map { "?\($0)" }.joined(separator: ", ")))
            """,
            """
            UPDATE lc_band SET \(names.enumerated().dropFirst().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", "))
            WHERE preparation_id = ?1 AND slot = ?\(names.count + 1)
            """
        )
    }()

    /// Writes it as a new band, or in place of an older one, which hides what it hid.
    ///
    /// - Parameter state: The text of the state that its solver begins with.
    func write(over old: BandRecord?, in preparationID: Int64, state: String?, _ connection: Connection) throws {
        // Naming a column of an index would have the index written, though it stays what it is.
        if let old, old.firstPosition != firstPosition {
            try connection.run(
                "UPDATE lc_band SET first_position = ?3 WHERE preparation_id = ?1 AND slot = ?2", preparationID, slot,
                firstPosition)
        }
        let row = try connection.cached(old == nil ? Self.insertSQL : Self.updateSQL)
        row.bind(preparationID, at: 1)
        row.bind(state, at: 2)
        row.bind(sums.summary.text, at: 3)
        var parameter = 4
        for values in [solvedValues, old == nil ? placeValues : [("slot", slot)]] {
            for entry in values {
                entry.value.bind(to: row, at: parameter)
                parameter += 1
            }
        }
        try row.run()
    }

    /// The text of a solver's state, a JSON array of numbers, or NULL for none.
    ///
    /// In a band that was never laid out an empty array means that a line begins with its first item. The solver that
    /// stopped before it had looked at that item, which did not change since.
    enum StateText {
        static let beginsLine = "[]"

        static func encode(_ state: [Double]) -> String? {
            state.isEmpty ? nil : JSONValue.array(state.map(JSONValue.number)).text
        }

        /// The text in a band that was never laid out; nil: its state is not known.
        static func encode(estimated state: [Double]?) -> String? { state.map { encode($0) ?? beginsLine } }

        /// - Throws: ``LayoutError`` `corrupt` for what ``encode(_:)`` does not write.
        static func decode(_ text: String) throws(LayoutError) -> [Double] {
            guard case .array(let elements) = try? JSONValue(parsing: text) else { throw unreadable }
            return try elements.map { (element) throws(LayoutError) -> Double in
                guard case .number(let number) = element else { throw unreadable }
                return number
            }
        }

        private static var unreadable: LayoutError { .corrupt("lc_band holds a state that is not a list of numbers") }
    }
}

/// The sums of a band, and of a run of bands together, in the sum tree.
package struct BandSums: Equatable, Sendable {
    var length = 0.0
    /// How many items it stands for.
    package var items = 0
    package var elements = 0
    /// How many sections begin in it.
    package var sections = 0
    /// The greatest, not the sum, of these three.
    var crossLength = 0.0
    var overhangBefore = 0.0
    var overhangAfter = 0.0
    /// The items' summary for their section, if the layout needs it.
    var summary = SectionMeasure.Summary.unknown

    /// Whether any section takes room in a content with these totals, and with it the spacing after it.
    func sectionsTakeRoom(_ traits: LayoutTraits, _ bands: Bands) throws -> Bool {
        try sections > 0 && (items > 0 || !traits.hidesEmptySections || bands.firstHeader != nil)
    }

    /// The part that counts for the bands after it.
    var prefix: Prefix { Prefix(length: length, items: items, sections: sections) }

    mutating func add(_ other: BandSums) {
        length += other.length
        items &+= other.items
        elements &+= other.elements
        sections &+= other.sections
        crossLength = max(crossLength, other.crossLength)
        overhangBefore = max(overhangBefore, other.overhangBefore)
        overhangAfter = max(overhangAfter, other.overhangAfter)
        summary = summary.merged(with: other.summary)
    }

    /// The sums of the bands before a place.
    ///
    /// Separate from those, because a store keeps many of them in memory. How far the bands before a place stick
    /// out, or how many elements they have, is never needed.
    struct Prefix: Equatable, Sendable {
        var length = 0.0
        var items = 0
        var sections = 0

        /// Both numbers in one, as `lc_sum` holds them.
        var counts: Int { items << 31 &+ sections }

        mutating func add(_ other: Prefix) {
            length += other.length
            items &+= other.items
            sections &+= other.sections
        }
    }
}

extension BandSums {
    /// Reads the columns that stand after a node's number, in the order of `lc_sum`.
    ///
    /// - Throws: ``LayoutError`` `corrupt` for numbers that no sum is.
    init(sumRow row: Statement) throws(LayoutError) {
        self.init(
            length: try row.length(1, "lc_sum.length"),
            items: try row.int(2, in: Statement.DerivedNumber.sum, "lc_sum.items"),
            elements: try row.int(3, in: Statement.DerivedNumber.sum, "lc_sum.elements"),
            sections: try row.int(4, in: Statement.DerivedNumber.sum, "lc_sum.sections"),
            crossLength: try row.length(5, "lc_sum.cross_length"),
            overhangBefore: try row.length(6, "lc_sum.overhang_before"),
            overhangAfter: try row.length(7, "lc_sum.overhang_after"),
            summary: SectionMeasure.Summary(text: row.string(8)))
    }
}

/// How many cells a band should hold, and how much one slice of preparing does.
///
/// A band is the unit of a change, and one look-up of an origin serves all of its elements. With bands of 64 a resize
/// takes 0.72 × of what it takes with 128, and preparing everything 2 to 7 % longer. The bands' own rows stay under
/// three bytes per element.
package struct BandLimits: Sendable, Hashable {
    /// Bands end at the first break from here on.
    var target: Int
    /// After edits, a band that would hold more is split.
    var maximum: Int
    /// After edits, a band that would hold fewer joins the next one.
    var minimum: Int
    /// How many elements one transaction of a preparation writes at the most, give or take a band.
    var slice: Int
    /// Twice as long as one transaction of a preparation goes on while a writer waits, before it ends at the next band:
    /// see ``SliceBudget``.
    var sliceDuration: Duration
    /// How many items a run of the outline should hold.
    var run: Int
    /// How many items a band that was never laid out may stand for, and a chapter of the outline should hold. A longer
    /// section has some hundred bands, so that a new layout of it is there at once.
    var estimated: Int
    /// From twice as many items on, a section has longer bands where its lines repeat.
    var repeating: Int
    /// How many items are laid out at the most so that a band in the middle of its section need not begin with a guess.
    /// As many as a slice has time for.
    var lookBack = 3 << 12
    /// The number of items after which a caller does not wait for invisible parts: these stay stale.
    var cells = Int.max

    package init(
        target: Int = 64, maximum: Int = 128, minimum: Int = 16, slice: Int = 65536,
        sliceDuration: Duration = .milliseconds(8), run: Int = 256, estimated: Int = 16384, repeating: Int = 32768
    ) {
        self.target = target
        self.maximum = maximum
        self.minimum = minimum
        self.slice = slice
        self.sliceDuration = sliceDuration
        self.run = run
        self.estimated = estimated
        self.repeating = repeating
    }

    /// The limits of a layout with its bands on one plane (canvas). They allow twice as many cells, as many as an entry
    /// of the R*Tree bounds.
    var onPlane: BandLimits { multiplied(by: 2) }

    /// The limits where the lines of a section with a number of items repeat. An item that comes or goes slides all
    /// bands after it, and has two laid out: the more items, the longer bands pay.
    func whereLinesRepeat(items: Int) -> BandLimits { multiplied(by: min(max(1, items / repeating), 4)) }

    /// The limits of a call that has the time of a frame, with everything else that it needs.
    var ofFrame: BandLimits { looking(back: 1 << 12, cells: .max) }
    /// The limits of a call on the main thread: some milliseconds' worth.
    var ofCall: BandLimits { looking(back: 1 << 11, cells: 1 << 11) }

    private func looking(back lookBack: Int, cells: Int) -> BandLimits {
        var limits = self
        (limits.lookBack, limits.cells) = (lookBack, cells)
        return limits
    }

    private func multiplied(by factor: Int) -> BandLimits {
        var limits = self
        limits.target *= factor
        limits.maximum *= factor
        limits.minimum *= factor
        return limits
    }
}

extension Statement {
    /// The valid ranges of numbers from derived rows.
    ///
    /// A damaged row may hold any number. Numbers used for counting, shifting or looping are checked where they are
    /// read. So no later code has to fear an overflow or an endless loop.
    enum DerivedNumber {
        /// Slots of bands. Bands that are about to move wait below zero.
        static let slot = -(1 << 50)...1 << 44
        /// How many slots a preparation has: a sum tree of eleven levels.
        static let slotCount = 0...1 << 44
        /// Cells or elements of one band: more than the rows that a file of SQLite's greatest size holds in one.
        static let bandCount = 0...1 << 32
        /// Cells, elements or sections of many bands: sixteen of these, on each level of a tree, still add up.
        static let sum = 0...1 << 52
        /// Ids of bands, which ids of details shift by 24 bits.
        static let bandID = 0...1 << 38
        /// A preparation's revision begins at random within a quarter of all numbers.
        static let revision = -(1 << 62)...(1 << 62 + 1 << 61)

        /// A cell's rank in its band; on a canvas, whose bands are ordered by place, it may be outside of the band.
        static let shift = -(1 << 52)...1 << 52
        /// The range of a requested index: beyond it there is no item, even after additions.
        static let index = 0...1 << 52
    }

    /// A whole number of a derived row.
    ///
    /// - Parameter name: Its table and column, for the message.
    /// - Throws: ``LayoutError`` `corrupt` if a store cannot have written it.
    func int(_ column: Int, in range: ClosedRange<Int>, _ name: StaticString) throws(LayoutError) -> Int {
        let number = int(column)
        guard range.contains(number) else { throw .corrupt("\(name) holds the number \(number)") }
        return number
    }

    /// A length or coordinate of a derived row.
    ///
    /// - Throws: ``LayoutError`` `corrupt` if it is infinite, or so great that sums of it would be.
    func length(_ column: Int, _ name: StaticString) throws(LayoutError) -> Double {
        let number = double(column)
        // Also false for NaN.
        guard number.magnitude <= 1e150 else { throw .corrupt("\(name) holds the length \(number)") }
        return number
    }
}
