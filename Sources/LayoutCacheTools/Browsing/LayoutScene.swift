package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

/// A rectangle of a layout, for a viewer that draws it and scrolls on without another query.
package struct LayoutScene: Sendable {
    package struct Element: Sendable {
        /// Its frame while it is not pinned.
        package var attributes: LayoutAttributes
        /// Whether its section's offset moves it.
        package var movesAcross = false
        /// The parts of a sheet's lines to which it belongs.
        package var rows = FrozenLines.Part.scrolling
        package var columns = FrozenLines.Part.scrolling
        /// Whether it is a repetition of its column.
        package var isRepeatedAcross = false
        package var key: String?
        /// The label of a cell, or the title of the section that a header is of.
        package var title: String?
        package var detail: String?
        package var hasImage = false
        /// A colour or a blur hash that stands for the picture.
        package var placeholder: String?
        /// The label as it was laid out; nil unless the layout wraps texts.
        package var wrapped: WrappedText?
        /// nil unless it is a row that can be collapsed.
        package var outline: OutlineRow?
    }

    /// An element that stays visible: its edge keeps to the visible part's, inside its range.
    package struct Pin: Sendable {
        package var element: Element
        package var range: ClosedRange<Double>
        package var keepsToEnd: Bool
        /// The length to which it shrinks by what was scrolled past it; nil if it keeps its length.
        package var minimumLength: Double?
        package var inset: Double
    }

    package struct Section: Sendable {
        package var index: Int
        package var lap: Int
        package var title: String?
        /// Whether it shows its header alone.
        package var isCollapsed: Bool
        package var frame: LayoutRect
        /// 1 or −1 if it scrolls orthogonally: its cells move against, or with, its offset; else 0.
        package var orthogonal: Int
        package var offset: Double
        package var leastOffset: Double
        package var greatestOffset: Double
        /// The offsets at which it stops; nil: anywhere, or there are too many.
        package var stops: [Double]?
        /// The lines of a sheet that stay visible, at rest in content coordinates.
        package var frozenLines: FrozenLines?
    }

    /// The replacement of elements if there would be too many.
    package enum Detail: Sendable {
        case elements
        /// Pieces of one length each along the scroll axis.
        case pieces([OverviewPiece])
        /// On a canvas, the boxes around neighbouring elements.
        case boxes([LayoutRect])
    }

    /// An item that may stick to an edge of the visible part, at its natural place.
    package struct StickyItem: Sendable {
        package var element: Element
        package var level: Int
        package var isAtEnd: Bool
    }

    /// The items that may stick while a part of the rectangle is visible.
    package struct Sticky: Sendable {
        package var rule: StickyRule
        /// How far from the edges of the visible part they stick.
        package var start: Double
        package var end: Double
        package var items: [StickyItem]
    }

    /// The state that it shows, as ``BrowsedLayout/revision`` names it.
    package var revision = ""
    package var detail = Detail.elements
    package var elements: [Element] = []
    package var pins: [Pin] = []
    package var sections: [Section] = []
    /// nil if no item can stick.
    package var sticky: Sticky?
    /// The titles of the sections of pieces, by index.
    package var titles: [Int: String] = [:]
}

extension StoredLayout {
    /// The scene of a rectangle.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points. If cells move by their place in what is visible, it is as long as
    ///     that, or longer.
    ///   - offsets: The offsets of orthogonal sections, by their index, in place of the stored ones.
    ///   - limit: The approximate number of elements that are listed one by one.
    ///   - textLimit: Up to how many elements their keys and titles are looked up.
    ///   - pieceCount: The number of pieces into which the rectangle is cut if it holds more elements.
    ///   - fields: The shown fields of an item.
    ///   - preparing: The scope to lay out first; nothing if the rectangle holds more than `limit`.
    /// - Throws: as ``layoutAttributesForElements(in:visible:preparing:)``.
    /// - Complexity: O(log bands + found), and O(limit) at the most.
    package func scene(
        in rect: LayoutRect, offsets: [Int: Double] = [:], limit: Int = 6000, textLimit: Int = 4000,
        pieceCount: Int = 512, fields: ItemFields = ItemFields(), preparing: PreparationScope = .nothing
    ) throws -> LayoutScene {
        var isDense = try isDense(in: rect, limit: limit)
        // Until there are bands, and where many items were appended to one, the number of elements in a rectangle is
        // unknown.
        let state = preparing == .nothing ? .current : try preparationState()
        if state == .never || state != .current && isDense {
            try read(preparing, viewing: .visible(LayoutRect(x: rect.x, y: rect.y, width: 1, height: 1))) { _ in }
            isDense = try self.isDense(in: rect, limit: limit)
        }
        return try read(isDense ? .nothing : preparing, viewing: .visible(rect)) { layout in
            var scene = LayoutScene()
            if !isDense {
                scene = try LayoutScene(of: rect, in: layout, offsets, textLimit: textLimit, fields: fields)
            } else if layout.traits.isFree {
                scene.detail = .boxes(try layout.boxes(in: rect))
            } else {
                let axis = layout.traits.axis
                let pieces = try layout.pieces(from: rect.min(axis), to: rect.max(axis), count: pieceCount)
                (scene.detail, scene.titles) = (.pieces(pieces), try layout.titles(of: pieces))
            }
            scene.revision = try layout.revision
            return scene
        }
    }
}

