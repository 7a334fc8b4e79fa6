internal import LayoutEngine
internal import LayoutSQLite

/// Cuts bands, so that others begin at given items.
extension Relayout {
    /// Has bands begin with the items at some positions, in order; at infinity, has the section end in a band without
    /// items.
    mutating func cut(_ sectionID: Int64, at positions: [Double]) throws {
        let bands = context.bands
        var rest = positions[...]
        while let position = rest.first {
            rest.removeFirst()
            guard let band = try bandToCut(sectionID, at: position), band.firstPosition < position,
                try hasItems(sectionID, band.firstPosition..<position)
            else { continue }
            // The last band begins after the last item, and before all that may come after it.
            let end = try bands.following(band.firstPosition, ofSection: sectionID)?.firstPosition ?? .infinity
            let isSolved = !band.isEstimated && !(band.isStale && band.sums.items > context.limits.maximum)
            let others = isSolved ? rest.prefix { $0 < end || end == .infinity } : []
            rest = rest.dropFirst(others.count)
            let starts = try ([position] + others).map { position in
                try position.isFinite
                    ? position
                    : connection.first(
                        "SELECT max(position) FROM item WHERE section_id = ?1", sectionID, as: Double.self)?.nextUp
                        ?? position
            }
            if isSolved {
                try cutSolved(band, at: starts, before: end)
            } else {
                let count = try context.outline.rank(of: starts[0], inSection: sectionID, from: band.firstPosition)
                try writer.deleteBlocks(of: band)
                _ = try split(band, at: starts[0], after: count)
                didPrepare(sectionID)
            }
        }
    }

    func bandToCut(_ sectionID: Int64, at position: Double) throws -> BandRecord? {
        try position.isFinite
            ? context.bands.holding(position, ofSection: sectionID) : context.bands.last(ofSection: sectionID)
    }

    /// Lays out a band as several.
    private mutating func cutSolved(_ band: BandRecord, at starts: [Double], before end: Double) throws {
        guard let sectionID = band.sectionID, let section = try section(of: band) else { return }
        let index = try firstIndex(of: band)
        var stream = try context.items(of: section, from: band.firstPosition)
        defer { stream.close() }
        let count = try context.outline.itemCount(ofSection: sectionID, from: band.firstPosition, to: end)
        while stream.count < count, try stream.readMore() {}
        var driver = SectionDriver(
            plan: context.plan, section: section.measure,
            start: BandStart(itemIndex: band.beginsSection ? 0 : max(1, index)), reusing: takeSpareBuffer())
        var solved = SolvedBand(
            sectionID: sectionID, beginsSection: band.beginsSection, firstPosition: band.firstPosition, state: [],
            sectionIndex: section.measure.index, firstIndex: index, isEnd: false)
        var taken = 0
        var lastID = band.id
        for (number, stop) in (starts.map { stream.index(of: $0) } + [count]).enumerated() {
            if taken < stop { stream.placed = driver.place(stream.measures, in: taken..<stop, limit: .max) }
            solved.isEnd = number == starts.count && end == .infinity
            if solved.isEnd { driver.finish() } else { _ = driver.endBand() }
            let items = stream.take(stop - taken)
            if number == 0 {
                _ = try writer.update(
                    band, with: driver.band, of: solved, items: stream, taking: items, slot: band.slot)
            } else {
                let (slot, moved) = try slots.makeRoom(after: lastID)
                try slots.hideAlso(slot: slot, of: slot - 1)
                lastID = try writer.insert(driver.band, of: solved, items: stream, taking: items, slot: slot).id
                changedSlots += [slot - 1, slot] + moved
                didChangeCounts(from: slot - 1)
            }
            guard number < starts.count else { break }
            driver.beginBand()
            solved.beginsSection = false
            solved.firstPosition = starts[number]
            solved.firstIndex += stop - taken
            taken = stop
        }
        if band.endsWithFold { try slots.moveFold(from: band.id, to: lastID) }
        didSolve(count)
        didPrepare(sectionID)
        spareBuffer = driver.takeBuffer()
    }

    func hasItems(_ sectionID: Int64, _ positions: Range<Double>) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3 LIMIT 1", sectionID,
            positions.lowerBound, positions.upperBound, as: Int.self) != nil
    }
}
