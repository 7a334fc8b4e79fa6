internal import LayoutEngine
internal import LayoutSQLite

/// Solves every band of a preparation again that is not stale, from the state with which it begins. Compares everything
/// that is stored of it: rows, sums, the state of the next one, and what pins or spans.
///
/// It solves from the states that the bands record for their beginnings. So it takes one pass, and finds a wrong band
/// independently of its neighbours. It also compares the unchanged sections of a preparation in which other sections
/// came, went or changed places.
struct BandProof {
    let context: PreparationContext
    let connection: Connection
    private let slotCount: Int
    /// The preparation that a section's elements are under: the elements of a collapsed one are put aside.
    private var elementsPreparationID: Int64
    private(set) var problems: [String] = []
    /// The number of bands that were skipped because they are stale.
    var uncomparedBands = 0

    /// - Throws: `LayoutError` for a definition that cannot work.
    init(_ preparation: PreparationRecord, in connection: Connection) throws {
        self.connection = connection
        (slotCount, elementsPreparationID) = (preparation.slotCount, preparation.id)
        let plan = try preparation.plan(in: connection).plan
        context = try PreparationContext(
            preparation, plan: plan, limits: BandLimits(), connection: connection)
    }

    /// - Parameters:
    ///   - hasOtherSections: Whether sections came, went or changed places since the bands were made.
    ///   - advance: Called with the number of bands after each section.
    mutating func run(hasOtherSections: Bool, _ advance: (_ bands: Int) throws -> Void) throws {
        let changes = try Freshness.staleRanges(ofPreparation: context.preparationID, in: connection)
        try checkContent()
        // Their indices may mean other parts of the definition now.
        let isByIndex = hasOtherSections && context.plan.variant(ofSection: 0) != context.plan.variant(ofSection: 1)
        var index = 0
        var position = -Double.infinity
        while true {
            let sections = try SectionRecord.next(
                after: position, datasetID: context.datasetID, index: index, measure: context.measure, limit: 256,
                in: connection)
            guard let last = sections.last else { return }
            for section in sections {
                let bands = try context.bands.all(ofSection: section.id)
                if hasOtherSections && bands.isEmpty || isByIndex {
                    uncomparedBands += bands.count
                } else {
                    try check(section, bands, changes[section.id] ?? [], advance)
                }
            }
            index += sections.count
            position = last.position
        }
    }

    private mutating func check(
        _ section: SectionRecord, _ bands: [BandRecord], _ changes: [ClosedRange<Double>],
        _ advance: (_ bands: Int) throws -> Void
    ) throws {
        var (section, bands) = (section, bands)
        if let first = bands.first {
            try context.setFollowsSection(
                itemsBefore: context.sumTree.prefix(first.slot - 1).items, slot: first.slot, in: &section)
        }
        elementsPreparationID = context.preparationID
        if let header = bands.first, header.isHeader {
            bands.removeFirst()
            if !header.isStale, changes.isEmpty {
                let (solved, buffer) = context.header(of: section)
                try compare(header, with: buffer, solved, items: nil, taking: 0..<0, elementsOf: section.id)
            }
            elementsPreparationID = 0 &- context.preparationID
        }
        let isWhole = context.isWhole(section)
        // If each band depends on the whole section, none can be compared.
        let isUnsettled = !changes.isEmpty || bands.contains(where: \.isStale)
        if changes.first == -.infinity ... .infinity || isWhole && isUnsettled {
            uncomparedBands += bands.count
            return
        }
        guard let first = bands.first, first.beginsSection, !bands.dropFirst().contains(where: \.beginsSection) else {
            return report("section \(section.id) does not begin with its first band")
        }
        if context.traits.isFree {
            try checkPlane(section, bands)
            return try advance(bands.count)
        }
        guard !isWhole || bands.count == 1 else {
            return report("section \(section.id) has \(bands.count) bands, and can only be one")
        }
        try checkBands(bands, of: section, changes, advance)
    }

    private mutating func checkContent() throws {
        let hasSections = try context.sumTree.totals(slotCount: slotCount).sectionsTakeRoom(
            context.traits, context.bands)
        let bands = try context.bands.ofContent()
        for edge in [LayoutTraits.BoundaryEdge.start, .end] {
            let band = bands.first { $0.endsContent == (edge == .end) }
            guard let (buffer, solved) = BandOutliner.boundary(edge, hasSections: hasSections, context) else {
                if band != nil { report("a band belongs to the content, which has none there") }
                continue
            }
            guard let band else {
                report("the band that \(edge == .end ? "closes" : "opens") the content is missing")
                continue
            }
            guard !band.isStale else {
                uncomparedBands += 1
                continue
            }
            try compare(band, with: buffer, solved, items: nil, taking: 0..<0, elementsOf: nil)
        }
    }

    mutating func report(_ problem: String) { problems.append("preparation \(context.preparationID): \(problem)") }
}

