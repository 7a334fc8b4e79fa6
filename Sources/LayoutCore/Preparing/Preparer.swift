internal import LayoutEngine
internal import LayoutMigrations
internal import LayoutSQLite
internal import LayoutSchema

/// One slice of preparing a layout, inside a transaction of the caller's.
///
/// A layout that was never prepared is one all of whose bands are stale and estimated. So there is one procedure for
/// everything. It marks the bands with the changes, then lays out stale bands until the slice is spent or none is left.
struct Preparer {
    let connection: Connection
    let layout: LayoutRecord
    let definition: LayoutDefinition
    let plan: any LayoutPlan
    let limits: BandLimits
    private let otherWriting: SliceBudget.OtherWriting
    let sums: TransactionSums
    /// The number of items after which a caller does not wait for invisible parts: these stay stale.
    let cellLimit: Int
    /// The maximum number of items that are laid out so that a band in the middle of its section need not begin with a
    /// guess.
    let lookBackLimit: Int

    /// Of a call on the main thread: some milliseconds' worth.
    static let briefCellLimit = 1 << 11

    /// As many as a slice has time for.
    static let lookBackLimit = 3 << 12
    /// As many as a frame has time for, with everything else that it needs.
    static let briefLookBackLimit = 1 << 12

    /// - Parameters:
    ///   - cache: The readers' knowledge of sum trees, updated once the transaction is committed.
    ///   - cellLimit: After how many items only what is looked at is laid out.
    ///   - lookBackLimit: How many items are laid out at the most so that a place need not begin with a guess.
    ///   - otherWriting: Returns who else waits to write: a slice depends on that.
    /// - Throws: ``LayoutError``: `notFound`, and the error of a definition that cannot work.
    init(
        _ connection: Connection, layout name: String, limits: BandLimits, cache: SumCache? = nil,
        cellLimit: Int = .max, lookBackLimit: Int = Self.lookBackLimit,
        otherWriting: @escaping SliceBudget.OtherWriting = { .possible }
    ) throws {
        self.connection = connection
        self.otherWriting = otherWriting
        sums = TransactionSums(cache)
        self.limits = limits
        self.cellLimit = cellLimit
        self.lookBackLimit = min(lookBackLimit, cellLimit)
        layout = try LayoutRecord.find(name, in: connection)
        (definition, plan) = try layout.plan(withSectionsIn: connection)
    }

    struct Outcome {
        var isDone = false
        var sections: Set<Int64> = []
        var elementsWritten = 0
        /// How many sections and items the layout has; nil where the slice ended before they were known.
        var totals: (sections: Int, items: Int)?
        var itemsLaidOut = 0
        /// The number of items that were left to be laid out for the first time, if it was requested.
        var itemsLeft: Int?
        var hasLeftovers = false
    }

    /// Does the next slice.
    ///
    /// - Parameter countsItemsLeft: Whether to count what is left afterwards: O(stale bands).
    func step(_ scope: PreparationExtent, countsItemsLeft: Bool = false) throws -> Outcome {
        var outcome = Outcome()
        try LayoutRecord.placeViewports(of: layout.name, in: connection)
        let changesBefore = connection.totalChanges
        let budget = SliceBudget(limits, otherWriting: otherWriting)
        var target = try findTarget(makesShown: scope.isOfViewer)
        try Bands.requireSome(of: target, in: connection)
        let distribution = try ChangeDistribution(connection, datasetID: layout.datasetID, limits: limits)
        let isDistributed = try distribution.run(budget)
        guard isDistributed, let recounted = try BandCounting(connection: connection, preparation: target).run(budget)
        else { return outcome }
        target = try PreparationRecord.find(target.id, in: connection) ?? target
        let context = try PreparationContext(
            target, plan: plan, limits: limits, sums: sums.known(of: target), connection: connection)
        if !target.isOutlined {
            try outline(&target, context)
            if budget.isSpent(elements: 0), !scope.isOfViewer { return outcome }
        }
        var relayout = try Relayout(context, slotCount: target.slotCount, recounted: recounted)
        if target.isRestructured { try relayout.restructure() }
        // Of other sections all was shown.
        let isFolded = try relayout.fold(
            until: target.isRestructured ? { false } : scope.isOfViewer ? nil : { budget.isSpent(elements: 0) })
        // A viewer of a place asks the tree for it.
        if scope.isOfViewer { try relayout.updateTree() }
        let isEdited =
            try !plan.traits.isFree
            || PlaneEdits.run(&relayout) { scope.isOfViewer ? $0 >= cellLimit : budget.isSpent(elements: $0) }
        let isDone: Bool
        switch scope {
        case _ where !isEdited || !isFolded && !scope.isOfViewer: isDone = false
        case .everything(let start):
            isDone = try layOutAll(&relayout, from: start) { budget.isSpent(elements: $0) }
        case .visible(let rect): isDone = try layOut(rect, &relayout, isFolded: isFolded)
        case .item(let path): isDone = try layOut(path, &relayout)
        case .items(let ids): isDone = try layOut(itemIDs: ids, &relayout)
        }
        try relayout.finish(since: changesBefore)
        outcome.sections = relayout.sections
        outcome.elementsWritten = relayout.elementsWritten
        outcome.isDone = isDone
        outcome.itemsLaidOut = relayout.cellsSolved
        // A layout that is whole stays so, unless something in it was taken back.
        let isComplete = try target.isComplete && !relayout.leavesEstimated || !context.bands.hasEstimated
        try complete(target.id, isComplete, context, &outcome)
        if isDone { outcome.hasLeftovers = try BandRemoval.hasSuperseded(in: connection) }
        if countsItemsLeft { outcome.itemsLeft = isComplete ? 0 : try context.bands.estimatedItems }
        return outcome
    }

