internal import LayoutEngine
internal import LayoutSQLite

/// A layout from afar, without reading its elements.
extension LayoutReader {
    /// About how many elements a rectangle shows. It counts as many items and sections as the rectangle may touch, and
    /// for each of these the average number of elements. O(log bands).
    package func estimatedCount(in rect: LayoutRect) throws -> Double {
        guard isPrepared, rect.width > 0, rect.height > 0 else { return 0 }
        guard !traits.isFree else { return try Double(boxes(in: rect, limit: 4096).count * BlockRecord.capacity) / 2 }
        let totals = try totals
        let content = try content
        // Of bands that were never laid out, only the cells are known.
        let share = max(Double(totals.elements) / Double(max(totals.items &+ totals.sections, 1)), 1)
        var count = 0.0
        for range in content.ranges(of: rect) {
            let before = try descend { $0.length <= range.low - totals.overhangAfter }.sums
            let last = try descend { $0.length < range.high + totals.overhangBefore }
            let end = last.slot < slotCount ? try prefix(last.slot + 1) : last.sums
            count += share * Double(max(end.items &- before.items &+ end.sections &- before.sections, 0))
        }
        if let laps = content.laps(of: rect), laps.count > 4 { count *= Double(laps.count) }
        let cross = content.crossLength
        guard cross > 0 else { return count }
        let axis = traits.axis.cross
        return count * max(0, min(rect.max(axis), cross) - max(rect.min(axis), 0)) / cross
    }

    /// The boxes of the blocks of a canvas that touch a rectangle.
    package func boxes(in rect: LayoutRect, limit: Int = 20_000) throws -> [LayoutRect] {
        let rows = try BlockTree.blocks(
            touching: BlockTree.Box(rect), onPlaneOf: preparationID, BlockTree.planeBoxSQL, in: connection)
        defer { rows.rewind() }
        var boxes: [LayoutRect] = []
        while boxes.count < limit, try rows.step() { boxes.append(rows.box(2).rect) }
        return boxes
    }

    /// A part of the content along the scroll axis in pieces of equal length, from the sum tree. A node stands for all
    /// its bands if they are shorter than a piece or two.
    ///
    /// Of a layout that wraps, a part of lap 0. O(count + log bands); on a canvas, along y, O(blocks).
    package func pieces(from low: Double, to high: Double, count: Int) throws -> [OverviewPiece] {
        var bins = OverviewBins(count: count, length: high - low)
        guard isPrepared, high > low else { return bins.pieces }
        guard !traits.isFree else {
            var (sections, index): ([Int64: Int], Int) = ([:], -1)
            try bands.forEach { band in
                if band.beginsSection { index += 1 }
                sections[band.id] = index
            }
            let strip = BlockTree.Box(minX: -.infinity, minY: low, maxX: .infinity, maxY: high)
            let rows = try BlockTree.blocks(
                touching: strip, onPlaneOf: preparationID, BlockTree.planeBoxSQL, in: connection)
            defer { rows.rewind() }
            while try rows.step() {
                let box = rows.box(2)
                bins.add(
                    section: sections[BlockRecord.band(ofBlock: rows.int64(0))], origin: box.minY - low,
                    length: box.maxY - box.minY, cells: rows.int(1), isStale: freshness.isOutdated, isEstimated: false)
            }
            return bins.pieces
        }
        let contentLength = try content.length
        let (low, high) = traits.isMirrored ? (contentLength - high, contentLength - low) : (low, high)
        try addNodes(to: &bins, from: low, to: high, count: count)
        return traits.isMirrored ? bins.pieces.reversed() : bins.pieces
    }

    private func addNodes(to bins: inout OverviewBins, from low: Double, to high: Double, count: Int) throws {
        let first = try descend { $0.length <= low }.slot
        let last = try min(descend { $0.length < high }.slot + 1, slotCount)
        guard first < last else { return }
        // A few bands more are soon read: a node in which a section ends and another begins would blur both.
        let limit = max(8 * count, 256)
        var level = 0
        while (last - first) >> (SumTree.shift * level) > limit { level += 1 }
        let shift = SumTree.shift * level
        let before = try prefix((first >> shift) << shift)
        var (origin, section) = (before.length, before.sections - 1)
        var stale = try StaleSlots(self)
        // Of nodes without a length: bands of a row, which the last one of its section stands for.
        var held = (cells: 0, isStale: false)
        try tree.forEach(level: level, from: first >> shift, to: (last - 1) >> shift + 1) { node, sums in
            let isStale = try stale.contains((node << shift + 1)...((node + 1) << shift)) || held.isStale
            if sums.sections > 0 { section += 1 }
            held = (held.cells + sums.items, isStale)
            bins.add(
                // A node with several has no single tint.
                section: sums.sections > 1 && level > 0 ? nil : section,
                place: section + max(sums.sections - 1, 0) / 2, origin: origin - low, length: sums.length,
                cells: held.cells, isStale: isStale,
                // A prepared band has fewer cells than items too, if some came that were only counted.
                isEstimated: isStale && !freshness.isComplete && sums.elements < sums.items)
            if sums.sections > 1 { section += sums.sections - 1 }
            if sums.length > 0 { held = (0, false) }
            origin += sums.length
        }
    }

    /// The titles of some sections, by index. O(sections × log bands).
    package func titles(ofSections sections: [Int?]) throws -> [Int: String] {
        var titles: [Int: String] = [:]
        var listed = LayoutElement.ListedSections(self)
        for section in Set(sections.compactMap(\.self)) { titles[section] = try listed.find(section).title }
        return titles
    }
}

