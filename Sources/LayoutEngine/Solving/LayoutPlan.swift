/// A definition in a container: everything a layout can know before it has seen an item.
///
/// A plan is made once per preparation. It is a value behind a protocol, so that each kind of layout
/// keeps its own compiled form.
package protocol LayoutPlan: Sendable {
    /// How the layout scrolls, mirrors and pins.
    var traits: LayoutTraits { get }
    /// The kinds of supplementaries and decorations that the solvers will name by index.
    var elementKinds: [ElementKind] { get }
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
    func lineRepetition(in section: SectionMeasure) -> LineRepetition
    /// Which of the definition's sections applies to the section with an index: two sections of one
    /// variant are laid out alike.
    func variant(ofSection index: Int) -> Int
    /// Whether the last line of a section depends on the summary of all of its items (``SectionSummary``).
    var usesSummary: Bool { get }
    /// Whether other lines of the section depend on it as well.
    func everyLineUsesSummary(in section: SectionMeasure) -> Bool
    /// Whether the break before an item depends on that item's size. If so, a band whose first item changes may lose
    /// items to the band before it.
    var lineBreaksDependOnNextItem: Bool { get }
    /// Whether cells of an orthogonal section begin at the right edge.
    var isOrthogonalMirrored: Bool { get }
    /// Whether the content is as wide as its elements, independent of the container.
    var scrollsBothWays: Bool { get }
    /// How the cells move by their place in the viewport, except in orthogonal sections; nil: they do not.
    var motion: LayoutMotion? { get }
    /// Whether solvers ask how many columns and rows an item covers.
    var readsSpans: Bool { get }

    /// Whether sections may have rows and columns that stay visible, or that go round.
    var hasFrozenLines: Bool { get }

    /// A solver for a section, or for the rest of one.
    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver

    /// Lays out the elements before the first section or after the last (a compositional layout's own boundary items)
    /// into the buffer. Returns false if there are none.
    ///
    /// Section elements in the buffer here count from the beginning and end of the whole content.
    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool
}

/// When whole lines of a section keep their frames with other items in them, as in a grid.
package enum LineRepetition: Sendable {
    case never
    /// If the summaries of the bands state that the items are alike: ``SectionSummary``.
    case ofEqualItems
    /// For any items.
    case always
}

/// The two ends of a layout's whole content.
package enum BoundaryEdge: Sendable {
    case start
    case end
}

extension LayoutPlan {
    package func canCutSection(_ section: SectionMeasure) -> Bool { true }
    package func stacksItems(in section: SectionMeasure) -> Bool { traits.stacksItems }
    package func restartInterval(in section: SectionMeasure) -> Int? { nil }
    package func provisionalState(in section: SectionMeasure) -> [Double] { [] }
    package var scrollsBothWays: Bool { false }
    package var readsSpans: Bool { false }
    package var motion: LayoutMotion? { nil }
    package var hasFrozenLines: Bool { false }
    package func lineRepetition(in section: SectionMeasure) -> LineRepetition { .never }
    package func variant(ofSection index: Int) -> Int { 0 }
    package var usesSummary: Bool { false }
    package func everyLineUsesSummary(in section: SectionMeasure) -> Bool { false }
    package var lineBreaksDependOnNextItem: Bool { false }
    package var isOrthogonalMirrored: Bool { false }
    package func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool { false }

    /// The length along the scroll axis of an item's row; nil if items do not follow one another there.
    package func rowLength(of item: ItemMeasure, in section: SectionMeasure) -> Double? {
        // A section may have another number of columns.
        guard stacksItems(in: section) else { return nil }
        var solver = makeSolver(for: section, from: BandStart(itemIndex: 1))
        var band = BandBuffer()
        _ = solver.place([item], in: 0..<1, limit: 1, into: &band)
        return band.cells.first?.frame.length(traits.axis)
    }
}

/// A kind of element beside the cells that a layout can produce: a header, a badge, a background.
package struct ElementKind: Sendable, Hashable {
    package enum Category: String, Sendable {
        case supplementary
        case decoration
    }

    package var category: Category
    /// `header`, `footer`, or the definition's own name.
    package var name: String
    /// Whether elements of this kind move with the cells of an orthogonal section. True for badges, which belong to a
    /// cell; false for what belongs to the section itself.
    package var movesWithCells: Bool

    package init(category: Category, name: String, movesWithCells: Bool = false) {
        self.category = category
        self.name = name
        self.movesWithCells = movesWithCells
    }
}

/// The settings of a definition beside its kind that the kind's plan needs.
struct PlanOptions: Sendable, Hashable {
    var grid = PixelGrid()
    var rightToLeft = false
    /// Whether a section without items takes no room.
    var hidesEmptySections = false
    var wraps = false
    /// The sections' overrides, each text once: see ``SectionOverride``.
    var sections: [String] = []
}

