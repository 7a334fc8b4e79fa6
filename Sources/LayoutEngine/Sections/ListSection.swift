/// One section of a list without its items: insets, header and footer, separators and background.
struct ListSection: Sendable {
    let axis: LayoutAxis
    /// On the grid along the scroll axis.
    let insets: LayoutInsets
    /// The place of the items across the scroll axis.
    let items: (start: Double, length: Double)
    let bars: SectionBars
    let separators: Separators?
    private let background: SectionBackground?
    private let followsSection: Bool
    private let spacing: Double

    init(_ section: SectionMeasure, of plan: some ListPlan) {
        let definition = plan.definition
        let grid = plan.grid
        axis = definition.axis
        insets = grid.insets(section.insets(over: definition.sectionInsets), along: axis)
        items = definition.items(in: plan.container, insets: insets)
        bars = SectionBars(of: section, in: plan.container, by: definition, grid: grid, items: items)
        let kinds = plan.elementKinds
        separators = Separators(
            by: definition, kindIndex: kinds.firstIndex(of: Separators.kind) ?? 0, grid: grid, items: items)
        background = SectionBackground(
            by: definition, kindIndex: kinds.firstIndex(of: SectionBackground.kind) ?? 0, grid: grid, items: items)
        followsSection = section.followsSection
        spacing = grid.length(definition.sectionSpacing)
    }

    /// Adds what comes before the items; returns where these begin.
    func begin(_ band: inout BandBuffer, hasItems: Bool) -> Double {
        if followsSection { separators?.placeBeforeSection(gap: spacing, into: &band) }
        bars.placeHeader(into: &band)
        let start = bars.start(hasItems: hasItems) + insets.start(axis)
        if hasItems { background?.place(from: start, to: insets.end(axis) + bars.end, into: &band) }
        return start
    }

    /// Adds what comes after the items; returns where the section ends.
    func end(_ band: inout BandBuffer, at position: Double, hasItems: Bool) -> Double {
        bars.placeFooter(at: position + insets.end(axis), hasItems: hasItems, into: &band)
    }
}

/// The place of an item's row in its section, in a table with a background: which of its corners are round.
public enum RowPosition: String, Sendable, Hashable, CaseIterable {
    /// The first of several rows.
    case first
    /// A row between others.
    case middle
    /// The last of several rows.
    case last
    /// The section's only row.
    case only
}
