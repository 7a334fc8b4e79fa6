internal import LayoutEngine
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
    /// The known sums in this transaction.
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
        (definition, plan) = try PlanMemory.plan(
            layout.definition, in: layout.container,
            sections: SectionRecord.definitions(ofDataset: layout.datasetID, in: connection))
    }

    /// The result of a slice.
    struct Outcome {
        /// Whether everything that was asked for is up to date.
        var isDone = false
        var sections: Set<Int64> = []
        var elementsWritten = 0
        /// How many sections and items the layout has; nil where the slice ended before they were known.
        var totals: (sections: Int, items: Int)?
        var itemsLaidOut = 0
        /// The number of items that were left to be laid out for the first time, if it was requested.
        var itemsLeft: Int?
        /// Whether there are rows that no reader sees any more.
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
        guard isDistributed,
            let recounted = try BandCounting(connection: connection, preparation: target).run(budget)
        else { return outcome }
        target = try PreparationRecord.find(target.id, in: connection) ?? target
        let context = try PreparationContext(
            target, plan: plan, limits: limits, sums: sums.known(of: target), connection: connection)
        if !target.isOutlined {
            try outline(&target, context, &outcome) { !scope.isFromStart || budget.isSpent(elements: $0) }
            if budget.isSpent(elements: outcome.itemsLaidOut), !scope.isOfViewer { return outcome }
        }
        var relayout = try Relayout(
            context, slotCount: target.slotCount, isRefolded: target.isRefolded, recounted: recounted)
        if target.isRestructured { try relayout.restructure() }
        try relayout.fold()
        // A viewer of a place asks the tree for it.
        if scope.isOfViewer { try relayout.updateTree() }
        let isEdited =
            try !plan.traits.isFree
            || PlaneEdits.run(&relayout) { scope.isOfViewer ? $0 >= cellLimit : budget.isSpent(elements: $0) }
        let isDone: Bool
        switch scope {
        case _ where !isEdited: isDone = false
        case .everything(let start):
            let solvedBefore = outcome.itemsLaidOut
            isDone = try layOutAll(&relayout, from: start) { budget.isSpent(elements: solvedBefore + $0) }
        case .visible(let rect): isDone = try layOut(rect, &relayout)
        case .item(let path): isDone = try layOut(path, &relayout)
        case .items(let ids): isDone = try layOut(itemIDs: ids, &relayout)
        }
        try relayout.finish(since: changesBefore)
        outcome.sections.formUnion(relayout.sections)
        outcome.elementsWritten += relayout.elementsWritten
        outcome.isDone = isDone
        outcome.itemsLaidOut += relayout.cellsSolved
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
        guard let sectionID = band.sectionID, !band.beginsSection,
            let section = try relayout.section(of: band),
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
    /// Whether the content is laid out from its beginning on.
    var isFromStart: Bool {
        if case .everything(from: nil) = self { true } else { false }
    }

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

    /// Does a part of it; returns the slots of the counted bands, for the sum tree. Nil if some are left, and the tree
    /// is up to date for the rest.
    func run(_ budget: SliceBudget) throws -> [Int]? {
        let bands = Bands(connection, preparation.id)
        let outline = Outline(connection: connection)
        var slots: [Int] = []
        var counted = 0
        while counted < SliceBudget.countLimit, slots.isEmpty || !budget.isSpent(elements: 0) {
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
        return nil
    }
}
