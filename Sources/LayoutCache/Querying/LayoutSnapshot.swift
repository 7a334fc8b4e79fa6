internal import LayoutEngine
internal import LayoutSQLite

/// A prepared layout as one read transaction sees it: where everything else is looked up from.
struct LayoutSnapshot {
    let connection: Connection
    let name: String
    private let facts: LayoutFacts

    /// - Parameter cache: Where the store's readers share what they learn, for a connection of theirs.
    /// - Throws: ``LayoutStoreError`` `notFound`. A layout that was never prepared has no snapshot.
    init(_ name: String, in connection: Connection, cache: SumCache? = nil) throws {
        self.connection = connection
        self.name = name
        facts = if let cache {
            try connection.remembered(name) { try LayoutFacts(name, in: connection, cache: cache) }
        } else {
            try LayoutFacts(name, in: connection, cache: nil)
        }
    }

    var preparationID: Int64 { facts.preparationID }
    var definitionText: String { facts.definitionText }
    var container: LayoutSize { facts.container }
    var axis: LayoutAxis { facts.axis }
    var isMirrored: Bool { facts.isMirrored }
    var isFree: Bool { facts.isFree }
    var sectionSpacing: Double { facts.sectionSpacing }
    var crossLength: Double? { facts.crossLength }
    var wraps: Bool { facts.wraps }
    var wrapSpacing: Double { facts.wrapSpacing }
    var frozen: (along: Double, cross: Double) { facts.frozen }
    var pins: (start: Double, end: Double) { facts.pins }
    var zIndexStride: Int { facts.zIndexStride }
    var slotCount: Int { facts.slotCount }
    var isComplete: Bool { facts.isComplete }
    var isRestructured: Bool { facts.isRestructured }
    /// Whether the layout's definition or container is another than what was prepared.
    var isRedefined: Bool { facts.isRedefined }
    var hasStaleBands: Bool { facts.hasStaleBands }
    var sums: CachedSums { facts.sums }
    var revision: Int { sums.revision }

    /// Whether the layout was prepared at all, at least in part.
    var isPrepared: Bool { preparationID != 0 }

    /// Whether it is a sheet with rows or columns that stay in sight.
    var isFrozen: Bool { frozen.along > 0 || frozen.cross > 0 }

    /// Whether preparing would change anything.
    var isStale: Bool { !isPrepared || !isComplete || isRestructured || isRedefined || hasStaleBands }

    // MARK: The sum tree

    private var tree: SumTree { SumTree(connection: connection, preparationID: preparationID) }

    private func run(level: Int, parent: Int) throws -> SumRun {
        guard level > 0 else { return try sums.leaf(parent: parent) { try tree.run(level: 0, parent: parent) } }
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
    func descend(while condition: (BandSums) -> Bool) throws -> (slot: Int, sums: BandSums) {
        try SumTree.descend(slotCount: slotCount, run: run, while: condition)
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
        try BandRecord.first(ofSection: sectionID, in: preparationID, connection)
    }

    /// The last band of a section.
    func lastBand(of sectionID: Int64) throws -> BandRecord? {
        try BandRecord.all(
            connection, ofSection: sectionID, in: preparationID, "ORDER BY \(isFree ? "slot" : "first_position") DESC LIMIT 1"
        ).first
    }

    /// The first band of the section with an index, found by a descent on the number of sections.
    func firstBand(ofSection index: Int) throws -> (band: BandRecord, before: BandSums)? {
        guard index >= 0 else { return nil }
        let found = try descend { $0.sections <= index }
        guard found.slot < slotCount, let band = try bands(where: "slot = ?2", found.slot + 1).first else { return nil }
        return (band, found.sums)
    }
}
