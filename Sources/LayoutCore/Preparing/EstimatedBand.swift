internal import LayoutEngine
internal import LayoutSQLite

/// A band that was never laid out: it stands for its items with a length that is a guess, and has no elements.
struct EstimatedBand {
    var sectionID: Int64
    var beginsSection: Bool
    var firstPosition: Double
    var itemCount: Int
    var length: Double
    /// The state that its solver begins with, if it is known already; empty if a line begins with its first item.
    var state: [Double]?

    private var stateText: String? {
        state.map { SolverState.encode($0) ?? SolverState.beginsLine }
    }

    func insert(id: Int64, slot: Int, in context: PreparationContext) throws {
        try context.connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_estimated, length, item_count, cell_count, element_count, orthogonal, cross_length,
              overhang_before, overhang_after, state)
            VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, 1, 1, ?7, ?8, 0, 0, 0, 0.0, 0.0, 0.0, ?9)
            """,
            context.preparationID, slot, id, sectionID, beginsSection, firstPosition, length, itemCount,
            stateText
        )
    }

    /// Writes it in place of a band whose blocks are gone.
    func replace(_ old: BandRecord, slot: Int, in context: PreparationContext) throws {
        try context.connection.run(
            """
            UPDATE lc_band SET begins_section = ?3, first_position = ?4, is_stale = 1, is_provisional = 0,
              is_estimated = 1, length = ?5, item_count = ?6, cell_count = 0, element_count = 0,
              first_cell = 0, first_item_id = NULL, ids_follow = 0, orthogonal = 0, cross_length = 0.0,
              overhang_before = 0.0, overhang_after = 0.0, state = ?7, summary = NULL
            WHERE preparation_id = ?1 AND slot = ?2
            """,
            context.preparationID, slot, beginsSection, firstPosition, length, itemCount, stateText
        )
    }
}

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