    /// Lays out stale bands from a place on, and then those before it, until enough items were.
    private func layOutAll(
        _ relayout: inout Relayout, from start: LayoutPoint?, until isSpent: @escaping (_ cellsSolved: Int) -> Bool
    ) throws -> Bool {
        let bands = relayout.context.bands
        var slot = 0
        if let offset = start?[plan.traits.axis], offset > 0, try bands.hasEstimated {
            slot = try relayout.context.sumTree.descend(slotCount: relayout.slots.slotCount) { $0.length <= offset }
                .slot
        }
        while let stale = try bands.nextStale(fromSlot: slot) ?? bands.nextStale(fromSlot: 0) {
            if slot > 0, stale.isProvisional {
                // It was laid out, and is not settled before those before it are.
                slot = 0
                continue
            }
            if try relayout.reveal(stale) { continue }
            if try !relayout.relayOutSections(from: stale, until: isSpent) {
                let band = try beginning(of: stale, &relayout)
                let solved = relayout.cellsSolved
                try relayout.relayOut(band, stop: Relayout.Stop(isReached: { _, _, cells in isSpent(solved + cells) }))
            }
            if isSpent(relayout.cellsSolved) { return try !bands.hasStale }
        }
        return true
    }

    /// The band from which a stale band is laid out for good. It is the band itself or, if no line is certain to begin
    /// with it, the first stale band of its section.
    private func beginning(of band: BandRecord, _ relayout: inout Relayout) throws -> BandRecord {
        guard let sectionID = band.sectionID, !band.beginsSection, let section = try relayout.section(of: band),
            let stale = try relayout.context.bands.firstStale(ofSection: sectionID), stale.id != band.id
        else { return band }
        if let interval = plan.restartInterval(in: section.measure),
            try relayout.firstIndex(of: band).isMultiple(of: interval)
        {
            return band
        }
        return stale
    }

    /// Ends a slice: returns whether every band was laid out, and shows a preparation that was built beside the former
    /// one.
    private func complete(
        _ preparationID: Int64, _ isComplete: Bool, _ context: PreparationContext, _ outcome: inout Outcome
    ) throws {
        try connection.run(
            "UPDATE lc_preparation SET is_complete = ?2 WHERE id = ?1 AND is_complete <> ?2", preparationID, isComplete
        )
        if outcome.isDone, isComplete { try show(preparationID) }
        guard let record = try PreparationRecord.find(preparationID, in: connection) else { return }
        sums.learn(context.sums, of: record, on: connection)
        let totals = try context.sumTree.totals(slotCount: record.slotCount)
        outcome.totals = (totals.sections, totals.items)
    }
}

extension PreparationExtent {
    /// Whether a viewer waits for it.
    var isOfViewer: Bool {
        if case .everything = self { false } else { true }
    }
}

/// Counts the items of bands in which some came or went, so that a layout's indices are exact before anything of it
/// is laid out.
///
/// Each layout is counted in its own turn to be prepared, and not when another one of its data set marks its bands.
/// Until then its readers see it whole, in the earlier state.
struct BandCounting {
    let connection: Connection
    let preparation: PreparationRecord

