internal import LayoutEngine
internal import LayoutSQLite

/// Solves every band of a preparation again that is not stale, from the state with which it begins, and compares
/// everything that is stored of it: rows, sums, the state of the next one, and what pins or spans.
///
/// It solves from what the bands say that they begin with, so that it takes one pass, and finds a band that is
/// wrong however its neighbours were laid out.
struct BandProof {
    private let context: PreparationContext
    private let connection: Connection
    private(set) var problems: [String] = []
    /// How many bands could not be compared, because they are to be laid out again.
    private(set) var uncomparedBands = 0

    /// - Throws: `LayoutError` for a definition that cannot work.
    init(_ preparation: PreparationRecord, in connection: Connection) throws {
        self.connection = connection
        let plan = try LayoutDefinition(json: preparation.definition).makePlan(in: preparation.container)
        context = try PreparationContext(preparation, plan: plan, limits: BandLimits(), connection: connection)
    }

    /// - Parameter advance: Called with the number of bands after each section.
    mutating func run(_ advance: (_ bands: Int) throws -> Void) throws {
        let changes = try UntoldChanges(measure: context.measure, in: connection)
        try checkContent()
        var index = 0
        var position = -Double.infinity
        while true {
            let sections = try SectionRecord.next(
                after: position, datasetID: context.datasetID, index: index, limit: 256, in: connection)
            guard let last = sections.last else { return }
            for section in sections { try check(section, changes[section.id], advance) }
            index += sections.count
            position = last.position
        }
    }

    // MARK: Sections

    private mutating func check(
        _ section: SectionRecord, _ changes: UntoldChanges.OfSection, _ advance: (_ bands: Int) throws -> Void
    ) throws {
        let bands = try context.bands.all(ofSection: section.id)
        let isWhole = !context.isOrderedByPosition || !context.plan.canCutSection(section.measure)
        // Where each band depends on all of the section, none can be compared.
        if changes.isOfSection || isWhole && !changes.isEmpty {
            uncomparedBands += bands.count
            return
        }
        guard let first = bands.first, first.beginsSection, !bands.dropFirst().contains(where: \.beginsSection) else {
            return note("section \(section.id) does not begin with its first band")
        }
        let elements = isWhole ? try checkWhole(section, bands) : try checkCut(section, bands, changes, advance)
        if isWhole { try advance(bands.count) }
        guard let elements else { return }
        try compare(elements, ofSection: section.id, index: section.measure.index)
    }

    /// A section whose bands can be solved one by one; returns what its first and last band say of it, or nil
    /// where one of them is not up to date.
    private mutating func checkCut(
        _ section: SectionRecord, _ bands: [BandRecord], _ changes: UntoldChanges.OfSection,
        _ advance: (_ bands: Int) throws -> Void
    ) throws -> ContiguousArray<BandBuffer.SectionElement>? {
        let summaries = context.plan.usesSummary ? try Summaries(bands, context) : nil
        var elements: ContiguousArray<BandBuffer.SectionElement>? = []
        var firstIndex = 0
        for (number, band) in bands.enumerated() {
            try advance(1)
            let next = number + 1 < bands.count ? bands[number + 1] : nil
            defer { firstIndex += band.sums.cells }
            // The last line goes by what all of the section says.
            let isUnsettled = next == nil && summaries.map { $0.isUnsettled || !changes.isEmpty } == true
            // The first item of the next band decides where this one ends.
            let isChanged = changes.touch(
                from: band.firstPosition, to: number + 2 < bands.count ? bands[number + 2].firstPosition : .infinity)
            guard !band.isStale, !isUnsettled, !isChanged else {
                uncomparedBands += 1
                if band.beginsSection || next == nil { elements = nil }
                continue
            }
            let state = try context.bands.state(of: band) ?? []
            guard firstIndex.isMultiple(of: context.plan.restartInterval(in: section.measure) ?? 1),
                band.beginsSection || context.plan.provisionalState.count == state.count
                    || context.plan.provisionalState.isEmpty
            else {
                note("band \(band.id) cannot begin where it does")
                continue
            }
            var driver = SectionDriver(
                plan: context.plan, section: section.measure,
                start: BandStart(
                    itemIndex: firstIndex, state: state, summaryElsewhere: summaries?.elsewhere(number) ?? .unknown))
            var stream = try context.items(of: section.id, from: band.firstPosition)
            defer { stream.close() }
            let count = band.sums.cells
            while stream.count <= count, try stream.readMore() {}
            let held = next.map { stream.index(of: $0.firstPosition) } ?? stream.count
            guard held == count else {
                note("band \(band.id) holds \(count) cells for other items than there are")
                continue
            }
            _ = driver.place(stream.measures, in: 0..<count, limit: .max)
            if let next {
                guard end(&driver, count, stream),
                    try next.isStale || driver.endBand() == (context.bands.state(of: next) ?? [])
                else {
                    note("band \(band.id) does not end where the next one begins")
                    continue
                }
                if next.isStale { _ = driver.endBand() }
            } else {
                driver.finish()
            }
            try compare(
                band, with: driver.band, section, stream, stream.take(count), state, firstIndex, isEnd: next == nil)
            if band.beginsSection || next == nil { elements?.append(contentsOf: driver.band.sectionElements) }
        }
        return elements
    }

