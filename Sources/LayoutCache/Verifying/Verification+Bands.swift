internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutText

extension Verification {
    /// Compares every node of the sum tree with the bands that it sums up.
    mutating func checkSums(_ preparation: PreparationRecord) throws {
        let nodes = try connection.first(
            "SELECT count(*) FROM lc_sum WHERE preparation_id = ?1", preparation.id, as: Int.self)
        // Before anything goes through the slots: damage may say that there are any number of them.
        guard nodes == SumTree.nodeCount(slotCount: preparation.slotCount) else {
            note(
                "sum tree of preparation \(preparation.id): \(nodes ?? 0) nodes do not fit over "
                    + "\(preparation.slotCount) slots"
            )
            return
        }
        var wrong = 0
        var builder = SumTreeBuilder()
        let tree = SumTree(connection: connection, preparationID: preparation.id, readsSummaries: true)
        func expect(_ level: Int, _ node: Int, _ sums: BandSums) throws {
            if try tree.node(node, level: level) != sums { wrong += 1 }
        }
        var lastSlot = 0
        try connection.forEachRow(
            """
            SELECT slot, length, item_count, element_count, begins_section, cross_length, overhang_before,
              overhang_after, summary FROM lc_band WHERE preparation_id = ?1 ORDER BY slot
            """,
            preparation.id
        ) { row in
            let slot = row.int(0)
            // Beyond the tree nothing is summed up, however far out a damaged slot lies.
            guard slot > lastSlot, slot <= preparation.slotCount else {
                wrong += 1
                return
            }
            lastSlot = slot
            while builder.slotCount < slot - 1 { try builder.append(BandSums(), node: expect) }
            try builder.append(try BandSums(sumRow: row, withSummary: true), node: expect)
        }
        while builder.slotCount < preparation.slotCount { try builder.append(BandSums(), node: expect) }
        try builder.close(node: expect)
        if wrong > 0 {
            note(
                "sum tree of preparation \(preparation.id): "
                    + Counted.text(
                        wrong, "node does not agree with its bands", "nodes do not agree with their bands"))
        }
    }

    /// Checks that each band's rows are there, and that its blocks hold each of them once, inside their box.
    mutating func checkBands(_ preparation: PreparationRecord) throws {
        var wrong: [String] = []
        try Bands(connection, preparation.id).forEach { band in
            try advance(bands: 1)
            let plane = BlockRecord.plane(ofBand: band.id, in: preparation.id, isFree: preparation.traits.isFree)
            if let problem = try problem(of: band, plane: plane) {
                wrong.append("band \(band.id) of preparation \(preparation.id): \(problem)")
            }
        }
        for line in wrong.prefix(20) { note(line) }
        if wrong.count > 20 { note("… and \(wrong.count - 20) more bands") }
    }

    private func problem(of band: BandRecord, plane: Double) throws -> String? {
        var rows = AttributeRows()
        // One more than there should be is enough to know that there are too many.
        try connection.forEachRow(
            "SELECT \(AttributeRows.columns) FROM lc_attributes WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3",
            band.firstRow, band.rowLimit, band.sums.elements + 1
        ) { rows.append($0) }
        guard rows.count == band.sums.elements, rows.ids.first ?? band.firstRow == band.firstRow,
            (rows.ids.last ?? band.firstRow - 1) == band.firstRow + Int64(rows.count) - 1
        else { return "has \(rows.count) rows where \(band.sums.elements) should follow row \(band.firstRow)" }
        let blocks = try BlockRecord.all(connection, plane: plane, of: band).sorted { $0.firstRow < $1.firstRow }
        var next = band.firstRow
        for block in blocks {
            guard block.firstRow == next, block.lastRow >= block.firstRow,
                block.lastRow < band.firstRow + Int64(rows.count)
            else {
                return "its blocks do not hold each row once, at row \(next)"
            }
            for row in Int(block.firstRow - band.firstRow)...Int(block.lastRow - band.firstRow) {
                let frame = rows.frame(row)
                guard frame.x >= block.minX, frame.y >= block.minY, frame.maxX <= block.maxX, frame.maxY <= block.maxY
                else {
                    return "row \(rows.ids[row]) lies outside of its block"
                }
            }
            next = block.lastRow + 1
        }
        return next == band.firstRow + Int64(rows.count) ? nil : "its blocks end at row \(next)"
    }

    /// Compares the order of the bands' sections with that of the data set.
    mutating func checkOrder(_ preparation: PreparationRecord) throws {
        var held: [Int64] = []
        var position = -Double.infinity
        var wrong = 0
        try Bands(connection, preparation.id).forEach { band in
            guard let section = band.sectionID else { return }
            // By these a band's items are found.
            let begins = band.beginsSection || preparation.traits.isFree
            if begins ? band.firstPosition != -.infinity : band.firstPosition <= position { wrong += 1 }
            position = band.firstPosition
            if band.beginsSection { held.append(section) }
            if held.last != section { held.append(-1) }
        }
        if wrong > 0 {
            note(
                "preparation \(preparation.id): "
                    + Counted.text(
                        wrong, "band does not follow the one before it in position",
                        "bands do not follow those before them in position"))
        }
        var wanted: [Int64] = []
        try connection.forEachRow(
            "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", preparation.datasetID
        ) {
            wanted.append($0.int64(0))
        }
        if held != wanted {
            note("preparation \(preparation.id): its bands are not in the order of the data set's sections")
        }
    }
}
