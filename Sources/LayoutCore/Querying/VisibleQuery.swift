package import LayoutEngine
internal import LayoutSQLite

/// Finds the elements in a rectangle. A ``Placement`` says what to search. The sum tree names the bands, boxes propose
/// blocks, and the exact frames decide.
package struct VisibleQuery {
    let layout: LayoutReader
    /// The rectangle of the query.
    let rect: LayoutRect
    let purpose: Purpose
    package let placement: Placement
    /// The rectangle in which the frames of the sought cells lie, if they move: wider by as far as they can move.
    let reachedRect: LayoutRect
    /// Whether rows and columns of sheets stay visible, or go round.
    let hasFrozenLines: Bool
    /// The items that stick; nil if there can be none.
    let stuck: StuckItems?
    /// Counts what the query reads; nil if nothing asks for it.
    let trace: QueryTrace?

    var connection: Connection { layout.connection }
    var traits: LayoutTraits { layout.traits }

    /// An answer of more laps is refused: all of its elements are in memory at once.
    private static let elementLimit = 1 << 24

    /// - Parameter viewport: The rectangle to which elements are pinned; nil for the rectangle itself.
    package init(
        _ layout: LayoutReader, rect: LayoutRect, viewport: LayoutRect? = nil, for purpose: Purpose = .visible,
        trace: QueryTrace? = nil
    ) throws {
        self.layout = layout
        self.rect = rect
        self.purpose = purpose
        self.trace = trace
        placement = Placement(try layout.content, viewport: viewport ?? rect, purpose.movement)
        reachedRect = rect.grown(by: placement.reach)
        hasFrozenLines = try layout.hasFrozenLines
        stuck = purpose.movement == .shown ? try StuckItems(layout, placement) : nil
    }

    package func run() throws -> FoundElements {
        var found = FoundElements()
        guard layout.isPrepared, rect.width > 0, rect.height > 0 else { return found }
        // Some dozens are what a screen shows.
        found.elements.reserveCapacity(32)
        guard !traits.isFree else {
            try searchPlane(into: &found)
            return found
        }
        guard let laps = placement.laps(of: rect) else { return found }
        // Every lap shows the same again, so that a rectangle over many has as many times the elements.
        guard laps.count <= Self.elementLimit / max(try layout.totals.elements, 1) + 2 else {
            throw LayoutError(
                .invalidArgument,
                "the rectangle shows \(laps.count) laps of “\(layout.record.name)”, "
                    + "and all of their elements do not fit into memory; ask for fewer at a time")
        }
        if hasFrozenLines, placement.hasRowsBesideLaps, purpose != .stops { try findRowsBesideLaps(into: &found) }
        for lap in laps { try search(placement.lap(lap, of: rect), into: &found) }
        if let stuck { found.elements += stuck.elements.lazy.filter { $0.frame.overlaps(rect) } }
        if let rows = RowPositions(layout) { try rows.note(in: &found.elements) }
        return found
    }

    /// The bands that one lap shows, and the sections that they belong to.
    private func search(_ lap: ShownLap, into found: inout FoundElements) throws {
        let start = try descend { $0.length <= lap.bandsAfter }
        var sums = start.sums
        var section: VisibleSection?
        let bands = try connection.cached(Self.bandSQL)
        bands.bindAll(layout.preparationID, start.slot)
        defer { bands.rewind() }
        while sums.length <= lap.bandsUpTo, try bands.step() {
            let record = try BandRecord(bands)
            if record.beginsSection { sums.sections += 1 }
            let isStale = try layout.isStale(record)
            try trace?.note(record, after: sums, in: lap, placement, isStale)
            if let sectionID = record.sectionID {
                if record.beginsSection || section == nil {
                    let seen = try self.section(sectionID, of: record, after: sums, lap)
                    section = seen
                    try findElements(of: seen, lap, isStale, into: &found)
                }
                if let section {
                    let band = VisibleBand(record, sums, in: section, isStale: isStale)
                    for region in section.regions { try findElements(of: band, in: region, into: &found) }
                }
            } else {
                let band = VisibleBand(record, sums, in: nil, isStale: isStale)
                try findElements(of: band, in: placement.region(in: lap), into: &found)
            }
            sums.length += record.sums.length
            sums.items &+= record.sums.items
            if let hidden = record.hiddenUntil {
                bands.rewind()
                bands.bindAll(layout.preparationID, hidden)
            }
        }
        guard purpose != .cells, try layout.sectionElements.ofContent else { return }
        // Elements of the whole content are always in its section.
        try findSectionElements(ofSection: nil, nil, lap, layout.freshness.isOutdated, into: &found)
    }

    static let bandSQL =
        "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot"

    private func descend(while condition: (PrefixSums) -> Bool) throws -> (slot: Int, sums: PrefixSums) {
        guard let trace else { return try layout.descend(while: condition) }
        return try trace.descend(layout, while: condition)
    }
}

/// A band that a rectangle can see.
struct VisibleBand {
    let record: BandRecord
    /// Its beginning along the scroll axis.
    let origin: Double
    /// The section's index, nil for what belongs to the whole content.
    let section: Int?
    /// The index in its section of the band's first cell.
    let firstIndex: Int
    let isStale: Bool
}

extension VisibleBand {
    /// - Parameter sums: Of the bands before it.
    init(_ record: BandRecord, _ sums: PrefixSums, in section: VisibleSection?, isStale: Bool) {
        self.init(
            record: record, origin: sums.length, section: section?.index,
            firstIndex: section.map { sums.items &- $0.firstItem } ?? 0, isStale: isStale)
    }
}
