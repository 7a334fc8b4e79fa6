internal import LayoutEngine
internal import LayoutSQLite

/// Passes items on from band to band where lines are alike, as in a grid.
///
/// An item that comes or goes moves all items after it by one place. A band whose frames do not depend on its items
/// keeps its blocks, and only begins with another item. So the band that changed is solved, and the last one.
extension Relayout {
    /// How many bands slide before it is asked whether to stop.
    private static let bandsTogether = 128

    /// Ends a run before an old band though no line begins with the band's first item. It leaves the items that are in
    /// no finished band to that band, or takes the band's first ones.
    ///
    /// - Parameter isStopping: Whether the run should end, even if the old band must then be solved.
    /// - Returns: Whether the run is over.
    mutating func passOn(to following: BandRecord, _ run: SolvingPass, isStopping: Bool) throws -> Bool {
        let last = run.replaced.last
        let summary = try equalSummary(of: last, run)
        let sliding = try slidingBands(from: slots.slot(of: following), after: last, like: summary, of: run)
        let isSliding = sliding.isSliding(0) && sliding.isSliding(1)
        guard isSliding || isStopping, let distance = try finishBand(run, before: following, isRefilling: isSliding)
        else { return false }
        try dropLeftovers(run)
        let state = run.band.state
        let isSame = try state == (context.bands.state(of: following) ?? [])
        if distance == 0 {
            if following.isStale || !isSame { try handOver(to: following, state: state, by: 0) }
            return true
        }
        // The items that are left must be of the band before, whose items are known to be alike.
        guard isSliding, isSame, !run.band.isProvisional, -distance <= last?.cellCount ?? 0 else {
            slots.change(slots.slot(of: following), counts: true)
            try handOver(to: following, state: state, by: distance)
            return true
        }
        try slide(from: slots.slot(of: following), by: distance, like: summary, run)
        return true
    }

    /// Ends the band in hand where it may end, if it is not too small: then its items are left to the next one.
    ///
    /// - Returns: The number of an old band's items that are in finished bands now, which are not all of them. Below 0:
    ///   the number of items that are left to it. Nil if no band can end here.
    private mutating func finishBand(
        _ run: SolvingPass, before following: BandRecord, isRefilling: Bool
    ) throws -> Int? {
        let usual = run.replaced.last?.cellCount ?? 0
        let held = run.driver.heldCount
        let isSmall = isRefilling ? held * 2 < usual : held < context.limits.minimum || !run.driver.canEndBand
        if isSmall, run.reused > 0 { return run.stream.taken - run.stream.index(of: following.firstPosition) }
        var pulled = max(0, run.stream.placed - run.stream.index(of: following.firstPosition))
        while isRefilling, !run.driver.canEndBand || run.driver.band.cells.count < usual {
            guard pulled + 1 < following.sums.items, try run.stream.hasMore() else { return nil }
            run.stream.placed = run.driver.place(
                run.stream.measures, in: run.stream.placed..<run.stream.placed + 1, limit: .max)
            pulled += 1
        }
        guard run.driver.canEndBand, run.driver.openItemCount > 0 ? true : try run.stream.hasMore() else {
            return nil
        }
        let first = run.stream.taken + run.driver.band.cells.count
        let distance = first - run.stream.index(of: following.firstPosition)
        // The look whether its line begins there may have taken the last item of a small old band, or one beyond an
        // empty one. Nothing is left of that band to hand over.
        guard distance < following.sums.items else { return nil }
        try endBand(run, nextPosition: nil)
        return distance
    }

    /// Consecutive bands of a section, with the one before them.
    private struct SlidingBands {
        var before: BandRecord?
        var bands: [BandRecord] = []
        /// Which of them keep their frames with other items.
        var areAlike: [Bool] = []
        var needsEqualItems: Bool

        /// Whether a band can slide, whichever way: the next one has items for it, and is what it was before.
        func isSliding(_ index: Int, by distance: Int = 1) -> Bool {
            guard index + 1 < bands.count, areAlike[index] else { return false }
            let next = bands[index + 1]
            return next.sectionID == bands[index].sectionID && (areAlike[index + 1] || !needsEqualItems)
                && (distance < 0 || next.sums.items > distance)
        }

        /// Whether the ids of a band's items count on after it slid as they did before.
        func idsFollow(_ index: Int, by distance: Int) -> Bool {
            let one = distance < 0 ? index > 0 ? bands[index - 1] : before : bands[index]
            let other = bands[distance < 0 ? index : index + 1]
            guard let one, one.idsFollow, other.idsFollow, !one.isStale, !other.isStale,
                let first = one.firstItemID, let next = other.firstItemID
            else { return false }
            return first &+ Int64(one.cellCount) == next && abs(distance) <= (distance < 0 ? one : other).cellCount
        }
    }

