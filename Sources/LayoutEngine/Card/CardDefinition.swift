/// A stack of cards, each covering all but a strip of the one before it.
public struct CardDefinition: Sendable, Hashable {
    /// The axis along which the cards are stacked.
    public var axis: LayoutAxis
    /// The visible strip of a covered card: the distance from one card's origin to the next, in points.
    public var itemPitch: Double
    /// The width of an item that has not been measured, in points; `nil` is the container's content
    /// width in a vertical stack, and the pitch in a horizontal one.
    public var itemWidth: Double?
    /// The height of an item that has not been measured, in points; `nil` is the pitch in a vertical
    /// stack, and the container's content height in a horizontal one.
    public var itemHeight: Double?
    /// Both extents count; unless both are positive there is no header.
    public var header: LayoutSize
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// The container's insets around the content; they narrow the content across the axis.
    public var contentInsets: LayoutInsets
    /// The motion of cards by their place in the viewport. `nil`: none.
    public var motion: LayoutMotion?

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, itemPitch: Double = 40, itemWidth: Double? = nil, itemHeight: Double? = nil,
        header: LayoutSize = .zero, sectionInsets: LayoutInsets = .zero, contentInsets: LayoutInsets = .zero,
        motion: LayoutMotion? = nil
    ) {
        self.axis = axis
        self.itemPitch = itemPitch
        self.itemWidth = itemWidth
        self.itemHeight = itemHeight
        self.header = header
        self.sectionInsets = sectionInsets
        self.contentInsets = contentInsets
        self.motion = motion
    }
}

extension CardDefinition: DefinitionKind, TurnableDefinition {
    static let kindName = "card"
    /// A section without items adds nothing anyway.
    static var lackedKeys: [String] { ["emptySections"] }
    var containerAxes: [LayoutAxis] { [axis.cross] }
    var scrollInsets: (start: Double, end: Double) { (contentInsets.start(axis), contentInsets.end(axis)) }

    static let keys = DefinitionObject(
        name: kindName, meaning: "A stack of cards, each covering all but a strip of the one before it.",
        prototype: CardDefinition(),
        keys: [
            .axis,
            DefinitionKey("itemPitch", \.itemPitch, .extent, "The visible strip of a covered card, in points."),
            DefinitionKey(
                "itemSize", \.unmeasuredSize, .object(UnmeasuredSize.keys),
                "The size of an item that has not been measured."),
            DefinitionKey(
                "header", \.header, .size(),
                "The header of each section, if both extents are positive. A horizontal stack has its height along x."
            ),
            .sectionInsets,
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(),
                "The container's insets around the content; they narrow the content across the axis."),
            DefinitionKey("motion", \.motion, .choice(.stack), LayoutMotion.meaning),
        ])

    /// The two optional extents as the one object that they are in JSON.
    private var unmeasuredSize: UnmeasuredSize {
        get { UnmeasuredSize(width: itemWidth, height: itemHeight) }
        set { (itemWidth, itemHeight) = (newValue.width, newValue.height) }
    }

    private struct UnmeasuredSize: Sendable, Equatable {
        var width: Double?
        var height: Double?

        static let keys = DefinitionObject(
            name: "cardSize", meaning: "The size of a card; a missing dimension follows from pitch and container.",
            prototype: UnmeasuredSize(),
            keys: [
                DefinitionKey(
                    "width", \.width, .extent,
                    "The width, in points. Default: the container’s content width in a vertical stack, "
                        + "else the pitch."),
                DefinitionKey(
                    "height", \.height, .extent,
                    "The height, in points. Default: the pitch in a vertical stack, "
                        + "else the container’s content height."),
            ])
    }
}

extension LayoutDefinition.Kind {
    /// A stack of cards, each covering all but a strip of the one before it.
    public static func card(_ definition: CardDefinition) -> Self { Self(definition) }
}

/// A card stack in a container.
private struct CardPlan: LayoutPlan {
    let definition: CardDefinition
    let container: LayoutSize
    let grid: PixelGrid

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [BandBuffer.ElementKind] { [ListSection.Bar.elementKinds[ListSection.Bar.headerKind]] }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis,
            contentCrossLength: max(0, container[axis.cross] - definition.contentInsets.total(axis.cross)),
            pinStart: definition.contentInsets.start(axis), pinEnd: definition.contentInsets.end(axis),
            zIndexStride: CardSolver.zIndexesPerSection)
        traits.motionReach = motion?.reach
        return traits
    }
    var motion: LayoutMotion? { definition.motion }

    /// The length that a band adds to the content depends on whether a card follows it. The last card counts whole, the
    /// rest by their pitch. So a band that loses all its cards changes the one before it.
    var lineBreaksDependOnNextItem: Bool { true }

    func restartInterval(in section: SectionMeasure) -> Int? { 1 }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        CardSolver(plan: self, section: section, start: start)
    }
}

