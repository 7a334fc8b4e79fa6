internal import LayoutEngine
internal import LayoutSQLite

/// Writes solved bands: rows, blocks and the band itself; not the sum tree.
struct BandWriter {
    let context: PreparingContext
    /// Rows of several bands, so that one statement can write them all.
    private var pending = AttributeRows()
    private var nextRow: Int64
    private var nextBandID: Int64
    private(set) var elementsWritten = 0

    private var connection: Connection { context.connection }

    /// An arbitrary number: the statement's overhead no longer shows from a thousand rows on.
    private static let batchSize = 4096

    init(_ context: PreparingContext) throws {
        self.context = context
        let connection = context.connection
        nextRow = try connection.first("SELECT next_row FROM lc_counter", as: Int64.self) ?? 1
        nextBandID = (try connection.first("SELECT coalesce(max(id), 0) FROM lc_band", as: Int64.self) ?? 0) + 1
    }

    /// Writes a new band at the end of the rows, and returns its id and sums.
    mutating func insert(
        _ buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?, taking taken: Range<Int>, slot: Int
    ) throws -> (id: Int64, sums: BandSums) {
        let firstRow = nextRow
        let (blocks, sums, firstItemID) = pending.append(
            buffer, of: band, items: stream, taking: taken, firstRow: firstRow, context: context
        )
        let id = nextBandID
        nextBandID += 1
        // Row ids cost nothing, so each band keeps some room to grow where it is.
        nextRow = firstRow + Int64(sums.elements + sums.elements / 4 + 8)
        for block in blocks {
            try block.store(in: connection, plane: context.plane(of: id), bandID: id, replacing: false)
        }
        try insertBand(
            id: id, slot: slot, band, buffer, sums, firstRow: firstRow, rowLimit: nextRow, firstItemID: firstItemID
        )
        try writeSectionElements(buffer, of: band)
        elementsWritten += sums.elements + buffer.sectionElements.count
        if pending.count >= Self.batchSize { try flushRows() }
        return (id, sums)
    }

    /// Writes what is pending, and how far rows are used up.
    mutating func flush() throws {
        try flushRows()
        try connection.run("UPDATE lc_counter SET next_row = ?1 WHERE next_row <> ?1", nextRow)
    }

    private mutating func flushRows() throws {
        try pending.store(in: connection, replacing: false)
        pending.removeAll()
    }