    /// A slice counts so much however late it is: the runs of a small change, so that it is known what that changed.
    private static let (leastBands, leastItems) = (16, 4096)

    /// Does a part of it; returns the slots of the counted bands, for the sum tree. Nil if some are left, and the tree
    /// is up to date for the rest.
    func run(_ budget: SliceBudget) throws -> [Int]? {
        let bands = Bands(connection, preparation.id)
        let outline = Outline(connection: connection)
        var slots: [Int] = []
        var counted = 0
        while slots.count < Self.leastBands && counted < Self.leastItems
            || counted < SliceBudget.countLimit && !budget.isSpent(elements: 0)
        {
            guard let band = try bands.nextMiscounted(), let sectionID = band.sectionID else { return slots }
            let end = try bands.following(band.firstPosition, ofSection: sectionID)?.firstPosition ?? .infinity
            let count = try outline.itemCount(ofSection: sectionID, from: band.firstPosition, to: end)
            try connection.run(
                "UPDATE lc_band SET item_count = ?3, is_miscounted = 0 WHERE preparation_id = ?1 AND slot = ?2",
                preparation.id, band.slot, count)
            counted += count
            slots.append(band.slot)
        }
        try SumTree(connection: connection, preparationID: preparation.id, readsSummaries: true)
            .refresh(slots: slots, slotCount: preparation.slotCount)
        try connection.run("UPDATE lc_preparation SET revision = revision + 1 WHERE id = ?1", preparation.id)
        // Bands that are laid out later may show rows that replaced others.
        try WrittenParts.storeEverything(preparation.id, in: connection)
        return nil
    }
}

extension Preparer {
    /// The preparation to work on: the readers' one if it was made from the layout's present definition, else one
    /// beside it.
    ///
    /// - Parameter makesShown: Whether readers are to see it at once, rather than when it is whole.
    func findTarget(makesShown: Bool) throws -> PreparationRecord {
        let all = try PreparationRecord.all(ofLayout: layout.id, in: connection)
        let shown = all.first(where: \.isShown)
        var target: PreparationRecord?
        if let shown, layout.isLaidOut(by: shown), isAsWide(shown) {
            target = shown
        } else if let shown, isIndifferent(to: shown.container), layout.isLaidOutInAnyContainer(by: shown),
            isAsWide(shown)
        {
            try adoptContainer(shown)
            target = shown
        } else {
            target = all.first { !$0.isShown && layout.isLaidOut(by: $0) && isAsWide($0) }
        }
        let found =
            try target
            ?? PreparationRecord.insert(
                layoutID: layout.id, isShown: shown == nil, datasetID: layout.datasetID, definition: definition,
                text: layout.definition, container: layout.container, measure: layout.measure, traits: traits,
                in: connection)
        if target == nil { try ElementKindRows.insert(plan.elementKinds, preparationID: found.id, in: connection) }
        // A preparation begun for yet another definition is of no use any more.
        for other in all where other.id != found.id && !other.isShown { try supersede(other.id) }
        if makesShown, !found.isShown { try show(found.id) }
        return found
    }

    private var traits: LayoutTraits {
        var traits = plan.traits
        traits.wraps = definition.wrapsAlong
        return traits
    }

    /// Whether the sheets of a preparation are as wide together as they are now. Their sections' own definitions may
    /// have changed, and mirrored ones are turned around in the width of the widest.
    private func isAsWide(_ preparation: PreparationRecord) -> Bool {
        !plan.scrollsBothWays || preparation.traits.contentCrossLength == plan.traits.contentCrossLength
    }

    private func isIndifferent(to container: LayoutSize) -> Bool {
        !definition.depends(onChangeFrom: container, to: layout.container)
    }

    /// If only the container changed, and no frame depends on it: notes that the prepared frames are right.
    func adoptContainerIfIndifferent() throws {
        guard let shown = try PreparationRecord.shown(ofLayout: layout.id, in: connection),
            !layout.isLaidOut(by: shown),
            layout.isLaidOutInAnyContainer(by: shown), isIndifferent(to: shown.container)
        else { return }
        try adoptContainer(shown)
    }

    /// Notes that what is prepared is right for another container as well.
    private func adoptContainer(_ preparation: PreparationRecord) throws {
        try connection.run(
            """
            UPDATE lc_preparation SET container_width = ?2, container_height = ?3, revision = revision + 1 WHERE id = ?1
            """,
            preparation.id, layout.container.width, layout.container.height
        )
    }

