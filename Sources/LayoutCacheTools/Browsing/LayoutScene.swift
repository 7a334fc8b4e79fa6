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
        package var outline: ItemDetails.OutlineRow?
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
        case pieces([LayoutReader.OverviewPiece])
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

    /// All data of a rectangle in one state of the store: the content of a standalone page.
    package struct Enclosed: Sendable {
        package var layout: BrowsedLayout
        package var rect: LayoutRect
        package var scene: LayoutScene
        /// The rectangle in pieces along the scroll axis.
        package var rail: BrowsedLayout.Rail
        package var explanation: QueryExplanation
        package var items: [ItemDetails]
    }

    /// The change from one layout to another around an item, for a viewer that draws it in between.
    package struct Transition: Sendable {
        /// The other layout, after what shows of it was laid out.
        package var target: BrowsedLayout
        /// The item that stays, in content coordinates of each layout.
        package var held: (source: LayoutRect, target: LayoutRect)
        /// The elements that at least one of them shows, with their attributes in the source: opacity 0 for
        /// new ones.
        package var elements: [LayoutScene.Element]
        /// Their attributes in the target: opacity 0 for elements that go.
        package var targets: [LayoutAttributes]
    }
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
                (scene.detail, scene.titles) = (.pieces(pieces), try layout.titles(ofSections: pieces.map(\.section)))
            }
            scene.revision = try layout.revision
            return scene
        }
    }

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
        let found = try layout.scene(of: rect, offsets)
        let placement = Placement(try layout.content, viewport: rect, .scene)
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
        pins = found.pins.map { Pin($0, $0.pinRange(placement)) }
        if elements.count <= textLimit { try readTexts(fields, from: layout) }
        try readSticky(in: rect, fields, from: layout)
        sections = try found.sections.map { try Section($0.section, $0.lap, in: layout, placement) }
        for index in pins.indices {
            guard let section = pins[index].element.attributes.section else { continue }
            pins[index].element.title = sections.first { $0.index == section }?.title
        }
    }

    private mutating func readSticky(in rect: LayoutRect, _ fields: ItemFields, from layout: LayoutReader) throws {
        guard let rule = layout.traits.stickyRule else { return }
        let texts = try ItemDetails.Texts(fields, in: layout)
        let items = try layout.stickyCandidates(in: rect).map { candidate in
            var element = Element(attributes: candidate.cell)
            if let id = candidate.cell.itemID { try texts.read(id, into: &element) }
            return StickyItem(element: element, level: candidate.level, isAtEnd: candidate.isAtEnd)
        }
        sticky = Sticky(rule: rule, start: layout.traits.pinStart, end: layout.traits.pinEnd, items: items)
    }

    mutating func readTexts(_ fields: ItemFields, from layout: LayoutReader) throws {
        let texts = try ItemDetails.Texts(fields, in: layout)
        let headers = elements.map(\.attributes).filter { $0.kind != .cell && $0.itemID == nil }
        let titles = try layout.titles(ofSections: headers.map(\.section))
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
    fileprivate init(_ pin: LayoutAttributes.Pinned, _ range: StickyPlaces.PinRange) {
        var attributes = pin.attributes
        attributes.frame = range.frame
        self.init(
            element: LayoutScene.Element(attributes: attributes), range: range.edge, keepsToEnd: range.keepsToEnd,
            minimumLength: range.minimumLength, inset: range.inset)
    }
}

extension LayoutScene.Section {
    fileprivate init(
        _ section: VisibleQuery.Section, _ lap: Placement.Lap, in layout: LayoutReader, _ placement: Placement
    ) throws {
        let range = try layout.range(ofSection: section.index)
        self.init(
            index: section.index, lap: lap.number,
            title: try layout.title(ofSectionWithID: section.id),
            isCollapsed: try layout.isCollapsed(section: section.index),
            frame: placement.content.frame(of: range, shift: lap.shift), orthogonal: section.orthogonal,
            offset: section.offset, leastOffset: section.offsets.least, greatestOffset: section.offsets.greatest,
            frozenLines: try layout.frozenLines(ofSection: section.id).map {
                placement.resting($0, of: range, shift: lap.shift)
            })
        guard orthogonal != 0, try layout.itemCount(inSection: section.index) <= Self.solvedItems
        else { return }
        stops = try layout.orthogonalContent(ofSection: section.index)?.restPositions.stops.map(Array.init)
    }

