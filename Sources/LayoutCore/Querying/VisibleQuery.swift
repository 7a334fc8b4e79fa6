package import LayoutEngine
internal import LayoutSQLite

/// Finds the elements in a rectangle. A ``Placement`` says what to search. The sum tree names the bands, boxes propose
/// blocks, and the exact frames decide.
package struct VisibleQuery {
    let layout: LayoutReader
    let rect: LayoutRect
    let purpose: Purpose
    let placement: Placement
    /// The rectangle in which the frames of the sought cells lie, if they move: wider by as far as they can move.
    let reachedRect: LayoutRect
    /// The items that stick; nil if there can be none.
    let stuck: StickyWindow.StuckItems?
    /// Counts what the query reads; nil if nothing asks for it.
    let trace: QueryTrace?

    var connection: Connection { layout.connection }
    var traits: LayoutTraits { layout.traits }

    /// An answer of more laps is refused: all of its elements are in memory at once.
    private static let elementLimit = 1 << 24

    /// - Parameter viewport: The rectangle to which elements are pinned; nil for the rectangle itself.
    init(
        _ layout: LayoutReader, rect: LayoutRect, viewport: LayoutRect? = nil, for purpose: Purpose = .visible,
        trace: QueryTrace? = nil
    ) throws {
        self.layout = layout
        self.rect = rect
        self.purpose = purpose
        self.trace = trace
        placement = Placement(try layout.content, viewport: viewport ?? rect, purpose.movement)
        reachedRect = rect.grown(by: placement.reach)
        stuck = purpose.movement == .shown ? try StickyWindow.StuckItems(layout, placement) : nil
    }

    func run() throws -> Found {
        var found = Found()
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
        if placement.hasRowsBesideLaps, purpose.takesRowsBesideLaps, try layout.hasFrozenLines {
            try findRowsBesideLaps(into: &found)
        }
        for lap in laps { try search(placement.lap(lap, of: rect), into: &found) }
        if let stuck { found.elements += stuck.elements.lazy.filter { $0.frame.overlaps(rect) } }
        try layout.setRowPositions(in: &found.elements)
        return found
    }

    /// The bands that one lap shows, and the sections that they belong to.
    private func search(_ lap: Placement.Lap, into found: inout Found) throws {
        let start = try descend { $0.length <= lap.bandsAfter }
        var sums = start.sums
        var section: Section?
        let bands = try connection.cached(Self.bandSQL)
        bands.bindAll(layout.preparationID, start.slot)
        defer { bands.rewind() }
        while sums.length <= lap.bandsUpTo, try bands.step() {
            let record = try BandRecord(bands)
            if record.beginsSection { sums.sections += 1 }
            let isStale = try layout.isStale(record)
            try trace?.note(record, after: sums, in: lap, placement, isStale)
            if let sectionID = record.sectionID, record.beginsSection || section == nil {
                let seen = try self.section(sectionID, of: record, after: sums, lap)
                section = seen
                if purpose.movement == .scene { found.sections.append((seen, lap)) }
                if purpose.movement != .natural, try layout.sectionElements.ofSections {
                    try findSectionElements(ofSection: sectionID, seen.index, lap, isStale, into: &found)
                }
                if let sheet = seen.sheet, !placement.hasRowsBesideLaps {
                    try findFrozenRows(of: sheet, seen, lap, into: &found)
                }
            }
            let own = record.sectionID == nil ? nil : section
            let band = VisibleBand(record, sums, in: own, isStale: isStale)
            for region in own?.regions ?? [placement.region(in: lap)] {
                try findElements(of: band, in: region, into: &found)
            }
            sums.length += record.sums.length
            sums.items &+= record.sums.items
            if let hidden = record.hiddenUntil {
                bands.rewind()
                bands.bindAll(layout.preparationID, hidden)
            }
        }
        guard purpose.movement != .natural, try layout.sectionElements.ofContent else { return }
        // Elements of the whole content are always in its section.
        try findSectionElements(ofSection: nil, nil, lap, layout.freshness.isOutdated, into: &found)
    }

    static let bandSQL =
        "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot"

    private func descend(while condition: (BandSums.Prefix) -> Bool) throws -> (slot: Int, sums: BandSums.Prefix) {
        guard let trace else { return try layout.descend(while: condition) }
        return try trace.descend(layout, while: condition)
    }
}

private struct VisibleBand {
    let record: BandRecord
    /// The place along the scroll axis from which its frames count.
    let origin: Double
    /// The section's index, nil for what belongs to the whole content.
    let section: Int?
    /// The index in its section of the item of the band's first cell.
    let firstIndex: Int
    let isStale: Bool
}

