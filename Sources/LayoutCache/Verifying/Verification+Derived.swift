internal import LayoutEngine
internal import LayoutSQLite

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
            SELECT slot, length, cell_count, element_count, begins_section, cross_length, overhang_before,
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
        if wrong > 0 { note("sum tree of preparation \(preparation.id): \(wrong) nodes do not agree with their bands") }
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

    /// Checks that sections which are not stale hold as many cells as the data set has items.
    mutating func checkCounts(_ preparation: PreparationRecord) throws {
        try note(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'section ' || held.section_id || ' holds ' || held.cells || ' cells for '
                  || (SELECT count(*) FROM item WHERE item.section_id = held.section_id) || ' items, and is not stale'
                FROM (SELECT section_id, sum(cell_count) AS cells, max(is_stale AND NOT is_estimated) AS stale
                      FROM lc_band WHERE preparation_id = ?1 AND section_id IS NOT NULL GROUP BY section_id) AS held
                WHERE NOT held.stale
                  AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = held.section_id AND r.changes > 0)
                  AND held.cells <> (SELECT count(*) FROM item WHERE item.section_id = held.section_id)
                """, preparation.id)
        try note(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'section ' || s.id || ' has no band'
                FROM section AS s JOIN lc_preparation AS p ON p.dataset_id = s.dataset_id
                WHERE p.id = ?1 AND NOT EXISTS (SELECT 1 FROM lc_band AS b
                  WHERE b.section_id = s.id AND b.preparation_id = p.id)
                """, preparation.id)
    }

    /// Checks the runs of items that triggers mark.
    ///
    /// - Parameter eachRun: Whether to count each run's items rather than those of all of a section's runs.
    mutating func checkOutline(eachRun: Bool) throws {
        if eachRun {
            try note(
                "outline: ",
                rowsOf: """
                    SELECT 'the run of section ' || section_id || ' at ' || first_position || ' counts ' || item_count
                      || ' items, and has ' || found
                    FROM (SELECT r.section_id, r.first_position, r.item_count,
                        (SELECT count(*) FROM item AS i WHERE i.section_id = r.section_id
                          AND i.position >= r.first_position
                         AND i.position < coalesce((SELECT min(n.first_position) FROM lc_run AS n
                           WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999)) AS found
                      FROM lc_run AS r WHERE r.item_count IS NOT NULL)
                    WHERE found <> item_count
                    """)
        }
        try note(
            "outline: ",
            rowsOf: """
                SELECT 'section ' || s.id || ' has no run to mark changes in' FROM section AS s
                WHERE NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = s.id AND r.first_position = -9e999)
                """)
        try note(
            "outline: ",
            rowsOf: """
                SELECT 'section ' || section_id || ' counts ' || runs || ' items, and has '
                  || (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
                FROM (SELECT section_id, sum(item_count) AS runs, sum(item_count IS NULL) AS open FROM lc_run
                  GROUP BY section_id)
                  AS counted
                WHERE open = 0 AND runs <> (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
                """)
        try note(
            "outline: ",
            rowsOf: """
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

    /// Compares what a preparation says of its layout with what its definition gives.
    mutating func checkConstants(_ preparation: PreparationRecord) throws {
        let name = "preparation \(preparation.id)"
        let definition: LayoutDefinition
        let plan: any LayoutPlan
        do {
            definition = try LayoutDefinition(json: preparation.definition)
            plan = try definition.makePlan(in: preparation.container)
        } catch {
            return note("\(name): what it was made from cannot be laid out: \(error)")
        }
        var traits = plan.traits
        traits.wraps = definition.wraps
        for (constant, isRight) in traits.comparison(with: preparation.traits) where !isRight {
            note("\(name): its \(constant) is not what its definition says")
        }
        let kind = try connection.first(
            "SELECT kind FROM lc_preparation WHERE id = ?1", preparation.id, as: String.self)
        if kind != definition.kindName { note("\(name): its kind is not what its definition says") }
        let kinds = try ElementKindRows(preparation.id, in: connection)
        if kinds.inOrder != plan.elementKinds {
            note("\(name): lc_element_kind does not hold the kinds of its definition")
        }
        try checkStates(preparation, count: plan.provisionalState.count)
        // Beyond this, what is left until the greatest number would soon be used up.
        if preparation.revision.magnitude > 1 << 62 - 1 { note("\(name): its revision is \(preparation.revision)") }
        let isComplete = try !Bands(connection, preparation.id).hasEstimated
        if preparation.isOutlined, preparation.isComplete != isComplete {
            note("\(name): it says that it is \(preparation.isComplete ? "" : "not ")complete")
        }
    }

    /// Checks that each band that was laid out can begin with the state that is kept for it.
    private mutating func checkStates(_ preparation: PreparationRecord, count: Int) throws {
        var wrong: [Int64] = []
        try connection.forEachRow(
            """
            SELECT id, state, begins_section OR is_estimated OR section_id IS NULL FROM lc_band
            WHERE preparation_id = ?1
            """,
            preparation.id
        ) { row in
            let state = try? row.string(1).map(SolverState.decode) ?? []
            if state == nil || !row.bool(2) && count > 0 && state?.count != count { wrong.append(row.int64(0)) }
        }
        for id in wrong.prefix(20) {
            note("band \(id) of preparation \(preparation.id) begins with an invalid state")
        }
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
        if wrong > 0 { note("preparation \(preparation.id): \(wrong) bands do not follow each other in position") }
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

    /// Checks the small tables that everything else counts by.
    mutating func checkCounters() throws {
        var levels: [Int] = []
        try connection.forEachRow("SELECT level FROM lc_level ORDER BY level") { levels.append($0.int(0)) }
        if levels != Array(1...12) { note("lc_level does not hold the numbers from 1 to 12") }
        try note(
            "",
            rowsOf: """
                SELECT 'lc_counter has ' || count(*) || ' rows, and should have 1' FROM lc_counter HAVING count(*) <> 1
                """)
        try note(
            "",
            rowsOf: """
                SELECT 'lc_counter gives away bands or rows a second time, or none' FROM lc_counter
                WHERE next_band > 1 << 54 OR next_row > 1 << 54
                  OR next_band <= (SELECT coalesce(max(id), 0) FROM lc_band)
                  OR next_row < (SELECT coalesce(max(row_limit), 0) FROM lc_band)
                """)
    }

    /// Looks for derived rows that belong to nothing.
    mutating func checkLeftovers() throws {
        let rows = try connection.first("SELECT count(*) FROM lc_attributes", as: Int.self) ?? 0
        let held = try connection.first("SELECT coalesce(sum(element_count), 0) FROM lc_band", as: Int.self) ?? 0
        if rows != held { note("lc_attributes has \(rows) rows, and the bands hold \(held)") }
        try note(
            "",
            rowsOf: """
                SELECT 'lc_band ' || id || ' belongs to no preparation' FROM lc_band
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
                """)
        try note(
            "",
            rowsOf: """
                SELECT 'lc_block ' || block || ' belongs to no band' FROM lc_block
                WHERE band_id NOT IN (SELECT id FROM lc_band)
                """)
        try note(
            "",
            rowsOf: """
                SELECT 'lc_sum has nodes of preparation ' || preparation_id || ', which is not there' FROM lc_sum
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation) GROUP BY preparation_id
                """)
        try note(
            "",
            rowsOf: """
                SELECT 'lc_element_kind ' || id || ' belongs to no preparation' FROM lc_element_kind
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
                """)
        try note(
            "",
            rowsOf: """
                SELECT 'lc_section_element has rows of preparation ' || preparation_id || ' and section ' || section_id
                  || ', which is not there' FROM lc_section_element AS e
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation) OR NOT is_of_content AND NOT EXISTS
                  (SELECT 1 FROM lc_band AS b WHERE b.section_id = e.section_id AND b.preparation_id = e.preparation_id)
                GROUP BY preparation_id, section_id
                """)
        try note(
            "",
            rowsOf: """
                SELECT 'lc_preparation ' || id || ' belongs to layout ' || layout_id || ', which is not there'
                FROM lc_preparation
                WHERE layout_id IS NOT NULL AND layout_id NOT IN (SELECT id FROM layout)
                """)
    }
}

extension LayoutTraits {
    /// Each constant by the name of its column, and whether it is the same in both.
    fileprivate func comparison(with other: LayoutTraits) -> [(constant: String, isRight: Bool)] {
        [
            ("axis", axis == other.axis), ("is_mirrored", isMirrored == other.isMirrored),
            ("is_free", isFree == other.isFree),
            ("section_spacing", sectionSpacing == other.sectionSpacing),
            ("cross_length", contentCrossLength == other.contentCrossLength), ("wraps", wraps == other.wraps),
            ("wrap_spacing", wrapSpacing == other.wrapSpacing), ("frozen_along", frozenLength == other.frozenLength),
            ("frozen_cross", frozenCrossLength == other.frozenCrossLength), ("pin_start", pinStart == other.pinStart),
            ("pin_end", pinEnd == other.pinEnd), ("z_stride", zIndexStride == other.zIndexStride),
        ]
    }
}