    /// Has the driver see that its last line is full; returns whether it is.
    private func end(_ driver: inout SectionDriver, _ count: Int, _ stream: ItemStream) -> Bool {
        if driver.openItemCount > 0 {
            guard stream.count > count else { return false }
            // A group of one item would be whole at once, and in the band, if it were placed without a limit.
            let placed = driver.place(stream.measures, in: count..<count + 1, limit: count)
            guard driver.openItemCount == placed - count else { return false }
        }
        return driver.band.cells.count == count && driver.canEndBand
    }

    /// A section that is solved as a whole, whose bands end where they are full.
    private mutating func checkWhole(
        _ section: SectionRecord, _ bands: [BandRecord]
    ) throws -> ContiguousArray<BandBuffer.SectionElement>? {
        guard !bands.contains(where: \.isStale) else {
            uncomparedBands += bands.count
            return nil
        }
        var elements: ContiguousArray<BandBuffer.SectionElement> = []
        var driver = SectionDriver(plan: context.plan, section: section.measure, start: BandStart())
        var stream = try context.items(of: section.id, from: -.infinity)
        defer { stream.close() }
        var state: [Double] = []
        var firstIndex = 0
        for (number, band) in bands.enumerated() {
            let isEnd = number + 1 == bands.count
            let count = band.sums.cells
            while isEnd || driver.band.cells.count < count, try stream.hasMore() {
                stream.placed = driver.place(
                    stream.measures, in: stream.placed..<stream.count, limit: isEnd ? .max : count)
            }
            let start = state
            if isEnd { driver.finish() } else if driver.canEndBand { state = driver.endBand() }
            guard driver.band.cells.count == count else {
                note("section \(section.id) does not hold its items in its bands")
                return nil
            }
            try compare(band, with: driver.band, section, stream, stream.take(count), start, firstIndex, isEnd: isEnd)
            if band.beginsSection || isEnd { elements.append(contentsOf: driver.band.sectionElements) }
            firstIndex += count
            driver.beginBand()
        }
        return elements
    }

    // MARK: The whole content

    private mutating func checkContent() throws {
        var elements: ContiguousArray<BandBuffer.SectionElement> = []
        let hasSections =
            try connection.first(
                "SELECT 1 FROM lc_band WHERE preparation_id = ?1 AND begins_section LIMIT 1", context.preparationID,
                as: Int.self) != nil
        let bands = try context.bands.ofContent()
        for edge in [BoundaryEdge.start, .end] {
            let band = bands.first { $0.endsContent == (edge == .end) }
            guard let (buffer, solved) = BandOutliner.boundary(edge, hasSections: hasSections, context) else {
                if band != nil { note("a band belongs to the content, which has none there") }
                continue
            }
            guard let band else {
                note("the band that \(edge == .end ? "closes" : "opens") the content is missing")
                continue
            }
            guard !band.isStale else {
                uncomparedBands += 1
                return
            }
            var rows = AttributeRows()
            let result = try rows.append(
                buffer, of: solved, items: nil, taking: 0..<0, firstRow: band.firstRow, context: context)
            try compare(band, rows, result.sums, result.firstItemID, buffer)
            elements.append(contentsOf: buffer.sectionElements)
        }
        try compare(elements, ofSection: nil, index: 0)
    }

