internal import LayoutEngine
internal import LayoutSQLite

extension Repreparation {
    /// Brings the order of bands in line with the data set's sections: drops those of sections that
    /// are gone, lays out new sections, and moves what changed places.
    ///
    /// O(bands), and the items of new sections.
    mutating func restructure() throws {
        var wanted: [Int64] = []
        try connection.forEachRow(
            "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", context.datasetID
        ) { wanted.append($0.int64(0)) }
        var held: [Int64: [Int64]] = [:]
        var order: [Int64] = []
        try connection.forEachRow(
            "SELECT id, section_id FROM lc_band WHERE preparation_id = ?1 ORDER BY slot", context.preparationID
        ) { row in
            order.append(row.int64(0))
            held[row.int64(1), default: []].append(row.int64(0))
        }
        let boundary = try BandRecord.all(
            connection, ofSection: 0, in: context.preparationID, "ORDER BY first_position"
        )
        let isKept = Set(wanted)
        for (sectionID, bands) in held where sectionID != 0 && !isKept.contains(sectionID) {
            for id in bands {
                guard let band = try BandRecord.find(id, in: connection) else { continue }
                try writer.delete(band)
            }
            try connection.run(
                "DELETE FROM lc_section_element WHERE preparation_id = ?1 AND section_id = ?2", context.preparationID, sectionID
            )
            didPrepare(sectionID)
        }
        var newOrder: [Int64] = boundary.filter { $0.firstPosition == -.infinity }.map(\.id)
        let oldIndex = sectionIndices(order: order, held: held)
        for (index, sectionID) in wanted.enumerated() {
            if let bands = held[sectionID] {
                newOrder.append(contentsOf: bands)
                if let old = oldIndex[sectionID],
                    context.plan.variant(ofSection: old) != context.plan.variant(ofSection: index)
                {
                    // Its index means another part of the definition now.
                    for id in bands { try markStale(id) }
                }
            } else if let section = try SectionRecord.find(
                sectionID, datasetID: context.datasetID, index: index, in: connection
            ) {
                newOrder.append(contentsOf: try layOutNew(section))
                didPrepare(sectionID)
            }
        }
        newOrder.append(contentsOf: boundary.filter { $0.firstPosition != -.infinity }.map(\.id))
        for band in boundary {
            // What closes the content lies elsewhere once there is a section, or none.
            try markStale(band.id)
        }
        guard newOrder != order else { return }
        try slots.assign(newOrder)
        try slots.rebuildTree()
    }

    private func markStale(_ bandID: Int64) throws {
        try connection.run("INSERT INTO lc_stale (band_id) VALUES (?1) ON CONFLICT DO NOTHING", bandID)
    }

    /// The index that each section had when its bands were solved.
    private func sectionIndices(order: [Int64], held: [Int64: [Int64]]) -> [Int64: Int] {
        var rank: [Int64: Int] = [:]
        for (index, band) in order.enumerated() { rank[band] = index }
        let sections = held.keys.filter { $0 != 0 }
            .sorted { (rank[held[$0]?.first ?? 0] ?? 0) < (rank[held[$1]?.first ?? 0] ?? 0) }
        return Dictionary(uniqueKeysWithValues: sections.enumerated().map { ($1, $0) })
    }

    /// Lays out a section that has no bands yet; its bands get their slots later.
    private mutating func layOutNew(_ section: SectionRecord) throws -> [Int64] {
        var laying = SectionLaying(context: context, section: section)
        var ids: [Int64] = []
        var buffer = BandBuffer()
        _ = try laying.run(into: &buffer) { buffer, band, stream, taken in
            ids.append(try writer.insert(buffer, of: band, items: stream, taking: taken, slot: slots.makeWaitingSlot()).id)
            return true
        }
        return ids
    }
}
