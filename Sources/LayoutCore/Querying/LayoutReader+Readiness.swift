internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension LayoutReader {
    /// Whether everything that a call looks at is as exact as laying it out would make it; writes nothing.
    ///
    /// Looks at the bands in view only: O(log bands + bands in view).
    func isReady(for scope: PreparationExtent) throws -> Bool {
        guard freshness.isStale else { return true }
        guard !freshness.isOutdated, !freshness.hasChanges, !traits.isFree, let shown = preparation, shown.isOutlined,
            try bands.nextMiscounted() == nil
        else { return false }
        switch scope {
        case .everything: return false
        case .items(let ids): return try ids.allSatisfy { try !isToBeLaidOut(itemID: $0) }
        case .visible(let rect): return try staleBands(shown).next(in: rect) == nil
        case .item(let path): return try staleBands(shown).next(holding: path) == nil
        }
    }

    private func staleBands(_ shown: PreparationRecord) throws -> VisibleStaleBands {
        let (definition, plan) = try PlanMemory.plan(
            record.definition, in: record.container,
            sections: SectionRecord.definitions(ofDataset: record.datasetID, in: connection))
        return VisibleStaleBands(
            connection: connection, preparationID: shown.id, datasetID: record.datasetID, measure: shown.measure,
            slotCount: shown.slotCount, plan: plan, wraps: definition.wrapsAlong, sums: sums)
    }

    /// Whether the band that holds an item must be laid out.
    private func isToBeLaidOut(itemID: Int64) throws -> Bool {
        guard let place = try DatasetRecord.place(ofItem: itemID, in: record.datasetID, connection),
            let band = try bands.holding(place.position, ofSection: place.sectionID), band.isToBeLaidOut
        else { return false }
        return try !bands.isHidden(band)
    }
}
