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
    private let shouldYield: () -> Bool
    let sums: SumCache.Transaction

    /// - Parameters:
    ///   - cache: The readers' knowledge of sum trees, updated once the transaction is committed.
    ///   - shouldYield: Returns whether others wait to write: a slice depends on that.
    /// - Throws: ``LayoutError``: `notFound`, and the error of a definition that cannot work.
    init(
        _ connection: Connection, layout name: String, limits: BandLimits, cache: SumCache? = nil,
        shouldYield: @escaping () -> Bool = { false }
    ) throws {
        self.connection = connection
        self.shouldYield = shouldYield
        sums = SumCache.Transaction(cache)
        self.limits = limits
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
        /// Whether there are rows that no reader sees any more, once it is done.
        var hasLeftovers = false
    }

    /// Does the next slice.
    ///
    /// - Parameter countsItemsLeft: Whether to count what is left afterwards: O(stale bands).
    func step(_ scope: PreparationExtent, countsItemsLeft: Bool = false) throws -> Outcome {
        var outcome = Outcome()
        try LayoutRecord.placeViewports(of: layout.name, in: connection)
        let changesBefore = connection.totalChanges
        let budget = SliceBudget(limits, shouldYield: shouldYield)
        try ChangeDistribution.replaceMostlyChanged(layout.datasetID, in: connection)
        let target = try findTarget(makesShown: scope.isOfViewer)
        try Bands.requireSome(of: target, in: connection)
        guard try ChangeDistribution(connection, datasetID: layout.datasetID, limits: limits).run(budget) else {
            return outcome
        }
        var context = try context(of: target)
        if !context.kinds.missing.isEmpty {
            try PreparationRecord.ElementKinds.insert(context.kinds.missing, preparationID: target.id, in: connection)
            context = try self.context(of: target)
        }
        var relayout = try Relayout(context, of: target)
        guard try relayout.countBands(budget) else {
            try relayout.finish(since: changesBefore)
            return outcome
        }
        relayout.isOfViewer = scope.isOfViewer
        let isReordered = target.isOutlined && target.isRestructured
        if isReordered || !target.isOutlined { try relayout.restructure(isNew: !isReordered) }
        // Of other sections all was shown.
        let isFolded = try relayout.fold(
            until: isReordered ? { false } : scope.isOfViewer ? nil : { budget.isSpent(elements: 0) })
        // A viewer of a place asks the tree for it.
        if scope.isOfViewer { try relayout.slots.updateTree() }
        let isDone = try relayout.layOut(scope, isFolded: isFolded) { budget.isSpent(elements: $0) }
        try relayout.finish(since: changesBefore)
        outcome.sections = relayout.sections
        outcome.elementsWritten = relayout.writer.elementsWritten
        outcome.isDone = isDone
        outcome.itemsLaidOut = relayout.cellsSolved
        // One that was built beside the former one.
        if isDone, relayout.isComplete, !target.isShown { try show(target.id) }
        if let record = try PreparationRecord.find(target.id, in: connection) {
            sums.learn(context.sums, of: record, on: connection)
            let totals = try context.sumTree.totals(slotCount: record.slotCount)
            outcome.totals = (totals.sections, totals.items)
        }
        if isDone { outcome.hasLeftovers = try Bands.Removal.hasSuperseded(in: connection) }
        if countsItemsLeft { outcome.itemsLeft = relayout.isComplete ? 0 : try context.bands.estimatedItems }
        return outcome
    }

    private func context(of target: PreparationRecord) throws -> PreparationContext {
        try PreparationContext(target, plan: plan, limits: limits, sums: sums.known(of: target), connection: connection)
    }

    /// The preparation to work on: the readers' one if it was made from the layout's present definition, else one
    /// beside it.
    ///
    /// - Parameter makesShown: Whether readers are to see it at once, rather than when it is whole.
    func findTarget(makesShown: Bool) throws -> PreparationRecord {
        let all = try adoptContainerIfIndifferent()
        let usable = all.filter { layout.isLaidOut(by: $0) && isAsWide($0) }
        let found =
            try usable.first(where: \.isShown) ?? usable.first
            ?? PreparationRecord(
                layoutID: layout.id, isShown: !all.contains(where: \.isShown), datasetID: layout.datasetID,
                definition: layout.definition, container: layout.container, measure: layout.measure,
                traits: plan.traits
            ).inserted(ofKind: definition.kindName, plan.elementKinds, in: connection)
        // A preparation begun for yet another definition is of no use any more.
        if all.contains(where: { !$0.isShown && $0.id != found.id }) {
            try supersede(except: found.id, keepingShown: true)
        }
        guard makesShown, !found.isShown else { return found }
        try show(found.id)
        return try PreparationRecord.find(found.id, in: connection) ?? found
    }

    /// Whether the sheets of a preparation are as wide together as they are now. Their sections' own definitions may
    /// have changed, and mirrored ones are turned around in the width of the widest.
    private func isAsWide(_ preparation: PreparationRecord) -> Bool {
        !plan.scrollsBothWays || preparation.traits.contentCrossLength == plan.traits.contentCrossLength
    }

    /// If only the container changed, and no frame depends on it: records that the prepared frames are right.
    ///
    /// - Returns: All preparations of the layout.
    @discardableResult
    func adoptContainerIfIndifferent() throws -> [PreparationRecord] {
        let all = try PreparationRecord.all(ofLayout: layout.id, in: connection)
        guard let shown = all.first(where: \.isShown), !layout.isLaidOut(by: shown),
            layout.isLaidOutInAnyContainer(by: shown), isAsWide(shown),
            !definition.depends(onChangeFrom: shown.container, to: layout.container)
        else { return all }
        try connection.run(
            """
            UPDATE lc_preparation SET container_width = ?2, container_height = ?3, revision = revision + 1 WHERE id = ?1
            """,
            shown.id, layout.container.width, layout.container.height
        )
        return try PreparationRecord.all(ofLayout: layout.id, in: connection)
    }

    private func supersede(except preparationID: Int64, keepingShown: Bool) throws {
        try connection.run(
            """
            UPDATE lc_preparation SET layout_id = NULL, is_shown = 0
            WHERE layout_id = ?1 AND id <> ?2 AND NOT (?3 AND is_shown)
            """,
            layout.id, preparationID, keepingShown)
    }

    /// Shows readers a preparation, in place of the one that they saw.
    func show(_ preparationID: Int64) throws {
        try supersede(except: preparationID, keepingShown: false)
        try connection.run(
            "UPDATE lc_preparation SET is_shown = 1, revision = revision + 1 WHERE id = ?1", preparationID)
    }
}
