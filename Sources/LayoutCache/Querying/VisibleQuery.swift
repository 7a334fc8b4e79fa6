internal import LayoutEngine
internal import LayoutSQLite

/// Answers which elements lie in a rectangle: the sum tree names the bands, the R*Tree proposes
/// blocks of rows, the exact frames decide.
struct VisibleQuery {
    let layout: LayoutSnapshot
    let rect: LayoutRect
    private let totals: BandSums
    private let contentLength: Double
    private let kinds: ElementKinds
    private(set) var elements: [LayoutElement] = []
    /// Whether a sheet's frozen cells are where they show, and not where they lie.
    var movesFrozenCells = true

    var connection: Connection { layout.connection }
    var axis: LayoutAxis { layout.axis }

    /// Searches are widened by this much, so that the order in which lengths were added cannot hide
    /// an element; the exact test follows.
    private static let slack = 0.001

    init(_ layout: LayoutSnapshot, rect: LayoutRect) throws {
        self.layout = layout
        self.rect = rect
        totals = try layout.totals
        contentLength = layout.contentLength(totals)
        kinds = ElementKinds(layout)
        // Some dozens are what a screen shows.
        elements.reserveCapacity(32)
    }

    /// A bound of the rectangle in the coordinates of bands, which in a mirrored layout count from
    /// the content's far end.
    private var low: Double { layout.isMirrored ? contentLength - rect.max(axis) : rect.min(axis) }
    private var high: Double { layout.isMirrored ? contentLength - rect.min(axis) : rect.max(axis) }

    mutating func run() throws {
        guard layout.isPrepared, rect.width > 0, rect.height > 0 else { return }
        guard !layout.isFree else { return try searchPlane() }
        let lapLength = contentLength + layout.wrapSpacing
        guard layout.wraps, lapLength > 0 else { return try search(lap: 0, shift: 0) }
        // Elements that hang out of the content belong to a neighbouring lap as well.
        let first = ((low - totals.overhangAfter) / lapLength).rounded(.down)
        let last = ((high + totals.overhangBefore) / lapLength).rounded(.down)
        guard first.magnitude < 1e15, last.magnitude < 1e15 else { return }
        for lap in Int(first)...Int(last) {
            try search(lap: lap, shift: Double(lap) * lapLength)
        }
    }

    /// The bands that one lap shows, and the sections that they belong to.
    private mutating func search(lap bandLap: Int, shift bandShift: Double) throws {
        let low = low - bandShift
        let high = high - bandShift
        // What counts from the far end goes on the other way round.
        let lap = layout.isMirrored ? -bandLap : bandLap
        let shift = layout.isMirrored ? -bandShift : bandShift
        let before = low - totals.overhangAfter - Self.slack
        let after = high + totals.overhangBefore + Self.slack
        let start = try layout.descend { $0.length <= before }
        var sums = start.sums
        var section: SectionInView?
        let bands = try connection.cached(
            "SELECT \(BandInView.columns) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot"
        )
        bands.bind(layout.preparationID, at: 1)
        bands.bind(start.slot, at: 2)
        defer { bands.rewind() }
        while sums.length <= after, try bands.step() {
            var band = BandInView(bands, lap: lap, shift: shift, low: low, high: high)
            band.origin = sums.length
            band.isStale = try isStale(band)
            if band.beginsSection { sums.sections += 1 }
            if band.sectionID != 0 {
                let isNew = band.beginsSection || section == nil
                let known =
                    if band.beginsSection {
                        SectionInView(id: band.sectionID, index: sums.sections - 1, start: sums.length, firstCell: sums.cells)
                    } else {
                        try section ?? sectionInView(band, index: sums.sections - 1)
                    }
                section = known
                band.section = known.index
                band.firstIndex = sums.cells - known.firstCell
                if isNew {
                    if try hasSectionElements.ofSections { try addSectionElements(of: known, band) }
                    if layout.isFrozen, movesFrozenCells { try addFrozenRows(of: known, band) }
                }
            }
            if layout.isFrozen, movesFrozenCells, let section {
                try addSheetElements(of: band, in: section)
            } else {
                try addElements(of: band)
            }
            sums.length += bands.double(0)
            sums.cells += bands.int(1)
        }
        guard try hasSectionElements.ofContent else { return }
        // What belongs to the whole content is always in its section.
        let whole = BandInView(lap: lap, shift: shift, low: low, high: high)
        try addSectionElements(of: SectionInView(id: 0, index: nil, start: 0, firstCell: 0), whole)
    }