/// The properties of a prepared layout beside its bands: how it scrolls and mirrors, its pinned parts, and the
/// distances between its parts.
///
/// A value, made from a definition in a container and kept with what was prepared, so that readers need
/// neither. Lengths are in points.
package struct LayoutTraits: Sendable, Hashable {
    /// The axis on which sections stack and the content scrolls.
    package var axis: LayoutAxis
    /// Whether coordinates along the scroll axis count from the content's far end (right-to-left layouts
    /// that scroll horizontally).
    package var isMirrored: Bool
    /// Whether elements have absolute frames on one plane rather than bands that stack (canvas).
    package var isFree: Bool
    /// The distance between consecutive sections; not before the first nor after the last.
    package var sectionSpacing: Double
    /// The content's extent across the scroll axis, if it is known beforehand; `nil` if it is the furthest edge of the
    /// elements.
    package var contentCrossLength: Double?
    /// Whether the content repeats endlessly in both directions.
    package var wraps: Bool
    /// The distance that a wrapped layout keeps between its last and its first element.
    package var wrapSpacing: Double
    /// Whether the content repeats endlessly across the scroll axis (spreadsheets).
    package var wrapsAcross = false
    /// The distance between the last and the first element where the content repeats across the scroll axis.
    package var crossWrapSpacing = 0.0
    /// The distance of pinned elements from the beginning of the visible rectangle, and from its end: the extent of the
    /// layout's content insets.
    package var pinStart: Double
    package var pinEnd: Double
    /// The growth of a z-index from one section to the next in card stacks, where later elements cover earlier ones.
    /// From one item to the next it grows by 1. In other layouts 0.
    package var zIndexStride: Int
    /// Whether a section without items takes no room, nor any spacing beside it.
    package var hidesEmptySections = false
    /// Whether frames are mirrored across the scroll axis, so that what stays visible of a sheet is at the right.
    package var isMirroredAcross = false
    /// How items with a sticky level stick; nil: they do not.
    package var stickyRule: StickyRule?
    /// The greatest distance by which cells move by their place in the viewport, as a part of the viewport's longer
    /// side; nil: none moves.
    package var motionReach: Double?
    /// Whether items are rows of their section's background.
    package var groupsRows = false
    /// Whether each item is a separate line, so that branches of an outline can be collapsed.
    package var stacksItems = false

    package init(
        axis: LayoutAxis, isMirrored: Bool = false, isFree: Bool = false, sectionSpacing: Double = 0,
        contentCrossLength: Double?, wraps: Bool = false, wrapSpacing: Double = 0, pinStart: Double = 0,
        pinEnd: Double = 0, zIndexStride: Int = 0
    ) {
        self.axis = axis
        self.isMirrored = isMirrored
        self.isFree = isFree
        self.sectionSpacing = sectionSpacing
        self.contentCrossLength = contentCrossLength
        self.wraps = wraps
        self.wrapSpacing = wrapSpacing
        self.pinStart = pinStart
        self.pinEnd = pinEnd
        self.zIndexStride = zIndexStride
    }
}

extension LayoutTraits {
    /// The classic carousel: several sets of the same items one after another. The offset jumps back by whole sets when
    /// it strays too far from the middle.
    ///
    /// It moves only when it is more than one set away from the middle. Then it keeps its distance from the middle
    /// modulo one set. The remainder has the sign of the distance, as C's `fmod` has it. An empty data set moves
    /// nothing.
    ///
    /// - Parameter length: The length of a set, in points, without the spacing after it.
    package func recentered(_ offset: Double, inSets sets: Int, of length: Double) -> (offset: Double, moved: Bool) {
        let setLength = length + wrapSpacing
        let contentLength = Double(sets) * setLength - wrapSpacing
        let center = contentLength / 2
        let distance = offset - center
        guard length > 0, sets > 0, setLength > 0, contentLength > 0, abs(distance) > setLength else {
            return (offset, false)
        }
        return (center + distance.truncatingRemainder(dividingBy: setLength), true)
    }
}

/// The treatment of a sticky item when the next one comes.
public enum StickyRule: String, Sendable, Hashable, CaseIterable {
    /// The next one pushes it out.
    case push
    /// Items of different levels are stacked; one pushes items of its level and of inner ones.
    case stack
}

/// The inner content of a section that scrolls at a right angle to its layout.
///
/// Frames are stored for an inner offset of 0; these values are the section's scroll range and stops.
package struct OrthogonalContent: Sendable, Hashable {
    /// A group's place on the inner axis, leading inset included, at inner offset 0.
    package struct GroupExtent: Sendable, Hashable {
        package var start: Double
        package var length: Double
    }

    package var behavior: OrthogonalScrollingBehavior
    /// The length of the inner content: leading inset, groups with their spacing, trailing inset.
    package var contentLength: Double
    /// The length of the inner scroller's viewport: the container's full extent.
    package var viewportLength: Double
    /// The section's inset at the leading end of the inner axis.
    package var leadingInset: Double
    package var groups: ContiguousArray<GroupExtent>
    /// How its cells move by their place in the inner viewport; nil: they do not.
    package var motion: LayoutMotion?
}

/// The scrolling of a section at a right angle to its layout, and its stops: UIKit's six behaviours.
public enum OrthogonalScrollingBehavior: String, Sendable, CaseIterable {
    /// It scrolls with its layout.
    case none
    /// It rests anywhere.
    case continuous
    /// It rests where a group begins.
    case continuousGroupLeadingBoundary
    /// It rests at multiples of the container's extent, one at a time.
    case paging
    /// It rests where a group begins, one at a time.
    case groupPaging
    /// It rests where a group is in the middle of the container, one at a time.
    case groupPagingCentered
}
