internal import LayoutEngine
internal import LayoutSQLite

/// Makes the bands of new sections from the outline of their data set. Every item is in one, and none is laid out.
///
/// O(chapters of the outline, or runs of short sections).
struct BandOutliner {
    let context: PreparationContext
    /// The length that an item adds, by the variant of its section.
    private var known: [Int: Double] = [:]

    /// How many items are laid out in memory to learn from: some lines of any layout.
    private static let sampleSize = 256

    init(_ context: PreparationContext) { self.context = context }

    mutating func bands(of section: SectionRecord) throws -> [BandRecord] {
        let itemCount = try context.outline.itemCount(ofSection: section.id)
        let perItem = try lengthPerItem(of: section)
        var bands: [BandRecord] = []
        var band = BandRecord(
            sectionID: section.id, beginsSection: true, sums: BandSums(length: overhead(of: section)))
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

    /// The length that the section adds beside its items: header, footer and insets, and the spacing after it.
    private func overhead(of section: SectionRecord) -> Double {
        guard !context.traits.isFree else { return 0 }
        let empty = SectionDriver.layOut([], of: section.measure, by: context.plan)
        return empty.length + context.traits.sectionSpacing
    }

    /// Guesses by the definition, and by a sample of the items for each variant of a section that it has.
    private mutating func lengthPerItem(of section: SectionRecord) throws -> Double {
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

    /// The elements at an edge of the content, laid out.
    static func boundary(
        _ edge: LayoutTraits.BoundaryEdge, hasSections: Bool, _ context: PreparationContext
    ) -> (buffer: BandBuffer, band: BandWriter.SolvedBand)? {
        var buffer = BandBuffer()
        guard context.plan.layOutBoundary(edge, into: &buffer) else { return nil }
        // The spacing after the last section does not count: the end moves back over it.
        if edge == .end, hasSections { buffer.move(by: -context.traits.sectionSpacing, along: context.traits.axis) }
        let band = BandWriter.SolvedBand(
            sectionID: nil, beginsSection: false, endsContent: edge == .end, isEnd: edge == .end)
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
            SELECT ?2, c0, c1, coalesce(c2, ?3), c3, 0, c4, 1, 1, c5, c6, 0, 0, 0, 0.0, 0.0, 0.0 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: slots.count,
                columns: [
                    .integers(slots), .integers(ids), .integers(sections), .integers(beginsSection),
                    .doubles(positions), .doubles(lengths), .integers(itemCounts),
                ]), preparationID, ColumnBatch.nullInteger)
        self = EstimatedBandBatch(preparationID: preparationID)
    }
}