    /// The section of a band that does not begin it.
    private func sectionInView(_ band: BandInView, index: Int) throws -> SectionInView {
        let start = try layout.start(ofSection: index)
        return SectionInView(id: band.sectionID, index: index, start: start.length, firstCell: start.cells)
    }

    func isStale(_ band: BandInView) throws -> Bool {
        guard layout.hasStaleBands else { return false }
        return try connection.first("SELECT 1 FROM lc_stale WHERE band_id = ?1", band.id, as: Int.self) != nil
    }

    private var hasSectionElements: (ofSections: Bool, ofContent: Bool) {
        get throws {
            try layout.sums.hasSectionElements {
                let exists = "SELECT 1 FROM lc_section_element WHERE preparation_id = ?1 AND section_id"
                return (
                    ofSections: try connection.first("\(exists) > 0 LIMIT 1", layout.preparationID, as: Int.self) != nil,
                    ofContent: try connection.first("\(exists) = 0 LIMIT 1", layout.preparationID, as: Int.self) != nil
                )
            }
        }
    }

    private mutating func addElements(of band: BandInView) throws {
        let plane = Double(band.id)
        guard band.sideways != 0 else {
            return try addRows(of: band, plane: plane)
        }
        let offset = try connection.first(
            "SELECT offset FROM orthogonal_offset WHERE layout = ?1 AND section = ?2", layout.name, band.section, as: Double.self
        ) ?? 0
        try addRows(of: band, plane: plane, moving: false)
        try addRows(of: band, plane: plane, crossShift: offset * Double(band.sideways), moving: true)
    }

    /// Asks the R*Tree for a band's blocks, and tests their rows.
    ///
    /// - Parameters:
    ///   - crossShift: How far the rows have been scrolled across the scroll axis.
    ///   - moving: Which of a sideways section's elements to add: those that move, or that stay.
    ///   - pane: Which cells of a sheet with frozen rows or columns to add, and where they show.
    mutating func addRows(
        of band: BandInView, plane: Double, crossShift: Double = 0, moving: Bool? = nil, pane: SheetPane? = nil
    ) throws {
        let cross = axis.cross
        let alongLow = (pane?.alongLow ?? band.low) - band.origin - Self.slack
        let alongHigh = (pane?.alongHigh ?? band.high) - band.origin + Self.slack
        let crossLow = pane?.crossLow ?? rect.min(cross) + crossShift
        let crossHigh = pane?.crossHigh ?? rect.max(cross) + crossShift
        let rows = try connection.cached(
            """
            SELECT a.id, a.x, a.y, a.width, a.height, a.z_index, a.element, a.item_shift, a.index_shift
            FROM lc_block AS r CROSS JOIN lc_attributes AS a ON a.id BETWEEN r.block >> 7 AND (r.block >> 7) + (r.block & 127)
            WHERE r.plane1 >= ?1 AND r.plane0 <= ?1 AND r.x1 >= ?2 AND r.x0 <= ?3 AND r.y1 >= ?4 AND r.y0 <= ?5
              AND r.block >= ?6 AND r.block < ?7
              AND a.y <= ?5 AND a.y + a.height >= ?4 AND a.x <= ?3 AND a.x + a.width >= ?2
            """
        )
        rows.bind(plane, at: 1)
        // The rows are tested here as well, so that those that are far off need not come over to us.
        rows.bind(axis == .vertical ? crossLow : alongLow, at: 2)
        rows.bind(axis == .vertical ? crossHigh : alongHigh, at: 3)
        rows.bind(axis == .vertical ? alongLow : crossLow, at: 4)
        rows.bind(axis == .vertical ? alongHigh : crossHigh, at: 5)
        // Beyond 2^23 bands the first dimension is too coarse to tell neighbours apart.
        rows.bind(band.firstRow << 7, at: 6)
        rows.bind(band.rowLimit << 7, at: 7)
        defer { rows.rewind() }
        while try rows.step() {
            try addRow(rows, of: band, crossShift: crossShift, moving: moving, pane: pane)
        }
    }

