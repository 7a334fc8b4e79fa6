internal import LayoutEngine
internal import LayoutSQLite

/// Writes solved bands: rows, blocks and the band itself; not the sum tree.
struct BandWriter {
    let context: PreparationContext
    /// Rows of several bands, so that one statement can write them all.
    private var pending = AttributeRows()
    private var nextRow: Int64
    private var nextBandID: Int64
    private(set) var elementsWritten = 0
    /// How many ids were given to new bands.
    private(set) var bandsMade = 0

    var connection: Connection { context.connection }

    /// An arbitrary number: the statement's overhead no longer shows from a thousand rows on.
    private static let batchSize = 4096

    init(_ context: PreparationContext) throws {
        self.context = context
        var counters: (band: Int64, row: Int64)?
        try context.connection.forEachRow("SELECT next_band, next_row FROM lc_counter") { row in
            counters = (
                Int64(try row.int(0, in: DerivedNumber.row, "lc_counter.next_band")),
                Int64(try row.int(1, in: DerivedNumber.row, "lc_counter.next_row"))
            )
        }
        guard let counters else { throw LayoutError.corrupt("lc_counter has no row") }
        nextBandID = counters.band
        nextRow = counters.row
    }

    /// An id that no band has had.
    mutating func makeBandID() -> Int64 {
        defer {
            nextBandID += 1
            bandsMade += 1
        }
        return nextBandID
    }

    /// Writes a new band at the end of the rows, and returns its id and sums.
    mutating func insert(
        _ buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?, taking taken: Range<Int>, slot: Int
    ) throws -> (id: Int64, sums: BandSums) {
        let firstRow = nextRow
        let (blocks, sums, firstItemID) = try pending.append(
            buffer, of: band, items: stream, taking: taken, firstRow: firstRow, context: context
        )
        let id = makeBandID()
        // Row ids cost nothing, so each band keeps some room to grow where it is.
        nextRow = firstRow + Int64(sums.elements + sums.elements / 4 + 8)
        for block in blocks {
            try block.store(in: connection, plane: context.plane(of: id), bandID: id, replacing: false)
        }
        try insertBand(
            id: id, slot: slot, band, buffer, sums, firstRow: firstRow, rowLimit: nextRow, firstItemID: firstItemID
        )
        try writeSectionElements(buffer, of: band)
        elementsWritten += sums.elements
        if pending.count >= Self.batchSize { try flushRows() }
        return (id, sums)
    }

    /// Writes what is pending, and how far rows and ids are used up.
    mutating func flush() throws {
        try flushRows()
        try connection.run(
            "UPDATE lc_counter SET next_band = ?1, next_row = ?2 WHERE next_band <> ?1 OR next_row <> ?2",
            nextBandID, nextRow
        )
    }

    private mutating func flushRows() throws {
        try pending.store(in: connection, replacing: false)
        pending.removeAll()
    }

    /// Writes a band in place of an older one, touching little more than the rows and blocks that differ.
    ///
    /// - Parameter unchangedCount: How many of its first cells are known to be what they were.
    mutating func update(
        _ old: BandRecord, with buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?,
        taking taken: Range<Int>, slot: Int, unchangedCount: Int = 0
    ) throws -> BandSums {
        var firstRow = old.firstRow
        var rowLimit = old.rowLimit
        let wanted = Int64(buffer.cells.count + buffer.elements.count)
        let isMoving = firstRow + wanted > rowLimit
        // The band may be one that was made a moment ago.
        if !isMoving || old.sums.elements > 0 { try flushRows() }
        if isMoving {
            // Outgrown, or never laid out: the band moves to where there is room.
            try deleteRows(old)
            firstRow = nextRow
            rowLimit = firstRow + wanted + wanted / 4 + 8
            nextRow = rowLimit
        }
        let blocks: [BlockRecord]
        let sums: BandSums
        let firstItemID: Int64
        if isMoving {
            (blocks, sums, firstItemID) = try pending.append(
                buffer, of: band, items: stream, taking: taken, firstRow: firstRow, context: context
            )
            elementsWritten += sums.elements
            for block in blocks {
                try block.store(in: connection, plane: context.plane(of: old.id), bandID: old.id, replacing: false)
            }
            if pending.count >= Self.batchSize { try flushRows() }
        } else {
            var rows = AttributeRows()
            (blocks, sums, firstItemID) = try rows.append(
                buffer, of: band, items: stream, taking: taken, firstRow: firstRow, context: context
            )
            // As many rows as before have the same blocks as before, but for their boxes.
            if rows.count == old.sums.elements, buffer.cells.count == old.cellCount, buffer.storageRuns.isEmpty {
                // Cells are rows in their order, and count their items from the same one.
                if unchangedCount > 0, firstItemID == old.firstItemID,
                    ItemNumbering.order(of: buffer, stream, taken).isEmpty
                {
                    rows.removeFirst(unchangedCount)
                }
                elementsWritten += try writeRest(rows, blocks, of: old, isMoved: sums.length != old.sums.length)
            } else {
                let oldRows = try AttributeRows.all(of: old, in: connection)
                elementsWritten += try writeDifference(rows, from: oldRows)
                // A solver's own runs are known for the new rows only.
                let oldBlocks =
                    buffer.storageRuns.isEmpty && !buffer.cells.isEmpty
                    ? oldRows.makeBlocks(cellCount: old.cellCount, traits: context.traits)
                    : try BlockRecord.all(connection, plane: context.plane(of: old.id), of: old)
                try writeDifference(blocks, from: oldBlocks, bandID: old.id)
            }
        }
        try updateBand(
            old, slot: slot, band, buffer, sums, firstRow: firstRow, rowLimit: rowLimit, firstItemID: firstItemID
        )
        try writeSectionElements(buffer, of: band)
        return sums
    }

