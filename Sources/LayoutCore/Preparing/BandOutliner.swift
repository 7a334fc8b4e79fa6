internal import LayoutEngine
internal import LayoutSQLite

/// Makes the bands of a new preparation from the outline of its data set. Every item is in one, and none is laid out.
///
/// O(chapters of the outline, or runs of short sections) to read, and O(bands) to write.
struct BandOutliner {
    let context: PreparationContext
    private var estimate: LengthEstimate

    init(_ context: PreparationContext) {
        self.context = context
        estimate = LengthEstimate(context)
    }

    mutating func bands(of section: SectionRecord) throws -> [BandRecord] {
        let itemCount = try context.outline.itemCount(ofSection: section.id)
        let perItem = try estimate.lengthPerItem(of: section)
        var bands: [BandRecord] = []
        var band = BandRecord(
            sectionID: section.id, beginsSection: true, sums: BandSums(length: estimate.overhead(of: section)))
        func add(_ count: Int) {
            band.sums.items += count
            band.sums.length += Double(count) * perItem
        }
        let limit = max(context.limits.estimated, itemCount / 256)
        if itemCount > limit, context.plan.canCutSection(section.measure), !context.traits.isFree {
            try context.outline.forEachPart(ofSection: section.id) { first, count in
                if band.sums.items > 0, count > 0, band.sums.items + count > limit {
                    bands.append(band)
                    band = BandRecord(sectionID: section.id, firstPosition: first)
                }
                add(count)
                return true
            }
        } else {
            add(itemCount)
        }
        return bands + [band]
    }

    /// Makes all bands, and their sums; returns the highest slot.
    mutating func run(_ writer: inout BandWriter) throws -> Int {
        var slots: [Int] = []
        var nextSlot = 1
        func take(room: Int) {
            slots.append(nextSlot)
            nextSlot += room
        }
        var batch = EstimatedBandBatch(preparationID: context.preparationID)
        var bandCount = 0
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
                try context.setFollowsSection(itemsBefore: itemTotal, slot: 0, in: &section)
                for band in try bands(of: section) {
                    itemTotal += band.sums.items
                    if EstimatedBandBatch.canHold(band) {
                        batch.append(band, id: writer.makeBandID(), slot: nextSlot)
                    } else {
                        _ = try writer.insert(estimated: band, slot: nextSlot)
                    }
                    take(room: SlotAllocator.room(band.sums.items, context.limits))
                    if SlotAllocator.leavesGap(afterBand: bandCount) { nextSlot += 1 }
                    bandCount += 1
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

    /// Lays out the elements before the first section or after the last, if there are any, in a separate band.
    private func layOutBoundary(
        _ edge: LayoutTraits.BoundaryEdge, hasSections: Bool, _ writer: inout BandWriter, slot: Int
    ) throws -> Bool {
        guard let (buffer, band) = Self.boundary(edge, hasSections: hasSections, context) else { return false }
        _ = try writer.insert(buffer, of: band, items: nil, taking: 0..<0, slot: slot)
        return true
    }

    /// The elements at an edge of the content, laid out.
    static func boundary(
        _ edge: LayoutTraits.BoundaryEdge, hasSections: Bool, _ context: PreparationContext
    ) -> (buffer: BandBuffer, band: BandWriter.SolvedBand)? {
        var buffer = BandBuffer()
        guard context.plan.layOutBoundary(edge, into: &buffer) else { return nil }
        // The spacing after the last section does not count: the end moves back over it.
        if edge == .end, hasSections { buffer.move(by: -context.traits.sectionSpacing, along: context.traits.axis) }
        let band = BandWriter.SolvedBand(
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
private struct EstimatedBandBatch {
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
    static func canHold(_ band: BandRecord) -> Bool { band.sectionID != ColumnBatch.nullInteger }

    mutating func append(_ band: BandRecord, id: Int64, slot: Int) {
        slots.append(Int64(slot))
        ids.append(id)
        sections.append(band.sectionID ?? ColumnBatch.nullInteger)
        beginsSection.append(band.beginsSection ? 1 : 0)
        positions.append(band.firstPosition)
        lengths.append(band.sums.length)
        itemCounts.append(Int64(band.sums.items))
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

/// Guesses how long bands will be. It goes by the definition, and by a sample of the items for each variant of a
/// section that the definition has.
private struct LengthEstimate {
    private let context: PreparationContext
    /// By variant: how much an item adds, and whether items add anything at all.
    private var known: [Int: Double] = [:]

    /// How many items are laid out in memory to learn from: some lines of any layout.
    private static let sampleSize = 256

    init(_ context: PreparationContext) { self.context = context }

    /// The length that the section adds beside its items: header, footer and insets, and the spacing after it.
    func overhead(of section: SectionRecord) -> Double {
        guard !context.traits.isFree else { return 0 }
        let empty = SectionDriver.layOut([], of: section.measure, by: context.plan)
        return empty.length + context.traits.sectionSpacing
    }

    mutating func lengthPerItem(of section: SectionRecord) throws -> Double {
        guard !context.traits.isFree else { return 0 }
        let variant = context.plan.variant(ofSection: section.measure.index)
        if let length = known[variant] { return length }
        var stream = try context.items(of: section, from: -.infinity)
        defer { stream.close() }
        while stream.count < Self.sampleSize, try stream.readMore() {}
        let sample = ContiguousArray(stream.measures.prefix(Self.sampleSize))
        guard !sample.isEmpty else { return 0 }
        let length = SectionDriver.layOut(sample, of: section.measure, by: context.plan).length
        let perItem = max(0, length + context.traits.sectionSpacing - overhead(of: section)) / Double(sample.count)
        known[variant] = perItem
        return perItem
    }
}