    /// The summary of a band of equal items, if lines repeat only for these; nil for all other bands. Once other items
    /// were stored in its place, nothing is known of the former ones.
    private func equalSummary(of band: BandRecord?, _ run: SolvingPass) throws -> String? {
        guard run.repetition == .ofEqualItems, run.reused < run.replaced.count, let band, !band.isStale,
            let text = try context.bands.summary(of: band), case .uniform = SectionMeasure.Summary(text: text)
        else { return nil }
        return text
    }

    /// The bands from a slot on that may slide, some of them, and one more.
    ///
    /// - Parameter summary: ``equalSummary(of:_:)`` of the band before.
    private func slidingBands(
        from slot: Int, after before: BandRecord?, like summary: String?, limit: Int = 3, of run: SolvingPass
    ) throws -> SlidingBands {
        var found = SlidingBands(before: before, needsEqualItems: summary != nil)
        guard run.repetition == .always || summary != nil else { return found }
        try connection.forEachRow(
            """
            SELECT \(BandRecord.columns), ?3 IS NULL OR summary IS ?3 FROM lc_band
            WHERE preparation_id = ?1 AND slot >= ?2 ORDER BY slot LIMIT ?4
            """,
            context.preparationID, slot, summary, limit
        ) { row in
            let band = try BandRecord(row)
            found.bands.append(band)
            found.areAlike.append(
                row.bool(BandRecord.columnNames.count) && band.sectionID == run.section.id && !band.isStale
                    && band.hiddenUntil == nil && band.motion == nil)
        }
        return found
    }

    /// Moves the first items of bands by `distance` places: further on, or back if it is below 0. The
    /// first band that cannot is solved next.
    private mutating func slide(from first: Int, by distance: Int, like summary: String?, _ run: SolvingPass) throws {
        var before = run.replaced.last
        var slot = first
        var (length, items) = (run.length, run.cells)
        while true {
            let part = try slidingBands(
                from: slot, after: before, like: summary, limit: Self.bandsTogether + 1, of: run)
            var count = 0
            while part.isSliding(count, by: distance), !(count > 0 && run.stop(length, items, run.cells)) {
                length += part.bands[count].sums.length
                items += part.bands[count].sums.items
                count += 1
            }
            if count > 0 {
                let last = part.bands[count - 1]
                slots.rewritten.append(slot...last.slot)
                try connection.run(
                    """
                    UPDATE lc_band SET first_position = \(Self.position(by: distance)),
                      first_item_id = first_item_id + ?3
                    WHERE preparation_id = ?1 AND slot BETWEEN ?2 AND ?5
                    """,
                    context.preparationID, slot, distance, abs(distance) - (distance < 0 ? 1 : 0), last.slot)
                for index in 0..<count where !part.idsFollow(index, by: distance) {
                    try renumber(part.bands[index], of: run)
                }
                before = last
            }
            let next = part.bands[count]
            if count == Self.bandsTogether, !run.stop(length, items, run.cells) {
                slot = next.slot
                continue
            }
            slots.change(next.slot, counts: true)
            return try handOver(to: next, state: nil, by: distance)
        }
    }

    /// SQL for the position with which a band begins that slides: `?4` is the number of items between it and the
    /// position with which it began.
    private static func position(by distance: Int) -> String {
        """
        (SELECT i.position FROM item AS i WHERE i.section_id = lc_band.section_id
           AND i.position \(distance < 0 ? "<" : ">=") lc_band.first_position
         ORDER BY i.position \(distance < 0 ? "DESC" : "") LIMIT 1 OFFSET ?4)
        """
    }

    private mutating func renumber(_ band: BandRecord, of run: SolvingPass) throws {
        guard let position = try context.bands.find(band.id)?.firstPosition else { return }
        var stream = try context.items(of: run.section, from: position)
        defer { stream.close() }
        guard try stream.read(band.cellCount) else {
            throw LayoutError.corrupt("lc_band counts more items than section \(run.section.id) has")
        }
        try writer.renumber(band, items: stream)
    }

