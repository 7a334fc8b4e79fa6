internal import LayoutEngine
internal import LayoutSQLite

/// Brings the order of bands in line with the data set's sections. Drops bands of removed sections, makes bands for new
/// ones, and moves bands of moved ones. No section is laid out here.
extension Relayout {
    /// Up to this number of sections, and of bands of each, are put between the others one by one. More in one place
    /// would find no gaps near.
    private static let (mostPlaced, mostBands) = (64, 64)

    /// Does so for the sections that came, went or moved.
    ///
    /// - Parameter isNew: Whether the preparation has no bands yet.
    mutating func restructure(isNew: Bool) throws {
        if isNew || context.traits.isFree { slots.written.addEverything() }
        let isPlaced = try isNew ? false : rearrangedSections().map { try rearrange($0) } ?? false
        if !isPlaced { try restructureAll(isNew: isNew) }
        // The elements that close the content move once there is a section, or none.
        for band in try context.bands.ofContent() { try relayOutBoundary(band) }
        try slots.updateTree()
        if isNew { formerlyFirst = try firstThatTakesRoom }
        if isNew, !context.traits.isFree { try folds.markEverything() }
        try connection.run(
            "DELETE FROM lc_section_mark WHERE owner = ?1 AND kind = 'rearranged'", context.preparationID)
        try connection.run(
            "UPDATE lc_preparation SET is_outlined = 1, is_restructured = 0 WHERE id = ?1", context.preparationID)
    }

    /// The sections that came, went or moved, by their places, with the section before each. The place of one that went
    /// is nil. Returns nil if they are not known, are many or change others.
    private func rearrangedSections() throws -> [(id: Int64, position: Double?, previous: Int64?)]? {
        // A section's index may mean another part of the definition.
        guard context.plan.variant(ofSection: 0) == context.plan.variant(ofSection: 1),
            try connection.has(
                "SELECT 1 FROM lc_preparation WHERE id = ?1 AND is_restructured = 1", context.preparationID)
        else { return nil }
        let sections = try connection.rows(
            """
            SELECT r.id, s.position, (SELECT p.id FROM section AS p
              WHERE p.dataset_id = ?2 AND p.position < s.position ORDER BY p.position DESC LIMIT 1)
            FROM lc_section_mark AS r LEFT JOIN section AS s ON s.id = r.id AND s.dataset_id = ?2
            WHERE r.owner = ?1 AND r.kind = 'rearranged' ORDER BY s.position LIMIT ?3
            """,
            context.preparationID, context.datasetID, Self.mostPlaced + 1
        ) { row in
            (
                id: row.int64(0), position: row.isNull(1) ? nil : row.double(1),
                previous: row.isNull(2) ? nil : row.int64(2)
            )
        }
        return sections.isEmpty || sections.count > Self.mostPlaced ? nil : sections
    }

    /// Puts each section behind the one before it, which is in its place by then; returns false if that is no way.
    private mutating func rearrange(_ sections: [(id: Int64, position: Double?, previous: Int64?)]) throws -> Bool {
        let bands = context.bands
        for section in sections {
            try reveal(section: section.id)
            guard section.position != nil else {
                try remove(section: section.id)
                continue
            }
            let before =
                try section.previous.map { try bands.last(ofSection: $0) }
                ?? bands.ofContent().first { !$0.endsContent }
            if section.previous != nil, before == nil { return false }
            var slot = before?.slot ?? 0
            let own = try bands.first(ofSection: section.id)
            if own == nil, let record = try context.section(section.id, index: 0) {
                isComplete = false
                var outlining = BandOutliner(context: context)
                for band in try outlining.bands(of: record) {
                    slot = try slots.makeRoom(after: slot)
                    _ = try writer.write(estimated: band, slot: slot)
                }
            } else if let own, try bands.previous(beforeSlot: own.slot)?.id != before?.id {
                let places = try bands.all(ofSection: section.id)
                guard places.count <= Self.mostBands else { return false }
                for band in places { slot = try slots.move(band, after: slot) }
            }
        }
        return true
    }

    /// Gives all bands new slots, and those of a new preparation the first ones. O(bands), most of them only read.
    private mutating func restructureAll(isNew: Bool) throws {
        // Everything is shown until the bands have their other order.
        for sectionID in try Set(context.bands.covers().compactMap(\.sectionID)) { try reveal(section: sectionID) }
        try slots.updateTree()
        let order = try slots.order()
        // The bands of each section among all bands in their order, and the section's index there.
        var held: [Int64: (places: Range<Int>, index: Int)] = [:]
        for (number, place) in order.enumerated() {
            guard let sectionID = place.sectionID else { continue }
            let known = held[sectionID] ?? (number..<number, held.count)
            held[sectionID] = (known.places.lowerBound..<number + 1, known.index)
        }
        let boundary = try context.bands.ofContent()
        var newOrder = SlotAllocator.Order()
        func slot(room: Int) -> Int { isNew ? newOrder.makeSlot(room: room) : -newOrder.makeSlot(room: room) }
        func placeBoundary(_ edge: LayoutTraits.BoundaryEdge) throws {
            if isNew, BandOutliner.boundary(edge, hasSections: false, context) != nil {
                _ = try writer.write(estimated: BandRecord(endsContent: edge == .end), slot: slot(room: 1))
            }
            for band in boundary where band.endsContent == (edge == .end) {
                newOrder.append(SlotAllocator.Place(id: band.id, room: 1))
            }
        }
        try placeBoundary(.start)
        var outlining = BandOutliner(context: context)
        var (index, position) = (0, -Double.infinity)
        // Some at a time, so that no cursor stays open over the section table.
        while case let sections = try SectionRecord.next(
            after: position, datasetID: context.datasetID, index: index, measure: context.measure, limit: 256,
            in: connection), let last = sections.last
        {
            var added: [BandRecord] = []
            for section in sections {
                guard let known = held.removeValue(forKey: section.id) else {
                    isComplete = false
                    for var band in try outlining.bands(of: section) {
                        let room = SlotAllocator.room(band.sums.items, context.limits)
                        (band.id, band.slot) = (writer.makeBandID(), slot(room: room))
                        added.append(band)
                    }
                    continue
                }
                let variants = [known.index, section.measure.index].map { context.plan.variant(ofSection: $0) }
                for place in order[known.places] {
                    newOrder.append(place)
                    // Its index may mean another part of the definition now.
                    if variants[0] != variants[1] { try context.bands.markStale(place.id) }
                }
            }
            try writer.insert(estimated: added)
            (index, position) = (index + sections.count, last.position)
        }
        for sectionID in held.keys { try remove(section: sectionID) }
        try placeBoundary(.end)
        if !newOrder.holds(order) { try slots.assign(newOrder) }
    }

    /// Drops the bands of a section that is gone.
    private mutating func remove(section sectionID: Int64) throws {
        for band in try context.bands.all(ofSection: sectionID) {
            try writer.delete(band)
            slots.change(band.slot)
        }
        try SectionElementRow.remove(ofSection: sectionID, in: context.preparationID, connection)
        try PlaneOrder(connection: connection, preparationID: context.preparationID, sectionID: sectionID).reset()
    }
}
