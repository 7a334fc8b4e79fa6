internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutText

extension Verification {
    /// Compares every node of the sum tree with the bands that it sums up.
    mutating func checkSums(_ preparation: PreparationRecord) throws {
        let tree = SumTree(connection: connection, preparationID: preparation.id)
        let hasHidden = try tree.bands.hasHidden
        let topLevel = SumTree.topLevel(slotCount: preparation.slotCount)
        // Beyond the tree nothing is summed up, and there are no nodes.
        var wrong =
            try connection.first(
                """
                SELECT (SELECT count(*) FROM lc_band WHERE preparation_id = ?1 AND slot NOT BETWEEN 1 AND ?3)
                  + (SELECT count(*) FROM lc_sum WHERE preparation_id = ?1
                       AND (level NOT BETWEEN 1 AND ?2 OR node < 0 OR node << (4 * level) >= ?3))
                """, preparation.id, topLevel, preparation.slotCount, as: Int.self) ?? 0
        for level in 1...topLevel {
            // Each node is compared with its children, which were compared before.
            let nodes = try connection.rows(
                """
                SELECT (slot - 1) >> 4 FROM lc_band WHERE preparation_id = ?1 AND ?2 = 1
                UNION SELECT node >> 4 FROM lc_sum WHERE preparation_id = ?1 AND level = ?2 - 1
                UNION SELECT node FROM lc_sum WHERE preparation_id = ?1 AND level = ?2
                """, preparation.id, level
            ) { $0.int(0) }
            let last = max(0, preparation.slotCount - 1) >> (SumTree.shift * level)
            for node in nodes where (0...last).contains(node) {
                let wanted = try tree.computed(node, level: level, hasHidden: hasHidden)
                if try tree.node(node, level: level) ?? SumTree.Node() != wanted { wrong += 1 }
            }
        }
        if wrong > 0 {
            report(
                "sum tree of preparation \(preparation.id): "
                    + ReadableNumber.counted(
                        wrong, "node does not agree with its bands", "nodes do not agree with their bands"))
        }
    }

    /// Checks that each band can begin with the state that is kept for it. Then checks that its elements are there,
    /// each inside the box of its block and of the R*Tree's entry.
    mutating func checkBands(_ preparation: PreparationRecord) throws {
        // A definition that cannot work is reported separately.
        let plan = try? preparation.plan(in: connection).plan
        // How many numbers the states of the bands of a section have, except the first one's.
        var stateCounts: [Int64: Int] = [:]
        let bands = Bands(connection, preparation.id)
        try bands.forEach { band in
            try advance(bands: 1)
            var stateCount = 0
            if let plan, let id = band.sectionID, !band.beginsSection, !band.isEstimated {
                stateCount =
                    try stateCounts[id]
                    ?? SectionRecord.find(
                        id, datasetID: preparation.datasetID, index: 0, measure: preparation.measure, in: connection
                    ).map { plan.provisionalState(in: $0.measure).count } ?? 0
                stateCounts[id] = stateCount
            }
            if let problem = try problem(of: band, bands, stateCount: stateCount) {
                report("band \(band.id) of preparation \(preparation.id): \(problem)")
            }
        }
        // On a canvas all bands are on one plane.
        try report(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'block ' || k.id || ' of band ' || b.id || ' is outside of its entry of lc_rtree, or has none'
                FROM lc_preparation AS p CROSS JOIN lc_band AS b ON b.preparation_id = p.id
                CROSS JOIN lc_block AS k ON k.id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
                LEFT JOIN lc_rtree AS r ON r.id = k.id >> 3
                WHERE p.id = ?1 AND NOT ifnull(
                  r.x0 <= k.min_x AND r.x1 >= k.max_x AND r.y0 <= k.min_y AND r.y1 >= k.max_y
                  AND iif(p.is_free, -p.id, b.id) BETWEEN r.plane0 AND r.plane1, false)
                """, preparation.id)
    }

    /// - Parameter stateCount: How many numbers its state should have; 0 for any.
    private func problem(of band: BandRecord, _ bands: Bands, stateCount: Int) throws -> String? {
        do {
            let count = try bands.state(of: band)?.count ?? 0
            if stateCount > 0, count != stateCount { return "it begins with an invalid state" }
        } catch is LayoutError {
            return "it begins with an invalid state"
        }
        var elements = 0
        /// With the places of hidden items.
        var stored = 0
        var blocks = 0
        var problem: String?
        try BlockRecord.forEach(BlockRecord.ids(ofBand: band.id), in: connection) { block, row in
            let box = BlockRecord.box(row)
            defer {
                elements += (0..<block.count).count { BlockRecord.frame($0, row, scale: block.scale).width >= 0 }
                stored += block.count
                blocks += 1
            }
            guard problem == nil else { return }
            if block.id != BlockRecord.id(blocks, ofBand: band.id) {
                problem = "block \(blocks) is missing"
            } else if try block.details(in: connection).count != block.detailCount {
                problem = "block \(block.id) has other details than the \(block.detailCount) that it counts"
            } else if !(0..<block.count).allSatisfy({
                box.contains(BlockRecord.frame($0, row, scale: block.scale))
            }) {
                problem = "an element is outside of the box of block \(block.id)"
            }
        }
        if let problem { return problem }
        guard elements == band.sums.elements else {
            return "its blocks hold \(elements) elements where \(band.sums.elements) should be"
        }
        guard band.isStale || stored - elements == band.sums.items - band.cellCount else {
            return
                "its blocks hold \(stored - elements) hidden items of \(band.sums.items), with \(band.cellCount) cells"
        }
        return nil
    }

    /// Compares the order of the bands' sections with the data set's.
    mutating func checkOrder(_ preparation: PreparationRecord) throws {
        let bands = Bands(connection, preparation.id)
        for band in try bands.covers() {
            guard let section = band.sectionID else { continue }
            if let next = try bands.next(afterSlot: band.slot), next.sectionID == section,
                try band.isHeader
                    ? next.beginsSection && bands.last(ofSection: section)?.slot == band.hiddenUntil
                    : next.slot <= band.lastSlot && bands.next(afterSlot: band.lastSlot)?.sectionID == section
            {
                continue
            }
            report("band \(band.id) of preparation \(preparation.id) does not hide what follows it in its section")
        }
        // By the positions a band's items are found.
        try report(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'band ' || id || ' does not follow the one before it in section and position'
                FROM (SELECT b.id, b.section_id, b.first_position, b.begins_section, p.is_free,
                        lag(b.section_id) OVER (ORDER BY b.slot) AS former_section,
                        lag(b.first_position) OVER (ORDER BY b.slot) AS former_position
                      FROM lc_preparation AS p CROSS JOIN lc_band AS b ON b.preparation_id = p.id
                      WHERE p.id = ?1 AND b.section_id IS NOT NULL AND NOT (b.is_header AND b.hidden_until IS NOT NULL))
                WHERE CASE WHEN begins_section OR is_free THEN first_position <> -1e301
                    ELSE first_position <= former_position END
                  OR NOT begins_section AND section_id IS NOT former_section
                """, preparation.id)
        if try holdsOtherSections(preparation) {
            report("preparation \(preparation.id): its bands are not those of the data set's sections in their order")
        }
    }

