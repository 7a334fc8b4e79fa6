/// A definition in a container: everything a layout can know before it has seen an item.
///
/// A plan is made once per preparation. It is a value behind a protocol, so that each kind of layout
/// keeps its own compiled form.
public protocol LayoutPlan: Sendable {
    /// The axis on which sections stack and the content scrolls.
    var axis: LayoutAxis { get }
    /// The kinds of supplementaries and decorations that the solvers will name by index.
    var elementKinds: [ElementKind] { get }
    /// The distance between consecutive sections, in points; not before the first nor after the last.
    var sectionSpacing: Double { get }
    /// Whether elements have absolute frames on one plane rather than bands that stack (canvas).
    var isFree: Bool { get }
    /// Whether coordinates along the scroll axis count from the content's far end (right-to-left
    /// layouts that scroll horizontally).
    var isMirrored: Bool { get }
    /// Whether a section may be cut into several bands at all.
    func canCutSection(_ section: SectionMeasure) -> Bool
    /// Which of the definition's sections applies to the section with an index: two sections of one
    /// variant are laid out alike.
    func variant(ofSection index: Int) -> Int
    /// Whether one item of another size can change the last line of its section.
    var dependsOnUniformity: Bool { get }
    /// The content's extent across the scroll axis, where it is known beforehand; `nil` where it is
    /// the furthest edge of what was laid out.
    var contentCrossLength: Double? { get }
    /// Whether the break before an item depends on that item's size: a band whose first item changes
    /// may then lose items to the band before it.
    var lineBreaksDependOnNextItem: Bool { get }
    /// Where later elements lie above earlier ones (card stacks): how much a z-index grows from one
    /// section to the next; it grows by 1 from one item to the next. Otherwise 0.
    var zIndexStride: Int { get }
    /// Whether cells of a section that scrolls sideways begin at the right edge.
    var isOrthogonalMirrored: Bool { get }
    /// The distance that a wrapped layout keeps between its last and its first element.
    var wrapSpacing: Double { get }

    /// What a container of this layout keeps free around its content; not part of content coordinates.
    var contentInsets: LayoutInsets { get }
    /// The rows and columns of each section that stay in sight (spreadsheets).
    var frozenArea: FrozenArea { get }

    /// A solver for a section, or for the rest of one.
    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver

    /// What lies before the first section or after the last (a compositional layout's own boundary
    /// items), laid out into the buffer; returns false where there is nothing.
    ///
    /// Section elements in the buffer here count from the beginning and end of the whole content.
    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool
}

/// The two ends of a layout's whole content.
public enum BoundaryEdge: Sendable {
    case start
    case end
}

extension LayoutPlan {
    public var isFree: Bool { false }
    public var isMirrored: Bool { false }
    public func canCutSection(_ section: SectionMeasure) -> Bool { true }
    public func variant(ofSection index: Int) -> Int { 0 }
    public var dependsOnUniformity: Bool { false }
    public var lineBreaksDependOnNextItem: Bool { false }
    public var zIndexStride: Int { 0 }
    /// How far pinned elements keep from the beginning and end of the visible rectangle.
    public var pinInsets: (start: Double, end: Double) { (contentInsets.start(axis), contentInsets.end(axis)) }
    public var isOrthogonalMirrored: Bool { false }
    public var contentInsets: LayoutInsets { .zero }
    public var frozenArea: FrozenArea { .none }
    public func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool { false }
}
