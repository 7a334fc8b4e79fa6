/// Lines between the rows of a table or of pictures, the lines of a flow, or sections. They are decorations of the kind
/// `separator`.
public struct SeparatorDefinition: Sendable, Hashable {
    /// The parts that a separator keeps apart.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        /// Consecutive rows of a section.
        case rows
        /// Consecutive lines of a section, which are the same as its rows.
        case lines
        /// Consecutive sections.
        case sections
    }

    /// The name of these decorations.
    package static let elementKind = "separator"

    /// The space at both ends of a separator, across the scroll axis, in points.
    public var inset: LayoutInsets
    /// The thickness along the scroll axis, in points. With a display scale it is at least one pixel.
    public var thickness: Double
    /// The parts that separators keep apart.
    public var between: Place

    /// Creates one from its parts; omitted ones have their defaults.
    public init(inset: LayoutInsets = .zero, thickness: Double = 1, between: Place = .rows) {
        self.inset = inset
        self.thickness = thickness
        self.between = between
    }

    static let keys = DefinitionObject(
        name: "separators",
        meaning: "Lines in the middle of gaps: decorations of the kind `separator`, in front of cells.",
        prototype: SeparatorDefinition(),
        keys: [
            DefinitionKey(
                "inset", \.inset, .insets(), "The space at both ends of a separator, across the scroll axis."),
            DefinitionKey(
                "thickness", \.thickness, .extent, "The thickness in points; with `scale`, at least one pixel."),
            DefinitionKey(
                "between", \.between, .choice(.rows),
                "The parts between which separators are: `rows` of a table or of pictures, `lines` of a flow, or "
                    + "`sections`."),
        ])
}

extension DefinitionKey where Root: SectionedDefinitionWithBars {
    static var separators: Self {
        Self(
            "separators", \.separators, .object(SeparatorDefinition.keys),
            "Lines between rows, lines or sections. Default: none.")
    }
}

struct Separators: Sendable {
    static let kind = ElementKind(category: .decoration, name: SeparatorDefinition.elementKind)
    /// In front of cells, and behind pinned elements.
    static let zIndex = 1

    private let axis: LayoutAxis
    private let kindIndex: Int
    private let start: Double
    private let length: Double
    private let thickness: Double
    private let between: SeparatorDefinition.Place

    /// - Parameters:
    ///   - kindIndex: The index of ``kind`` in the plan.
    ///   - items: The place of the section's items across the scroll axis.
    /// - Returns: nil for a definition without separators.
    init?(
        by definition: some SectionedDefinitionWithBars, kindIndex: Int, grid: PixelGrid,
        items: (start: Double, length: Double)
    ) {
        guard let separators = definition.separators else { return nil }
        axis = definition.axis
        self.kindIndex = kindIndex
        let cross = axis.cross
        start = items.start + separators.inset.start(cross)
        length = max(0, items.length - separators.inset.total(cross))
        let pixel = grid.scale.map { 1 / $0 } ?? 0
        thickness = max(grid.length(separators.thickness), pixel.isFinite ? pixel : 0)
        between = separators.between
    }

    /// Adds the separator in the gap before a row.
    ///
    /// - Parameters:
    ///   - position: The beginning of the row.
    ///   - host: The row's first cell in the band.
    func placeBeforeRow(at position: Double, gap: Double, host: Int, into band: inout BandBuffer) {
        guard between != .sections else { return }
        place(at: position, gap: gap, host: host, into: &band)
    }

    /// Adds the separator in the gap before a section that follows another one.
    func placeBeforeSection(gap: Double, into band: inout BandBuffer) {
        guard between == .sections else { return }
        place(at: 0, gap: gap, host: nil, into: &band)
    }

    private func place(at position: Double, gap: Double, host: Int?, into band: inout BandBuffer) {
        guard length > 0 else { return }
        let frame = LayoutRect(
            axis: axis, along: position - (gap + thickness) / 2, cross: start, alongLength: thickness,
            crossLength: length)
        band.elements.append(BandBuffer.Element(kind: kindIndex, frame: frame, zIndex: Self.zIndex, host: host))
    }
}
