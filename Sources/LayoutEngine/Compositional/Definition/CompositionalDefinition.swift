/// A compositional layout as a value: sections of nested groups, with headers, badges and backgrounds.
///
/// Geometry follows UIKit. UIKit does not document everything; these are our own choices:
///
/// - A first subitem that is too long for its group is placed all the same, so that every group
///   takes at least one item.
/// - A fraction of the container's length along the scroll axis is of the whole container, insets
///   not subtracted.
/// - In a partly filled group, flexible spacing is what it would be in a full one whose missing items have their
///   estimated sizes. So the last group lines up with those before it.
/// - A `dividing` group subtracts its subitem's edge spacing, too, before it shares its length.
/// - A section grows to the union of its box and of the offset frame of an extending boundary item, at the item's end
///   of it. Several items at one end extend it by the largest need.
/// - A boundary item whose alignment names neither end of the scroll axis covers the section's content, centred along
///   the scroll axis. An example is `leading` in a layout that scrolls vertically.
/// - When a section's outermost group is uniform across siblings, every uniform sibling in it takes the maximum over
///   all its group's instances in the section.
/// - A badge of a group, as opposed to one of an item, is attached to the group's box and belongs to
///   the group's first item.
/// - z-indexes: cells 0, or 1 in a section with a decoration; boundary and anchored items 1;
///   decorations 0. One that is given wins.
///
/// Most sections are solved in bands, with no more memory than one group takes. Some are solved as a whole, because an
/// item can move items far before it:
///
/// - orthogonal sections,
/// - sections whose outermost group is uniform across siblings,
/// - sections with a boundary item centred along the scroll axis,
/// - sections in which a nested group of estimated length has to fit into a group of known length.
public struct CompositionalDefinition: Sendable, Hashable {
    /// The environment's insets that narrow the sections across the scroll axis.
    public enum InsetsReference: String, Sendable, Hashable, CaseIterable {
        /// None of them.
        case none
        /// The area not covered by bars and rounded corners.
        case safeArea
        /// The margins of the view.
        case layoutMargins
        /// A width in which lines of text are short enough to read.
        case readableContent
    }

    /// The environment's insets, as numbers: there is no window here to ask.
    public struct ReferenceInsets: Sendable, Hashable {
        /// The insets that ``InsetsReference/safeArea`` refers to, in points.
        public var safeArea: LayoutInsets
        /// The insets that ``InsetsReference/layoutMargins`` refers to, in points.
        public var layoutMargins: LayoutInsets
        /// The insets that ``InsetsReference/readableContent`` refers to, in points.
        public var readableContent: LayoutInsets

        /// Makes one from its parts; omitted ones have their defaults.
        public init(
            safeArea: LayoutInsets = .zero, layoutMargins: LayoutInsets = .zero, readableContent: LayoutInsets = .zero
        ) {
            self.safeArea = safeArea
            self.layoutMargins = layoutMargins
            self.readableContent = readableContent
        }

        package subscript(reference: InsetsReference) -> LayoutInsets {
            switch reference {
            case .none: .zero
            case .safeArea: safeArea
            case .layoutMargins: layoutMargins
            case .readableContent: readableContent
            }
        }
    }

    /// The deepest nesting of groups that is accepted. Solving does not recurse, so the number is a choice. It is far
    /// beyond any layout made by hand, and short enough for its JSON path to be read.
    package static let maximumDepth = 1000