/// Which slots hold stale bands, queried in ascending order.
private struct StaleSlots {
    private let layout: LayoutReader
    /// The first marked band beyond the slots queried so far; 0 before the first query, nil if there is none.
    private var next: Int? = 0
    /// The slots of the bands that ``Freshness/staleRanges(ofPreparation:in:)`` touch, the lowest slots last.
    private var touched: [ClosedRange<Int>] = []

    init(_ layout: LayoutReader) throws {
        self.layout = layout
        guard layout.freshness.hasChanges, !layout.freshness.isOutdated else { return }
        let changes = try Freshness.staleRanges(ofPreparation: layout.preparationID, in: layout.connection)
        for (section, ranges) in changes {
            for range in ranges {
                // The first item of a band is the last one that the band before depends on, since it may fit there with
                // another size. So the item before the change is in the first band that it touches.
                let before =
                    try layout.connection.first(
                        "SELECT max(position) FROM item WHERE section_id = ?1 AND position < ?2", section,
                        range.lowerBound, as: Double?.self) ?? nil
                guard let first = try layout.bands.holding(before ?? Outline.beginning, ofSection: section) else {
                    continue
                }
                let last = try layout.bands.holding(range.upperBound, ofSection: section)
                touched.append(first.slot...max(first.slot, last?.slot ?? first.slot))
            }
        }
        touched.sort { $0.lowerBound > $1.lowerBound }
    }

    /// Whether a slot in a range is stale; ranges must be passed in order.
    mutating func contains(_ slots: ClosedRange<Int>) throws -> Bool {
        if layout.freshness.isOutdated { return true }
        while let range = touched.last, range.upperBound < slots.lowerBound { touched.removeLast() }
        if touched.last.map({ $0.overlaps(slots) }) ?? false { return true }
        guard layout.freshness.hasStaleBands else { return false }
        if let known = next, known < slots.lowerBound {
            next = try layout.bands.nextStale(fromSlot: slots.lowerBound)?.slot
        }
        return next.map { slots.contains($0) } ?? false
    }
}

extension LayoutReader {
    /// The row ids of the items in the middles of pieces of one length each along the scroll axis. A piece without
    /// items, and any on a canvas, has nil.
    ///
    /// - Complexity: O(count · log bands).
    package func sampledItems(from low: Double, to high: Double, count: Int) throws -> [Int64?] {
        guard isPrepared, high > low, !traits.isFree else { return Array(repeating: nil, count: count) }
        let contentLength = try content.length
        // Neighbours are often of one band.
        var known: (band: BandRecord, before: BandSums.Prefix)?
        return try (0..<count).map { index in
            let middle = low + (high - low) * (Double(index) + 0.5) / Double(count)
            let at = traits.isMirrored ? contentLength - middle : middle
            guard at >= 0, at < contentLength else { return nil }
            if known.map({ at < $0.before.length || at >= $0.before.length + $0.band.sums.length }) ?? true {
                known = try band(after: { $0.length <= at })
            }
            guard let (band, before) = known, band.sums.items > 0, band.sums.length > 0 else { return nil }
            let rank = Int((at - before.length) / band.sums.length * Double(band.sums.items))
            return try itemID(atRank: min(max(rank, 0), band.sums.items - 1), in: band)
        }
    }

    /// Gathers a layout's bands into a few pieces of one length each.
    struct OverviewBins {
        private let length: Double
        private(set) var pieces: [OverviewPiece]
        /// How much the section and the place of each piece took.
        private var taken: [(section: Double, place: Double)]

        /// - Parameter length: Of the content.
        init(count: Int, length: Double) {
            self.length = length
            pieces = Array(repeating: OverviewPiece(cells: 0, isStale: false, isEstimated: false), count: count)
            taken = Array(repeating: (0, 0), count: count)
        }

        private var binLength: Double { length / Double(pieces.count) }

        /// Adds a band that reaches from `origin` on.
        ///
        /// - Parameter place: A section in it, if it holds several.
        mutating func add(
            section: Int?, place: Int? = nil, origin: Double, length bandLength: Double, cells: Int, isStale: Bool,
            isEstimated: Bool
        ) {
            guard bandLength > 0, bandLength.isFinite, origin.isFinite, binLength > 0 else { return }
            let last = Double(pieces.count - 1)
            let first = Int(min(max(origin / binLength, 0), last))
            for index in first...max(first, Int(min(max((origin + bandLength) / binLength, 0), last))) {
                let low = max(origin, Double(index) * binLength)
                let part = min(origin + bandLength, Double(index + 1) * binLength) - low
                guard part > 0 else { continue }
                pieces[index].cells += Double(cells) * part / bandLength
                if isStale { pieces[index].isStale = true }
                if isEstimated { pieces[index].isEstimated = true }
                if let place = place ?? section, part > taken[index].place {
                    (pieces[index].place, taken[index].place) = (place, part)
                }
                guard section != nil, part > taken[index].section else { continue }
                (pieces[index].section, taken[index].section) = (section, part)
            }
        }
    }

    /// A piece of a layout's content for drawing.
    package struct OverviewPiece: Sendable, Equatable {
        /// The section that takes most of it; nil if none does.
        package var section: Int?
        /// A section in it, also if none takes most of it; nil: it is empty.
        package var place: Int?
        package var cells: Double
        package var isStale: Bool
        package var isEstimated: Bool
    }
}
