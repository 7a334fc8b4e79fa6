/// The headers and footers of one section, or of a whole layout, with their sizes resolved.
struct BoundaryLayout: Sendable {
    struct Item: Sendable {
        var kind: Int
        /// Its end of the scroll axis; centred items are over the middle.
        var position: CompositionalAlignment.Position
        var length: Double
        /// Added along the scroll axis.
        var offset: Double
        var extends: Bool
        var pins: Bool
        var zIndex: Int
        /// The frame across the scroll axis, offset included.
        var cross: Double
        var crossLength: Double

        /// The distance from the edge of the section's box to the item's beginning.
        var originFromEdge: Double {
            switch position {
            case .start: (extends ? -length : 0) + offset
            case .end: (extends ? 0 : -length) + offset
            case .center: -length / 2 + offset
            }
        }

        /// How far it makes the section grow.
        var added: Double {
            guard extends else { return 0 }
            return switch position {
            case .start: max(0, -originFromEdge)
            case .end: max(0, originFromEdge + length)
            case .center: 0
            }
        }
    }

    let axis: LayoutAxis
    private(set) var items: [Item] = []
    /// How far the section reaches before its box.
    private(set) var startExtension = 0.0
    /// How far the section reaches beyond its box.
    private(set) var endExtension = 0.0
    /// The space that pinned items at the beginning keep free at the end, and the other way round.
    private var startReserve = 0.0
    private var endReserve = 0.0
    /// Whether there is an item whose place depends on the extent of the whole section.
    private(set) var hasCenteredItems = false

    /// - Parameters:
    ///   - insets: the insets that the items keep within, across the scroll axis.
    ///   - section: where a section's own row overrides the sizes of its `header` and `footer`.
    init(
        _ definitions: [CompositionalBoundaryItem], axis: LayoutAxis, container: LayoutSize, insets: LayoutInsets,
        section: SectionMeasure?, grid: PixelGrid = PixelGrid(), kinds: inout [BandBuffer.ElementKind]
    ) {
        self.axis = axis
        for definition in definitions {
            let kind = BandBuffer.ElementKind(category: .supplementary, name: definition.elementKind)
            let size = Self.size(of: definition, axis: axis, container: container, insets: insets, section: section)
            let cross = axis.cross
            let available = Self.available(for: definition, axis: axis, container: container, insets: insets)
            let rest = available - size[cross]
            let start = insets.start(cross) + definition.contentInsets.start(cross)
            let place =
                switch definition.alignment.position(cross) {
                case .start: start
                case .center: start + rest / 2
                case .end: start + rest
                }
            items.append(
                Item(
                    kind: kinds.index(of: kind), position: definition.alignment.position(axis),
                    length: grid.length(size[axis]), offset: grid.length(definition.offset[axis]),
                    extends: definition.extendsBoundary,
                    pins: definition.pinToVisibleBounds, zIndex: definition.zIndex ?? 1,
                    cross: place + definition.offset[cross], crossLength: size[cross]))
        }
        for item in items {
            let taken = item.pins ? max(item.added, item.length) : item.added
            switch item.position {
            case .start:
                startExtension = max(startExtension, item.added)
                endReserve = max(endReserve, taken)
            case .end:
                endExtension = max(endExtension, item.added)
                startReserve = max(startReserve, taken)
            case .center: hasCenteredItems = true
            }
        }
    }

    private static func available(
        for item: CompositionalBoundaryItem, axis: LayoutAxis, container: LayoutSize, insets: LayoutInsets
    ) -> Double { max(0, container[axis.cross] - insets.total(axis.cross) - item.contentInsets.total(axis.cross)) }

    private static func size(
        of item: CompositionalBoundaryItem, axis: LayoutAxis, container: LayoutSize, insets: LayoutInsets,
        section: SectionMeasure?
    ) -> LayoutSize {
        var box = container
        box[axis.cross] = available(for: item, axis: axis, container: container, insets: insets)
        var size = item.size.lengths(in: box)
        guard let section else { return size }
        let measured: (width: Double?, height: Double?) =
            switch item.elementKind {
            case "header": (section.headerWidth, section.headerHeight)
            case "footer": (section.footerWidth, section.footerHeight)
            default: (nil, nil)
            }
        if item.size.width.isEstimated, let width = measured.width { size.width = width }
        if item.size.height.isEstimated, let height = measured.height { size.height = height }
        return size
    }

    /// Writes the items of one place along the scroll axis, for a section whose own beginning is the band's origin.
    ///
    /// - Parameter boxEnd: The end of the section's box in the band; not used for items at the beginning. Centred items
    ///   are for a section that is one band.
    func append(_ position: CompositionalAlignment.Position, boxEnd: Double = 0, to band: inout BandBuffer) {
        for item in items where item.position == position {
            let fromEdge = item.originFromEdge
            let place =
                switch position {
                case .start: startExtension + fromEdge
                case .center: (startExtension + boxEnd) / 2 + fromEdge
                case .end: boxEnd + fromEdge
                }
            guard item.pins else {
                band.elements.append(
                    BandBuffer.Element(kind: item.kind, frame: frame(of: item, at: place), zIndex: item.zIndex))
                continue
            }
            let isAtEnd = position == .end
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: item.kind, edge: isAtEnd ? .end : .start,
                    frame: frame(of: item, at: isAtEnd ? fromEdge - endExtension : place), zIndex: item.zIndex,
                    pins: true,
                    reserve: isAtEnd ? endReserve : startReserve))
        }
    }

    /// Writes the items that are centred along the scroll axis of a whole layout. They are over the middle between the
    /// items before its sections and the items after them.
    func appendMiddle(to band: inout BandBuffer) {
        for item in items where item.position == .center {
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: item.kind, edge: .middle,
                    frame: frame(of: item, at: (startExtension - endExtension) / 2 + item.originFromEdge),
                    zIndex: item.zIndex, pins: item.pins, reserve: item.pins ? startReserve : 0))
        }
    }

    private func frame(of item: Item, at place: Double) -> LayoutRect {
        LayoutRect(
            axis: axis, along: place, cross: item.cross, alongLength: item.length, crossLength: item.crossLength)
    }
}
