internal import LayoutEngine
internal import LayoutSQLite

extension BandProof {
    /// Checks a section whose bands can be solved one by one. Returns the elements and summaries of its first and last
    /// band, as far as they are up to date.
    mutating func checkCut(
        _ section: SectionRecord, _ bands: [BandRecord], _ changes: StaleRanges.OfSection,
        _ advance: (_ bands: Int) throws -> Void
    ) throws -> SolvedElements {
        let summaries = context.plan.usesSummary ? try Summaries(bands, context) : nil
        var solved = SolvedElements()
        var firstIndex = 0
        for (number, band) in bands.enumerated() {
            try advance(1)
            let next = number + 1 < bands.count ? bands[number + 1] : nil
            defer { firstIndex += band.sums.items }
            // The last line depends on the summary of the whole section.
            let isUnsettled = next == nil && summaries.map { $0.isUnsettled || !changes.isEmpty } == true
            let isChanged =
                try !changes.isEmpty && changes.touch(from: band.firstPosition, through: lastPosition(before: next))
            guard !band.isStale, !isUnsettled, !isChanged else {
                uncomparedBands += 1
                if band.beginsSection { solved.isOfStart = false }
                if next == nil { solved.isOfEnd = false }
                continue
            }
            let state = try context.bands.state(of: band) ?? []
            guard firstIndex.isMultiple(of: context.plan.restartInterval(in: section.measure) ?? 1),
                band.beginsSection
                    || [0, state.count].contains(context.plan.provisionalState(in: section.measure).count)
            else {
                note("band \(band.id) cannot begin at its place")
                continue
            }
            var driver = SectionDriver(
                plan: context.plan, section: section.measure,
                start: BandStart(
                    itemIndex: firstIndex, state: state, summaryElsewhere: summaries?.elsewhere(number) ?? .unknown))
            var stream = try context.items(of: section, from: band.firstPosition)
            defer { stream.close() }
            let count = band.sums.items
            while stream.count <= count, try stream.readMore() {}
            let held = next.map { stream.index(of: $0.firstPosition) } ?? stream.count
            guard held == count else {
                note("band \(band.id) holds cells for items that are not in it")
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
            if band.beginsSection || next == nil {
                solved.add(driver.band, isEnd: next == nil)
            }
        }
        return solved
    }

    /// The position of the last item that a band's layout depends on: the first one of the next band decides its end.
    private func lastPosition(before next: BandRecord?) throws -> Double {
        guard let next, let sectionID = next.sectionID else { return .infinity }
        return try connection.first(
            "SELECT position FROM item WHERE section_id = ?1 AND position >= ?2 ORDER BY position LIMIT 1", sectionID,
            next.firstPosition, as: Double.self) ?? .infinity
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
}

/// The summaries of a section's bands, and of all but one of them.
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
