/// A definition in a container: everything a layout can know before it has seen an item.
///
/// A plan is made once per preparation. It is a value behind a protocol, so that each kind of layout
/// keeps its own compiled form.
package protocol LayoutPlan: Sendable {
    /// How the layout scrolls, mirrors and pins.
    var traits: LayoutTraits { get }
    /// The kinds of supplementaries and decorations that the solvers will name by index.
    var elementKinds: [BandBuffer.ElementKind] { get }
    /// Whether a section may be cut into several bands at all.
    func canCutSection(_ section: SectionMeasure) -> Bool
    /// Whether each item of a section is a separate line, which depends on no other item.
    func stacksItems(in section: SectionMeasure) -> Bool
    /// The interval, in items, at which a band may begin without the preceding ones. `nil` if it depends on solving the
    /// items before it.
    func restartInterval(in section: SectionMeasure) -> Int?
    /// A state to begin with in the middle of a section while the right one is not known yet.
    func provisionalState(in section: SectionMeasure) -> [Double]
    /// When a line of a section may hold other items in the same frames.
    func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition
    /// Which of the definition's sections applies to the section with an index: two sections of one
    /// variant are laid out alike.
    func variant(ofSection index: Int) -> Int
    /// Whether a separator stands before each section but the first that takes room.
    var separatesSections: Bool { get }
    /// Whether the last line of a section depends on the summary of all of its items (``SectionMeasure/Summary``).
    var usesSummary: Bool { get }
    /// Whether other lines of the section depend on it as well.
    func everyLineUsesSummary(in section: SectionMeasure) -> Bool
    /// Whether the break before an item depends on that item's size. If so, a band whose first item changes may lose
    /// items to the band before it.
    var lineBreaksDependOnNextItem: Bool { get }
    /// Whether cells of an orthogonal section begin at the right edge.
    var isOrthogonalMirrored: Bool { get }
    /// How the cells move by their place in the viewport, except in orthogonal sections; nil: they do not.
    var motion: LayoutMotion? { get }
    /// Whether solvers ask how many columns and rows an item covers.
    var readsSpans: Bool { get }

    /// Whether sections may have rows and columns that stay visible, or that go round.
    var hasFrozenLines: Bool { get }

    /// A solver for a section, or for the rest of one.
    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver

    /// Lays out the elements before the first section or after the last (a compositional layout's own boundary items)
    /// into the buffer. Returns false if there are none.
    ///
    /// Section elements in the buffer here count from the beginning and end of the whole content.
    func layOutBoundary(_ edge: LayoutTraits.BoundaryEdge, into band: inout BandBuffer) -> Bool
}

extension LayoutPlan {
    package func canCutSection(_ section: SectionMeasure) -> Bool { true }
    package func stacksItems(in section: SectionMeasure) -> Bool { traits.stacksItems }
    package func restartInterval(in section: SectionMeasure) -> Int? { nil }
    package func provisionalState(in section: SectionMeasure) -> [Double] { [] }
    package var scrollsBothWays: Bool { traits.scrollsBothWays }
    package var readsSpans: Bool { false }
    package var motion: LayoutMotion? { nil }
    package var hasFrozenLines: Bool { false }
    package func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition { .never }
    package func variant(ofSection index: Int) -> Int { 0 }
    package var separatesSections: Bool { false }
    package var usesSummary: Bool { false }
    package func everyLineUsesSummary(in section: SectionMeasure) -> Bool { false }
    package var lineBreaksDependOnNextItem: Bool { false }
    package var isOrthogonalMirrored: Bool { false }
    package func layOutBoundary(_ edge: LayoutTraits.BoundaryEdge, into band: inout BandBuffer) -> Bool { false }

    /// The length along the scroll axis of an item's row; nil if items do not follow one another there.
    package func rowLength(of item: ItemMeasure, in section: SectionMeasure) -> Double? {
        // A section may have another number of columns.
        guard stacksItems(in: section) else { return nil }
        var solver = makeSolver(for: section, from: SectionMeasure.Start(itemIndex: 1))
        var band = BandBuffer()
        _ = solver.place([item], in: 0..<1, limit: 1, into: &band)
        return band.cells.first?.frame.length(traits.axis)
    }
}
