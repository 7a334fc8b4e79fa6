internal import LayoutEngine
internal import LayoutSQLite

extension Relayout {
    /// Brings the order of bands in line with the data set's sections. Drops bands of removed sections, makes bands for
    /// new ones, and moves bands of moved ones.
    ///
    /// O(bands). Nothing is laid out here.
    mutating func restructure() throws {
        try revealAll()
        try updateTree()
        var wanted: [(id: Int64, index: Int)] = []
        try connection.forEachRow(
            "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", context.datasetID
        ) { wanted.append(($0.int64(0), wanted.count)) }
        let order = try slots.order()
        var held: [Int64: [SlotAllocator.Place]] = [:]
        var oldIndex: [Int64: Int] = [:]
        for place in order {
            guard let sectionID = place.sectionID else { continue }
            if held[sectionID] == nil { oldIndex[sectionID] = oldIndex.count }
            held[sectionID, default: []].append(place)
        }
        let isKept = Set(wanted.map(\.id))
        for (sectionID, places) in held where !isKept.contains(sectionID) {
            for place in places {
                guard let band = try context.bands.find(place.id) else { continue }
                try writer.delete(band)
            }
            try SectionElementRow.remove(ofSection: sectionID, in: context.preparationID, connection)
            try FrozenLines.remove(ofSection: sectionID, in: context.preparationID, connection)
            didPrepare(sectionID)
        }
        let boundary = try context.bands.ofContent()
        var newOrder: [SlotAllocator.Place] = []
        func addBoundary(_ isEnd: Bool) {
            newOrder += order.filter { place in boundary.contains { $0.id == place.id && $0.endsContent == isEnd } }
        }
        addBoundary(false)
        var outlining = BandOutliner(context)
        for (sectionID, index) in wanted {
            if let places = held[sectionID] {
                newOrder += places
                if let old = oldIndex[sectionID],
                    context.plan.variant(ofSection: old) != context.plan.variant(ofSection: index)
                {
                    // Its index means another part of the definition now.
                    for place in places { try context.bands.markStale(place.id) }
                }
            } else if let section = try context.section(sectionID, index: index) {
                leavesEstimated = true
                for band in try outlining.bands(of: section) {
                    let id = writer.makeBandID()
                    try band.insert(id: id, slot: slots.makeWaitingSlot(), in: context)
                    newOrder.append(
                        SlotAllocator.Place(
                            id: id, sectionID: sectionID, room: SlotAllocator.room(band.itemCount, context.limits)))
                }
            }
        }
        addBoundary(true)
        // The elements that close the content move once there is a section, or none.
        for band in boundary { try context.bands.markStale(band.id) }
        if newOrder.map(\.id) != order.map(\.id) {
            try slots.assign(newOrder)
            try slots.rebuildTree()
        }
        try connection.run("UPDATE lc_preparation SET is_restructured = 0 WHERE id = ?1", context.preparationID)
    }
}
