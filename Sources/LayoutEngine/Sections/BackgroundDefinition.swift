/// A background behind the items of each section, as grouped lists have it: a decoration of the kind `background`.
public struct BackgroundDefinition: Sendable, Hashable {
    /// Shrinks the background, which otherwise covers its section between the section's insets, in points.
    public var contentInsets: LayoutInsets

    /// Creates one from its parts; omitted ones have their defaults.
    public init(contentInsets: LayoutInsets = .zero) { self.contentInsets = contentInsets }

    static let keys = DefinitionObject(
        name: "background",
        meaning:
            "A decoration of the kind `background` behind the items of each section that has some, between its insets.",
        prototype: BackgroundDefinition(),
        keys: [
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any),
                "The insets of its frame from the items' frame; below 0, it reaches beyond.")
        ])
}

struct SectionBackground: Sendable {
    static let kind = ElementKind(category: .decoration, name: "background")
    /// Behind cells and everything else.
    static let zIndex = -1

    private let axis: LayoutAxis
    private let kindIndex: Int
    private let insets: LayoutInsets
    private let start: Double
    private let length: Double

    /// - Parameters:
    ///   - kindIndex: The index of ``kind`` in the plan.
    ///   - items: The place of the section's items across the scroll axis.
    /// - Returns: nil for a definition without backgrounds.
    init?(
        by definition: some SectionedDefinitionWithBars, kindIndex: Int, grid: PixelGrid,
        items: (start: Double, length: Double)
    ) {
        guard let background = definition.list.background else { return nil }
        axis = definition.axis
        self.kindIndex = kindIndex
        insets = grid.insets(background.contentInsets, along: axis)
        start = items.start + insets.start(axis.cross)
        length = max(0, items.length - insets.total(axis.cross))
    }

    /// - Parameters:
    ///   - position: The beginning of the items.
    ///   - reserve: The distance of their end from the section's.
    func place(from position: Double, to reserve: Double, into band: inout BandBuffer) {
        band.sectionElements.append(
            BandBuffer.SectionElement(
                kind: kindIndex, edge: .span,
                frame: LayoutRect(
                    axis: axis, along: position + insets.start(axis), cross: start, alongLength: 0,
                    crossLength: length),
                zIndex: Self.zIndex, pins: false, reserve: reserve + insets.end(axis)))
    }
}
