internal import LayoutEngine
internal import LayoutSQLite

/// Writes solved bands: their blocks and the band itself; not the sum tree.
struct BandWriter {
    let context: PreparationContext
    /// The blocks of one band after the other.
    private var blocks = BandBlocks()
    private var nextBandID: Int64
    private(set) var elementsWritten = 0
    /// The range along the scroll axis in which the band that was updated last differs from its former state, from its
    /// origin. Nil: the whole band.
    private(set) var changedExtent: Range<Double>?
    /// How many ids were given to new bands.
    private(set) var bandsMade = 0

    var connection: Connection { context.connection }

    init(_ context: PreparationContext) throws {
        self.context = context
        let next = try context.connection.firstRow("SELECT next_band FROM lc_counter") { row in
            Int64(try row.int(0, in: DerivedNumber.bandID, "lc_counter.next_band"))
        }
        guard let next else { throw LayoutError.corrupt("lc_counter has no row") }
        nextBandID = next
    }

    /// An id that no band has had.
    mutating func makeBandID() -> Int64 {
        defer {
            nextBandID += 1
            bandsMade += 1
        }
        return nextBandID
    }

    mutating func insert(
        _ buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?, taking taken: Range<Int>, slot: Int
    ) throws -> (id: Int64, sums: BandSums) {
        let (sums, firstItemID) = try blocks.fill(buffer, of: band, items: stream, taking: taken, context: context)
        let id = makeBandID()
        try blocks.insert(ofBand: id, plane: context.plane(of: id), context.traits, in: connection)
        try write(
            Self.insertSQL, band, buffer, sums, firstItemID: firstItemID, slot, id, band.sectionID, band.beginsSection,
            band.endsContent, band.firstPosition)
        try writeSectionElements(buffer, of: band)
        elementsWritten += sums.elements
        return (id, sums)
    }

    /// Counts elements that were written elsewhere.
    mutating func didWrite(_ elements: Int) { elementsWritten += elements }

    /// Writes how far ids are used up.
    func flush() throws {
        try connection.run("UPDATE lc_counter SET next_band = ?1 WHERE next_band <> ?1", nextBandID)
    }

    /// Writes a band in place of an older one, touching little more than the blocks that differ.
    mutating func update(
        _ old: BandRecord, with buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?,
        taking taken: Range<Int>, slot: Int
    ) throws -> BandSums {
        let (sums, firstItemID) = try blocks.fill(buffer, of: band, items: stream, taking: taken, context: context)
        let plane = context.plane(of: old.id)
        changedExtent = nil
        if old.isEstimated {
            try blocks.insert(ofBand: old.id, plane: plane, context.traits, in: connection)
            elementsWritten += sums.elements
        } else {
            let (elements, box) = try blocks.replace(ofBand: old.id, plane: plane, context.traits, in: connection)
            elementsWritten += elements
            if old.firstCell == 0, old.firstItemID == firstItemID, !context.plan.hasFrozenLines, old.orthogonal == 0,
                context.orthogonal(buffer) == 0
            {
                let axis = context.traits.axis
                let (low, high) = axis == .vertical ? (box.minY, box.maxY) : (box.minX, box.maxX)
                let ends = (min(old.sums.length, sums.length), max(old.sums.length, sums.length))
                changedExtent = ends.0 < ends.1 ? min(low, ends.0)..<(.infinity) : low..<max(low, high)
            }
        }
        // Naming a column of an index would have the index written, though it stays what it is.
        if old.firstPosition != band.firstPosition {
            try connection.run(
                "UPDATE lc_band SET first_position = ?3 WHERE preparation_id = ?1 AND slot = ?2",
                context.preparationID, slot, band.firstPosition)
        }
        try write(Self.updateSQL, band, buffer, sums, firstItemID: firstItemID, slot)
        let elementsBefore = elementsWritten
        try writeSectionElements(buffer, of: band)
        if elementsWritten != elementsBefore { changedExtent = nil }
        return sums
    }

