internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

/// Makes a data set equal to a snapshot, inside a transaction that the caller holds.
struct SnapshotApplication {
    let connection: Connection
    let snapshot: DatasetSnapshot
    let limits: BandLimits
    var forgets = ForgottenColumns()

    /// - Throws: ``LayoutError`` for a mistake in the snapshot, and for a value that cannot be stored.
    /// - Complexity: O(items), and O(log items) for each that is written.
    func run(dataset: String) throws -> DatasetDifference {
        if let fault = snapshot.fault { throw fault }
        let datasetID = try DatasetRecord.findOrMake(dataset, in: connection).id
        try Following.refuse("no snapshot can be applied to it", of: datasetID, in: connection)
        let stored = try StoredOrder(snapshot, dataset: datasetID, forgets: forgets, in: connection)
        let plan = try SnapshotPlan(snapshot, stored)
        try delete(plan)
        let sections = try writeSections(plan, datasetID)
        try updateContents(plan)
        try writeItems(plan, sections, datasetID)
        try deleteSections(plan)
        return plan.difference
    }

    private func delete(_ plan: SnapshotPlan) throws {
        guard !plan.deletedItems.isEmpty else { return }
        let ids = ContiguousArray(plan.deletedItems.map { plan.stored.items[$0].id })
        try connection.run(
            "DELETE FROM item WHERE id IN (SELECT c0 FROM column_batch(?1))",
            batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)]))
        try connection.checkChanges(
            ids.count, unless: ids.allSatisfy { try !connection.has("SELECT 1 FROM item WHERE id = ?1", $0) })
    }

    /// Deletes sections that the snapshot does not have, once their items are where it has them.
    func deleteSections(_ plan: SnapshotPlan) throws {
        for section in plan.difference.deletedSections {
            let id = plan.stored.sections[section].id
            try connection.run("DELETE FROM section WHERE id = ?1", id)
            try connection.checkChanges(1, unless: !connection.has("SELECT 1 FROM section WHERE id = ?1", id))
        }
    }

    /// Makes and moves sections; returns the ids by the numbers of the titles.
    func writeSections(_ plan: SnapshotPlan, _ dataset: Int64) throws -> [Int64] {
        var ids = plan.stored.sectionOfTitle.map { $0 < 0 ? 0 : plan.stored.sections[$0].id }
        for place in plan.sectionPlaces {
            if let section = place.stored {
                try connection.run(
                    "UPDATE section SET position = ?2 WHERE id = ?1", plan.stored.sections[section].id, place.position)
                try connection.checkChanges(1)
            } else {
                let title = snapshot.titles[place.title]
                if title.utf8.contains(0) {
                    throw LayoutError(.invalidArgument, "the title of a section has a zero byte")
                }
                ids[place.title] = try ItemLoader.insertSection(
                    title.isEmpty ? nil : title, at: place.position, in: dataset, on: connection)
            }
        }
        return ids
    }

    private func updateContents(_ plan: SnapshotPlan) throws {
        var batch = ItemLoader.Batch()
        for (number, index) in plan.changedItems.enumerated() {
            let row = plan.stored.items[index]
            // The batch's sections are the items themselves.
            try append(row.key, to: &batch, section: row.id)
            guard batch.count >= ImportJob.batchSize || number + 1 == plan.changedItems.count else { continue }
            try batch.run(forgets.updateOfBatch, on: connection)
        }
    }

    private func append(
        _ key: Int, to batch: inout ItemLoader.Batch, section: Int64, position: Double = 0
    ) throws(LayoutError) {
        try batch.append(
            snapshot.items[key], section: section, position: position,
            context: "the item with the key “\(snapshot.key(ofItem: key))”: ")
    }

    // MARK: Places

    private func writeItems(_ plan: SnapshotPlan, _ sections: [Int64], _ dataset: Int64) throws {
        guard !plan.itemPlaces.isEmpty else { return }
        let total = plan.touchedTitles.reduce(0) { $0 + snapshot.itemOrder[$1].count }
        let touched = plan.touchedTitles.map { sections[$0] }
        try limits.write(plan.itemPlaces.count, of: total, in: touched, ofDataset: dataset, on: connection) { _ in
            var ids = ContiguousArray<Int64>()
            var sectionIDs = ContiguousArray<Int64>()
            var positions = ContiguousArray<Double>()
            var batch = ItemLoader.Batch()
            for place in plan.itemPlaces {
                if let index = place.stored {
                    ids.append(plan.stored.items[index].id)
                    sectionIDs.append(sections[place.title])
                    positions.append(place.position)
                } else {
                    try append(place.key, to: &batch, section: sections[place.title], position: place.position)
                    if batch.count >= ImportJob.batchSize { try batch.insert(on: connection) }
                }
            }
            if batch.count > 0 { try batch.insert(on: connection) }
            try connection.run(
                """
                UPDATE item SET section_id = b.c1, position = b.c2 FROM column_batch(?1) AS b WHERE item.id = b.c0
                """,
                batch: ColumnBatch(
                    rowCount: ids.count, columns: [.integers(ids), .integers(sectionIDs), .doubles(positions)]))
            try connection.checkChanges(ids.count)
        }
    }
}
