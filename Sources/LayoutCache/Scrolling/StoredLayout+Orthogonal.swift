public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// Where a section that scrolls sideways may come to rest, as offsets from its leading edge.
    ///
    /// `stops` is nil where it may rest anywhere. A section that does not scroll sideways rests at 0.
    /// The section's groups are laid out again in memory: O(items of the section).
    ///
    /// - Throws: ``LayoutStoreError`` `notFound` for a section that is not there.
    public func orthogonalStops(inSection section: Int) throws -> OrthogonalStops {
        try read(true) { layout in
            try OrthogonalLookup(layout).content(ofSection: section)?.restPositions
                ?? OrthogonalStops(minimum: 0, maximum: 0, stops: [0])
        }
    }

    /// The offset at which a section that scrolls sideways should come to rest, by its behaviour.
    ///
    /// - Parameters:
    ///   - proposed: Where scrolling would end on its own, in points from the leading edge.
    ///   - velocity: In points per millisecond.
    ///   - current: Where the gesture began: paging goes no further than to a neighbour of it.
    public func targetOrthogonalOffset(
        inSection section: Int, forProposedOffset proposed: Double, withScrollingVelocity velocity: Double,
        from current: Double? = nil
    ) throws -> Double {
        try read(true) { layout in
            try OrthogonalLookup(layout).content(ofSection: section)?
                .target(proposed: proposed, velocity: velocity, current: current) ?? 0
        }
    }

    /// Says how far a section that scrolls sideways has been scrolled. Nothing is laid out again.
    public func setOrthogonalOffset(_ offset: Double, inSection section: Int) throws {
        guard offset.isFinite else { throw LayoutStoreError(.invalidArgument, "the offset \(offset) is no offset") }
        try store.pool.write { connection in
            _ = try LayoutSnapshot(name, in: connection)
            try connection.run(
                """
                INSERT INTO orthogonal_offset (layout, section, offset) VALUES (?1, ?2, ?3)
                ON CONFLICT (layout, section) DO UPDATE SET offset = excluded.offset
                """,
                name, section, offset
            )
        }
    }
}

/// Finds out how a section scrolls sideways, by solving it in memory.
struct OrthogonalLookup {
    private let layout: LayoutSnapshot

    init(_ layout: LayoutSnapshot) {
        self.layout = layout
    }

    /// The inner content of a section; nil if it does not scroll sideways.
    func content(ofSection index: Int) throws -> OrthogonalContent? {
        let connection = layout.connection
        guard layout.isPrepared, let start = try layout.firstBand(ofSection: index),
            let datasetID = try connection.first(
                "SELECT dataset_id FROM lc_preparation WHERE id = ?1", layout.preparationID, as: Int64.self
            ),
            let section = try SectionRecord.find(start.band.sectionID, datasetID: datasetID, index: index, in: connection)
        else { throw LayoutStoreError(.notFound, "the layout “\(layout.name)” has no section \(index)") }
        let plan = try LayoutDefinition(json: layout.definitionText).makePlan(in: layout.container)
        guard !plan.isFree else { return nil }
        var solver = plan.makeSolver(for: section.measure, from: BandStart())
        var stream = try ItemStream(connection, sectionID: section.id, from: -.infinity, order: .position)
        defer { stream.close() }
        var buffer = BandBuffer()
        while try stream.hasMore() {
            stream.placed = solver.place(stream.measures, in: stream.placed..<stream.count, limit: .max, into: &buffer)
        }
        solver.finish(&buffer)
        return buffer.orthogonal
    }
}