extension Verification {
    mutating func checkSolving(_ preparation: PreparationRecord, hasOtherSections: Bool) throws {
        // A definition that cannot work is reported separately.
        guard var proof = try? BandProof(preparation, in: connection) else { return }
        // Sheets that are of another width together will be laid out again as a whole.
        let plan = proof.context.plan
        if plan.scrollsBothWays, plan.traits.contentCrossLength != preparation.traits.contentCrossLength {
            return report(uncompared: preparation.slotCount, preparation)
        }
        try proof.run(hasOtherSections: hasOtherSections) { try advance(bands: $0, solved: true) }
        for problem in proof.problems { report(problem) }
        // If the sections changed, their order at least was not compared.
        report(uncompared: max(proof.uncomparedBands, hasOtherSections ? 1 : 0), preparation)
    }

    /// Whether the bands of a preparation are not of its data set's sections, in their order.
    func holdsOtherSections(_ preparation: PreparationRecord) throws -> Bool {
        try connection.first(
            """
            SELECT (SELECT group_concat(id) FROM (SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position))
              IS NOT (SELECT group_concat(section_id) FROM (SELECT section_id FROM lc_band WHERE preparation_id = ?2
                AND begins_section AND NOT (is_header AND hidden_until IS NOT NULL) ORDER BY slot))
            """, preparation.datasetID, preparation.id, as: Bool.self) ?? true
    }
}

extension BandProof {
    /// Compares everything that is stored of a band with what its solver gives.
    mutating func compare(
        _ band: BandRecord, with buffer: BandBuffer, _ solved: BandWriter.SolvedBand, items stream: ItemStream?,
        taking taken: Range<Int>, elementsOf sectionID: Int64?
    ) throws {
        var blocks = BandBlocks()
        let wanted = try blocks.fill(buffer, of: solved, over: band, items: stream, taking: taken, context: context)
        // The summary is compared by way of the sum tree, where the layout asks for it.
        let differences = wanted.differences(from: band)
        if !differences.isEmpty {
            report("band \(band.id) differs in \(differences.joined(separator: ", ")) from what its items give")
        }
        let ids = BlockRecord.ids(ofBand: band.id)
        var isStored = ContiguousArray(repeating: false, count: blocks.blocks.count)
        try BlockRecord.forEach(ids, in: connection) { block, row in
            let number = Int(block.id - ids.lowerBound)
            guard isStored.indices.contains(number) else { return }
            isStored[number] = try !blocks.differences(number, from: block, row, connection).isDifferent
        }
        if let number = isStored.firstIndex(of: false) {
            report("block \(BlockRecord.id(number, ofBand: band.id)) of band \(band.id) is not what its items give")
        }
        if solved.isStart || solved.isEnd { try compareElements(buffer, of: solved, ofSection: sectionID) }
    }

    /// Compares the pinned and spanning elements, and the lines that stay visible, that a section's first or last band
    /// brings.
    private mutating func compareElements(
        _ buffer: BandBuffer, of solved: BandWriter.SolvedBand, ofSection sectionID: Int64?
    ) throws {
        let stored = try SectionElementRow.all(
            ofSection: sectionID, in: elementsPreparationID, along: context.traits.axis, connection
        ).filter { $0.element.edge == .end ? solved.isEnd : solved.isStart }
        let wanted = try SectionElementRow.rows(
            of: buffer.sectionElements, zBase: context.traits.zIndexStride * solved.sectionIndex, kinds: context.kinds)
        if Set(stored) != Set(wanted) || stored.count != wanted.count {
            report("lc_section_element does not hold what \(sectionID.map { "section \($0)" } ?? "the content") shows")
        }
        guard let sectionID else { return }
        let storedLines = try FrozenLines.find(ofSection: sectionID, in: elementsPreparationID, connection)
        let lines = buffer.frozenLines?.completed(by: storedLines, isStart: solved.isStart, isEnd: solved.isEnd)
        if storedLines != lines { report("lc_frozen_lines does not hold the lines of section \(sectionID)") }
    }