    /// Removes a band with all that belongs to it.
    mutating func delete(_ band: BandRecord) throws {
        try deleteRows(band)
        try connection.run("DELETE FROM lc_band WHERE id = ?1", band.id)
    }

    /// Removes a band's rows and blocks.
    mutating func deleteRows(_ band: BandRecord) throws {
        guard band.sums.elements > 0 else { return }
        try flushRows()
        try BandRemoval.removeRows(of: band, plane: context.plane(of: band.id), in: connection)
    }

    private func insertBand(
        id: Int64, slot: Int, _ band: SolvedBand, _ buffer: BandBuffer, _ sums: BandSums,
        firstRow: Int64, rowLimit: Int64, firstItemID: Int64
    ) throws {
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_provisional, is_estimated, length, item_count, cell_count, element_count, first_row,
              row_limit, first_item_id, orthogonal, cross_length, overhang_before, overhang_after, state, summary)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 0, ?9, ?10, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
              ?19, ?20)
            """,
            context.preparationID, slot, id, band.sectionID, band.beginsSection, band.endsContent, band.firstPosition,
            band.isProvisional, sums.length, sums.items, sums.elements, firstRow, rowLimit, firstItemID,
            context.orthogonal(buffer), sums.crossLength, sums.overhangBefore, sums.overhangAfter,
            SolverState.encode(band.state), sums.summary.text
        )
    }

    private func updateBand(
        _ old: BandRecord, slot: Int, _ band: SolvedBand, _ buffer: BandBuffer, _ sums: BandSums,
        firstRow: Int64, rowLimit: Int64, firstItemID: Int64
    ) throws {
        // Naming a column of an index would have the index written, though it stays what it is.
        if old.firstPosition != band.firstPosition {
            try connection.run(
                "UPDATE lc_band SET first_position = ?3 WHERE preparation_id = ?1 AND slot = ?2",
                context.preparationID, slot, band.firstPosition
            )
        }
        try connection.run(
            """
            UPDATE lc_band SET is_stale = ?3, is_provisional = ?3, is_estimated = 0, length = ?4, item_count = ?5,
              cell_count = ?5, element_count = ?6, first_row = ?7, row_limit = ?8, first_item_id = ?9, orthogonal = ?10,
              cross_length = ?11, overhang_before = ?12, overhang_after = ?13, state = ?14, summary = ?15
            WHERE preparation_id = ?1 AND slot = ?2
            """,
            context.preparationID, slot, band.isProvisional, sums.length, sums.items, sums.elements, firstRow, rowLimit,
            firstItemID, context.orthogonal(buffer), sums.crossLength, sums.overhangBefore, sums.overhangAfter,
            SolverState.encode(band.state), sums.summary.text
        )
    }

    private mutating func writeSectionElements(_ buffer: BandBuffer, of band: SolvedBand) throws {
        let isStart = band.sectionID == nil ? !band.endsContent : band.beginsSection
        guard isStart || band.isEnd else { return }
        let rows = try SectionElementRow.rows(
            of: buffer.sectionElements, zBase: context.traits.zIndexStride * band.sectionIndex, kinds: context.kinds)
        elementsWritten += try SectionElementRow.replace(
            rows, ofSection: band.sectionID, in: context.preparationID, isStart: isStart, isEnd: band.isEnd, connection)
    }
}