extension CardDefinition {
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let contentLength = container[axis.cross] - contentInsets.total(axis.cross)
        try ContainerFit.check(remaining: contentLength, of: container, on: axis.cross, path: "$.contentInsets")
        return CardPlan(definition: self, container: container, grid: options.grid)
    }
}

/// Stacks a section's cards, each a pitch further along than the one before it.
///
/// The last card is held back until it is known whether another follows. It adds its whole length to the content, while
/// the rest add a pitch.
private struct CardSolver: BandSolver {
    /// Between the layers of two sections there is room for a thousand cards. Beyond that, cards of a section and of
    /// the next share layers, and the order in which they are drawn decides.
    static let zIndexesPerSection = 1000

    private let axis: LayoutAxis
    private let grid: PixelGrid
    private let pitch: Double
    private let insets: LayoutInsets
    private let header: LayoutSize
    private let unmeasured: LayoutSize
    private let sectionZIndex: Int

    private var position: Double = 0
    private var isAtSectionStart: Bool
    private var nextZIndex: Int
    private var openItem: ItemMeasure?
    private var cellCount = 0
    private var crossLength: Double = 0

    init(plan: CardPlan, section: SectionMeasure, start: SectionMeasure.Start) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        pitch = grid.length(definition.itemPitch)
        insets = grid.insets(section.insets(over: definition.sectionInsets), along: axis)
        header = LayoutSize(
            width: section.headerWidth ?? definition.header.width,
            height: section.headerHeight ?? definition.header.height)
        let crossLimit = plan.container[axis.cross] - definition.contentInsets.total(axis.cross)
        var size = LayoutSize.zero
        size[axis] = definition.itemPitch
        size[axis.cross] = crossLimit
        unmeasured = LayoutSize(width: definition.itemWidth ?? size.width, height: definition.itemHeight ?? size.height)
        sectionZIndex = section.index * Self.zIndexesPerSection
        nextZIndex = sectionZIndex + start.itemIndex
        isAtSectionStart = start.isSectionStart
    }

    private mutating func beginSection(_ band: inout BandBuffer) {
        isAtSectionStart = false
        if header.width > 0, header.height > 0 {
            // In a stack that scrolls horizontally the header is turned: its height is measured along x. So in both
            // cases its height is along the stack and its width across it.
            let length = grid.length(header.height)
            band.elements.append(
                BandBuffer.Element(
                    kind: ListSection.Bar.headerKind,
                    frame: LayoutRect(axis: axis, along: 0, cross: 0, alongLength: length, crossLength: header.width),
                    zIndex: sectionZIndex))
            position = length
            crossLength = header.width
        }
        position += insets.start(axis)
    }

    private func length(_ item: ItemMeasure) -> Double { grid.length(item.length(axis, or: unmeasured[axis])) }

    private mutating func append(_ item: ItemMeasure, to band: inout BandBuffer) {
        let cross = axis.cross
        let crossStart = insets.start(cross)
        let breadth = max(0, item.length(cross, or: unmeasured[cross]) - insets.total(cross))
        band.cells.append(
            BandBuffer.Cell(
                frame: LayoutRect(
                    axis: axis, along: position, cross: crossStart, alongLength: length(item), crossLength: breadth),
                zIndex: nextZIndex))
        nextZIndex += 1
        cellCount += 1
        crossLength = max(crossLength, crossStart + breadth)
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        if isAtSectionStart, !range.isEmpty { beginSection(&band) }
        guard !range.isEmpty else { return range.lowerBound }
        if let openItem {
            if cellCount > 0, band.cells.count >= limit { return range.lowerBound }
            append(openItem, to: &band)
            position += pitch
        }
        // The item at `index` is the open one, and is placed when there is another after it.
        var index = range.lowerBound
        while index + 1 < range.upperBound {
            if cellCount > 0, band.cells.count >= limit { break }
            append(items[index], to: &band)
            position += pitch
            index += 1
        }
        openItem = items[index]
        return index + 1
    }

    var openItemCount: Int { openItem == nil ? 0 : 1 }
    var canEndBand: Bool { cellCount > 0 }

    mutating func endBand(_ band: inout BandBuffer) {
        band.length = position
        band.crossLength = crossLength
        position = 0
        crossLength = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        if let openItem {
            append(openItem, to: &band)
            position += length(openItem) + insets.end(axis)
        }
        openItem = nil
        endBand(&band)
    }
}
