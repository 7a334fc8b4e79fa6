package import LayoutEngine
internal import LayoutSQLite

/// Finds the elements in a rectangle: the sum tree names the bands, boxes propose blocks, the exact frames decide.
package struct VisibleQuery {
    let layout: LayoutReader
    /// The rectangle of the query.
    let rect: LayoutRect
    /// The visible rectangle: pinned elements and frozen cells keep to it.
    let viewport: LayoutRect
    let purpose: Purpose
    let traits: LayoutTraits
    /// The rectangle in which the frames of the sought cells lie, if they move: wider by as far as they can move.
    let reachedRect: LayoutRect
    /// By how much it is wider.
    let reach: Double
    /// Whether rows and columns of sheets stay visible, or go round.
    let hasFrozenLines: Bool
    private let totals: BandSums
    let view: BandCoordinates
    /// Looked up for the first element that is not a cell.
    private var kinds: ElementKindRows?
    package var elements: [LayoutAttributes] = []
    /// How elements move when the viewport does, for ``Purpose/scene(offsets:)``.
    package var tracking = Tracking()
    /// The pinned elements, for ``Purpose/pinnedApart(offsets:)``.
    var pinned: [PinnedElement] = []
    /// The sticky elements; nil if there can be none.
    var stuck: StickyItems.Stuck?
    /// Their items. They are few, so that going through them costs less than a hash.
    var stuckIDs: ContiguousArray<Int64> = []
    /// Counts what the query reads; nil if nothing asks for it.
    package var trace: QueryTrace?

    var connection: Connection { layout.connection }
    var axis: LayoutAxis { traits.axis }

    /// Searches are widened by this much, so that the order in which lengths were added cannot hide
    /// an element; the exact test follows.
    static let slack = 0.001

    /// An answer of more laps is refused: all of its elements are in memory at once.
    static let elementLimit = 1 << 24

    /// - Parameter viewport: The rectangle to which elements are pinned; nil for the rectangle itself.
    package init(
        _ layout: LayoutReader, rect: LayoutRect, viewport: LayoutRect? = nil, for purpose: Purpose = .visible
    ) throws {
        self.layout = layout
        self.rect = rect
        self.viewport = viewport ?? rect
        self.purpose = purpose
        traits = layout.traits
        reach = purpose.movesCells ? traits.reach(in: self.viewport) : 0
        reachedRect = rect.grown(by: reach)
        hasFrozenLines = try layout.hasFrozenLines
        totals = try layout.totals
        view = try layout.view(totals)
        // Some dozens are what a screen shows.
        elements.reserveCapacity(32)
    }

    package mutating func run() throws {
        guard layout.isPrepared, rect.width > 0, rect.height > 0 else { return }
        guard !traits.isFree else { return try searchPlane() }
        guard let laps = view.laps(of: reachedRect) else { return }
        // Every lap shows the same again, so that a rectangle over many has as many times the elements.
        guard laps.count <= Self.elementLimit / max(totals.elements, 1) + 2 else {
            throw LayoutError(
                .invalidArgument,
                "the rectangle shows \(laps.count) laps of “\(layout.record.name)”, "
                    + "and all of their elements do not fit into memory; ask for fewer at a time")
        }
        stuck = try findStuck()
        if let stuck { stuckIDs = ContiguousArray(stuck.elements.lazy.compactMap(\.itemID)) }
        try addRowsBesideLaps()
        for lap in laps { try search(lap: lap, shift: Double(lap) * view.lapLength) }
        addStickyItems()
        guard let rows = RowPositions(layout) else { return }
        for index in elements.indices where elements[index].kind == .cell {
            elements[index].rowPosition = try elements[index].itemID.flatMap { try rows.position(ofItem: $0) }
        }
    }

    /// The bands that one lap shows, and the sections that they belong to.
    private mutating func search(lap bandLap: Int, shift bandShift: Double) throws {
        // Offsets from the far end count the other way round.
        var lap = VisibleLap(
            lap: traits.isMirrored ? -bandLap : bandLap, shift: traits.isMirrored ? -bandShift : bandShift,
            low: view.low(of: rect) - bandShift, high: view.high(of: rect) - bandShift,
            viewportLow: view.low(of: viewport) - bandShift, viewportHigh: view.high(of: viewport) - bandShift
        )
        let before = lap.low - totals.overhangAfter - Self.slack - reach
        let after = lap.high + totals.overhangBefore + Self.slack + reach
        let start = try descend { $0.length <= before }
        var sums = start.sums
        let bands = try connection.cached(Self.bandSQL)
        bands.bindAll(layout.preparationID, start.slot)
        defer { bands.rewind() }
        while sums.length <= after, try bands.step() {
            let record = try BandRecord(bands)
            if record.beginsSection { sums.sections += 1 }
            try add(record, layout.isStale(record), sums, &lap)
            sums.length += record.sums.length
            sums.items &+= record.sums.items
            if let hidden = record.hiddenUntil {
                bands.rewind()
                bands.bindAll(layout.preparationID, hidden)
            }
        }
        guard purpose != .cells, try layout.sectionElements.ofContent else { return }
        // Elements of the whole content are always in its section.
        try addSectionElements(
            of: VisibleSection(id: nil, index: nil, start: 0, firstItem: 0), lap, layout.freshness.isOutdated)
    }

    package static let bandSQL =
        "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot"

    private func descend(while condition: (PrefixSums) -> Bool) throws -> (slot: Int, sums: PrefixSums) {
        guard let trace else { return try layout.descend(while: condition) }
        return try trace.descend(layout, while: condition)
    }

    /// Adds the visible elements of one band, and of its section if it is the section's first visible band.
    private mutating func add(
        _ record: BandRecord, _ isStale: Bool, _ before: PrefixSums, _ lap: inout VisibleLap
    ) throws {
        var band = VisibleBand(record, place: place(at: before.length, lap), isStale: isStale)
        try trace?.note(
            record, at: band.place, section: record.sectionID == nil ? nil : before.sections - 1, isStale,
            isKept: before.length + record.sums.length > lap.low - totals.overhangAfter - reach, in: layout)
        if let sectionID = record.sectionID {
            let isNew = record.beginsSection || lap.section == nil
            var known =
                if record.beginsSection {
                    VisibleSection(
                        id: sectionID, index: before.sections - 1, start: before.length, firstItem: before.items)
                } else {
                    try lap.section ?? sectionInView(sectionID, index: before.sections - 1)
                }
            if isNew, hasFrozenLines { known.sheet = try sheet(known, lap) }
            lap.section = known
            band.section = known.index
            band.firstIndex = before.items &- known.firstItem
            if isNew {
                try track(known, lap, orthogonal: record.orthogonal)
                if purpose != .cells, try layout.sectionElements.ofSections {
                    try addSectionElements(of: known, lap, band.isStale)
                }
                if hasPanes { try addFrozenRows(of: known, lap) }
            }
            if hasPanes { return try addSheetElements(of: band, in: known, lap) }
        }
        try addElements(of: band, lap)
    }

    func place(at origin: Double, _ lap: VisibleLap) -> BandTransform {
        BandTransform(traits: traits, contentLength: view.contentLength, origin: origin, shift: lap.shift)
    }

    mutating func kind(_ id: Int64) throws -> ElementKind {
        if let kinds { return try kinds.kind(id) }
        let found = try layout.elementKinds
        kinds = found
        return try found.kind(id)
    }
}