    private func supersede(_ preparationID: Int64) throws {
        try connection.run("UPDATE lc_preparation SET layout_id = NULL, is_shown = 0 WHERE id = ?1", preparationID)
    }

    /// Shows readers a preparation, in place of the one that they saw.
    func show(_ preparationID: Int64) throws {
        for other in try PreparationRecord.all(ofLayout: layout.id, in: connection) where other.id != preparationID {
            try supersede(other.id)
        }
        try connection.run(
            "UPDATE lc_preparation SET is_shown = 1, revision = revision + 1 WHERE id = ?1 AND NOT is_shown",
            preparationID)
    }

    /// Makes the bands of a new preparation.
    func outline(_ preparation: inout PreparationRecord, _ context: PreparationContext) throws {
        var writer = try BandWriter(context)
        var outlining = BandOutliner(context)
        preparation.slotCount = try outlining.run(&writer)
        try writer.flush()
        if !plan.traits.isFree {
            try StoredFolds(connection: connection, preparationID: preparation.id).noteEverything()
        }
        try connection.run("DELETE FROM lc_rearranged WHERE preparation_id = ?1", preparation.id)
        preparation.isOutlined = true
        preparation.isRestructured = false
        try WrittenParts.storeEverything(preparation.id, in: connection)
        try connection.run(
            """
            UPDATE lc_preparation SET is_outlined = 1, is_restructured = 0, slot_count = ?2, revision = revision + 1
            WHERE id = ?1
            """,
            preparation.id, preparation.slotCount
        )
    }

    /// Lays out only the visible part of a rectangle: the bands that it touches, and the pinned elements and sticky
    /// items of their sections.
    ///
    /// - Parameter isFolded: Whether no fold is left that was not looked at yet.
    func layOut(_ rect: LayoutRect, _ relayout: inout Relayout, isFolded: Bool) throws -> Bool {
        if plan.traits.isFree { return try layOutPlane(&relayout) }
        guard rect.width > 0, rect.height > 0 else { return true }
        while let need = try finder(relayout).next(in: rect, folds: isFolded ? nil : relayout.folds) {
            if need.isOfFolds {
                try relayout.fold(in: need.band)
                continue
            }
            try layOut(try narrowed(need.band, toCell: need.cell, &relayout), until: need.end, &relayout)
        }
        return true
    }

    /// Lays out a plane: the places of its items are known when all of them have been read.
    private func layOutPlane(_ relayout: inout Relayout) throws -> Bool {
        if cellLimit < .max, try relayout.context.sumTree.totals(slotCount: relayout.slots.slotCount).items > cellLimit
        {
            return true
        }
        while let stale = try relayout.context.bands.nextStale(fromSlot: 0) {
            try relayout.relayOut(stale, stop: .never)
        }
        return true
    }

    private func finder(_ relayout: Relayout) -> VisibleStaleBands {
        VisibleStaleBands(
            context: relayout.context, slotCount: relayout.slots.slotCount, wraps: definition.wrapsAlong)
    }

    func layOut(_ path: ItemIndexPath, _ relayout: inout Relayout) throws -> Bool {
        if plan.traits.isFree { return try layOutPlane(&relayout) }
        guard path.item >= 0, path.section >= 0 else { return true }
        while let need = try finder(relayout).next(holding: path) {
            try layOut(try narrowed(need.band, toCell: need.cell, &relayout), until: need.end, &relayout)
        }
        return true
    }

    /// Lays out the bands that hold items, by their row ids. Neighbours mostly are in one, which is looked for once.
    func layOut(itemIDs: [Int64], _ relayout: inout Relayout) throws -> Bool {
        if plan.traits.isFree { return try layOutPlane(&relayout) }
        // The band that was found to be up to date last.
        var known: (section: Int64, positions: Range<Double>)?
        for id in itemIDs where relayout.cellsSolved < cellLimit {
            guard let place = try DatasetRecord.place(ofItem: id, in: layout.datasetID, connection) else { continue }
            if let known, known.section == place.sectionID, known.positions.contains(place.position) { continue }
            known = try layOut((place.sectionID, place.position), &relayout).map { (place.sectionID, $0) }
        }
        return true
    }