    // MARK: Comparing

    private mutating func compare(
        _ band: BandRecord, with buffer: BandBuffer, _ section: SectionRecord, _ stream: ItemStream,
        _ taken: Range<Int>,
        _ state: [Double], _ firstIndex: Int, isEnd: Bool
    ) throws {
        var rows = AttributeRows()
        let solved = SolvedBand(
            sectionID: section.id, beginsSection: band.beginsSection, firstPosition: band.firstPosition, state: state,
            sectionIndex: section.measure.index, firstIndex: firstIndex, isEnd: isEnd)
        let result = try rows.append(
            buffer, of: solved, items: stream, taking: taken, firstRow: band.firstRow, context: context)
        try compare(band, rows, result.sums, result.firstItemID, buffer)
    }

    private mutating func compare(
        _ band: BandRecord, _ rows: AttributeRows, _ sums: BandSums, _ firstItemID: Int64, _ buffer: BandBuffer
    ) throws {
        var sums = sums
        // It is compared by way of the sum tree, where the layout asks for it.
        sums.summary = .unknown
        if sums != band.sums { note("band \(band.id) has other lengths or counts than its items give") }
        if context.orthogonal(buffer) != band.orthogonal {
            note("band \(band.id) moves otherwise than its definition says")
        }
        guard firstItemID == band.firstItemID, rows.count == band.sums.elements else {
            return note("band \(band.id) shows other items than it holds")
        }
        let stored = try AttributeRows.all(of: band, in: connection)
        if let row = (0..<rows.count).first(where: { !rows.row($0, equals: $0, of: stored) }) {
            note("row \(rows.ids[row]) of band \(band.id) is not what its items give")
        }
    }

    private mutating func compare(
        _ expected: ContiguousArray<BandBuffer.SectionElement>, ofSection sectionID: Int64?, index: Int
    ) throws {
        let stored = try SectionElementRow.all(ofSection: sectionID, in: context.preparationID, connection)
        let zBase = context.traits.zIndexStride * index
        let wanted = try expected.map { element in
            var element = element
            let kind = try context.kinds.id(ofKind: element.kind)
            element.kind = 0
            element.zIndex -= zBase
            return SectionElementRow(kindID: kind, element: element)
        }
        if Set(stored) != Set(wanted) || stored.count != wanted.count {
            note("lc_section_element does not hold what \(sectionID.map { "section \($0)" } ?? "the content") shows")
        }
    }

    private mutating func note(_ problem: String) {
        problems.append("preparation \(context.preparationID): \(problem)")
    }
}

/// What the bands of a section say of it, and what all but one of them do.
private struct Summaries {
    private var before: [SectionSummary] = [.unknown]
    private var after: [SectionSummary]
    /// Whether some band is still to be laid out.
    let isUnsettled: Bool

    init(_ bands: [BandRecord], _ context: PreparationContext) throws {
        isUnsettled = bands.contains(where: \.isStale)
        let own = try bands.map { try context.sumTree.summary(of: $0.slot...$0.slot) }
        for summary in own { before.append(before[before.count - 1].merged(with: summary)) }
        after = [.unknown]
        for summary in own.reversed() { after.append(after[after.count - 1].merged(with: summary)) }
        after.reverse()
    }

    func elsewhere(_ number: Int) -> SectionSummary { before[number].merged(with: after[number + 1]) }
}

extension Verification {
    /// Solves every band again.
    mutating func checkSolving(_ preparation: PreparationRecord) throws {
        // A definition that cannot work is a problem of its own.
        guard var proof = try? BandProof(preparation, in: connection) else { return }
        try proof.run { try advance(bands: $0, solved: true) }
        for problem in proof.problems.prefix(20) { note(problem) }
        if proof.problems.count > 20 { note("… and \(proof.problems.count - 20) more") }
        tell(ofUncompared: proof.uncomparedBands, preparation)
    }

    /// Says of a preparation whose sections are others now that none of its bands is solved again.
    mutating func skipSolving(_ preparation: PreparationRecord) throws {
        let bands = try connection.first(
            "SELECT count(*) FROM lc_band WHERE preparation_id = ?1", preparation.id, as: Int.self)
        tell(ofUncompared: bands ?? 0, preparation)
    }
}
