internal import LayoutEngine
internal import LayoutSQLite

extension Verification {
    /// Compares every node of the sum tree with the bands that it sums up.
    mutating func checkSums(_ preparation: PreparationRecord) throws {
        var wrong = 0
        var expected = 0
        var builder = SumTreeBuilder()
        let tree = SumTree(connection: connection, preparationID: preparation.id, readsSummaries: true)
        func expect(_ level: Int, _ node: Int, _ sums: BandSums) throws {
            expected += 1
            if try tree.node(node, level: level) != sums { wrong += 1 }
        }
        var lastSlot = 0
        try connection.forEachRow(
            """
            SELECT slot, length, cell_count, element_count, begins_section, cross_length, overhang_before, overhang_after,
              summary FROM lc_band WHERE preparation_id = ?1 ORDER BY slot
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
            try builder.append(BandSums(sumRow: row, withSummary: true), node: expect)
        }
        while builder.slotCount < preparation.slotCount { try builder.append(BandSums(), node: expect) }
        try builder.close(node: expect)
        if wrong > 0 { note("sum tree of preparation \(preparation.id): \(wrong) nodes do not agree with their bands") }
        let nodes = try connection.first("SELECT count(*) FROM lc_sum WHERE preparation_id = ?1", preparation.id, as: Int.self)
        if nodes != expected {
            note("sum tree of preparation \(preparation.id): \(nodes ?? 0) nodes where \(expected) belong over \(preparation.slotCount) slots")
        }
    }

    /// Checks that each band's rows are there, and that its blocks hold each of them once, inside their box.
    mutating func checkBands(_ preparation: PreparationRecord) throws {
        var wrong: [String] = []
        try Bands(connection, preparation.id).forEach { band in
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
        try connection.forEachRow(
            "SELECT \(AttributeRows.columns) FROM lc_attributes WHERE id >= ?1 AND id < ?2 ORDER BY id", band.firstRow, band.rowLimit
        ) { rows.append($0) }
        guard rows.count == band.sums.elements, rows.ids.first ?? band.firstRow == band.firstRow,
            (rows.ids.last ?? band.firstRow - 1) == band.firstRow + Int64(rows.count) - 1
        else { return "has \(rows.count) rows where \(band.sums.elements) should follow row \(band.firstRow)" }
        let blocks = try BlockRecord.all(connection, plane: plane, of: band).sorted { $0.firstRow < $1.firstRow }
        var next = band.firstRow
        for block in blocks {
            guard block.firstRow == next, block.lastRow >= block.firstRow, block.lastRow < band.firstRow + Int64(rows.count) else {
                return "its blocks do not hold each row once, at row \(next)"
            }
            for row in Int(block.firstRow - band.firstRow)...Int(block.lastRow - band.firstRow) {
                let frame = rows.frame(row)
                guard frame.x >= block.minX, frame.y >= block.minY, frame.maxX <= block.maxX, frame.maxY <= block.maxY else {
                    return "row \(rows.ids[row]) lies outside of its block"
                }
            }
            next = block.lastRow + 1
        }
        return next == band.firstRow + Int64(rows.count) ? nil : "its blocks end at row \(next)"
    }

    /// Checks that sections which are not stale hold as many cells as the data set has items.
    mutating func checkCounts(_ preparation: PreparationRecord) throws {
        try note("preparation \(preparation.id): ", rowsOf: """
            SELECT 'section ' || held.section_id || ' holds ' || held.cells || ' cells for '
              || (SELECT count(*) FROM item WHERE item.section_id = held.section_id) || ' items, and is not stale'
            FROM (SELECT section_id, sum(cell_count) AS cells, max(is_stale AND NOT is_estimated) AS stale
                  FROM lc_band WHERE preparation_id = ?1 AND section_id IS NOT NULL GROUP BY section_id) AS held
            WHERE NOT held.stale
              AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = held.section_id AND r.changes > 0)
              AND held.cells <> (SELECT count(*) FROM item WHERE item.section_id = held.section_id)
            """, preparation.id)
        try note("preparation \(preparation.id): ", rowsOf: """
            SELECT 'section ' || s.id || ' has no band' FROM section AS s JOIN lc_preparation AS p ON p.dataset_id = s.dataset_id
            WHERE p.id = ?1 AND NOT EXISTS (SELECT 1 FROM lc_band AS b WHERE b.section_id = s.id AND b.preparation_id = p.id)
            """, preparation.id)
    }

    /// Checks the runs of items that triggers mark.
    mutating func checkOutline() throws {
        try note("outline: ", rowsOf: """
            SELECT 'section ' || s.id || ' has no run to mark changes in' FROM section AS s
            WHERE NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = s.id AND r.first_position = -9e999)
            """)
        try note("outline: ", rowsOf: """
            SELECT 'section ' || section_id || ' counts ' || runs || ' items, and has '
              || (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
            FROM (SELECT section_id, sum(item_count) AS runs, sum(item_count IS NULL) AS open FROM lc_run GROUP BY section_id)
              AS counted
            WHERE open = 0 AND runs <> (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
            """)
        try note("outline: ", rowsOf: """
            SELECT 'a run belongs to section ' || section_id || ', which is not there' FROM lc_run
            WHERE section_id NOT IN (SELECT id FROM section)
            """)
    }

    /// Says which layouts cannot be laid out at all.
    mutating func checkDefinitions() throws {
        for name in try connection.layoutNames() {
            let layout = try LayoutRecord.find(name, in: connection)
            do {
                _ = try LayoutDefinition(json: layout.definition).makePlan(in: layout.container)
            } catch {
                note("layout: “\(name)” cannot be laid out: \(error)")
            }
        }
    }

    /// Looks for derived rows that belong to nothing.
    mutating func checkLeftovers() throws {
        let rows = try connection.first("SELECT count(*) FROM lc_attributes", as: Int.self) ?? 0
        let held = try connection.first("SELECT coalesce(sum(element_count), 0) FROM lc_band", as: Int.self) ?? 0
        if rows != held { note("lc_attributes has \(rows) rows, and the bands hold \(held)") }
        try note("", rowsOf: """
            SELECT 'lc_band ' || id || ' belongs to no preparation' FROM lc_band
            WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
            """)
        try note("", rowsOf: """
            SELECT 'lc_block ' || block || ' belongs to no band' FROM lc_block WHERE band_id NOT IN (SELECT id FROM lc_band)
            """)
        try note("", rowsOf: """
            SELECT 'lc_preparation ' || id || ' belongs to layout ' || layout_id || ', which is not there' FROM lc_preparation
            WHERE layout_id IS NOT NULL AND layout_id NOT IN (SELECT id FROM layout)
            """)
    }
}