    /// Writes a band in place of an older one, touching only the rows and blocks that differ.
    mutating func update(
        _ old: BandRecord, with buffer: BandBuffer, of band: SolvedBand, items stream: ItemStream?,
        taking taken: Range<Int>, slot: Int
    ) throws -> BandSums {
        // The band may be one that was made a moment ago.
        try flushRows()
        var firstRow = old.firstRow
        var rowLimit = old.rowLimit
        let wanted = Int64(buffer.cells.count + buffer.elements.count)
        if firstRow + wanted > rowLimit {
            // Outgrown: the band moves to where there is room.
            try deleteRows(old)
            firstRow = nextRow
            rowLimit = firstRow + wanted + wanted / 4 + 8
            nextRow = rowLimit
        }
        var rows = AttributeRows()
        let (blocks, sums, firstItemID) = rows.append(
            buffer, of: band, items: stream, taking: taken, firstRow: firstRow, context: context
        )
        if firstRow == old.firstRow {
            let oldRows = try AttributeRows.all(of: old, in: connection)
            try writeDifference(rows, from: oldRows)
            // A solver's own runs are known for the new rows only.
            let oldBlocks = buffer.storageRuns.isEmpty && !buffer.cells.isEmpty
                ? oldRows.makeBlocks(cellCount: old.sums.cells, plan: context.plan)
                : try BlockRecord.all(connection, plane: context.plane(of: old.id), of: old)
            try writeDifference(blocks, from: oldBlocks, bandID: old.id)
        } else {
            try rows.store(in: connection, replacing: false)
            elementsWritten += rows.count
            for block in blocks {
                try block.store(in: connection, plane: context.plane(of: old.id), bandID: old.id, replacing: false)
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
        try flushRows()
        try deleteRows(band)
        try connection.run("DELETE FROM lc_band WHERE id = ?1", band.id)
        try connection.run("DELETE FROM lc_stale WHERE band_id = ?1", band.id)
    }

    private func deleteRows(_ band: BandRecord) throws {
        for block in try BlockRecord.all(connection, plane: context.plane(of: band.id), of: band) {
            try connection.run("DELETE FROM lc_block WHERE block = ?1", block.id)
        }
        try connection.run(
            "DELETE FROM lc_attributes WHERE id BETWEEN ?1 AND ?2", band.firstRow, band.firstRow + Int64(band.sums.elements) - 1
        )
    }

    private mutating func writeDifference(_ rows: AttributeRows, from old: AttributeRows) throws {
        var changed = AttributeRows()
        for row in 0..<rows.count where row >= old.count || !rows.row(row, equals: row, of: old) {
            changed.appendRow(row, of: rows)
        }
        try changed.store(in: connection, replacing: true)
        if rows.count < old.count {
            try connection.run(
                "DELETE FROM lc_attributes WHERE id BETWEEN ?1 AND ?2", old.ids[rows.count], old.ids[old.count - 1]
            )
        }
        elementsWritten += changed.count
    }

    private func writeDifference(_ blocks: [BlockRecord], from oldBlocks: [BlockRecord], bandID: Int64) throws {
        var old: [Int64: BlockRecord] = [:]
        for block in oldBlocks { old[block.id] = block }
        for block in blocks {
            let stored = old.removeValue(forKey: block.id)
            if let stored, stored.isRounded(block) { continue }
            try block.store(in: connection, plane: context.plane(of: bandID), bandID: bandID, replacing: stored != nil)
        }
        for leftover in old.keys {
            try connection.run("DELETE FROM lc_block WHERE block = ?1", leftover)
        }
    }

    private func insertBand(
        id: Int64, slot: Int, _ band: SolvedBand, _ buffer: BandBuffer, _ sums: BandSums,
        firstRow: Int64, rowLimit: Int64, firstItemID: Int64
    ) throws {
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, first_position, length, cell_count, element_count,
              first_row, row_limit, first_item_id, sideways, cross_length, overhang_before, overhang_after, state, uniform)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            """,
            context.preparationID, slot, id, band.sectionID, band.firstPosition, sums.length, sums.cells, sums.elements,
            firstRow, rowLimit, firstItemID, sideways(buffer), sums.crossLength, sums.overhangBefore, sums.overhangAfter,
            SolverState.encode(band.state), uniform(buffer)
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
        if context.plan.dependsOnUniformity {
            try connection.run(
                "UPDATE lc_band SET uniform = ?3 WHERE preparation_id = ?1 AND slot = ?2 AND uniform IS NOT ?3",
                context.preparationID, slot, uniform(buffer)
            )
        }
        try connection.run(
            """
            UPDATE lc_band SET length = ?3, cell_count = ?4, element_count = ?5, first_row = ?6, row_limit = ?7, first_item_id = ?8,
              sideways = ?9, cross_length = ?10, overhang_before = ?11, overhang_after = ?12, state = ?13
            WHERE preparation_id = ?1 AND slot = ?2
            """,
            context.preparationID, slot, sums.length, sums.cells, sums.elements, firstRow, rowLimit, firstItemID,
            sideways(buffer), sums.crossLength, sums.overhangBefore, sums.overhangAfter, SolverState.encode(band.state)
        )
    }

    private func sideways(_ buffer: BandBuffer) -> Int {
        guard let orthogonal = buffer.orthogonal, orthogonal.behavior != .none else { return 0 }
        return context.plan.isOrthogonalMirrored ? -1 : 1
    }

    private func uniform(_ buffer: BandBuffer) -> String? {
        context.plan.dependsOnUniformity ? UniformityText.encode(buffer.uniformity) : nil
    }

    /// Writes what the band says of its section's own elements: those that count from the section's
    /// beginning come with its first band, those that count from its end with its last.
    private mutating func writeSectionElements(_ buffer: BandBuffer, of band: SolvedBand) throws {
        let isStart = band.firstPosition == -.infinity
        guard isStart || band.isSectionEnd else { return }
        try connection.run(
            """
            DELETE FROM lc_section_element WHERE preparation_id = ?1 AND section_id = ?2
              AND (?3 AND edge IN (0, 2, 3) OR ?4 AND edge = 1)
            """,
            context.preparationID, band.sectionID, isStart, band.isSectionEnd
        )
        for (ordinal, element) in buffer.sectionElements.enumerated() {
            let frame = element.frame
            try connection.run(
                """
                INSERT INTO lc_section_element (preparation_id, section_id, edge, ordinal, element,
                  x, y, width, height, z_index, pins, reserve)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                """,
                context.preparationID, band.sectionID, element.edge.rawValue, ordinal, context.elementKindIDs[element.kind],
                frame.x, frame.y, frame.width, frame.height,
                element.zIndex - context.plan.zIndexStride * band.sectionIndex, element.pins, element.reserve
            )
        }
    }
}
