internal import LayoutSQLite

extension BandWriter {
    /// Writes the rows of a band that are not what they were, and returns how many.
    func writeDifference(_ rows: AttributeRows, from old: AttributeRows) throws -> Int {
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
        return changed.count
    }

    /// Writes the last rows of a band in place of what they were, and the blocks around them; returns how many rows.
    ///
    /// - Parameter isMoved: Whether the band's length changed, and with it the place of what follows in it: then the
    ///   rows are written without a look at what they were, which pays from a quarter of them on.
    func writeRest(
        _ rows: AttributeRows, _ blocks: [BlockRecord], of band: BandRecord, isMoved: Bool
    ) throws -> Int {
        guard let first = rows.ids.first else { return 0 }
        var written = rows.count
        if isMoved {
            try rows.store(in: connection, replacing: true)
        } else {
            written = try writeDifference(rows, from: AttributeRows.all(of: band, from: first, in: connection))
        }
        for block in blocks where block.lastRow >= first {
            try store(block, of: band.id, inPlaceOf: BlockRecord.stored(block.id, in: connection))
        }
        return written
    }

    /// Writes the blocks of a band that are not what they were.
    func writeDifference(_ blocks: [BlockRecord], from oldBlocks: [BlockRecord], bandID: Int64) throws {
        var old: [Int64: BlockRecord] = [:]
        for block in oldBlocks { old[block.id] = block }
        for block in blocks { try store(block, of: bandID, inPlaceOf: old.removeValue(forKey: block.id)) }
        for leftover in old.keys {
            try connection.run("DELETE FROM lc_block WHERE block = ?1", leftover)
        }
    }

    private func store(_ block: BlockRecord, of bandID: Int64, inPlaceOf stored: BlockRecord?) throws {
        if let stored, stored.isRounded(block) { return }
        try block.store(in: connection, plane: context.plane(of: bandID), bandID: bandID, replacing: stored != nil)
    }
}
