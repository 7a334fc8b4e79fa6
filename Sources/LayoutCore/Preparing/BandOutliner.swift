internal import LayoutEngine
internal import LayoutSQLite

/// Makes the bands of a new preparation from the outline of its data set. Every item is in one, and none is laid out,
/// except the first small sections if there is time for them.
///
/// O(chapters of the outline, or runs of short sections) to read, and O(bands) to write.
struct BandOutliner {
    let context: PreparationContext
    private var estimate: LengthEstimate
    /// Used for section after section.
    private var spareBuffer = BandBuffer()
    /// The sections that were laid out, and how many items they hold.
    private(set) var sections: Set<Int64> = []
    private(set) var cellsSolved = 0

    init(_ context: PreparationContext) {
        self.context = context
        estimate = LengthEstimate(context)
    }

    mutating func bands(of section: SectionRecord) throws -> [EstimatedBand] {
        try bands(of: section, holding: context.outline.itemCount(ofSection: section.id))
    }

    private mutating func bands(of section: SectionRecord, holding itemCount: Int) throws -> [EstimatedBand] {
        let overhead = estimate.overhead(of: section)
        let perItem = try estimate.lengthPerItem(of: section)
        var bands: [EstimatedBand] = []
        var band = EstimatedBand(
            sectionID: section.id, beginsSection: true, firstPosition: Outline.beginning, itemCount: 0, length: overhead
        )
        let limit = max(context.limits.estimated, itemCount / 256)
        guard itemCount > limit, context.plan.canCutSection(section.measure), !context.traits.isFree else {
            band.itemCount = itemCount
            band.length += Double(itemCount) * perItem
            return [band]
        }
        try context.outline.forEachPart(ofSection: section.id) { first, count in
            if band.itemCount > 0, count > 0, band.itemCount + count > limit {
                bands.append(band)
                band = EstimatedBand(
                    sectionID: section.id, beginsSection: false, firstPosition: first, itemCount: 0, length: 0)
            }
            band.itemCount += count
            band.length += Double(count) * perItem
            return true
        }
        bands.append(band)
        return bands
    }

    /// Makes all bands, and their sums; returns the highest slot.
    ///
    /// - Parameter isSpent: Whether the budget is spent after a number of items. Elements laid out here are written
    ///   once, and not as an estimate before.
    mutating func run(_ writer: inout BandWriter, layingOutUntil isSpent: (_ cellsSolved: Int) -> Bool) throws -> Int {
        var slots: [Int] = []
        var nextSlot = 1
        func take(room: Int) {
            slots.append(nextSlot)
            nextSlot += room
        }
        var bandCount = 0
        func leaveGap() {
            if SlotAllocator.leavesGap(afterBand: bandCount) { nextSlot += 1 }
            bandCount += 1
        }
        var batch = EstimatedBandBatch(preparationID: context.preparationID)
        var sectionIndex = 0
        var itemTotal = 0
        var position = -Double.infinity
        if try layOutBoundary(.start, hasSections: false, &writer, slot: 1) { take(room: 1) }
        while true {
            // Some at a time, so that no cursor stays open over the section table.
            let sections = try SectionRecord.next(
                after: position, datasetID: context.datasetID, index: sectionIndex, measure: context.measure,
                limit: 256, in: context.connection)
            for var section in sections {
                sectionIndex += 1
                context.note(itemsBefore: itemTotal, in: &section)
                let itemCount = try context.outline.itemCount(ofSection: section.id)
                itemTotal += itemCount
                if itemCount < context.limits.target, !isSpent(cellsSolved),
                    try layOut(section, &writer, slot: nextSlot)
                {
                    take(room: 1)
                    leaveGap()
                    continue
                }
                for band in try bands(of: section, holding: itemCount) {
                    let id = writer.makeBandID()
                    if EstimatedBandBatch.canHold(band) {
                        batch.append(band, id: id, slot: nextSlot)
                    } else {
                        try band.insert(id: id, slot: nextSlot, in: context)
                    }
                    take(room: SlotAllocator.room(band.itemCount, context.limits))
                    leaveGap()
                }
            }
            try batch.insert(on: context.connection)
            guard let last = sections.last else { break }
            position = last.position
        }
        let hasRoom = itemTotal > 0 || !context.traits.hidesEmptySections
        if try layOutBoundary(.end, hasSections: hasRoom && sectionIndex > 0, &writer, slot: nextSlot) {
            take(room: 1)
        }
        try context.sumTree.build(over: slots, slotCount: nextSlot - 1)
        return nextSlot - 1
    }

