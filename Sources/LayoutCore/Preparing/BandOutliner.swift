internal import LayoutEngine
internal import LayoutSQLite

/// Makes the bands of new sections from the outline of their data set. Every item is in one, and none is laid out.
///
/// O(chapters of the outline, or runs of short sections).
struct BandOutliner {
    let context: PreparationContext
    /// The length that an item adds, by the variant of its section.
    var known: [Int: Double] = [:]
    /// The last section without its items, and its length: most sections are alike.
    var last: (measure: SectionMeasure, length: Double)?

    /// How many items are laid out in memory to learn from: some lines of any layout.
    private static let sampleSize = 256

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
            let areChapters = try context.outline.hasChapters(section.id)
            try context.outline.forEachPart(areChapters: areChapters, ofSection: section.id) { first, count in
                // A run without a count counts as nothing.
                let count = count ?? 0
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
    private mutating func overhead(of section: SectionRecord) -> Double {
        guard !context.traits.isFree else { return 0 }
        var measure = section.measure
        measure.index = context.plan.variant(ofSection: measure.index)
        if let last, last.measure == measure { return last.length }
        let empty = SectionDriver.layOut([], of: section.measure, by: context.plan)
        let length = empty.length + context.traits.sectionSpacing
        last = (measure, length)
        return length
    }

    /// Guesses by the definition, and by a sample of the items for each variant of a section that it has.
    private mutating func lengthPerItem(of section: SectionRecord) throws -> Double {
        guard !context.traits.isFree else { return 0 }
        let variant = context.plan.variant(ofSection: section.measure.index)
        if let length = known[variant] { return length }
        var stream = try context.items(of: section, from: -.infinity)
        defer { stream.close() }
        _ = try stream.read(Self.sampleSize)
        let sample = stream.measures
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
        if edge == .end, hasSections {
            let (axis, distance) = (context.traits.axis, -context.traits.sectionSpacing)
            for index in buffer.elements.indices {
                buffer.elements[index].frame = buffer.elements[index].frame.offsetBy(
                    x: axis == .horizontal ? distance : 0, y: axis == .vertical ? distance : 0)
            }
        }
        let band = BandWriter.SolvedBand(
            sectionID: nil, beginsSection: false, endsContent: edge == .end, isEnd: edge == .end)
        return (buffer, band)
    }
}
