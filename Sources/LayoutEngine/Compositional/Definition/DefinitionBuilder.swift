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

// Functions, because types of these names would be ambiguous with types of SwiftUI and of apps. As functions they are
// found only in calls.

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