extension VisibleBand {
    /// - Parameter sums: Of the bands before it.
    init(_ record: BandRecord, _ sums: BandSums.Prefix, in section: VisibleQuery.Section?, isStale: Bool) {
        self.init(
            record: record, origin: sums.length + record.frameStart, section: section?.index,
            firstIndex: section.map { sums.items &- $0.firstItem &- record.firstCell } ?? 0, isStale: isStale)
    }
}

extension VisibleQuery {
    /// The purpose of a query, which decides how it places elements that move.
    struct Purpose: Sendable {
        /// With natural places headers and other elements beside cells are left out.
        var movement: Placement.Movement
        /// Whether the rows are found that stay in view while the other rows of their sheet go round.
        var takesRowsBesideLaps = true
        /// Whether elements that the viewport moves are left to the caller.
        var leavesMoving = false
        /// Offsets of orthogonal sections by their index, in place of the stored ones.
        var offsets: [Int: Double] = [:]

        /// The visible elements: pinned elements and frozen cells are at their visible places.
        static let visible = Purpose(movement: .shown)
        /// The cells at their natural places, also frozen ones.
        static let cells = Purpose(movement: .natural)
        /// The cells without the frozen rows of a sheet whose other rows go round. They are in no lap, so scrolling
        /// cannot rest on them.
        static let stops = Purpose(movement: .natural, takesRowsBesideLaps: false)

        /// The visible elements, with those apart that the viewport moves, so that another viewport takes no other
        /// query. So are those along whole sections, whose ends may move.
        static func pinnedApart(offsets: [Int: Double]) -> Purpose {
            Purpose(movement: .shown, leavesMoving: true, offsets: offsets)
        }

        /// The elements that a scene draws while it scrolls: everything at its natural place, with its motion.
        static func scene(offsets: [Int: Double]) -> Purpose {
            Purpose(movement: .scene, leavesMoving: true, offsets: offsets)
        }
    }

    /// The section of a band that shows, and the parts of it that do.
    func section(_ id: Int64, of band: BandRecord, after sums: BandSums.Prefix, _ lap: Placement.Lap) throws -> Section
    {
        let index = sums.sections - 1
        let before = try band.beginsSection ? sums : layout.start(ofSection: index)
        let sheet = try layout.frozenLines(ofSection: id)
            .flatMap { placement.sheet($0, in: try layout.range(ofSection: index), lap) }
        let offset =
            try band.orthogonal == 0 ? 0 : purpose.offsets[index] ?? layout.orthogonalOffset(of: band)
        let regions =
            if let sheet {
                try parts(of: sheet, .scrolling, lap)
            } else if band.orthogonal != 0 {
                placement.regions(movedBy: offset * Double(band.orthogonal), in: lap)
            } else {
                [placement.region(in: lap)]
            }
        return Section(
            id: id, index: index, firstItem: before.items, orthogonal: band.orthogonal, offset: offset,
            offsets: (band.leastOffset, band.greatestOffset), regions: regions, sheet: sheet)
    }

    /// The elements that pin or span in a section, or in the whole content.
    func findSectionElements(
        ofSection id: Int64?, _ index: Int?, _ lap: Placement.Lap, _ isStale: Bool, into found: inout Found
    ) throws {
        let rows = try SectionElementRow.all(
            ofSection: id, in: layout.preparationID, along: layout.traits.axis, connection)
        guard !rows.isEmpty else { return }
        let range = try layout.range(ofSection: index)
        for row in rows {
            let element = stuck?.making(row.element, ofSection: id) ?? row.element
            var attributes = try layout.attributes(
                row, ofSection: index, frame: .zero, lap: lap.number, isStale: isStale)
            if purpose.leavesMoving, element.pins || element.edge == .span && purpose.movement == .shown {
                found.pins.append(
                    LayoutAttributes.Pinned(attributes: attributes, element: element, range: range, shift: lap.shift))
                continue
            }
            attributes.frame = placement.frame(of: element, in: range, shift: lap.shift)
            if attributes.frame.overlaps(rect) { found.elements.append(attributes) }
        }
    }

    // MARK: Sheets

    private func parts(of sheet: SheetPart.Sheet, _ rows: FrozenLines.Part, _ lap: Placement.Lap) throws -> [Placement
        .Region]
    {
        guard let regions = placement.regions(of: sheet, rows, in: lap) else {
            throw LayoutError(
                .invalidArgument,
                "the rectangle shows too many laps of the columns of “\(layout.record.name)”; ask for fewer")
        }
        return regions
    }

    /// The frozen rows of the one sheet whose rows go round: they belong to no lap.
    func findRowsBesideLaps(into found: inout Found) throws {
        guard let first = try layout.firstBand(ofSection: 0), let id = first.band.sectionID else { return }
        let lap = placement.lap(0, of: rect)
        var before = first.before
        before.sections = 1
        let section = try section(id, of: first.band, after: before, lap)
        if let sheet = section.sheet { try findFrozenRows(of: sheet, section, lap, into: &found) }
    }

