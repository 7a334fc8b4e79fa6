internal import LayoutEngine

/// Guesses how long bands will be. It goes by the definition, and by a sample of the items for each variant of a
/// section that the definition has.
struct LengthEstimate {
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