    /// Lays out a section in one band; returns false if it holds more items than the outline recorded.
    private mutating func layOut(_ section: SectionRecord, _ writer: inout BandWriter, slot: Int) throws -> Bool {
        var stream = try context.items(of: section, from: -.infinity)
        defer { stream.close() }
        while stream.count < context.limits.target, try stream.readMore() {}
        guard stream.count < context.limits.target else { return false }
        var spare = BandBuffer()
        swap(&spare, &spareBuffer)
        let buffer = SectionDriver.layOut(stream.measures, of: section.measure, by: context.plan, reusing: spare)
        stream.placed = stream.count
        let band = SolvedBand(
            sectionID: section.id, beginsSection: true, firstPosition: Outline.beginning, state: [],
            sectionIndex: section.measure.index, firstIndex: 0, isEnd: true)
        let (_, sums) = try writer.insert(
            buffer, of: band, items: stream, taking: stream.take(stream.count), slot: slot)
        sections.insert(section.id)
        cellsSolved += sums.items
        spareBuffer = buffer
        return true
    }

    /// Lays out the elements before the first section or after the last, if there are any, in a separate band.
    private func layOutBoundary(
        _ edge: BoundaryEdge, hasSections: Bool, _ writer: inout BandWriter, slot: Int
    ) throws -> Bool {
        guard let (buffer, band) = Self.boundary(edge, hasSections: hasSections, context) else { return false }
        _ = try writer.insert(buffer, of: band, items: nil, taking: 0..<0, slot: slot)
        return true
    }

    /// The elements at an edge of the content, laid out.
    static func boundary(
        _ edge: BoundaryEdge, hasSections: Bool, _ context: PreparationContext
    ) -> (buffer: BandBuffer, band: SolvedBand)? {
        var buffer = BandBuffer()
        guard context.plan.layOutBoundary(edge, into: &buffer) else { return nil }
        // The spacing after the last section does not count: the end moves back over it.
        if edge == .end, hasSections { buffer.move(by: -context.traits.sectionSpacing, along: context.traits.axis) }
        let band = SolvedBand(
            sectionID: nil, beginsSection: false, endsContent: edge == .end, firstPosition: Outline.beginning,
            state: [], sectionIndex: 0, firstIndex: 0, isEnd: edge == .end)
        return (buffer, band)
    }
}

extension BandBuffer {
    mutating func move(by distance: Double, along axis: LayoutAxis) {
        for index in elements.indices {
            elements[index].frame = elements[index].frame.offsetBy(
                x: axis == .horizontal ? distance : 0, y: axis == .vertical ? distance : 0)
        }
    }
}

/// Bands that were never laid out, on their way into the table, one array per column. An outline of many sections is
/// written while a caller waits.
struct EstimatedBandBatch {
    let preparationID: Int64
    private var slots: ContiguousArray<Int64> = []
    private var ids: ContiguousArray<Int64> = []
    private var sections: ContiguousArray<Int64> = []
    private var beginsSection: ContiguousArray<Int64> = []
    private var positions: ContiguousArray<Double> = []
    private var lengths: ContiguousArray<Double> = []
    private var itemCounts: ContiguousArray<Int64> = []

    init(preparationID: Int64) { self.preparationID = preparationID }

    /// Whether a band can be written in a batch: the least of all ids stands for NULL there.
    static func canHold(_ band: EstimatedBand) -> Bool { band.sectionID != ColumnBatch.nullInteger }

    mutating func append(_ band: EstimatedBand, id: Int64, slot: Int) {
        slots.append(Int64(slot))
        ids.append(id)
        sections.append(band.sectionID)
        beginsSection.append(band.beginsSection ? 1 : 0)
        positions.append(band.firstPosition)
        lengths.append(band.length)
        itemCounts.append(Int64(band.itemCount))
    }

    mutating func insert(on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_estimated, length, item_count, cell_count, element_count, orthogonal,
              cross_length, overhang_before, overhang_after)
            SELECT ?2, c0, c1, c2, c3, 0, c4, 1, 1, c5, c6, 0, 0, 0, 0.0, 0.0, 0.0 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: slots.count,
                columns: [
                    .integers(slots), .integers(ids), .integers(sections), .integers(beginsSection),
                    .doubles(positions), .doubles(lengths), .integers(itemCounts),
                ]), preparationID)
        self = EstimatedBandBatch(preparationID: preparationID)
    }
}