    /// Gives the elements of a band to other items, in their order.
    mutating func renumber(_ band: BandRecord, items stream: ItemStream) throws {
        let firstItemID = try blocks.load(ofBand: band, items: stream, in: connection)
        elementsWritten += try blocks.replace(
            ofBand: band.id, plane: context.plane(of: band.id), context.traits, in: connection
        ).elements
        try connection.run(
            "UPDATE lc_band SET first_item_id = ?2, ids_follow = ?3 WHERE id = ?1", band.id, firstItemID,
            blocks.idsFollow(from: firstItemID))
    }

    func delete(_ band: BandRecord) throws {
        try deleteBlocks(of: band)
        try connection.run("DELETE FROM lc_band WHERE id = ?1", band.id)
    }

    func deleteBlocks(of band: BandRecord) throws {
        guard !band.isEstimated else { return }
        try BandBlocks.remove(ofBand: band.id, in: connection)
    }

    /// The columns that solving a band gives, in the order of their parameters.
    private static let solvedColumns = [
        "is_provisional", "length", "item_count", "cell_count", "element_count", "first_item_id", "orthogonal",
        "cross_length", "overhang_before", "overhang_after", "state", "summary", "motion", "section_element_count",
        "ids_follow", "least_offset", "greatest_offset",
    ]
    private static let insertSQL = """
        INSERT INTO lc_band (\(solvedColumns.joined(separator: ", ")), is_stale, is_estimated,
          preparation_id, slot, id, section_id, begins_section, ends_content, first_position)
        VALUES (\(solvedColumns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")), ?1, 0,
          ?18, ?19, ?20, ?21, ?22, ?23, ?24)
        """
    private static let updateSQL = """
        UPDATE lc_band SET \(solvedColumns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")),
          is_stale = ?1, is_estimated = 0, first_cell = 0
        WHERE preparation_id = ?18 AND slot = ?19
        """

    /// Executes one of these statements with what solving gave, and further values.
    private func write<each Value: Bindable>(
        _ sql: String, _ band: SolvedBand, _ buffer: BandBuffer, _ sums: BandSums, firstItemID: Int64?,
        _ values: repeat each Value
    ) throws {
        let offsets = context.offsets(buffer)
        try connection.run(
            sql, band.isProvisional, sums.length, sums.items, blocks.cellCount, sums.elements, firstItemID,
            context.orthogonal(buffer), sums.crossLength, sums.overhangBefore, sums.overhangAfter,
            SolverState.encode(band.state), sums.summary.text, context.motion(buffer)?.stored,
            sectionElementCount(buffer, of: band), blocks.idsFollow(from: firstItemID), offsets?.minimum,
            offsets?.maximum, context.preparationID, repeat each values)
    }

    /// The number of rows of the band besides its blocks: the first band of a section stands for its frozen lines.
    private func sectionElementCount(_ buffer: BandBuffer, of band: SolvedBand) -> Int {
        buffer.sectionElements.count
            + (context.plan.hasFrozenLines && buffer.frozenLines != nil && band.beginsSection ? 1 : 0)
    }

    private mutating func writeSectionElements(_ buffer: BandBuffer, of band: SolvedBand) throws {
        let isStart = band.sectionID == nil ? !band.endsContent : band.beginsSection
        guard isStart || band.isEnd else { return }
        if context.plan.hasFrozenLines, let sectionID = band.sectionID {
            try FrozenLines.replace(
                buffer.frozenLines, ofSection: sectionID, in: context.preparationID, isStart: isStart,
                isEnd: band.isEnd, connection)
        }
        let rows = try SectionElementRow.rows(
            of: buffer.sectionElements, zBase: context.traits.zIndexStride * band.sectionIndex, kinds: context.kinds)
        elementsWritten += try SectionElementRow.replace(
            rows, ofSection: band.sectionID, in: context.preparationID, isStart: isStart, isEnd: band.isEnd, connection)
    }
}

/// A band as it comes from the solver, with what the store knows of it.
struct SolvedBand {
    /// nil for what belongs to the content as a whole.
    var sectionID: Int64?
    var beginsSection: Bool
    var endsContent = false
    /// `Outline.beginning` for the first band of a section, and for all of a canvas.
    var firstPosition: Double
    /// The solver's state where the band begins.
    var state: [Double]
    /// The section's rank, and the rank in the section of the band's first cell.
    var sectionIndex: Int
    var firstIndex: Int
    /// Whether it ends its section, or closes the content.
    var isEnd: Bool
    var isProvisional = false
}
