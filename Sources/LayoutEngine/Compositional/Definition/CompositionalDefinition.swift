internal import LayoutText

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
            safeArea: LayoutInsets = .zero, layoutMargins: LayoutInsets = .zero,
            readableContent: LayoutInsets = .zero
        ) {
            self.safeArea = safeArea
            self.layoutMargins = layoutMargins
            self.readableContent = readableContent
        }

        /// The insets that a reference names.
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
        decorations: decorations,
        supplementariesFollowContentInsets: supplementariesFollowContentInsets,
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

extension CompositionalDefinition: DefinitionKind {
    static let kindName = "compositional"

    /// Rows of three cells.
    static let sample = CompositionalDefinition(sections: [
        CompositionalSection(
            group: .group(
                .horizontal, size: CompositionalSize(width: .fractionalWidth(1), height: .absolute(44)),
                dividing: CompositionalItem(
                    size: CompositionalSize(width: .fractionalWidth(1), height: .fractionalHeight(1))), count: 3))
    ])

    var containerDependence: ContainerDependence { .both }

    static let keys = DefinitionObject<Self>(
        kindName, "Sections of nested groups, with headers, badges and backgrounds.",
        prototype: CompositionalDefinition(sections: []),
        keys: [
            DefinitionKey("axis", \.axis, .choice(.vertical), "The axis along which the content scrolls."),
            DefinitionKey(
                "interSectionSpacing", \.interSectionSpacing, .length, "The distance between two sections, in points."),
            DefinitionKey(
                "rightToLeft", \.rightToLeft, .flag,
                "If true, everything is mirrored across: leading is right."),
            DefinitionKey(
                "contentInsetsReference", \.contentInsetsReference, .choice(.safeArea),
                "The environment’s insets that narrow the sections across the axis."),
            DefinitionKey(
                "insets", \.insets, .object(ReferenceInsets.keys),
                "The environment’s insets, as numbers."),
            DefinitionKey(
                "boundaryItems", \.boundaryItems,
                .list(of: .object(CompositionalBoundaryItem.keys), atMost: CompositionalSection.maximumAttachments),
                "Headers and footers of the whole layout."),
            DefinitionKey(
                "sections", \.sections, .list(of: .object(CompositionalSection.keys), atLeast: 1), isRequired: true,
                "The sections; a data set with more of them repeats the last."),
        ])

    var mirrorsItself: Bool { true }
    var isMirrored: Bool { rightToLeft }
    var plansOverrides: Bool { true }

    private var turned: Self {
        var turned = self
        turned.rightToLeft.toggle()
        return turned
    }

    /// The lengths that some item estimates.
    var measuredLengths: MeasuredLengths {
        var lengths = MeasuredLengths(width: false, height: false)
        for section in sections.flatMap({ [$0] + $0.variants.map(\.section) }) {
            for node in section.group.nodes where node.content == .item {
                lengths.width = lengths.width || node.size.width.isEstimated
                lengths.height = lengths.height || node.size.height.isEstimated
            }
        }
        return lengths
    }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        CompositionalPlan(
            isMirrored == options.rightToLeft ? self : turned, in: container, grid: options.grid,
            overrides: options.sections)
    }
}

extension LayoutDefinition.Kind {
    /// Sections of nested groups, with headers, badges and backgrounds.
    public static func compositional(_ definition: CompositionalDefinition) -> Self { Self(definition) }
}

extension CompositionalDefinition.ReferenceInsets {
    static let keys = DefinitionObject(
        "referenceInsets", "The environment’s insets.",
        prototype: CompositionalDefinition.ReferenceInsets(),
        keys: [
            DefinitionKey("safeArea", \.safeArea, .insets(), "The insets of this reference."),
            DefinitionKey("layoutMargins", \.layoutMargins, .insets(), "The insets of this reference."),
            DefinitionKey("readableContent", \.readableContent, .insets(), "The insets of this reference."),
        ])
}

extension CompositionalSection {
    static let prototype = CompositionalSection(group: CompositionalItem(size: .zero))

    static let keys: DefinitionObject<CompositionalSection> = {
        var keys = DefinitionObject(
            "section", "A group, repeated as long as there are items.", prototype: prototype,
            keys: ownKeys + [
                DefinitionKey(
                    "variants", \.variants, .list(of: .object(CompositionalVariant.keys)),
                    "Sections with conditions: the first whose condition holds replaces this one.")
            ])
        keys.rule = { (section) throws(LayoutError) in try section.checkMotion() }
        return keys
    }()

    /// Refuses motion in a section that does not scroll by itself.
    func checkMotion() throws(LayoutError) {
        guard motion != nil, orthogonalScrolling == .none else { return }
        throw LayoutError(path: ".motion", message: "needs a section with orthogonalScrolling")
    }

    /// The keys that a section has wherever it stands.
    static let ownKeys: [DefinitionKey<CompositionalSection>] = [
        DefinitionKey("group", \.group, .outermostGroup, isRequired: true, "The outermost group."),
        DefinitionKey(
            "interGroupSpacing", \.interGroupSpacing, .distance,
            "The distance between two groups, in points; a negative one laps them over each other."),
        DefinitionKey(
            "contentInsets", \.contentInsets, .insets(.any),
            "The space around the groups, inside headers and footers; a row of `section` can override each."),
        DefinitionKey(
            "orthogonalScrolling", \.orthogonalScrolling, .choice(.none),
            "The scrolling of the section across its layout."),
        DefinitionKey(
            "motion", \.motion, .choice(.stack),
            "In a section that scrolls across. " + LayoutMotion.meaning),
        DefinitionKey(
            "boundaryItems", \.boundaryItems,
            .list(of: .object(CompositionalBoundaryItem.keys), atMost: maximumAttachments),
            "Headers and footers of the section."),
        DefinitionKey(
            "decorations", \.decorations,
            .list(of: .object(CompositionalDecorationItem.keys), atMost: maximumAttachments),
            "Backgrounds of the section."),
        DefinitionKey(
            "supplementariesFollowContentInsets", \.supplementariesFollowContentInsets, .flag,
            "If true, boundary items keep within the section’s insets across the axis."),
        DefinitionKey(
            "contentInsetsReference", \.contentInsetsReference, .insetsReference,
            "The environment’s insets that narrow this section. Default or `automatic`: the layout's setting."
        ),
    ]
}

extension DefinitionValue where Value == CompositionalDefinition.InsetsReference? {
    /// A reference of a section's own, for which `automatic` stands for none.
    fileprivate static var insetsReference: Self {
        let automatic = "automatic"
        let words = CompositionalDefinition.InsetsReference.allCases.map(\.rawValue) + [automatic]
        return Self(
            .choice(words), placeholder: nil, check: { _ in }, write: { .string($0?.rawValue ?? automatic) },
            read: { (json) throws(LayoutError) in
                CompositionalDefinition.InsetsReference(rawValue: try LayoutError.word(json, among: words))
            })
    }
}