    /// Checks the bands of a section one by one.
    mutating func checkBands(
        _ bands: [BandRecord], of section: SectionRecord, _ changes: [ClosedRange<Double>],
        _ advance: (_ bands: Int) throws -> Void
    ) throws {
        let usesSummary = context.plan.usesSummary
        let isUnsettled = usesSummary && (!changes.isEmpty || bands.contains(where: \.isStale))
        var firstIndex = 0
        for (number, band) in bands.enumerated() {
            try advance(1)
            let next = number + 1 < bands.count ? bands[number + 1] : nil
            defer { firstIndex += band.sums.items }
            let last = try changes.isEmpty ? 0 : lastPosition(before: next)
            let isChanged = changes.contains { $0.lowerBound <= last && $0.upperBound >= band.firstPosition }
            // The last line depends on the summary of the whole section.
            let isAssumed = isUnsettled && (next == nil || context.plan.everyLineUsesSummary(in: section.measure))
            guard !band.isStale, !isChanged, !isAssumed else {
                uncomparedBands += 1
                continue
            }
            let state = try context.bands.state(of: band) ?? []
            guard firstIndex.isMultiple(of: context.plan.restartInterval(in: section.measure) ?? 1),
                band.beginsSection
                    || [0, state.count].contains(context.plan.provisionalState(in: section.measure).count)
            else {
                report("band \(band.id) cannot begin at its place")
                continue
            }
            let elsewhere =
                usesSummary
                ? try context.sumTree.summary(of: bands[0].slot..<band.slot)
                    .merged(with: context.sumTree.summary(of: band.slot + 1..<bands[bands.count - 1].slot + 1))
                : .unknown
            var driver = SectionDriver(
                plan: context.plan, section: section.measure,
                start: SectionMeasure.Start(itemIndex: firstIndex, state: state, summaryElsewhere: elsewhere))
            var stream = try context.items(of: section, from: band.firstPosition)
            defer { stream.close() }
            let count = band.sums.items
            _ = try stream.read(count + 1)
            let held = next.map { stream.index(of: $0.firstPosition) } ?? stream.count
            guard held == count else {
                report("band \(band.id) holds cells for items that are not in it")
                continue
            }
            _ = driver.place(stream.measures, in: 0..<count, limit: .max)
            if let next {
                guard end(&driver, count, stream),
                    try next.isStale || driver.endBand() == (context.bands.state(of: next) ?? [])
                else {
                    report("band \(band.id) does not end where the next one begins")
                    continue
                }
                if next.isStale { _ = driver.endBand() }
            } else {
                driver.finish()
            }
            // In a collapsed section, one is laid out again when it is expanded.
            guard !(elementsPreparationID < 0 && band.beginsSection && context.sectionsFollowOthers) else { continue }
            let solved = BandWriter.SolvedBand(
                sectionID: section.id, beginsSection: band.beginsSection, firstPosition: band.firstPosition,
                state: state, sectionIndex: section.measure.index, firstIndex: firstIndex, isEnd: next == nil)
            try compare(
                band, with: driver.band, solved, items: stream, taking: stream.take(count), elementsOf: section.id)
        }
    }

    /// The position of the last item that a band's layout depends on: the first one of the next band decides its end.
    private func lastPosition(before next: BandRecord?) throws -> Double {
        guard let next, let sectionID = next.sectionID else { return .infinity }
        return try connection.first(
            "SELECT position FROM item WHERE section_id = ?1 AND position >= ?2 ORDER BY position LIMIT 1", sectionID,
            next.firstPosition, as: Double.self) ?? .infinity
    }

    /// Tells the driver that its last line may be full; returns whether it is.
    private func end(_ driver: inout SectionDriver, _ count: Int, _ stream: ItemStream) -> Bool {
        if driver.openItemCount > 0 {
            guard stream.count > count else { return false }
            // A group of one item would be whole at once, and in the band, if it were placed without a limit.
            let placed = driver.place(stream.measures, in: count..<count + 1, limit: count)
            guard driver.openItemCount == placed - count else { return false }
        }
        return driver.band.cells.count == count && driver.canEndBand
    }

    /// Compares the cells of a canvas's section with what its items give, in whichever blocks they are.
    ///
    /// O(items), in as many passes over the cells as the items take to be read in the chunks of a preparation.
    mutating func checkPlane(_ section: SectionRecord, _ bands: [BandRecord]) throws {
        let order = PlaneOrder(connection: connection, preparationID: context.preparationID, sectionID: section.id)
        var stream = try context.items(of: section, from: -.infinity)
        defer { stream.close() }
        var itemCount = 0
        while try stream.hasMore() {
            let chunk = stream.placed..<stream.count
            let cells = SectionDriver.layOut(
                ContiguousArray(stream.measures[chunk]), of: section.measure, by: context.plan
            ).cells
            var wanted: [Int64: (cell: BandBuffer.Cell, index: Int?)] = [:]
            for (cell, place) in zip(cells, chunk) { wanted[stream.ids[place]] = (cell, stream.ranks?[place]) }
            for band in bands {
                try BlockRecord.forEachElement(ofBand: band.id, in: connection) { element in
                    guard let id = element.itemID(from: band.firstItemID), let item = wanted.removeValue(forKey: id)
                    else { return }
                    let index = try element.item.map { try order.index(ofNumber: $0) }
                    if element.frame != item.cell.frame || element.zIndex != item.cell.zIndex || index != item.index {
                        report("the cell of item \(id) in band \(band.id) is not what the item gives")
                    }
                }
            }
            for id in wanted.keys.sorted().prefix(20) { report("item \(id) of section \(section.id) has no cell") }
            itemCount += cells.count
            stream.placed = stream.count
            _ = stream.take(chunk.count)
        }
        let cellCount = bands.reduce(0) { $0 + $1.cellCount }
        if cellCount != itemCount { report("section \(section.id) has \(cellCount) cells for \(itemCount) items") }
        for band in bands {
            var blocks = BandBlocks()
            try BlockRecord.forEachElement(ofBand: band.id, in: connection) { blocks.append($0) }
            var sums = blocks.planeSums(context.traits)
            sums.sections = band.sums.sections
            if sums != band.sums { report("the lengths or counts of band \(band.id) differ from what its items give") }
        }
    }
}
