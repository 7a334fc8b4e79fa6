internal import LayoutEngine
internal import LayoutSQLite

/// One step of preparing a layout, inside a transaction: a slice of a first preparation, or all of a
/// later one.
struct Preparing {
    private let connection: Connection
    private let name: String
    private let limits: BandLimits
    private let layoutID: Int64
    private let datasetID: Int64
    private let definitionText: String
    private let container: LayoutSize
    /// What readers see now.
    private let current: PreparationRecord?

    init(_ connection: Connection, layout name: String, limits: BandLimits) throws {
        self.connection = connection
        self.name = name
        self.limits = limits
        let row = try connection.cached(
            "SELECT id, dataset_id, definition, container_width, container_height, preparation_id FROM layout WHERE name = ?1"
        )
        row.bind(name, at: 1)
        defer { row.rewind() }
        guard try row.step() else { throw LayoutStoreError.noLayout(name, known: try connection.layoutNames()) }
        layoutID = row.int64(0)
        datasetID = row.int64(1)
        definitionText = row.stringOrEmpty(2)
        container = LayoutSize(width: row.double(3), height: row.double(4))
        current = row.isNull(5) ? nil : try PreparationRecord.find(row.int64(5), in: connection)
    }

    /// Does the next step, adds it to the report, and returns whether the layout is up to date.
    func step(_ report: inout PreparationReport) throws -> Bool {
        let definition = try LayoutDefinition(json: definitionText)
        let plan = try definition.makePlan(in: container)
        if let current, isOfThisDefinition(current), current.isComplete {
            try relayOut(current, plan: plan, &report)
            return true
        }
        let building = try findBuilding() ?? begin(definition, plan: plan)
        let context = try PreparingContext(
            connection: connection, preparationID: building.id, datasetID: datasetID, plan: plan, limits: limits
        )
        var first = try FirstPreparation(context, slotCount: building.slotCount)
        let isComplete = try first.layOutSlice()
        report.sectionsPrepared += first.sectionsPrepared
        report.elementsWritten += first.elementsWritten
        guard isComplete else { return false }
        try connection.run("UPDATE layout SET preparation_id = ?2 WHERE id = ?1", layoutID, building.id)
        try connection.run(
            "UPDATE lc_preparation SET layout_id = NULL WHERE layout_id = ?1 AND id <> ?2", layoutID, building.id
        )
        // What changed behind the slices' back while they went on.
        if let finished = try PreparationRecord.find(building.id, in: connection) {
            let isTouched = try finished.isRestructured || hasStaleBands(finished.id)
            if isTouched { try relayOut(finished, plan: plan, &report) } else { try count(finished.id, &report) }
        }
        return true
    }

    private func isOfThisDefinition(_ preparation: PreparationRecord) -> Bool {
        preparation.definition == definitionText && preparation.container == container
            && preparation.datasetID == datasetID
    }

    private func hasStaleBands(_ preparationID: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM lc_stale AS t CROSS JOIN lc_band AS b ON b.id = t.band_id WHERE b.preparation_id = ?1 LIMIT 1",
            preparationID, as: Int.self
        ) != nil
    }

    private func relayOut(_ preparation: PreparationRecord, plan: any LayoutPlan, _ report: inout PreparationReport) throws {
        defer { _ = try? count(preparation.id, &report) }
        guard try preparation.isRestructured || hasStaleBands(preparation.id) else { return }
        let context = try PreparingContext(
            connection: connection, preparationID: preparation.id, datasetID: datasetID, plan: plan, limits: limits
        )
        var again = try Repreparation(context, slotCount: preparation.slotCount)
        try again.run(isRestructured: preparation.isRestructured)
        report.sectionsPrepared += again.sections.count
        report.elementsWritten += again.elementsWritten
    }

    private func count(_ preparationID: Int64, _ report: inout PreparationReport) throws {
        guard let preparation = try PreparationRecord.find(preparationID, in: connection) else { return }
        report.sectionsTotal = try SumTree(connection: connection, preparationID: preparationID)
            .totals(slotCount: preparation.slotCount).sections
    }

    /// The unfinished preparation of this very definition, if there is one.
    private func findBuilding() throws -> PreparationRecord? {
        var found: PreparationRecord?
        try connection.forEachRow(
            "SELECT \(PreparationRecord.columns) FROM lc_preparation WHERE layout_id = ?1 AND NOT is_complete", layoutID
        ) { row in
            let preparation = PreparationRecord(row)
            if isOfThisDefinition(preparation) { found = preparation }
        }
        return found
    }

    /// Begins a preparation beside the one that readers see.
    private func begin(_ definition: LayoutDefinition, plan: any LayoutPlan) throws -> PreparationRecord {
        try InvalidationTriggers.install(on: connection)
        // One that was begun for yet another definition is of no use any more.
        try connection.run(
            "UPDATE lc_preparation SET layout_id = NULL WHERE layout_id = ?1 AND id IS NOT ?2", layoutID, current?.id
        )
        let frozen = plan.frozenArea
        let pins = plan.pinInsets
        try connection.run(
            """
            INSERT INTO lc_preparation (layout_id, dataset_id, definition, container_width, container_height, kind, axis,
              is_mirrored, is_free, section_spacing, cross_length, wraps, wrap_spacing, frozen_along, frozen_cross,
              pin_start, pin_end, z_stride)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
            """,
            layoutID, datasetID, definitionText, container.width, container.height, definition.kindName,
            plan.axis == .vertical ? 0 : 1, plan.isMirrored, plan.isFree, plan.sectionSpacing, plan.contentCrossLength,
            definition.wraps, plan.wrapSpacing, frozen.height, frozen.width, pins.start, pins.end, plan.zIndexStride
        )
        let id = connection.lastInsertRowID
        for kind in plan.elementKinds {
            try connection.run(
                "INSERT INTO lc_element_kind (preparation_id, category, name, moves_with_cells) VALUES (?1, ?2, ?3, ?4)",
                id, kind.category.rawValue, kind.name, kind.movesWithCells
            )
        }
        if current == nil {
            // Nothing to keep for readers: they see this one grow from the top.
            try connection.run("UPDATE layout SET preparation_id = ?2 WHERE id = ?1", layoutID, id)
        }
        guard let preparation = try PreparationRecord.find(id, in: connection) else {
            throw LayoutStoreError.corrupt("lc_preparation lost row \(id)")
        }
        return preparation
    }
}
