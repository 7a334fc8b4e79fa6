internal import LayoutEngine
internal import LayoutSQLite

/// Brings a complete preparation up to date: lays out what is stale, and nothing else.
///
/// All of it belongs in one transaction, so that a reader sees the layout before or after.
struct Repreparation {
    let context: PreparingContext
    var writer: BandWriter
    var slots: SlotAllocator
    var buffer = BandBuffer()
    /// Slots whose bands changed in length only, since the sum tree was brought up to date. Lengths are
    /// not looked up while preparing, so that many changes can share the work.
    var changedSlots: [Int] = []
    /// The sections of which something was solved again.
    private(set) var sections: Set<Int64> = []

    var connection: Connection { context.connection }
    var elementsWritten: Int { writer.elementsWritten }

    init(_ context: PreparingContext, slotCount: Int) throws {
        self.context = context
        writer = try BandWriter(context)
        slots = SlotAllocator(context: context, slotCount: slotCount)
    }

    /// Lays out everything that is stale.
    mutating func run(isRestructured: Bool) throws {
        if isRestructured { try restructure() }
        // From the marks to the bands: going through all bands would cost more than what is stale.
        var stale: [BandRecord] = []
        try connection.forEachRow(
            """
            SELECT \(BandRecord.columns) FROM lc_stale CROSS JOIN lc_band ON id = band_id
            WHERE preparation_id = ?1 ORDER BY slot
            """,
            context.preparationID
        ) { stale.append(BandRecord($0)) }
        var start = stale.startIndex
        while start < stale.endIndex {
            let end = stale[start...].firstIndex { $0.sectionID != stale[start].sectionID } ?? stale.endIndex
            try relayOut(sectionID: stale[start].sectionID, stale: Array(stale[start..<end]))
            start = end
        }
        try updateTree()
        try writer.flush()
        try connection.run(
            "UPDATE lc_preparation SET slot_count = ?2, is_restructured = 0, revision = revision + 1 WHERE id = ?1",
            context.preparationID, slots.slotCount
        )
    }

    /// Brings the sum tree up to date.
    mutating func updateTree() throws {
        try slots.updateTree(changed: changedSlots)
        changedSlots.removeAll(keepingCapacity: true)
    }

    mutating func didPrepare(_ sectionID: Int64) { sections.insert(sectionID) }

    /// Lays out the stale bands of one section, in order.
    private mutating func relayOut(sectionID: Int64, stale: [BandRecord]) throws {
        guard sectionID != 0 else { return try relayOutBoundary() }
        // Read again: a band of an earlier section that was split may have moved it to another slot.
        guard let first = try BandRecord.find(stale[0].id, in: connection) else { return }
        let index = try sectionIndex(of: first)
        guard let section = try SectionRecord.find(sectionID, datasetID: context.datasetID, index: index, in: connection) else {
            return
        }
        didPrepare(sectionID)
        let wasUniform = try isUniform(sectionID)
        // What is stale says nothing of its items any more.
        for band in stale where context.plan.dependsOnUniformity {
            try connection.run("UPDATE lc_band SET uniform = NULL WHERE id = ?1", band.id)
        }
        var solvedToEnd = false
        for band in stale {
            // A run may have gone on through bands that were stale as well.
            guard try isStale(band.id), let band = try BandRecord.find(band.id, in: connection) else { continue }
            solvedToEnd = try relayOutRun(from: band, of: section)
        }
        guard context.plan.dependsOnUniformity, !solvedToEnd, try isUniform(sectionID) != wasUniform,
            let last = try lastBand(of: sectionID)
        else { return }
        // Stale, so that a run that begins in the band before does not stop at it.
        try connection.run("INSERT INTO lc_stale (band_id) VALUES (?1) ON CONFLICT DO NOTHING", last.id)
        _ = try relayOutRun(from: last, of: section)
    }

    func isStale(_ bandID: Int64) throws -> Bool {
        try connection.first("SELECT 1 FROM lc_stale WHERE band_id = ?1", bandID, as: Int.self) != nil
    }

    func lastBand(of sectionID: Int64) throws -> BandRecord? {
        try BandRecord.all(
            connection, ofSection: sectionID, in: context.preparationID, "ORDER BY first_position DESC LIMIT 1"
        ).first
    }

    func firstBand(of sectionID: Int64) throws -> BandRecord? {
        try BandRecord.first(ofSection: sectionID, in: context.preparationID, connection)
    }

    func sectionIndex(of band: BandRecord) throws -> Int {
        try connection.first("SELECT sections_before FROM lc_band_before WHERE id = ?1", band.id, as: Int.self).map {
            $0 - (band.isSectionStart ? 0 : 1)
        } ?? 0
    }

    /// Whether all items of a section have one size, as far as its bands know.
    private func isUniform(_ sectionID: Int64) throws -> Bool {
        guard context.plan.dependsOnUniformity else { return true }
        return try uniformity(of: sectionID) != .mixed
    }

    /// The uniformity of all bands of a section together: the least and the greatest text tell it,
    /// each one look-up in the index.
    func uniformity(of sectionID: Int64) throws -> BandBuffer.Uniformity {
        let condition = "section_id = ?1 AND preparation_id = ?2 AND uniform IS NOT NULL"
        let least = try connection.first(
            "SELECT min(uniform) FROM lc_band INDEXED BY lc_band_uniform WHERE \(condition)", sectionID, context.preparationID, as: String?.self
        ) ?? nil
        let greatest = try connection.first(
            "SELECT max(uniform) FROM lc_band INDEXED BY lc_band_uniform WHERE \(condition)", sectionID, context.preparationID, as: String?.self
        ) ?? nil
        return UniformityText.decode(least).merged(with: UniformityText.decode(greatest))
    }

    private mutating func relayOutBoundary() throws {
        for edge in [BoundaryEdge.start, .end] {
            buffer.removeAll()
            let position = edge == .start ? -Double.infinity : .infinity
            guard context.plan.layOutBoundary(edge, into: &buffer),
                let old = try BandRecord.all(connection, ofSection: 0, in: context.preparationID, "AND first_position = ?3", position)
                    .first
            else { continue }
            let hasSections = try context.sumTree.totals(slotCount: slots.slotCount).sections > 0
            if edge == .end, hasSections { buffer.move(by: -context.plan.sectionSpacing, along: context.plan.axis) }
            let band = SolvedBand(
                sectionID: 0, firstPosition: position, state: [], sectionIndex: 0, firstIndex: 0, isSectionEnd: edge == .end
            )
            _ = try writer.update(old, with: buffer, of: band, items: nil, taking: 0..<0, slot: old.slot)
            try connection.run("DELETE FROM lc_stale WHERE band_id = ?1", old.id)
            try context.sumTree.refresh(slots: [old.slot], slotCount: slots.slotCount)
        }
        buffer.removeAll()
    }
}