    mutating func addRow(
        _ row: Statement, of band: BandInView, crossShift: Double, moving: Bool?, pane: SheetPane?
    ) throws {
        var frame = LayoutRect(x: row.double(1), y: row.double(2), width: row.double(3), height: row.double(4))
        if axis == .vertical {
            frame.x -= crossShift
            frame.y = band.origin + frame.y + band.shift
        } else {
            frame.x = layout.isMirrored
                ? contentLength - (band.origin + frame.x) - frame.width + band.shift : band.origin + frame.x + band.shift
            frame.y -= crossShift
        }
        if let pane, !pane.place(&frame) { return }
        guard frame.overlaps(rect) else { return }
        let kind = row.isNull(6) ? nil : try kinds[row.int64(6)]
        if let moving, moving != (kind?.movesWithCells ?? true) { return }
        let rank = Int(row.int64(0) - band.firstRow)
        let item = row.isNull(6) ? band.firstIndex + rank + row.int(8) : row.isNull(8) ? 0 : band.firstIndex + row.int(8)
        elements.append(LayoutElement(
            kind: kind?.kind ?? .cell, elementKind: kind?.name, section: band.section, item: item, frame: frame,
            zIndex: row.int(5) + layout.zIndexStride * (band.section ?? 0) + (layout.zIndexStride > 0 && kind == nil ? item : 0),
            itemID: row.isNull(7) ? nil : band.firstItemID + Int64(rank) + row.int64(7), lap: band.lap, isStale: band.isStale
        ))
    }

    /// Adds what pins or spans in a section.
    private mutating func addSectionElements(of section: SectionInView, _ band: BandInView) throws {
        let rows = try connection.cached(
            """
            SELECT edge, element, x, y, width, height, z_index, pins, reserve
            FROM lc_section_element WHERE preparation_id = ?1 AND section_id = ?2
            """
        )
        rows.bind(layout.preparationID, at: 1)
        rows.bind(section.id, at: 2)
        defer { rows.rewind() }
        // Without what bars and content insets cover.
        let visible = LayoutRect(
            axis: axis, along: band.low + layout.pins.start, cross: 0,
            alongLength: band.high - layout.pins.end - (band.low + layout.pins.start), crossLength: 0
        )
        while try rows.step() {
            guard let edge = BandBuffer.SectionElement.Edge(rawValue: rows.int(0)) else {
                throw LayoutStoreError.corrupt("lc_section_element has an edge \(rows.int(0))")
            }
            let element = BandBuffer.SectionElement(
                kind: 0, edge: edge,
                frame: LayoutRect(x: rows.double(2), y: rows.double(3), width: rows.double(4), height: rows.double(5)),
                zIndex: rows.int(6), pins: rows.bool(7), reserve: rows.double(8)
            )
            var frame = element.frame(
                sectionStart: section.start, sectionEnd: try end(of: section), visible: visible, axis: axis
            )
            if layout.isMirrored { frame.x = contentLength - frame.maxX }
            if axis == .vertical { frame.y += band.shift } else { frame.x += band.shift }
            guard frame.overlaps(rect) else { continue }
            let kind = try kinds[rows.int64(1)]
            elements.append(LayoutElement(
                kind: kind.kind, elementKind: kind.name, section: section.index, item: 0, frame: frame,
                zIndex: rows.int(6) + layout.zIndexStride * (section.index ?? 0),
                itemID: nil, lap: band.lap, isStale: band.isStale
            ))
        }
    }

    func end(of section: SectionInView) throws -> Double {
        guard let index = section.index else { return contentLength }
        return try layout.end(ofSection: index)
    }
}