    /// The axis on which sections stack and the layout scrolls.
    public var axis: LayoutAxis
    /// At least one; a data set with more sections repeats the last.
    public var sections: [CompositionalSection]
    /// Between sections, never before the first or after the last, in points.
    public var interSectionSpacing: Double
    /// True if everything is mirrored across, so that leading is right.
    public var rightToLeft: Bool
    /// Headers and footers of the whole layout, before its first and after its last section.
    public var boundaryItems: [CompositionalBoundaryItem]
    /// The insets that narrow sections without their own setting.
    public var contentInsetsReference: InsetsReference
    /// The insets that references name.
    public var insets: ReferenceInsets

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, sections: [CompositionalSection], interSectionSpacing: Double = 0,
        rightToLeft: Bool = false, boundaryItems: [CompositionalBoundaryItem] = [],
        contentInsetsReference: InsetsReference = .safeArea, insets: ReferenceInsets = ReferenceInsets()
    ) {
        self.axis = axis
        self.sections = sections
        self.interSectionSpacing = interSectionSpacing
        self.rightToLeft = rightToLeft
        self.boundaryItems = boundaryItems
        self.contentInsetsReference = contentInsetsReference
        self.insets = insets
    }

    /// The index of the definition's section for the given place, the last one repeating.
    func sectionIndex(for index: Int) -> Int { min(max(0, index), sections.count - 1) }
}

// Functions, because types of these names would be ambiguous with types of SwiftUI and of apps. As functions they are
// found only in calls.

extension CompositionalDefinition {
    /// Creates a definition from the sections that a closure lists.
    ///
    /// ```swift
    /// let definition = CompositionalDefinition(interSectionSpacing: 20) {
    ///     Section(interGroupSpacing: 5, contentInsets: 10) {
    ///         Group(.horizontal, height: 95, spacing: 5) {
    ///             Item(width: 110, height: 95)
    ///             Group(.vertical, width: 110, height: 95, spacing: 5) {
    ///                 Item(width: 110, height: 30)
    ///                 Item(width: 110, height: 60)
    ///             }
    ///         }
    ///     }
    /// }
    /// ```
    public init(
        axis: LayoutAxis = .vertical, interSectionSpacing: Double = 0, rightToLeft: Bool = false,
        boundaryItems: [CompositionalBoundaryItem] = [], contentInsetsReference: InsetsReference = .safeArea,
        insets: ReferenceInsets = ReferenceInsets(),
        @DefinitionBuilder<CompositionalSection> sections: () -> [CompositionalSection]
    ) {
        self.init(
            axis: axis, sections: sections(), interSectionSpacing: interSectionSpacing, rightToLeft: rightToLeft,
            boundaryItems: boundaryItems, contentInsetsReference: contentInsetsReference, insets: insets)
    }
}

/// Returns a section of a compositional layout that repeats a group.
public func Section(
    interGroupSpacing: Double = 0, contentInsets: LayoutInsets = .zero,
    orthogonalScrolling: OrthogonalScrollingBehavior = .none, motion: LayoutMotion? = nil,
    boundaryItems: [CompositionalBoundaryItem] = [],
    decorations: [CompositionalDecorationItem] = [], supplementariesFollowContentInsets: Bool = true,
    contentInsetsReference: CompositionalDefinition.InsetsReference? = nil, variants: [CompositionalVariant] = [],
    group: () -> CompositionalItem
) -> CompositionalSection {
    CompositionalSection(
        group: group(), interGroupSpacing: interGroupSpacing, contentInsets: contentInsets,
        orthogonalScrolling: orthogonalScrolling, motion: motion, boundaryItems: boundaryItems,
        decorations: decorations, supplementariesFollowContentInsets: supplementariesFollowContentInsets,
        contentInsetsReference: contentInsetsReference, variants: variants)
}

/// Returns a group that cycles through its items until the next one does not fit.
///
/// Default: as wide as what holds it, and as high as its items, with an estimate of 44 points.
public func Group(
    _ axis: LayoutAxis, width: CompositionalDimension = .fractionalWidth(1),
    height: CompositionalDimension = .estimated(44), spacing: CompositionalSpacing = .fixed(0),
    contentInsets: LayoutInsets = .zero, edgeSpacing: CompositionalEdgeSpacing = .none,
    supplementaries: [CompositionalAnchoredItem] = [],
    @DefinitionBuilder<CompositionalItem> items: () -> [CompositionalItem]
) -> CompositionalItem {
    .group(
        axis, size: CompositionalSize(width: width, height: height), subitems: items(), interItemSpacing: spacing,
        contentInsets: contentInsets, edgeSpacing: edgeSpacing, supplementaries: supplementaries)
}

