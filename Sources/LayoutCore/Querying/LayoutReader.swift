package import LayoutEngine
package import LayoutSQLite
internal import LayoutSchema

/// The facts in a layout's own rows: the same for all reads until the file changes.
package final class LayoutFacts: Sendable {
    let record: LayoutRecord
    let freshness: Freshness
    /// The preparation that readers see; nil before the first one.
    let preparation: PreparationRecord?
    let sums: CachedSums
    let sticky = StickyMemory()

    /// - Parameter sums: Finds what is known of the preparation that readers see.
    /// - Throws: ``LayoutError`` `notFound`.
    init(_ name: String, in connection: Connection, sums: (PreparationRecord) -> CachedSums) throws {
        record = try LayoutRecord.find(name, in: connection)
        freshness = try Freshness(name, in: connection)
        preparation = try freshness.preparationID.flatMap { try PreparationRecord.find($0, in: connection) }
        if let preparation { try Bands.requireSome(of: preparation, in: connection) }
        self.sums = preparation.map(sums) ?? CachedSums()
    }

    /// Reads the facts, and knows no sums yet.
    package convenience init(_ name: String, in connection: Connection) throws {
        try self.init(name, in: connection) { _ in CachedSums() }
    }

    /// The facts that the connection remembers, if the file has not changed since.
    static func remembered(_ name: String, in connection: Connection, cache: SumCache) throws -> LayoutFacts {
        try connection.remembered(name) {
            try LayoutFacts(name, in: connection) { cache.sums(of: $0.id, revision: $0.revision) }
        }
    }
}

/// A prepared layout as one read transaction sees it, from which everything else is looked up.
///
/// It has no public members. The calls of ``LayoutReading`` read through it.
public struct LayoutReader {
    package let connection: Connection
    /// The layout for readers. After a redefinition, it has the former definition, container, data set and measure
    /// until it is prepared.
    package let record: LayoutRecord
    /// The values in its row.
    package let storedRecord: LayoutRecord
    package let freshness: Freshness
    /// nil before the first preparation.
    let preparation: PreparationRecord?
    package let traits: LayoutTraits
    let sums: CachedSums
    /// Remembers the items that may stick.
    let sticky: StickyMemory

    /// - Parameter cache: The shared memory of the store's readers, for a connection of theirs.
    /// - Throws: ``LayoutError`` `notFound`.
    init(_ name: String, in connection: Connection, cache: SumCache? = nil) throws {
        let facts =
            if let cache {
                try LayoutFacts.remembered(name, in: connection, cache: cache)
            } else {
                try LayoutFacts(name, in: connection)
            }
        self.init(facts, in: connection)
    }

    /// - Parameter facts: The facts in the layout's rows, in the connection's snapshot.
    package init(_ facts: LayoutFacts, in connection: Connection) {
        self.connection = connection
        record = facts.preparation.map(facts.record.shown(by:)) ?? facts.record
        storedRecord = facts.record
        freshness = facts.freshness
        preparation = facts.preparation
        traits = facts.preparation?.traits ?? LayoutTraits(axis: .vertical, contentCrossLength: nil)
        sums = facts.sums
        sticky = facts.sticky
    }

    /// Whether the layout was prepared at all, at least in part.
    package var isPrepared: Bool { preparation != nil }
    package var preparationID: Int64 { preparation?.id ?? 0 }
    var bands: Bands { Bands(connection, preparationID) }

    // MARK: The sum tree

    var slotCount: Int { preparation?.slotCount ?? 0 }
    private var tree: SumTree { SumTree(connection: connection, preparationID: preparationID, known: sums) }

    /// The sums of the slots from 1 to `slot`.
    func prefix(_ slot: Int) throws -> PrefixSums { try tree.prefix(slot) }

    /// A name of the present state of the layout and of its data: another one after any change.
    package var revision: String {
        get throws {
            let change = try DatasetRecord.revision(of: record.datasetID, in: connection)
            return "\(preparationID).\(preparation?.revision ?? 0).\(change).\(freshness.isStale ? 1 : 0)"
        }
    }

