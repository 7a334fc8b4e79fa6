internal import LayoutEngine
internal import LayoutSQLite

/// Answers which elements lie in a rectangle: the sum tree names the bands, the R*Tree proposes
/// blocks of rows, the exact frames decide.
struct VisibleQuery {
    let layout: LayoutReader
    /// What is asked for.
    let rect: LayoutRect
    /// What is visible: where pinned elements and frozen cells show.
    let eye: LayoutRect
    let traits: LayoutTraits
    private let totals: BandSums
    let view: BandView
    /// Looked up where there is an element of one in view.
    private var kinds: ElementKindRows?
    var elements: [LayoutElement] = []
    /// What was seen a moment ago, where that is near.
    let window: ElementWindow?
    /// Whether a sheet's frozen cells are where they show, and not where they lie.
    var movesFrozenCells = true
    /// Whether only what lies in bands is looked for: not what pins, or spans a section.
    var findsBandsOnly = false
    /// Where orthogonal sections are scrolled to by someone who stores no offset, by their index.
    var offsets: [Int: Double] = [:]
    /// What is noted for someone who scrolls on without asking again; nil where no one does.
    var tracking: Tracking?
    /// What pins, for someone who places it again and again; nil where it belongs among the elements.
    var pinned: [PinnedElement]?

    var connection: Connection { layout.connection }
    var axis: LayoutAxis { traits.axis }

    /// Searches are widened by this much, so that the order in which lengths were added cannot hide
    /// an element; the exact test follows.
    private static let slack = 0.001

    /// An answer of more laps is refused: all of its elements are in memory at once.
    private static let elementLimit = 1 << 24

    /// - Parameter visible: Where pinned elements are placed; nil for the rectangle itself.
    init(_ layout: LayoutReader, rect: LayoutRect, visible: LayoutRect? = nil) throws {
        self.layout = layout
        self.rect = rect
        eye = visible ?? rect
        traits = layout.traits
        totals = try layout.totals
        view = layout.view(totals)
        window = layout.window.follows(rect) ? layout.window : nil
        // Some dozens are what a screen shows.
        elements.reserveCapacity(32)
    }

    mutating func run() throws {
        guard layout.isPrepared, rect.width > 0, rect.height > 0 else { return }
        guard !traits.isFree else { return try searchPlane() }
        guard let laps = view.laps(of: rect) else { return }
        // Every lap shows the same again, so that a rectangle over many has as many times the elements.
        guard laps.count <= Self.elementLimit / max(totals.elements, 1) + 2 else {
            throw LayoutError(
                .invalidArgument,
                "the rectangle shows \(laps.count) laps of “\(layout.record.name)”, "
                    + "and all of their elements do not fit into memory; ask for fewer at a time")
        }
        for lap in laps { try search(lap: lap, shift: Double(lap) * view.lapLength) }
    }

    /// The bands that one lap shows, and the sections that they belong to.
    private mutating func search(lap bandLap: Int, shift bandShift: Double) throws {
        // What counts from the far end goes on the other way round.
        var lap = LapInView(
            lap: traits.isMirrored ? -bandLap : bandLap, shift: traits.isMirrored ? -bandShift : bandShift,
            low: view.low(of: rect) - bandShift, high: view.high(of: rect) - bandShift,
            eyeLow: view.low(of: eye) - bandShift, eyeHigh: view.high(of: eye) - bandShift
        )
        let before = lap.low - totals.overhangAfter - Self.slack
        let after = lap.high + totals.overhangBefore + Self.slack
        let start = try layout.descend { $0.length <= before }
        var sums = start.sums
        try forEachBand(afterSlot: start.slot) { query, record, isStale in
            guard sums.length <= after else { return false }
            if record.beginsSection { sums.sections += 1 }
            try query.add(record, isStale, sums, &lap)
            sums.length += record.sums.length
            sums.items &+= record.sums.items
            return sums.length <= after
        }
        guard !findsBandsOnly, try layout.sectionElements.ofContent else { return }
        // What belongs to the whole content is always in its section.
        try addSectionElements(
            of: SectionInView(id: nil, index: nil, start: 0, firstItem: 0), lap, layout.freshness.isOutdated)
    }

    /// Adds what one band shows, and what its section does where it is the first of it in view.
    private mutating func add(
        _ record: BandRecord, _ isStale: Bool, _ before: PrefixSums, _ lap: inout LapInView
    ) throws {
        var band = BandInView(record, place: place(at: before.length, lap), isStale: isStale)
        if let sectionID = record.sectionID {
            let isNew = record.beginsSection || lap.section == nil
            let known =
                if record.beginsSection {
                    SectionInView(
                        id: sectionID, index: before.sections - 1, start: before.length, firstItem: before.items)
                } else {
                    try lap.section ?? sectionInView(sectionID, index: before.sections - 1)
                }
            lap.section = known
            band.section = known.index
            band.firstIndex = before.items &- known.firstItem
            if isNew {
                try track(known, lap, orthogonal: record.orthogonal)
                if !findsBandsOnly, try layout.sectionElements.ofSections {
                    try addSectionElements(of: known, lap, band.isStale)
                }
                if traits.hasFrozenArea, movesFrozenCells { try addFrozenRows(of: known, lap) }
            }
            if traits.hasFrozenArea, movesFrozenCells { return try addSheetElements(of: band, in: known, lap) }
        }
        try addElements(of: band, lap)
    }