/// Returns a group of copies of one item, which share its length equally.
///
/// Default: as wide as what holds it, and as high as its items, with an estimate of 44 points.
public func Group(
    _ axis: LayoutAxis, count: Int, width: CompositionalDimension = .fractionalWidth(1),
    height: CompositionalDimension = .estimated(44), spacing: CompositionalSpacing = .fixed(0),
    contentInsets: LayoutInsets = .zero, edgeSpacing: CompositionalEdgeSpacing = .none,
    supplementaries: [CompositionalAnchoredItem] = [], item: () -> CompositionalItem
) -> CompositionalItem {
    .group(
        axis, size: CompositionalSize(width: width, height: height), dividing: item(), count: count,
        interItemSpacing: spacing, contentInsets: contentInsets, edgeSpacing: edgeSpacing,
        supplementaries: supplementaries)
}

/// Returns an item of a group: one cell.
///
/// Default: the width of its container, and the measured height, with an estimate of 44 points.
public func Item(
    width: CompositionalDimension = .fractionalWidth(1), height: CompositionalDimension = .estimated(44),
    contentInsets: LayoutInsets = .zero, edgeSpacing: CompositionalEdgeSpacing = .none,
    supplementaries: [CompositionalAnchoredItem] = []
) -> CompositionalItem {
    CompositionalItem(
        size: CompositionalSize(width: width, height: height), contentInsets: contentInsets, edgeSpacing: edgeSpacing,
        supplementaries: supplementaries)
}

// Numbers stand for points, as they do in a definition's JSON.

extension CompositionalDimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a length in points.
    public init(integerLiteral value: Int) { self = .absolute(Double(value)) }
    /// Creates a length in points.
    public init(floatLiteral value: Double) { self = .absolute(value) }
}

extension CompositionalSpacing: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a fixed distance in points.
    public init(integerLiteral value: Int) { self = .fixed(Double(value)) }
    /// Creates a fixed distance in points.
    public init(floatLiteral value: Double) { self = .fixed(value) }
}

extension LayoutInsets: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates the same distance on all edges, in points.
    public init(integerLiteral value: Int) { self.init(Double(value)) }
    /// Creates the same distance on all edges, in points.
    public init(floatLiteral value: Double) { self.init(value) }
}

/// Collects the parts of a compositional definition from the statements of a closure, with conditions and loops.
@resultBuilder
public enum DefinitionBuilder<Part> {
    /// Takes one part.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }
    /// Takes the parts of a block in their order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
    /// Takes the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Takes the parts of the first branch.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Takes the parts of the second branch.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
    /// Takes the parts of a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}

/// One section of a compositional layout: a group, repeated for as long as there are items.
public struct CompositionalSection: Sendable, Hashable {
    /// The outermost group.
    public var group: CompositionalItem
    /// Between consecutive groups along the axis on which they stack, in points. A negative distance
    /// laps groups over each other, by no more than the later one's length.
    public var interGroupSpacing: Double
    /// Around the groups, inside headers and footers. A section's own row can override each of them.
    public var contentInsets: LayoutInsets
    /// `none` for a section that scrolls with its layout; otherwise groups stack on the other axis.
    public var orthogonalScrolling: OrthogonalScrollingBehavior
    /// The motion of cells of a section that scrolls orthogonally, by their place in its viewport. `nil`: none.
    public var motion: LayoutMotion?
    /// Its headers, footers and other supplementaries at its edges.
    public var boundaryItems: [CompositionalBoundaryItem]
    /// Its backgrounds.
    public var decorations: [CompositionalDecorationItem]
    /// True if boundary items keep within the section's insets across the scroll axis.
    public var supplementariesFollowContentInsets: Bool
    /// `nil`: the layout's setting.
    public var contentInsetsReference: CompositionalDefinition.InsetsReference?
    /// The replacements of the section in containers of certain sizes: the first whose condition holds.
    public var variants: [CompositionalVariant]

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        group: CompositionalItem, interGroupSpacing: Double = 0, contentInsets: LayoutInsets = .zero,
        orthogonalScrolling: OrthogonalScrollingBehavior = .none, motion: LayoutMotion? = nil,
        boundaryItems: [CompositionalBoundaryItem] = [], decorations: [CompositionalDecorationItem] = [],
        supplementariesFollowContentInsets: Bool = true,
        contentInsetsReference: CompositionalDefinition.InsetsReference? = nil, variants: [CompositionalVariant] = []
    ) {
        self.group = group
        self.interGroupSpacing = interGroupSpacing
        self.contentInsets = contentInsets
        self.orthogonalScrolling = orthogonalScrolling
        self.motion = motion
        self.boundaryItems = boundaryItems
        self.decorations = decorations
        self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
        self.contentInsetsReference = contentInsetsReference
        self.variants = variants
    }
}