    /// The frozen rows of a sheet: they are in its first bands, and in its last ones.
    private func findFrozenRows(
        of sheet: SheetPart.Sheet, _ section: Section, _ lap: Placement.Lap, into found: inout Found
    ) throws {
        for part in [FrozenLines.Part.first, .last] {
            guard let rows = sheet.frozenRows(part) else { continue }
            let (regions, isFirst, bands) = (try parts(of: sheet, part, lap), part == .first, layout.bands)
            var next = try isFirst ? bands.first(ofSection: section.id) : bands.last(ofSection: section.id)
            while let record = next, record.sectionID == section.id {
                let sums = try layout.prefix(record.slot - 1)
                if isFirst, sums.length >= rows.end { break }
                let band = VisibleBand(record, sums, in: section, isStale: try layout.isStale(record))
                for region in regions { try findElements(of: band, in: region, into: &found) }
                if !isFirst, sums.length <= rows.start { break }
                next = try isFirst ? bands.next(afterSlot: record.lastSlot) : bands.previous(beforeSlot: record.slot)
            }
        }
    }

    static let blockSQL = """
        SELECT \(BlockRecord.columns) FROM lc_block
        WHERE id BETWEEN ?1 AND ?2 AND max_x >= ?3 AND min_x <= ?4 AND max_y >= ?5 AND min_y <= ?6 ORDER BY id
        """

    /// The elements of a band that a region shows. All blocks of a short band that touch the region are read, and the
    /// R*Tree's candidates of a long one.
    private func findElements(of band: VisibleBand, in region: Placement.Region, into found: inout Found) throws {
        guard band.record.sums.elements > 0 else { return }
        let (along, across) = region.searched(from: band.origin, motion(of: band))
        let (x, y) = traits.axis == .vertical ? (across, along) : (along, across)
        let box = BlockTree.Box(minX: x.start, minY: y.start, maxX: x.end, maxY: y.end)
        let (first, id) = (found.elements.count, band.record.id)
        let blocks =
            try band.record.sums.elements <= BlockTree.longBand
            ? [BlockRecord.ids(ofBand: id)]
            : BlockTree.groups(ofBand: id, touching: box, plane: Double(id), in: connection)
                .map(BlockRecord.blocks(ofGroup:))
        let rows = try connection.cached(Self.blockSQL)
        let start = trace.map { _ in ContinuousClock.now }
        defer {
            rows.rewind()
            trace?.didReadBlocks(since: start)
        }
        for ids in blocks {
            rows.rewind()
            rows.bindAll(ids.lowerBound, ids.upperBound, box.minX, box.maxX, box.minY, box.maxY)
            while try rows.step() {
                try findElements(of: BlockRecord(rows), rows, touching: box, of: band, in: region, into: &found)
            }
        }
        if purpose.movement == .scene { found.regions.append((first..<found.elements.count, region)) }
    }

    /// - Parameter row: A statement that stands at the block's row.
    fileprivate func findElements(
        of block: BlockRecord, _ row: Statement, touching box: BlockTree.Box, of band: VisibleBand,
        in region: Placement.Region, into found: inout Found
    ) throws {
        let scale = block.scale
        let details = try block.details(in: connection)
        let first = found.elements.count
        let motion = motion(of: band)
        let origin = region.place(from: band.origin)
        for place in 0..<block.count {
            let local = BlockRecord.frame(place, row, scale: scale)
            let host =
                try motion == nil
                ? nil : layout.host(of: block.element(place, frame: local, row, details), in: band.record)
            let swept = motion?.swept(local, on: host) ?? local
            guard swept.y <= box.maxY, swept.maxY >= box.minY, swept.x <= box.maxX, swept.maxX >= box.minX else {
                continue
            }
            var frame = origin.frame(local)
            guard region.takes(&frame) else { continue }
            let shownHost = host.map(origin.frame)
            guard motion.map({ $0.swept(frame, on: shownHost).overlaps(reachedRect) }) ?? frame.overlaps(rect)
            else { continue }
            let element = block.element(place, frame: local, row, details)
            if let shown = try shown(element, at: frame, on: shownHost, of: band, block, in: region) {
                found.elements.append(shown)
            }
        }
        trace?.note(block, row, at: origin, kept: found.elements.count - first)
    }