    func place(at origin: Double, _ lap: LapInView) -> BandPlace {
        BandPlace(traits: traits, contentLength: view.contentLength, origin: origin, shift: lap.shift)
    }

    mutating func kind(_ id: Int64) throws -> ElementKind {
        if let kinds { return try kinds.kind(id) }
        let found = try layout.elementKinds
        kinds = found
        return try found.kind(id)
    }

    private mutating func addElements(of band: BandInView, _ lap: LapInView) throws {
        guard band.record.orthogonal != 0, let sectionID = band.record.sectionID else {
            return try addRows(of: band, lap)
        }
        let offset = try band.section.flatMap { offsets[$0] } ?? orthogonalOffset(ofSection: sectionID)
        try addRows(of: band, lap, moving: false)
        var moved = band
        moved.place.crossShift = offset * Double(band.record.orthogonal)
        let first = elements.count
        try addRows(of: moved, lap, moving: true)
        tracking?.moving.append(first..<elements.count)
    }

    /// Asks the R*Tree for a band's blocks, and tests their rows.
    ///
    /// - Parameters:
    ///   - moving: Which of an orthogonal section's elements to add: those that move, or that stay.
    ///   - pane: Which cells of a sheet with frozen rows or columns to add, and where they show.
    mutating func addRows(
        of band: BandInView, _ lap: LapInView, moving: Bool? = nil, pane: SheetPane? = nil
    ) throws {
        guard band.record.sums.elements > 0 else { return }
        let cross = axis.cross
        let alongLow = (pane?.alongLow ?? lap.low) - band.place.origin - Self.slack
        let alongHigh = (pane?.alongHigh ?? lap.high) - band.place.origin + Self.slack
        let crossLow = pane?.crossLow ?? rect.min(cross) + band.place.crossShift
        let crossHigh = pane?.crossHigh ?? rect.max(cross) + band.place.crossShift
        if let window {
            let (x0, x1) = axis == .vertical ? (crossLow, crossHigh) : (alongLow, alongHigh)
            let (y0, y1) = axis == .vertical ? (alongLow, alongHigh) : (crossLow, crossHigh)
            return try forEachRow(
                of: band.record, in: window,
                where: { $0.maxX >= x0 && $0.minX <= x1 && $0.maxY >= y0 && $0.minY <= y1 }
            ) { query, row in
                // As the statement below does.
                guard row.frame.y <= y1, row.frame.maxY >= y0, row.frame.x <= x1, row.frame.maxX >= x0 else { return }
                try query.addRow(row, of: band, lap.lap, moving: moving, pane: pane)
            }
        }
        let rows = try connection.cached(
            """
            SELECT \(AttributeRow.columns)
            FROM lc_block AS r CROSS JOIN lc_attributes AS a
              ON a.id BETWEEN r.block >> 7 AND (r.block >> 7) + (r.block & 127)
            WHERE r.plane1 >= ?1 AND r.plane0 <= ?1 AND r.x1 >= ?2 AND r.x0 <= ?3 AND r.y1 >= ?4 AND r.y0 <= ?5
              AND r.block >= ?6 AND r.block < ?7
              AND a.y <= ?5 AND a.y + a.height >= ?4 AND a.x <= ?3 AND a.x + a.width >= ?2
            """
        )
        rows.bind(Double(band.record.id), at: 1)
        // The rows are tested here as well, so that those that are far off need not come over to us.
        rows.bind(axis == .vertical ? crossLow : alongLow, at: 2)
        rows.bind(axis == .vertical ? crossHigh : alongHigh, at: 3)
        rows.bind(axis == .vertical ? alongLow : crossLow, at: 4)
        rows.bind(axis == .vertical ? alongHigh : crossHigh, at: 5)
        // Beyond 2^23 bands the first dimension is too coarse to tell neighbours apart.
        rows.bind(band.record.firstRow << 7, at: 6)
        rows.bind(band.record.rowLimit << 7, at: 7)
        defer { rows.rewind() }
        while try rows.step() {
            try addRow(AttributeRow(rows), of: band, lap.lap, moving: moving, pane: pane)
        }
    }

    mutating func addRow(
        _ row: AttributeRow, of band: BandInView, _ lap: Int, moving: Bool?, pane: SheetPane?
    ) throws {
        var frame = band.place.frame(row.frame)
        if let pane, !pane.place(&frame) { return }
        guard frame.overlaps(rect) else { return }
        var kind: ElementKind?
        if let id = row.kindID { kind = try self.kind(id) }
        if let moving, moving != (kind?.movesWithCells ?? true) { return }
        let rank = row.id &- band.record.firstRow
        let item =
            kind == nil
            ? band.firstIndex &+ Int(rank) &+ (row.indexShift ?? 0) : row.indexShift.map { band.firstIndex &+ $0 } ?? 0
        // An infinite edge makes this sum infinite, or no number.
        guard DerivedNumber.index.contains(item), (frame.x + frame.maxX + frame.y + frame.maxY).magnitude <= 1e151
        else {
            throw LayoutError.corrupt("lc_attributes holds a frame or an index in row \(row.id) that none has")
        }
        elements.append(
            LayoutElement(
                kind: kind?.elementKind ?? .cell, elementKind: kind?.name, section: band.section, item: item,
                frame: frame,
                zIndex: traits.zIndex(row.zIndex, section: band.section, item: kind == nil ? item : nil),
                itemID: row.itemShift.map { band.record.firstItemID &+ rank &+ $0 }, lap: lap, isStale: band.isStale
            ))
    }
}