    /// Checks item by item that what lies below a collapsed item is hidden, and nothing else. O(items) for a layout
    /// with collapsed items.
    mutating func checkBranches(_ preparation: PreparationRecord) throws {
        guard try StoredFolds(connection: connection, preparationID: preparation.id).marks(1).isEmpty,
            !preparation.traits.isFree, let layoutID = preparation.layoutID, preparation.isShown
        else { return }
        let bands = Bands(connection, preparation.id)
        let hidden = try bands.hiddenPositions()
        let sections = try connection.rows(
            """
            SELECT DISTINCT i.section_id FROM layout AS l CROSS JOIN collapsed_item AS c ON c.layout = l.name
            CROSS JOIN item AS i ON i.id = c.item_id OR i.original_id = c.item_id WHERE l.id = ?1
            """, layoutID
        ) { $0.int64(0) }
        // A definition that cannot work is reported separately.
        guard !sections.isEmpty || !hidden.isEmpty, let plan = try? preparation.plan(in: connection).plan else {
            return
        }
        let changed = try Freshness.staleRanges(ofPreparation: preparation.id, in: connection)
        let whole = -Double.infinity..<Double.infinity
        for id in Set(sections).union(hidden.keys).sorted() where hidden[id]?.last != whole && changed[id] == nil {
            guard
                let section = try SectionRecord.find(
                    id, datasetID: preparation.datasetID, index: 0, measure: nil, in: connection)
            else { continue }
            // The level of the collapsed item in hand.
            var cover: Int?
            var ranges = (hidden[id] ?? [])[...]
            try connection.forEachRow(
                """
                SELECT coalesce(i.original_id, i.id), i.position, coalesce(i.level, 0), EXISTS (
                  SELECT 1 FROM layout AS l CROSS JOIN collapsed_item AS c
                    ON c.layout = l.name AND c.item_id IN (i.id, i.original_id) WHERE l.id = ?2)
                FROM item AS i WHERE i.section_id = ?1 ORDER BY i.position
                """,
                id, plan.stacksItems(in: section.measure) ? layoutID : nil
            ) { row in
                let (position, level) = (row.double(1), row.int(2))
                if let covered = cover, level <= covered { cover = nil }
                let isWanted = cover != nil
                if cover == nil, row.bool(3) { cover = level }
                while let range = ranges.first, range.upperBound <= position { ranges.removeFirst() }
                let isHidden = ranges.first?.contains(position) == true
                guard isHidden != isWanted else { return }
                report(
                    "preparation \(preparation.id): the item \(row.int64(0)) is \(isHidden ? "hidden" : "shown"), "
                        + "in spite of what is collapsed")
            }
        }
    }
}
