internal import LayoutEngine
internal import LayoutSQLite

/// Finds visible bands that are not up to date. It only reads.
struct VisibleStaleBands {
    let context: PreparationContext
    let slotCount: Int

    /// A band that must be laid out, the visible place in it, and the visible offset of the content up to which it
    /// matters.
    struct Need {
        var band: BandRecord
        var cell: Int
        var end: Double
        /// Whether what it shows must be looked up first.
        var isOfFolds = false
    }

    private var bands: Bands { context.bands }
    private var tree: SumTree { context.sumTree }

    /// The next band that a rectangle needs. It touches the rectangle, or it holds the pinned or spanning elements of a
    /// section that does, or the frozen cells of a sheet.
    ///
    /// - Parameter folds: Those that were not looked at, if there are any.
    func next(in rect: LayoutRect, folds: StoredFolds?) throws -> Need? {
        guard rect.width > 0, rect.height > 0 else { return nil }
        let totals = try tree.totals(slotCount: slotCount)
        var seen: Set<Int64> = []
        let content = try ContentFacts(context.traits, totals, in: context.preparationID, context.connection)
        // Cells that move come from further away.
        for view in content.ranges(of: rect.grown(by: context.traits.reach(in: rect))) {
            let before = view.low - totals.overhangAfter
            let after = view.high + totals.overhangBefore
            let start = try tree.descend(slotCount: slotCount) { $0.length <= before }
            var origin = start.sums.length
            var slot = start.slot
            var sections = start.sums.sections
            while origin <= after, let band = try bands.next(afterSlot: slot) {
                if let folds, try !Self.foldMarks(in: band, folds, bands, limit: 1).isEmpty {
                    return Need(band: band, cell: 0, end: after, isOfFolds: true)
                }
                if band.isToBeLaidOut {
                    let share = max(0, view.low - origin) / max(band.sums.length, .leastNormalMagnitude)
                    return Need(band: band, cell: Int(min(1, share) * Double(band.sums.items)), end: after)
                }
                if band.beginsSection { sections += 1 }
                if let sectionID = band.sectionID, seen.insert(sectionID).inserted,
                    let need = try nextEdge(ofSection: sectionID, index: sections - 1)
                {
                    return need
                }
                origin += band.sums.length
                slot = band.lastSlot
            }
        }
        return nil
    }

    /// The marked places in a band.
    static func foldMarks(
        in band: BandRecord, _ folds: StoredFolds, _ bands: Bands, limit: Int
    ) throws -> [StoredFolds.Mark] {
        guard let sectionID = band.sectionID else { return [] }
        let next = try bands.following(band.firstPosition, ofSection: sectionID)?.firstPosition ?? .infinity
        return try folds.marks(ofSection: sectionID, in: band.firstPosition..<next, limit: limit)
    }

    /// The band that holds an item.
    func next(holding path: ItemIndexPath) throws -> Need? {
        guard Statement.DerivedNumber.index.contains(path.item), Statement.DerivedNumber.index.contains(path.section)
        else { return nil }
        let wanted = try tree.descend(slotCount: slotCount) { $0.sections <= path.section }.sums.items + path.item
        let found = try tree.descend(slotCount: slotCount) { $0.items <= wanted }
        guard let band = try bands.next(afterSlot: found.slot), band.isToBeLaidOut,
            // Beyond the section's last item is the next section.
            band.section(after: found.sums) == path.section
        else { return nil }
        return Need(band: band, cell: wanted - found.sums.items, end: 0)
    }

    /// A first or last band of a section that is not up to date. It holds the section's pinned or spanning elements, or
    /// the frozen cells of a sheet.
    private func nextEdge(ofSection sectionID: Int64, index: Int) throws -> Need? {
        guard let section = try context.section(sectionID, index: index) else { return nil }
        // The bands of a collapsed section wait, and the elements that they hold are put aside.
        if let header = try bands.first(ofSection: sectionID), header.isHeader {
            return header.isToBeLaidOut ? Need(band: header, cell: 0, end: 0) : nil
        }
        // A section without items may lack what one with items has.
        let edgeBand = SectionDriver.layOut([ItemMeasure()], of: section.measure, by: context.plan)
        let edges = edgeBand.sectionElements.map(\.edge)
        let lines =
            edgeBand.frozenLines == nil
            ? nil : try FrozenLines.find(ofSection: sectionID, in: context.preparationID, context.connection)
        let frozen = lines?.top.end ?? 0
        func stale(
            from first: BandRecord, upTo end: Double, next: (_ slot: Int) throws -> BandRecord?
        ) throws -> BandRecord? {
            var (band, length) = (Optional(first), 0.0)
            while let current = band, current.sectionID == sectionID, current.id == first.id || length < end {
                if current.isToBeLaidOut { return current }
                length += current.sums.length
                band = try next(current.slot)
            }
            return nil
        }
        if edgeBand.frozenLines != nil || edges.contains(where: { $0 != .end }),
            let first = try bands.first(ofSection: sectionID),
            let band = try stale(from: first, upTo: frozen, next: bands.next(afterSlot:))
        {
            return Need(band: band, cell: 0, end: try tree.prefix(first.slot - 1).length + frozen)
        }
        // Rows at the bottom are in the last bands.
        guard edges.contains(.end) || edgeBand.frozenLines != nil, let last = try bands.last(ofSection: sectionID),
            let band = try stale(
                from: last, upTo: -(lines?.bottom.start ?? 0), next: bands.previous(beforeSlot:))
        else { return nil }
        return Need(band: band, cell: band.sums.items - 1, end: .infinity)
    }
}
