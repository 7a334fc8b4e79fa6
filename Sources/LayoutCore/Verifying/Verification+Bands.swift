internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutText

extension Verification {
    /// Compares every node of the sum tree with the bands that it sums up.
    mutating func checkSums(_ preparation: PreparationRecord) throws {
        let tree = SumTree(connection: connection, preparationID: preparation.id, readsSummaries: true)
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
                if let found = try tree.node(node, level: level) {
                    // The last of the running sums is not stored: a hidden node sums up nothing.
                    let isRunRight = (1..<SumTree.fanOut).allSatisfy { found.run[$0] == wanted.run[$0] }
                    if found.sums != wanted.sums || !isRunRight { wrong += 1 }
                } else if wanted.sums != BandSums() || wanted.run[SumTree.fanOut] != BandSums.Prefix() {
                    wrong += 1
                }
            }
        }
        if wrong > 0 {
            report(
                "sum tree of preparation \(preparation.id): "
                    + ReadableNumber.counted(
                        wrong, "node does not agree with its bands", "nodes do not agree with their bands"))
        }
    }

    /// Checks that each band's elements are there, each inside the box of its block and of the R*Tree's entry.
    mutating func checkBands(_ preparation: PreparationRecord) throws {
        var wrong: [String] = []
        try Bands(connection, preparation.id).forEach { band in
            try advance(bands: 1)
            if let problem = try problem(of: band, in: preparation) {
                wrong.append("band \(band.id) of preparation \(preparation.id): \(problem)")
            }
        }
        for line in wrong.prefix(20) { report(line) }
        if wrong.count > 20 { report("… and \(wrong.count - 20) more bands") }
    }

    private func problem(of band: BandRecord, in preparation: PreparationRecord) throws -> String? {
        var elements = 0
        /// With the places of hidden items.
        var stored = 0
        var blocks = 0
        var boxes: [Int64: BlockTree.Box] = [:]
        var problem: String?
        let ids = BlockRecord.ids(ofBand: band.id)
        try connection.forEachRow(BandBlocks.comparedSQL, ids.lowerBound, ids.upperBound) { row in
            let block = try BlockRecord(row)
            let box = BandBlocks.box(row)
            defer {
                elements += (0..<block.count).count { BlockRecord.frame($0, row, scale: block.scale).width >= 0 }
                stored += block.count
                blocks += 1
                boxes[BlockRecord.group(ofBlock: block.id), default: BlockTree.Box()].include(box)
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
        return try problemOfTree(band, boxes, in: preparation)
    }

    /// Compares a band's entries of the R*Tree with the boxes of its blocks.
    private func problemOfTree(
        _ band: BandRecord, _ boxes: [Int64: BlockTree.Box], in preparation: PreparationRecord
    ) throws -> String? {
        let plane = BlockTree.plane(ofBand: band.id, in: preparation.id, isFree: preparation.traits.isFree)
        for (group, box) in boxes.sorted(by: { $0.key < $1.key }) {
            guard let entry = try BlockTree.find(group, in: connection) else {
                return "lc_rtree has no entry \(group)"
            }
            if !entry.box.contains(box) { return "a block is outside of entry \(group) of lc_rtree" }
            if !entry.planes.contains(plane) { return "entry \(group) of lc_rtree is on the plane of another band" }
        }
        return nil
    }

    /// Compares the order of the bands' sections with the data set's.
    mutating func checkOrder(_ preparation: PreparationRecord) throws {
        var held: [Int64] = []
        var position = -Double.infinity
        var wrong = 0
        let bands = Bands(connection, preparation.id)
        try bands.forEach { band in
            guard let section = band.sectionID else { return }
            if band.endsWithFold {
                let (next, end) = try (bands.next(afterSlot: band.slot), bands.next(afterSlot: band.lastSlot))
                let hides = next.map { $0.sectionID == section && $0.slot <= band.lastSlot } ?? false
                if !hides || end?.sectionID != section {
                    report("band \(band.id) of preparation \(preparation.id) does not hide a branch of its section")
                }
            }
            if band.isHeader, let last = band.hiddenUntil {
                let (next, end) = try (bands.next(afterSlot: band.slot), bands.last(ofSection: section))
                if next?.sectionID != section || next?.beginsSection != true || end?.slot != last {
                    report("band \(band.id) of preparation \(preparation.id) does not hide the rest of its section")
                }
                return
            }
            // By these a band's items are found.
            let begins = band.beginsSection || preparation.traits.isFree
            if begins ? band.firstPosition != Outline.beginning : band.firstPosition <= position { wrong += 1 }
            position = band.firstPosition
            if band.beginsSection { held.append(section) }
            if held.last != section { held.append(-1) }
        }
        if wrong > 0 {
            report(
                "preparation \(preparation.id): "
                    + ReadableNumber.counted(
                        wrong, "band does not follow the one before it in position",
                        "bands do not follow those before them in position"))
        }
        let wanted = try connection.rows(
            "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", preparation.datasetID
        ) { $0.int64(0) }
        if held != wanted {
            report("preparation \(preparation.id): its bands are not in the order of the data set's sections")
        }
    }

    /// Checks item by item that what lies below a collapsed item is hidden, and nothing else. O(items) for a layout
    /// with collapsed items.
    mutating func checkBranches(_ preparation: PreparationRecord) throws {
        guard try StoredFolds(connection: connection, preparationID: preparation.id).marks(1).isEmpty,
            !preparation.traits.isFree, let layoutID = preparation.layoutID, preparation.isShown
        else { return }
        let collapsed = try collapsedItems(ofLayout: layoutID)
        let bands = Bands(connection, preparation.id)
        let hidden = try bands.hiddenPositions()
        guard !collapsed.isEmpty || !hidden.isEmpty else { return }
        // A definition that cannot work is reported separately.
        guard let plan = try? preparation.plan(in: connection).plan else { return }
        let changed = try Freshness.staleRanges(ofPreparation: preparation.id, in: connection)
        let whole = try bands.collapsedSections
        var position = -Double.infinity
        while true {
            let sections = try SectionRecord.next(
                after: position, datasetID: preparation.datasetID, index: 0, measure: nil, limit: 256, in: connection)
            guard let last = sections.last else { return }
            for section in sections where !whole.contains(section.id) && changed[section.id] == nil {
                let wrong = try firstWrong(
                    in: section.id, collapsed: plan.stacksItems(in: section.measure) ? collapsed : [],
                    hidden: hidden[section.id] ?? [])
                guard let wrong else { continue }
                report(
                    "preparation \(preparation.id): the item \(wrong.id) is \(wrong.isHidden ? "hidden" : "shown"), "
                        + "in spite of what is collapsed")
            }
            position = last.position
        }
    }

    private func collapsedItems(ofLayout id: Int64) throws -> Set<Int64> {
        var items: Set<Int64> = []
        try connection.forEachRow(
            "SELECT c.item_id FROM layout AS l CROSS JOIN collapsed_item AS c ON c.layout = l.name WHERE l.id = ?1", id
        ) { items.insert($0.int64(0)) }
        return items
    }

    /// The first item of a section that is hidden or shown wrongly.
    private func firstWrong(
        in sectionID: Int64, collapsed: Set<Int64>, hidden: [Range<Double>]
    ) throws -> (id: Int64, isHidden: Bool)? {
        var wrong: (id: Int64, isHidden: Bool)?
        // The level of the collapsed item in hand.
        var cover: Int?
        var next = 0
        try connection.forEachRow(
            """
            SELECT coalesce(original_id, id), position, coalesce(level, 0) FROM item WHERE section_id = ?1
            ORDER BY position
            """,
            sectionID
        ) { row in
            let (id, position, level) = (row.int64(0), row.double(1), row.int(2))
            if let level = cover, row.int(2) <= level { cover = nil }
            let isWanted = cover != nil
            if cover == nil, collapsed.contains(id) { cover = level }
            while next < hidden.count, hidden[next].upperBound <= position { next += 1 }
            let isHidden = next < hidden.count && hidden[next].contains(position)
            if isHidden != isWanted, wrong == nil { wrong = (id, isHidden) }
        }
        return wrong
    }
}
