public import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension StoredLayout {
    /// The offsets at which a section that scrolls orthogonally may stop, from its leading edge.
    ///
    /// `stops` is nil if it may rest anywhere. A section that is not orthogonal rests at 0. The section's groups are
    /// laid out again in memory.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that is not there.
    /// - Complexity: O(items of the section).
    public func orthogonalStops(inSection section: Int, preparing: PreparationScope = .nothing) throws
        -> OrthogonalStops
    {
        try read(preparing, viewing: .item(ItemIndexPath(section: section, item: 0))) { layout in
            try layout.orthogonalContent(ofSection: section)?.restPositions
                ?? OrthogonalStops(minimum: 0, maximum: 0, stops: [0])
        }
    }

    /// The target offset of a section that scrolls orthogonally, by its behaviour.
    ///
    /// - Parameters:
    ///   - section: The section's 0-based index.
    ///   - proposed: The offset at which scrolling would end by itself, in points from the leading edge.
    ///   - velocity: In points per millisecond.
    ///   - current: The offset at the beginning of the gesture, in points: paging goes no further than to a neighbour
    ///     of it.
    ///   - preparing: The scope to lay out first.
    /// - Returns: An offset in points from the leading edge.
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that is not there.
    /// - Complexity: O(items of the section).
    public func targetOrthogonalOffset(
        inSection section: Int, forProposedOffset proposed: Double, withScrollingVelocity velocity: Double,
        from current: Double? = nil, preparing: PreparationScope = .nothing
    ) throws -> Double {
        try read(preparing, viewing: .item(ItemIndexPath(section: section, item: 0))) { layout in
            try layout.orthogonalContent(ofSection: section)?
                .target(proposed: proposed, velocity: velocity, current: current) ?? 0
        }
    }

    /// Sets the offset of a section that scrolls orthogonally.
    ///
    /// Nothing is laid out again.
    ///
    /// - Parameters:
    ///   - offset: In points from the leading edge.
    ///   - section: The section's 0-based index.
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that is not there; `invalidArgument` for an
    ///   offset that is not finite.
    /// - Complexity: O(sections).
    public func setOrthogonalOffset(_ offset: Double, inSection section: Int) throws {
        try store.pool.write { try setOffset(offset, inSection: section, on: $0) }
    }

    /// Sets the offset of a section that scrolls orthogonally, on another thread.
    public func setOrthogonalOffset(_ offset: Double, inSection section: Int) async throws {
        try await store.pool.write { try setOffset(offset, inSection: section, on: $0) }
    }

    private func setOffset(_ offset: Double, inSection section: Int, on connection: Connection) throws {
        guard offset.isFinite else {
            throw LayoutError(.invalidArgument, "the offset \(offset) is not a finite number")
        }
        let record = try LayoutRecord.find(name, in: connection)
        guard let id = try OrderedRows(sectionsOfDataset: record.datasetID, in: connection).id(at: section) else {
            throw LayoutError(.notFound, "the layout “\(name)” has no section \(section)")
        }
        try storeOffset(offset, ofSection: id, on: connection)
    }

    /// The inner content of a section with a row id: how far it can be scrolled, and where it may rest.
    ///
    /// - Returns: nil if it is not orthogonal, or not there.
    package func orthogonalContent(ofSectionWithID id: Int64) async throws -> OrthogonalContent? {
        try await store.pool.read { connection in
            let layout = try reader(in: connection)
            // It may be deleted, and not from the layout yet.
            guard let index = try layout.section(withID: id), try layout.section(at: index) != nil else { return nil }
            return try layout.orthogonalContent(ofSection: index)
        }
    }

    /// Stores how far the section with a row id has been scrolled.
    package func storeOrthogonalOffset(_ offset: Double, ofSection sectionID: Int64) async throws {
        guard offset.isFinite else { return }
        try await store.pool.write { try storeOffset(offset, ofSection: sectionID, on: $0) }
    }

    private func storeOffset(_ offset: Double, ofSection id: Int64, on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO section_offset (layout, section_id, offset) SELECT ?1, id, ?3 FROM section WHERE id = ?2
            ON CONFLICT (layout, section_id) DO UPDATE SET offset = excluded.offset
            """, name, id, offset)
    }
}

extension LayoutReader {
    /// The inner content of a section; nil if it is not orthogonal.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a section that does not exist.
    /// - Complexity: O(items of the section).
    package func orthogonalContent(ofSection index: Int) throws -> OrthogonalContent? {
        guard let section = try section(at: index) else {
            throw LayoutError(.notFound, "the layout “\(record.name)” has no section \(index)")
        }
        let plan = try record.plan(withSectionsIn: connection).plan
        guard !plan.traits.isFree else { return nil }
        var stream = try ItemStream(
            connection, sectionID: section.id, from: -.infinity, measure: record.measure)
        defer { stream.close() }
        while try stream.readMore() {}
        return SectionDriver.layOut(stream.measures, of: section.measure, by: plan).orthogonal
    }
}

extension StoredLayout {
    /// The offset to which a carousel of several sets of the same items jumps, and whether it jumps at all. It does
    /// when it has strayed too far from its middle: the classic re-centring, for scroll views that have ends.
    ///
    /// It jumps by whole sets, and only if it is more than one set away from the middle.
    ///
    /// - Parameters:
    ///   - offset: The present offset in a content of `sets` copies of the layout's own, in points.
    ///   - sets: How many copies there are.
    package func recenteredOffset(for offset: LayoutPoint, sets: Int) throws -> (offset: LayoutPoint, isMoved: Bool) {
        try read { layout in
            guard layout.isPrepared else { return (offset, false) }
            let axis = layout.traits.axis
            let length = try layout.content.length
            let (along, isMoved) = layout.traits.recentered(offset[axis], inSets: sets, of: length)
            var result = offset
            result[axis] = along
            return (result, isMoved)
        }
    }
}