    /// The sums of all slots.
    package var totals: BandSums {
        get throws { try tree.totals(slotCount: slotCount) }
    }

    /// The longest run of slots from the first one whose sums still satisfy `condition`, and those
    /// sums. One descent: O(log slots).
    func descend(while condition: (PrefixSums) -> Bool) throws -> (slot: Int, sums: PrefixSums) {
        try tree.descend(slotCount: slotCount, while: condition)
    }

    /// The first band after the slots that satisfy `condition`, with the sums before it.
    func band(after condition: (PrefixSums) -> Bool) throws -> (band: BandRecord, before: PrefixSums)? {
        let found = try descend(while: condition)
        guard found.slot < slotCount, let band = try bands.next(afterSlot: found.slot) else { return nil }
        return (band, found.sums)
    }

    /// The sums before the section with an index.
    func start(ofSection index: Int) throws -> PrefixSums {
        try sums.start(ofSection: index) {
            try tree.descend(slotCount: slotCount) { $0.sections <= index }.sums
        }
    }

    /// The end of the section with an index, without the spacing after it.
    func end(ofSection index: Int) throws -> Double {
        try sums.end(ofSection: index) {
            let next = try tree.descend(slotCount: slotCount) { $0.sections <= index + 1 }
            // The elements that close the content may follow the last section.
            guard next.slot == slotCount, let first = try firstBand(ofSection: index),
                let sectionID = first.band.sectionID,
                let last = try bands.last(ofSection: sectionID)
            else { return try max(next.sums.length - traits.sectionSpacing, start(ofSection: index).length) }
            // One that takes no room has no spacing after it either.
            return try max(tree.prefix(last.slot).length - traits.sectionSpacing, start(ofSection: index).length)
        }
    }

    /// The first band of the section with an index, found by a descent on the number of sections.
    func firstBand(ofSection index: Int) throws -> (band: BandRecord, before: PrefixSums)? {
        guard DerivedNumber.index.contains(index), let found = try band(after: { $0.sections <= index }),
            found.band.sectionID != nil
        else { return nil }
        return found
    }

    // MARK: Content

    /// The content's size in points.
    package var contentSize: LayoutSize {
        get throws {
            let content = try content
            return traits.axis == .vertical
                ? LayoutSize(width: content.crossLength, height: content.length)
                : LayoutSize(width: content.length, height: content.crossLength)
        }
    }

    /// The kinds of its elements beside cells.
    var elementKinds: ElementKindRows {
        get throws { try sums.elementKinds { try ElementKindRows(preparationID, in: connection) } }
    }

    /// The elements whose places depend on the end of their section or of the whole content, or on the visible
    /// rectangle.
    var sectionElements: SectionElementPresence {
        get throws { try sums.sectionElements { try SectionElementPresence(of: preparationID, in: connection) } }
    }

    /// Whether rows and columns of sheets stay visible, or go round.
    package var hasFrozenLines: Bool { get throws { try isPrepared && sectionElements.hasFrozenLines } }

    /// Whether some elements are pinned, so that scrolling moves them.
    var hasPinnedElements: Bool {
        get throws {
            guard isPrepared else { return false }
            return try hasFrozenLines || traits.stickyRule != nil || sectionElements.isPinning
        }
    }

    /// Whether cells move by their place in the viewport; before the first preparation, by the definition.
    var hasMovingCells: Bool {
        get throws {
            let known = try preparation?.traits ?? PlanMemory.plan(record.definition, in: record.container).plan.traits
            return known.motionReach != nil
        }
    }

    /// How the texts of rows wrap; nil if heights are stored.
    package var wrap: TextWrap? {
        get throws { try PlanMemory.plan(record.definition, in: record.container).definition.wrap }
    }

    /// The display scale that frames are rounded to; nil if they are not.
    package var scale: Double? {
        get throws { try PlanMemory.plan(record.definition, in: record.container).definition.scale }
    }

    /// Whether a band is stale.
    func isStale(_ band: BandRecord) throws -> Bool {
        try freshness.isStale(band, in: connection)
    }
}