/// A replacement of a section in containers of certain sizes.
public struct CompositionalVariant: Sendable, Hashable {
    /// Sizes of a container, in points. Bounds are included, and all given bounds must hold.
    public struct Condition: Sendable, Hashable {
        /// The least width; `nil`: any.
        public var minWidth: Double?
        /// The greatest width; `nil`: any.
        public var maxWidth: Double?
        /// The least height; `nil`: any.
        public var minHeight: Double?
        /// The greatest height; `nil`: any.
        public var maxHeight: Double?

        /// Makes one from its parts; omitted ones do not count.
        public init(
            minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil
        ) {
            self.minWidth = minWidth
            self.maxWidth = maxWidth
            self.minHeight = minHeight
            self.maxHeight = maxHeight
        }

        func holds(in container: LayoutSize) -> Bool {
            container.width >= minWidth ?? -.infinity && container.width <= maxWidth ?? .infinity
                && container.height >= minHeight ?? -.infinity && container.height <= maxHeight ?? .infinity
        }
    }

    /// The containers that it is for.
    public var when: Condition
    /// The section that stands there. Its own variants do not count.
    public var section: CompositionalSection

    /// Makes one from its parts.
    public init(when: Condition, section: CompositionalSection) {
        self.when = when
        self.section = section
    }
}

extension CompositionalSection {
    /// The section in a container: the first of its variants that holds there, else itself.
    func resolved(in container: LayoutSize) -> CompositionalSection {
        variants.first { $0.when.holds(in: container) }?.section ?? self
    }
}

extension CompositionalVariant {
    static let keys = DefinitionObject<CompositionalVariant>(
        name: "variant", meaning: "A replacement of a section in containers of certain sizes.",
        prototype: CompositionalVariant(when: Condition(), section: CompositionalSection.prototype),
        keys: [
            DefinitionKey("when", \.when, .object(Condition.keys), isRequired: true, "The containers that it is for.")
        ] + CompositionalSection.ownKeys.map { $0.inside(\CompositionalVariant.section) },
        rule: { (variant) throws(LayoutError) in try variant.section.checkMotion() })
}

extension CompositionalVariant.Condition {
    static let keys = DefinitionObject(
        name: "condition", meaning: "Sizes of the container; all written bounds must hold.",
        prototype: CompositionalVariant.Condition(),
        keys: [
            DefinitionKey("minWidth", \.minWidth, .length, "The least width, in points."),
            DefinitionKey("maxWidth", \.maxWidth, .length, "The greatest width, in points."),
            DefinitionKey("minHeight", \.minHeight, .length, "The least height, in points."),
            DefinitionKey("maxHeight", \.maxHeight, .length, "The greatest height, in points."),
        ])
}