    /// Lays out the band that holds a position of a section; returns which positions it holds.
    private func layOut(
        _ place: (section: Int64, position: Double), _ relayout: inout Relayout
    ) throws -> Range<Double>? {
        let bands = relayout.context.bands
        while let band = try bands.holding(place.position, ofSection: place.section) {
            guard band.isToBeLaidOut, try !relayout.hasFolds || !bands.isHidden(band) else {
                let end =
                    try bands.following(band.firstPosition, ofSection: place.section)?.firstPosition ?? .infinity
                return band.firstPosition..<end
            }
            // The place in it matters only for a band that may be long, since it was never laid out.
            let cell =
                try band.isEstimated
                ? relayout.context.outline.rank(
                    of: place.position, inSection: place.section, from: band.firstPosition) : 0
            try layOut(try narrowed(band, toCell: cell, &relayout), until: 0, &relayout)
        }
        return nil
    }

    /// Lays out a band, and those after it up to an offset of the content.
    private func layOut(_ band: BandRecord, until end: Double, _ relayout: inout Relayout) throws {
        let first = try nearBeginning(ofCell: 0, of: band, &relayout) ?? band
        let origin = try relayout.prefix(first.slot - 1).length
        let isEarlier = first.id != band.id
        let cellsBefore =
            try isEarlier
            ? relayout.context.sumTree.prefix(band.slot - 1).items
                - relayout.context.sumTree.prefix(first.slot - 1).items : 0
        let (solved, limit) = (relayout.cellsSolved, cellLimit)
        try relayout.relayOut(
            first,
            stop: Relayout.Stop(
                isReached: { length, items, _ in items > cellsBefore && origin + length > end },
                isAbrupt: { cells in solved + cells >= limit }))
        try relayout.updateTree()
    }

    /// The band from which a cell of a band is laid out for good, if that is another band and near enough.
    private func nearBeginning(
        ofCell cell: Int, of band: BandRecord, _ relayout: inout Relayout
    ) throws -> BandRecord? {
        let context = relayout.context
        guard let sectionID = band.sectionID, !band.beginsSection,
            let section = try relayout.section(of: band), plan.restartInterval(in: section.measure) == nil,
            let stale = try context.bands.firstStale(ofSection: sectionID), stale.slot < band.slot
        else { return nil }
        let tree = context.sumTree
        let cells = try tree.prefix(band.slot - 1).items - tree.prefix(stale.slot - 1).items
        return cells + cell <= lookBackLimit ? stale : nil
    }

    // MARK: Narrowing

    /// The part of a band that was never laid out which begins at or shortly before one of its items. The part before
    /// it becomes a separate band.
    private func narrowed(_ band: BandRecord, toCell cell: Int, _ relayout: inout Relayout) throws -> BandRecord {
        let context = relayout.context
        // A band without a length is looked at beyond its end.
        let cell = min(cell, band.sums.items - 1)
        guard band.isEstimated, cell > limits.target, let sectionID = band.sectionID,
            let section = try relayout.section(of: band), plan.canCutSection(section.measure)
        else { return band }
        let interval = plan.restartInterval(in: section.measure)
        if interval == nil,
            try nearBeginning(ofCell: cell, of: band, &relayout) != nil || band.beginsSection && cell <= lookBackLimit
        {
            return band
        }
        guard let (offset, position) = try restart(before: cell, of: band, sectionID, interval, &relayout) else {
            return band
        }
        let id = try relayout.split(band, at: position, after: offset)
        guard let found = try context.bands.find(id) else { throw LayoutError.corrupt("lc_band has no band \(id)") }
        return found
    }

    /// A place in a band at which another can begin, at or before one of its cells. Returns the number of cells before
    /// it, and its position.
    private func restart(
        before cell: Int, of band: BandRecord, _ sectionID: Int64, _ interval: Int?, _ relayout: inout Relayout
    ) throws -> (offset: Int, position: Double)? {
        let outline = relayout.context.outline
        guard let run = try outline.beginning(before: cell, inSection: sectionID, from: band.firstPosition),
            run.rank > 0, run.rank < band.sums.items
        else { return nil }
        guard let interval else { return (run.rank, run.position) }
        let firstIndex = try relayout.firstIndex(of: band)
        let aligned = (firstIndex + run.rank) / interval * interval - firstIndex
        guard aligned > 0 else { return nil }
        // The band may begin in the middle of a run, and the line before the first run that begins in it.
        let before =
            try outline.beginning(before: aligned, inSection: sectionID, from: band.firstPosition)
            ?? (band.firstPosition, 0)
        guard
            let position = try outline.position(
                aligned - before.rank, after: before.position, inSection: sectionID)
        else {
            return nil
        }
        return (aligned, position)
    }
}
