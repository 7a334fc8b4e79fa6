internal import LayoutEngine
internal import LayoutSQLite

/// A prepared layout as one read transaction sees it: where everything else is looked up from.
struct LayoutSnapshot {
    let connection: Connection
    let name: String
    let preparationID: Int64
    let definitionText: String
    let container: LayoutSize
    let axis: LayoutAxis
    let isMirrored: Bool
    let isFree: Bool
    let sectionSpacing: Double
    let crossLength: Double?
    let wraps: Bool
    let wrapSpacing: Double
    let frozen: (along: Double, cross: Double)
    let pins: (start: Double, end: Double)
    let zIndexStride: Int
    let slotCount: Int
    let isComplete: Bool
    let isRestructured: Bool
    let revision: Int
    /// Whether the layout's definition or container is another than what was prepared.
    let isRedefined: Bool
    let hasStaleBands: Bool
    let sums: CachedSums

    /// - Throws: ``LayoutStoreError`` `notFound`. A layout that was never prepared has no snapshot.
    init(_ name: String, in connection: Connection, cache: SumCache? = nil) throws {
        let row = try connection.cached(
            """
            SELECT p.id, l.definition, l.container_width, l.container_height, p.axis, p.is_mirrored, p.is_free, p.section_spacing,
              p.cross_length, p.wraps, p.wrap_spacing, p.frozen_along, p.frozen_cross, p.pin_start, p.pin_end, p.z_stride,
              p.slot_count, p.is_complete, p.is_restructured, p.revision,
              p.definition IS NOT l.definition OR p.container_width IS NOT l.container_width
                OR p.container_height IS NOT l.container_height OR p.dataset_id IS NOT l.dataset_id,
              EXISTS (SELECT 1 FROM lc_stale AS t CROSS JOIN lc_band AS b ON b.id = t.band_id WHERE b.preparation_id = p.id)
            FROM layout AS l LEFT JOIN lc_preparation AS p ON p.id = l.preparation_id WHERE l.name = ?1
            """
        )
        row.bind(name, at: 1)
        defer { row.rewind() }
        guard try row.step() else { throw LayoutStoreError.noLayout(name, known: try connection.layoutNames()) }
        self.connection = connection
        self.name = name
        preparationID = row.int64(0)
        definitionText = row.stringOrEmpty(1)
        container = LayoutSize(width: row.double(2), height: row.double(3))
        axis = row.int(4) == 0 ? .vertical : .horizontal
        isMirrored = row.bool(5)
        isFree = row.bool(6)
        sectionSpacing = row.double(7)
        crossLength = row.isNull(8) ? nil : row.double(8)
        wraps = row.bool(9)
        wrapSpacing = row.double(10)
        frozen = (row.double(11), row.double(12))
        pins = (row.double(13), row.double(14))
        zIndexStride = row.int(15)
        slotCount = row.int(16)
        isComplete = row.bool(17)
        isRestructured = row.bool(18)
        revision = row.int(19)
        isRedefined = row.bool(20)
        hasStaleBands = row.bool(21)
        sums = cache?.sums(of: preparationID, revision: revision) ?? CachedSums(revision: revision)
    }

    /// Whether the layout was prepared at all, at least in part.
    var isPrepared: Bool { preparationID != 0 }

    /// Whether it is a sheet with rows or columns that stay in sight.
    var isFrozen: Bool { frozen.along > 0 || frozen.cross > 0 }

    /// Whether preparing would change anything.
    var isStale: Bool { !isPrepared || !isComplete || isRestructured || isRedefined || hasStaleBands }

    // MARK: The sum tree

    private var tree: SumTree { SumTree(connection: connection, preparationID: preparationID) }

    private func run(level: Int, parent: Int) throws -> SumRun {
        // The bands themselves are too many to be kept.
        guard level > 0 else { return try tree.run(level: 0, parent: parent) }
        return try sums.run(level: level, parent: parent) { try tree.run(level: level, parent: parent) }
    }

    /// The sums of the slots from 1 to `slot`.
    func prefix(_ slot: Int) throws -> BandSums {
        try SumTree.prefix(slot, run: run)
    }

    /// The sums of all slots.
    var totals: BandSums {
        get throws { try run(level: SumTree.topLevel(slotCount: slotCount), parent: 0)[1] }
    }

    /// The longest run of slots from the first one whose sums still satisfy `condition`, and those
    /// sums. One descent: O(log slots).
    ///
    /// - Parameter lowest: The level of the tree to stop at; see `SumTree`.
    func descend(lowest: Int = 0, while condition: (BandSums) -> Bool) throws -> (slot: Int, sums: BandSums) {
        try SumTree.descend(slotCount: slotCount, lowest: lowest, run: run, while: condition)
    }

    /// What lies before the section with an index.
    func start(ofSection index: Int) throws -> BandSums {
        try sums.start(ofSection: index) { try descend { $0.sections <= index }.sums }
    }

    /// Where the section with an index ends, without the spacing after it.
    func end(ofSection index: Int) throws -> Double {
        try sums.end(ofSection: index) {
            let next = try descend { $0.sections <= index + 1 }
            // What closes the content may follow the last section.
            guard next.slot == slotCount, let first = try firstBand(ofSection: index), let last = try lastBand(of: first.band.sectionID)
            else { return next.sums.length - sectionSpacing }
            return try prefix(last.slot).length - sectionSpacing
        }
    }

    // MARK: Content

    /// The content's extent along the scroll axis.
    func contentLength(_ totals: BandSums) -> Double {
        if isFree { return totals.overhangAfter }
        return totals.sections > 0 ? totals.length - sectionSpacing : totals.length
    }

    /// The content's size in points.
    var contentSize: LayoutSize {
        get throws {
            let totals = try totals
            let along = contentLength(totals)
            let cross = crossLength ?? totals.crossLength
            return axis == .vertical ? LayoutSize(width: cross, height: along) : LayoutSize(width: along, height: cross)
        }
    }

    // MARK: Bands

    func bands(where condition: String, _ first: some Bindable) throws -> [BandRecord] {
        try BandRecord.all(connection, where: "preparation_id = ?1 AND " + condition, preparationID, first)
    }

    /// The first band of a section, by the section's id.
    func firstBand(of sectionID: Int64) throws -> BandRecord? {
        try bands(where: "section_id = ?2 AND first_position = -9e999", sectionID).first
    }

    /// The last band of a section.
    func lastBand(of sectionID: Int64) throws -> BandRecord? {
        try bands(where: "section_id = ?2 ORDER BY \(isFree ? "slot" : "first_position") DESC LIMIT 1", sectionID).first
    }

    /// The first band of the section with an index, found by a descent on the number of sections.
    func firstBand(ofSection index: Int) throws -> (band: BandRecord, before: BandSums)? {
        guard index >= 0 else { return nil }
        let found = try descend { $0.sections <= index }
        guard found.slot < slotCount, let band = try bands(where: "slot = ?2", found.slot + 1).first else { return nil }
        return (band, found.sums)
    }
}
