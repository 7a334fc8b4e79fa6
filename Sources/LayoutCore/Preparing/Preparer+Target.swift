internal import LayoutEngine
internal import LayoutMigrations
internal import LayoutSQLite

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
                in: connection
            )
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
        try connection.run(
            "UPDATE lc_preparation SET layout_id = NULL, is_shown = 0 WHERE id = ?1", preparationID
        )
    }

    /// Has readers see a preparation, in place of the one that they saw.
    func show(_ preparationID: Int64) throws {
        for other in try PreparationRecord.all(ofLayout: layout.id, in: connection) where other.id != preparationID {
            try supersede(other.id)
        }
        try connection.run(
            "UPDATE lc_preparation SET is_shown = 1, revision = revision + 1 WHERE id = ?1 AND NOT is_shown",
            preparationID
        )
    }

    /// Makes the bands of a new preparation.
    ///
    /// - Parameter isSpent: Whether the budget for immediate layout is spent after a number of items.
    func outline(
        _ preparation: inout PreparationRecord, _ context: PreparationContext, _ outcome: inout Outcome,
        layingOutUntil isSpent: (_ cellsSolved: Int) -> Bool
    ) throws {
        var writer = try BandWriter(context)
        var outlining = BandOutliner(context)
        preparation.slotCount = try outlining.run(&writer, layingOutUntil: isSpent)
        outcome.sections = outlining.sections
        outcome.itemsLaidOut = outlining.cellsSolved
        outcome.elementsWritten = writer.elementsWritten
        try writer.flush()
        preparation.isOutlined = true
        preparation.isRestructured = false
        try connection.run(
            """
            UPDATE lc_preparation SET is_outlined = 1, is_restructured = 0, slot_count = ?2, revision = revision + 1
            WHERE id = ?1
            """,
            preparation.id, preparation.slotCount
        )
    }
}