    /// Sections of more items are not laid out in memory to find their stops.
    private static let solvedItems = 2000
}

extension StoredLayout {
    /// Everything that is known of a rectangle.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for a rectangle with more elements than the limit of a standalone
    ///   page, and one without area.
    /// - Complexity: O(log bands + found).
    package func enclosed(_ rect: LayoutRect) throws -> LayoutScene.Enclosed {
        guard rect.width > 0, rect.height > 0, rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutError(.invalidArgument, "a page needs a rectangle with some area")
        }
        return try read { layout in
            let limit = 50_000
            let scene = try LayoutScene(of: rect, in: layout, textLimit: limit)
            guard scene.elements.count <= limit else {
                throw LayoutError(
                    .invalidArgument,
                    "\(scene.elements.count) elements in the rectangle; a standalone page is limited to \(limit)",
                    advice: "Ask for a smaller rectangle.")
            }
            let axis: LayoutAxis = layout.traits.isFree ? .vertical : layout.traits.axis
            let pieces = try layout.pieces(from: rect.min(axis), to: rect.max(axis), count: 200)
            return LayoutScene.Enclosed(
                layout: try BrowsedLayout(layout), rect: rect, scene: scene,
                rail: BrowsedLayout.Rail(pieces: pieces, titles: try layout.titles(ofSections: pieces.map(\.section))),
                explanation: try QueryExplanation(of: rect, in: layout),
                items: try scene.elements.compactMap { try ItemDetails(of: $0.attributes, in: layout) })
        }
    }

    /// The change to another layout of the data set.
    ///
    /// - Parameters:
    ///   - anchor: The point that stays. Its place is in the visible part, in points of the source.
    ///   - goal: Its place in the visible part at the end, in points of the target.
    ///   - size: The visible part of the source, in points.
    ///   - scale: The length of a point of the target, in points of the source.
    ///   - textLimit: Up to how many elements their keys and titles are looked up.
    ///   - fields: The shown fields of an item.
    ///   - preparing: The scope to lay out first.
    /// - Returns: nil if the item is in neither layout.
    /// - Throws: As ``transition(to:anchor:)``.
    /// - Complexity: O(log bands + visible elements).
    package func transitionScene(
        to target: StoredLayout, holding anchor: ScrollAnchor, goal: LayoutPoint, size: LayoutSize, scale: Double,
        textLimit: Int = 4000, fields: ItemFields = ItemFields(), preparing: PreparationScope = .nothing
    ) throws -> LayoutScene.Transition? {
        var end = anchor
        end.point?.place = goal
        let endSize = LayoutSize(width: size.width / scale, height: size.height / scale)
        try requireFew(around: (anchor, size), preparing)
        try target.requireFew(around: (end, endSize), preparing)
        return try transition(to: target, from: (anchor, size), to: (end, endSize), preparing: preparing) {
            transition, source, target in
            guard let start = transition.source.held, let end = transition.target.held else { return nil }
            var scene = LayoutScene(elements: transition.elements.map { LayoutScene.Element(attributes: $0.source) })
            if scene.elements.count <= textLimit { try scene.readTexts(fields, from: source) }
            return LayoutScene.Transition(
                target: try BrowsedLayout(target), held: (start, end), elements: scene.elements,
                targets: transition.elements.map { element in
                    var attributes = element.target
                    attributes.frame = attributes.frame.offsetBy(x: -transition.shift.x, y: -transition.shift.y)
                    return attributes
                })
        }
    }

    /// More elements are not drawn one by one.
    private static let elementLimit = 20_000.0

    private func requireFew(around hold: Hold, _ preparing: PreparationScope) throws {
        // Until there are bands, the number of elements in a rectangle is unknown.
        let count = try read(preparing, viewing: .item(hold.anchor.indexPath), isBrief: true) { layout in
            let place = try LayoutTransition.Place(layout, holding: hold)
            return try layout.estimatedCount(in: place.near(layout.traits.axis))
        }
        guard count <= Self.elementLimit else {
            throw LayoutError(
                .invalidArgument, "about \(Int(count)) elements show around the item",
                advice: "Ask for a smaller part; \(Int(Self.elementLimit)) elements are the limit.")
        }
    }
}
