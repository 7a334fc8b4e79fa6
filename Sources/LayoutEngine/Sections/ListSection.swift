/// One section of a list without its items: insets, header and footer, separators and background.
struct ListSection: Sendable {
    let axis: LayoutAxis
    /// On the grid along the scroll axis.
    let insets: LayoutInsets
    /// The place of the items across the scroll axis.
    let items: (start: Double, length: Double)
    /// The extent of the container across the scroll axis.
    let crossLength: Double
    /// Its own bars if it has them, else the definition's. Only the extent along the scroll axis counts.
    let header: Bar
    let footer: Bar
    let separators: Separators?
    /// The space between the bars and the insets of a section that has items.
    private let headerSpacing: Double
    private let footerSpacing: Double
    private let background: BandBuffer.SectionElement?
    private let followsSection: Bool
    private let spacing: Double

    init(_ section: SectionMeasure, of plan: some ListPlan) {
        let (definition, list, grid, axis) = (plan.definition, plan.definition.list, plan.grid, plan.axis)
        self.axis = axis
        let insets = grid.insets(section.insets(over: definition.sectionInsets), along: axis)
        self.insets = insets
        let items = definition.items(in: plan.container, insets: insets)
        self.items = items
        crossLength = plan.container[axis.cross]
        let isVertical = axis == .vertical
        let headerLength = (isVertical ? section.headerHeight : section.headerWidth) ?? definition.header[axis]
        let footerLength = (isVertical ? section.footerHeight : section.footerWidth) ?? definition.footer[axis]
        // Over cells, and over separators, which are drawn over the cells.
        let zIndex = definition.separators == nil ? 1 : Separators.zIndex + 1
        let length = grid.length(max(0, headerLength))
        let across = list.headersFollowInsets ? items : (0, crossLength)
        header = Bar(
            kind: Bar.headerKind, edge: .start, axis: axis, length: length, across: across, pins: definition.pinHeaders,
            // If items stick, a pinned header is drawn over them as well.
            pinnedZIndex: list.sticky == nil ? zIndex : 101,
            minimumLength: list.minimumHeaderLength(axis).map { min($0, length) })
        footer = Bar(
            kind: Bar.footerKind, edge: .end, axis: axis, length: grid.length(max(0, footerLength)), across: across,
            pins: definition.pinFooters, pinnedZIndex: zIndex)
        let headerSpacing = header.length > 0 ? grid.length(list.headerSpacing) : 0
        let footerSpacing = footer.length > 0 ? grid.length(list.footerSpacing) : 0
        (self.headerSpacing, self.footerSpacing) = (headerSpacing, footerSpacing)
        let kinds = plan.elementKinds
        separators = Separators(
            by: definition, kindIndex: kinds.firstIndex(of: Separators.kind) ?? 0, grid: grid, items: items)
        let end = insets.end(axis) + (footerSpacing + footer.length)
        background = list.background.map { background in
            let inner = grid.insets(background.contentInsets, along: axis)
            return BandBuffer.SectionElement(
                kind: kinds.firstIndex(of: BackgroundDefinition.kind) ?? 0, edge: .span,
                frame: LayoutRect(
                    axis: axis, along: length + headerSpacing + insets.start(axis) + inner.start(axis),
                    cross: items.start + inner.start(axis.cross), alongLength: 0,
                    crossLength: max(0, items.length - inner.total(axis.cross))),
                zIndex: BackgroundDefinition.zIndex, pins: false, reserve: end + inner.end(axis))
        }
        followsSection = section.followsSection
        spacing = grid.length(definition.sectionSpacing)
    }

    /// Adds what comes before the items; returns where these begin.
    func begin(_ band: inout BandBuffer, hasItems: Bool) -> Double {
        if followsSection { separators?.placeBeforeSection(gap: spacing, into: &band) }
        header.place(at: 0, into: &band)
        if hasItems, let background { band.sectionElements.append(background) }
        return header.length + (hasItems ? headerSpacing : 0) + insets.start(axis)
    }