    /// Passes items on inside the one band of an orthogonal section whose groups are alike.
    ///
    /// The last groups are solved. The cells between a change and them get other items, mostly all of them by one
    /// number. O(items of changed runs + blocks); O(blocks after the change) in its second half.
    ///
    /// - Returns: Whether it could; if not, nothing changed.
    mutating func passOn(within band: BandRecord, of section: SectionRecord) throws -> Bool {
        let (count, outline) = (band.sums.items, context.outline)
        guard band.orthogonal != 0, let interval = context.plan.restartInterval(in: section.measure),
            let marked = try context.bands.state(of: band), band.firstItemID != nil, min(band.cellCount, count) > 0
        else { return false }
        var changes: [(position: Double, cells: Range<Int>)] = []
        for number in stride(from: 1, to: marked.count, by: 2).sorted(by: { marked[$0 - 1] < marked[$1 - 1] }) {
            let ends = try marked[number - 1...number].map {
                try outline.rank(of: $0, inSection: section.id, from: Outline.beginning)
            }
            // Without an item between two of them it is not known where the second one began.
            if let last = changes.last, last.cells.upperBound >= ends[0] {
                changes[changes.count - 1].cells = last.cells.lowerBound..<max(last.cells.upperBound, ends[1])
            } else {
                changes.append((marked[number - 1], ends[0]..<max(ends[0], ends[1])))
            }
        }
        // The last full group shows how far groups reach. An entry of the R*Tree bounds whole blocks.
        let entry = BlockRecord.groupSize * BlockRecord.capacity
        let step = interval * (entry >> min(entry.trailingZeroBitCount, interval.trailingZeroBitCount))
        let kept = max(0, (min(band.cellCount, count) - 1) / interval - 1) * interval / step * step
        // Before a change in the second half no item changes, nor the id that all count from.
        let change = changes.first?.cells.lowerBound ?? kept
        let first = 2 * change < count ? 0 : min(kept, change / BlockRecord.capacity * BlockRecord.capacity)
        let (former, mixed) = try writer.items(of: band, from: first)
        var ids = former
        for (position, cells) in changes {
            var stream = try context.items(of: section, from: position)
            defer { stream.close() }
            // With the one after them, which was there before.
            let hasNext = try stream.read(cells.count + 1)
            guard cells.lowerBound <= ids.count, stream.count >= cells.count,
                BandBlocks.firstItemID(stream, 0..<cells.count) != nil,
                let end = hasNext ? ids[cells.lowerBound...].firstIndex(of: stream.ids[cells.count]) : ids.count
            else { return false }
            ids.replaceSubrange(cells.lowerBound..<end, with: stream.ids[..<cells.count])
        }
        guard ids.count == count, former.count == band.cellCount else { return false }
        var driver = SectionDriver(
            plan: context.plan, section: section.measure, start: SectionMeasure.Start(itemIndex: kept),
            reusing: spareBuffer.take() ?? BandBuffer())
        // Their sizes do not matter.
        let measures = ContiguousArray(repeating: ItemMeasure(), count: count - kept)
        _ = driver.place(measures, in: measures.indices, limit: .max)
        driver.finish()
        // Of the groups at the beginning it is known where they rest, unless that depends on those at the end.
        let greatest = min(band.greatestOffset, driver.band.orthogonal?.restPositions.maximum ?? 0)
        guard kept == 0 || greatest > band.leastOffset else { return false }
        let base = try writer.passOn(ids, over: former, mixed, in: first..<kept, of: band)
        let solved = BandWriter.SolvedBand(
            sectionID: section.id, beginsSection: true, firstPosition: band.firstPosition,
            sectionIndex: section.measure.index, isEnd: true, kept: (kept, ids, base))
        _ = try writer.write(driver.band, of: solved, over: band, slot: band.slot)
        slots.change(band.slot)
        cellsSolved += count - kept
        spareBuffer = driver.takeBuffer()
        return true
    }

    /// Ends a run at an old band, which is solved next.
    ///
    /// - Parameters:
    ///   - state: The state with which it begins; nil: the one that it began with before.
    ///   - distance: How many places further on its first item is.
    mutating func handOver(to band: BandRecord, state: [Double]?, by distance: Int) throws {
        let isLine = band.isEstimated && state?.isEmpty != false
        try connection.run(
            """
            UPDATE lc_band SET is_stale = 1, is_provisional = 0, item_count = item_count - ?3,
              first_cell = CASE WHEN is_estimated THEN 0 ELSE first_cell + ?3 END,
              state = CASE WHEN ?6 THEN state ELSE ?5 END,
              first_position = CASE ?3 WHEN 0 THEN first_position ELSE \(Self.position(by: distance)) END
            WHERE id = ?1 AND preparation_id = ?2
            """,
            band.id, context.preparationID, distance, max(0, abs(distance) - (distance < 0 ? 1 : 0)),
            isLine ? BandRecord.StateText.beginsLine : state.flatMap(BandRecord.StateText.encode),
            state == nil && !isLine)
    }
}