extension StoredLayout {
    /// Whether a rectangle holds too many elements to list them one by one. O(log bands).
    package func isDense(in rect: LayoutRect, limit: Int = 6000) throws -> Bool {
        try read { try $0.estimatedCount(in: rect) > Double(limit) }
    }
}

extension LayoutScene {
    init(
        of rect: LayoutRect, in layout: LayoutReader, _ offsets: [Int: Double] = [:], textLimit: Int,
        fields: ItemFields = ItemFields()
    ) throws {
        let query = try VisibleQuery(layout, rect: rect, for: .scene(offsets: offsets))
        let found = try query.run()
        elements = found.elements.map { Element(attributes: $0) }
        for (range, region) in found.regions {
            for index in range {
                elements[index].movesAcross = region.members == .moving
                guard let part = region.part else { continue }
                elements[index].rows = part.rows
                elements[index].columns = part.columns
                elements[index].isRepeatedAcross = part.crossLap != 0
            }
        }
        pins = found.pins.map { Pin($0, $0.pinRange(query.placement)) }
        if elements.count <= textLimit { try readTexts(fields, from: layout) }
        try readSticky(in: rect, fields, from: layout)
        sections = try found.sections.map { try Section($0.section, $0.lap, in: layout, query.placement) }
        for index in pins.indices {
            guard let section = pins[index].element.attributes.section else { continue }
            pins[index].element.title = sections.first { $0.index == section }?.title
        }
    }

    private mutating func readSticky(in rect: LayoutRect, _ fields: ItemFields, from layout: LayoutReader) throws {
        guard let rule = layout.traits.stickyRule else { return }
        let texts = try ItemTexts(fields, in: layout)
        let items = try layout.stickyCandidates(in: rect).map { candidate in
            var element = Element(attributes: candidate.cell)
            if let id = candidate.cell.itemID { try texts.read(id, into: &element) }
            return StickyItem(element: element, level: candidate.level, isAtEnd: candidate.isAtEnd)
        }
        sticky = Sticky(rule: rule, start: layout.traits.pinStart, end: layout.traits.pinEnd, items: items)
    }

    mutating func readTexts(_ fields: ItemFields, from layout: LayoutReader) throws {
        let texts = try ItemTexts(fields, in: layout)
        let headers = elements.map(\.attributes).filter { $0.kind != .cell && $0.itemID == nil }
        let titles = try layout.titles(ofSections: Set(headers.compactMap(\.section)))
        for index in elements.indices {
            let attributes = elements[index].attributes
            if let id = attributes.itemID {
                try texts.read(id, into: &elements[index])
            } else if attributes.kind != .cell, let section = attributes.section {
                elements[index].title = titles[section]
            }
        }
    }
}

extension LayoutScene.Pin {
    fileprivate init(_ pin: PinnedElement, _ range: PinRange) {
        var attributes = pin.attributes
        attributes.frame = range.frame
        self.init(
            element: LayoutScene.Element(attributes: attributes), range: range.edge, keepsToEnd: range.keepsToEnd,
            minimumLength: range.minimumLength, inset: range.inset)
    }
}

extension LayoutScene.Section {
    fileprivate init(
        _ section: VisibleSection, _ lap: ShownLap, in layout: LayoutReader, _ placement: Placement
    ) throws {
        let connection = layout.connection
        let range = try layout.range(ofSection: section.index)
        self.init(
            index: section.index, lap: lap.number,
            title: try connection.first("SELECT title FROM section WHERE id = ?1", section.id, as: String?.self) ?? nil,
            isCollapsed: try layout.isCollapsed(section: section.index),
            frame: placement.content.frame(of: range, shift: lap.shift), orthogonal: section.orthogonal,
            offset: section.offset, leastOffset: section.offsets.least, greatestOffset: section.offsets.greatest,
            frozenLines: try layout.frozenLines(ofSection: section.id).map {
                placement.resting($0, of: range, shift: lap.shift)
            })
        guard orthogonal != 0, try ElementLookup(layout).itemCount(inSection: section.index) <= Self.solvedItems
        else { return }
        stops = try layout.orthogonalContent(ofSection: section.index)?.restPositions.stops.map(Array.init)
    }

    /// Sections of more items are not laid out in memory to find their stops.
    private static let solvedItems = 2000
}