    /// Adds what comes after the items; returns where the section ends.
    func end(_ band: inout BandBuffer, at position: Double, hasItems: Bool) -> Double {
        let insetEnd = position + insets.end(axis)
        guard footer.length > 0 else { return insetEnd }
        let start = insetEnd + (hasItems ? footerSpacing : 0)
        footer.place(at: start, into: &band)
        return start + footer.length
    }

    /// Leads a solver along a section whose lines follow one another, with spacing between them.
    struct Course: Sendable {
        let section: ListSection
        /// On the grid.
        let lineSpacing: Double
        /// The end of the last line, from the band's origin.
        var position = 0.0
        /// How many items of the band are placed.
        var cellCount = 0
        /// Whether a line precedes the next one in the section, so that spacing parts them.
        var hasLineBefore: Bool
        private var isAtSectionStart: Bool

        init(_ section: SectionMeasure, of plan: some ListPlan, lineSpacing: Double, start: SectionMeasure.Start) {
            self.section = ListSection(section, of: plan)
            self.lineSpacing = plan.grid.length(lineSpacing)
            hasLineBefore = !start.isSectionStart
            isAtSectionStart = start.isSectionStart
        }

        /// Adds what comes before the items of the section, if it has not begun; returns whether it begins.
        @discardableResult
        mutating func begin(_ band: inout BandBuffer, hasItems: Bool) -> Bool {
            guard isAtSectionStart else { return false }
            isAtSectionStart = false
            position = section.begin(&band, hasItems: hasItems)
            return true
        }

        /// Goes on to the next line.
        mutating func beginLine(_ band: inout BandBuffer) {
            if hasLineBefore {
                position += lineSpacing
                section.separators?.placeBeforeRow(at: position, gap: lineSpacing, host: band.cells.count, into: &band)
            }
            hasLineBefore = true
        }

        /// Makes the end of the band the origin of what follows.
        mutating func endBand(_ band: inout BandBuffer) {
            band.length = position
            band.crossLength = section.crossLength
            position = 0
            cellCount = 0
        }

        /// Adds what comes after the items of the section.
        mutating func end(_ band: inout BandBuffer, hasItems: Bool) {
            begin(&band, hasItems: false)
            position = section.end(&band, at: position, hasItems: hasItems)
        }
    }

    /// A strip across the scroll axis at one end of a section or of a whole list: a header or a footer.
    struct Bar: Sendable {
        /// The kinds that a plan with bars names first, in the order of their indices.
        static let elementKinds = [
            BandBuffer.ElementKind(category: .supplementary, name: "header"),
            BandBuffer.ElementKind(category: .supplementary, name: "footer"),
        ]
        static let headerKind = 0
        static let footerKind = 1

        let kind: Int
        let edge: LayoutTraits.BoundaryEdge
        let axis: LayoutAxis
        /// 0 if there is no bar.
        let length: Double
        /// Its beginning and length across the scroll axis.
        let across: (start: Double, length: Double)
        let pins: Bool
        /// A pinned bar is drawn over what scrolls beneath it; one that does not pin shares the layer of the cells.
        let pinnedZIndex: Int
        var minimumLength: Double?
        /// The end of its section pushes a pinned bar out, so nothing is kept free.
        var reserve = 0.0
        var pinShift = 0.0

        /// Adds the bar, if there is one. A pinned one at the end counts from the end of what it belongs to.
        func place(at position: Double, into band: inout BandBuffer) {
            guard length > 0 else { return }
            let frame = LayoutRect(
                axis: axis, along: pins && edge == .end ? -length : position, cross: across.start, alongLength: length,
                crossLength: across.length)
            guard pins else {
                band.elements.append(BandBuffer.Element(kind: kind, frame: frame, zIndex: 0))
                return
            }
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: kind, edge: edge == .start ? .start : .end, frame: frame, zIndex: pinnedZIndex, pins: true,
                    reserve: reserve, minimumLength: minimumLength, pinShift: pinShift))
        }
    }
}
