internal import LayoutEngine
internal import LayoutSQLite

extension Relayout {
    /// Up to this number of sections are put between the others one by one. More in one place would find no gaps near.
    private static let mostPlaced = 8

    /// The bands of a section among all bands in their order, and the section's index there.
    private typealias HeldSection = (places: Range<Int>, index: Int)

    /// Brings the order of bands in line with the data set's sections. Drops bands of removed sections, makes bands for
    /// new ones, and moves bands of moved ones.
    ///
    /// A few sections are put into gaps. For more, all bands get new slots. O(bands), most of them only read; nothing
    /// is laid out here.
    mutating func restructure() throws {
        try revealAll()
        try updateTree()
        let order = try slots.order()
        var held: [Int64: HeldSection] = [:]
        for (number, place) in order.enumerated() {
            guard let sectionID = place.sectionID else { continue }
            let known = held[sectionID] ?? (number..<number, held.count)
            held[sectionID] = (known.places.lowerBound..<number + 1, known.index)
        }
        var wanted: [Int64] = []
        try connection.forEachRow(
            "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", context.datasetID
        ) { wanted.append($0.int64(0)) }
        let kept = wanted.compactMap { held[$0]?.index }
        if kept.count < held.count { try removeSections(held, except: Set(wanted), order) }
        let marks = LongestIncreasingSubsequence.marks(ContiguousArray(kept))
        let moved = Set(zip(kept, marks).lazy.filter { !$0.1 }.map(\.0))
        let placed = wanted.count - kept.count + moved.count
        let isFew = placed <= Self.mostPlaced && placed * 8 <= kept.count && kept.count * 2 > held.count
        let boundary = try context.bands.ofContent()
        func ends(_ isEnd: Bool) -> [SlotAllocator.Place] {
            order.filter { place in boundary.contains { $0.id == place.id && $0.endsContent == isEnd } }
        }
        var newOrder = ends(false)
        var outlining = BandOutliner(context)
        for (index, sectionID) in wanted.enumerated() {
            if let section = held[sectionID] {
                let places = order[section.places]
                if isFew, moved.contains(section.index) {
                    for place in places {
                        changedSlots += try slots.move(place.id, after: newOrder.last?.id)
                        newOrder.append(place)
                    }
                } else {
                    newOrder += places
                }
                if context.plan.variant(ofSection: section.index) != context.plan.variant(ofSection: index) {
                    // Its index means another part of the definition now.
                    for place in places { try context.bands.markStale(place.id) }
                }
            } else if let section = try context.section(sectionID, index: index) {
                leavesEstimated = true
                for band in try outlining.bands(of: section) {
                    let id = writer.makeBandID()
                    let (slot, others) =
                        isFew ? try slots.makeRoom(after: newOrder.last?.id) : (slots.makeWaitingSlot(), [])
                    try band.insert(id: id, slot: slot, in: context)
                    if isFew { changedSlots += others + [slot] }
                    newOrder.append(
                        SlotAllocator.Place(
                            id: id, sectionID: sectionID, room: SlotAllocator.room(band.itemCount, context.limits)))
                }
            }
        }
        newOrder += ends(true)
        // The elements that close the content move once there is a section, or none.
        for band in boundary { try context.bands.markStale(band.id) }
        if !isFew, newOrder.map(\.id) != order.map(\.id) { try slots.assign(newOrder) }
        try updateTree()
        try connection.run("UPDATE lc_preparation SET is_restructured = 0 WHERE id = ?1", context.preparationID)
    }

    /// Drops the bands of sections that are gone.
    private mutating func removeSections(
        _ held: [Int64: HeldSection], except kept: Set<Int64>, _ order: [SlotAllocator.Place]
    ) throws {
        for (sectionID, section) in held where !kept.contains(sectionID) {
            for place in order[section.places] {
                guard let band = try context.bands.find(place.id) else { continue }
                try writer.delete(band)
                changedSlots.append(band.slot)
            }
            try SectionElementRow.remove(ofSection: sectionID, in: context.preparationID, connection)
            try FrozenLines.remove(ofSection: sectionID, in: context.preparationID, connection)
            try PlaneOrder(connection: connection, preparationID: context.preparationID, sectionID: sectionID).reset()
            didPrepare(sectionID)
        }
    }
}