    /// An element at the place that shows it; nil if it is not to be shown there.
    private func shown(
        _ element: BandBlocks.Element, at frame: LayoutRect, on host: LayoutRect?, of band: VisibleBand,
        _ block: BlockRecord, in region: Placement.Region
    ) throws -> LayoutAttributes? {
        if purpose.movement == .natural, element.kindID != nil { return nil }
        let kind = try element.kindID.map { try layout.elementKinds.kind($0) }
        if region.members != .all, (region.members == .moving) != (kind?.movesWithCells ?? true) { return nil }
        // A band that was counted again, and not laid out yet, has cells of other bands' items, and of removed ones at
        // its end. Their indices belong to other bands.
        let (isStale, first) = (band.record.isStale && !traits.isFree, band.record.firstCell)
        if isStale, element.itemShift != nil, let cell = element.item,
            cell < first || cell &- first >= band.record.sums.items
        {
            return nil
        }
        let item = element.item.map { band.firstIndex &+ $0 } ?? 0
        // An infinite edge makes this sum infinite, or no number.
        guard Statement.DerivedNumber.index.contains(item),
            (frame.x + frame.maxX + frame.y + frame.maxY).magnitude <= 1e151
        else { throw LayoutError.corrupt("lc_block has an invalid frame or index in row \(block.id)") }
        var shown = layout.attributes(
            element, kind, in: band.record, section: band.section, item: item, frame: frame, host: host,
            isStale: band.isStale)
        if kind == nil, let stuck, let id = shown.itemID, stuck.itemIDs.contains(id) { return nil }
        shown.lap = region.lap
        shown.zIndex &+= region.part?.zIndex ?? 0
        if placement.movement == .natural { shown.motion = nil }
        return shown.motion != nil && purpose.leavesMoving
            ? shown : shown.drawn(in: placement.viewport, showing: rect)
    }

    /// How the cells of a band move for the query's purpose; nil: they do not.
    @inline(__always)
    private func motion(of band: VisibleBand) -> LayoutMotion.Directed? {
        placement.movement == .natural ? nil : band.record.motion
    }

    /// A canvas: the R*Tree finds its blocks.
    func searchPlane(into found: inout Found) throws {
        let box = BlockTree.Box(rect)
        let region = placement.region(in: placement.lap(0, of: rect))
        let rows = try BlockTree.blocks(touching: box, onPlaneOf: layout.preparationID, in: connection)
        defer { rows.rewind() }
        var bands: [Int64: VisibleBand] = [:]
        let isReordered = try PlaneOrder.isReordered(preparation: layout.preparationID, in: connection)
        while try rows.step() {
            let block = try BlockRecord(rows)
            let scale = block.scale
            // Most blocks that touch the rectangle show nothing in it: their bands are not looked up.
            guard (0..<block.count).contains(where: { BlockRecord.frame($0, rows, scale: scale).overlaps(rect) }) else {
                trace?.note(block, rows, at: region.place(from: 0), kept: 0)
                continue
            }
            let id = BlockRecord.band(ofBlock: block.id)
            let band = try bands[id] ?? bandOnPlane(id)
            bands[id] = band
            let first = found.elements.count
            try findElements(of: block, rows, touching: box, of: band, in: region, into: &found)
            guard isReordered, let sectionID = band.record.sectionID else { continue }
            let order = layout.planeOrder(ofSection: sectionID)
            for index in first..<found.elements.count {
                let item = try order.index(ofNumber: found.elements[index].item)
                found.elements[index].indexPath?.item = item
            }
        }
    }

    private func bandOnPlane(_ id: Int64) throws -> VisibleBand {
        guard let record = try layout.bands.find(id) else {
            throw LayoutError.corrupt("lc_block names band \(id), which is not there")
        }
        let section = record.section(after: try layout.prefix(record.slot - 1))
        return VisibleBand(
            record: record, origin: 0, section: section, firstIndex: 0, isStale: try layout.isStale(record))
    }

    /// The elements that a query found.
    package struct Found {
        /// At the places that show them; moving elements have their ``LayoutAttributes/motion``, unless they are drawn
        /// already.
        package var elements: [LayoutAttributes] = []
        /// The pinned elements, for a purpose that has them apart.
        package var pins: [LayoutAttributes.Pinned] = []
        /// The regions of the elements, and the sections that show, for a purpose that follows them.
        package var regions: [(elements: Range<Int>, region: Placement.Region)] = []
        package var sections: [(section: Section, lap: Placement.Lap)] = []
    }

    /// A section that a rectangle can see.
    package struct Section {
        package let id: Int64
        package let index: Int
        let firstItem: Int
        /// 1 or −1 where its cells move against, or with, its offset; else 0.
        package let orthogonal: Int
        package let offset: Double
        /// The limits of its offset.
        package let offsets: (least: Double, greatest: Double)
        /// The parts of it that the rectangle shows.
        let regions: [Placement.Region]
        /// nil if nothing of it stays visible or goes round.
        let sheet: SheetPart.Sheet?
    }
}
