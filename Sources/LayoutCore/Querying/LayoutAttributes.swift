public import LayoutEngine
package import LayoutSQLite
internal import LayoutSchema

/// The attributes of one element of a layout, as UIKit's layout attributes are to a collection view.
public struct LayoutAttributes: Sendable, Hashable {
    /// The kind of an element.
    public enum Kind: String, Sendable, Codable {
        /// An item.
        case cell
        /// A header, a footer or a badge.
        case supplementary
        /// A background.
        case decoration
    }

    /// The kind of the element.
    public var kind: Kind
    /// `header`, `footer` or the definition's own name; nil for cells.
    public var elementKind: String?
    /// The item's place, or the place of a section's own element, whose item is 0; nil for elements of the whole
    /// layout.
    public var indexPath: ItemIndexPath?
    /// The frame in content coordinates, in points, before ``transform``.
    public var frame: LayoutRect
    /// The place in the stack: elements with greater values are in front.
    public var zIndex: Int
    /// The item's row id; nil for what belongs to no item.
    public var itemID: Int64?
    /// The repetition of a layout that wraps; 0 in all other layouts.
    public var lap: Int
    /// True if the element changed after it was prepared.
    public var isStale: Bool
    /// The transform by which motion draws the element away from its frame. Default: identity.
    public var transform: LayoutTransform
    /// The opacity, from 0 to 1. Default: 1.
    public var alpha: Double
    /// The place of a cell among its section's rows, in a table of one column with a background; nil elsewhere.
    public var rowPosition: RowPosition?
    /// How it moves by its place in the viewport; nil: it does not.
    package var motion: LayoutMotion.Directed?
    /// The frame of the cell that a badge moves with; nil: its own.
    package var host: HostFrame?

    /// A frame behind a pointer: few elements have one.
    package indirect enum HostFrame: Sendable, Hashable {
        case frame(LayoutRect)

        package var frame: LayoutRect {
            switch self {
            case .frame(let frame): frame
            }
        }
    }

    package init(
        kind: Kind, elementKind: String?, indexPath: ItemIndexPath?, frame: LayoutRect, zIndex: Int, itemID: Int64?,
        lap: Int, isStale: Bool, transform: LayoutTransform = .identity, alpha: Double = 1,
        motion: LayoutMotion.Directed? = nil, host: LayoutRect? = nil
    ) {
        self.kind = kind
        self.elementKind = elementKind
        self.indexPath = indexPath
        self.frame = frame
        self.zIndex = zIndex
        self.itemID = itemID
        self.lap = lap
        self.isStale = isStale
        self.transform = transform
        self.alpha = alpha
        self.motion = motion
        self.host = host.map(HostFrame.frame)
    }
}

extension LayoutAttributes {
    /// The section's index; nil for what belongs to the whole layout.
    package var section: Int? { indexPath?.section }
    /// The item's index; 0 for what belongs to no item.
    package var item: Int { indexPath?.item ?? 0 }
}

extension ItemIndexPath {
    /// The index path of an element of a section, or of the whole layout.
    @inline(__always)
    init?(section: Int?, item: Int) {
        guard let section else { return nil }
        self.init(section: section, item: item)
    }
}

extension LayoutReader {
    /// Calls `body` with each element, its item's key and its payload.
    package func forEachWithContent(_ elements: [LayoutAttributes], _ body: (LayoutElement) throws -> Void) throws {
        let ids = ContiguousArray(elements.map { $0.itemID ?? ColumnBatch.nullInteger })
        var next = 0
        // One statement for all: it goes on to an item that follows the one before, which takes a third of the time of
        // a look-up. An item that was deleted since it was laid out has neither.
        try connection.forEachRow(
            """
            SELECT i.key, \(LineTexts.payloadSQL)
            FROM column_batch(?1) AS b LEFT JOIN item AS i ON i.id = b.c0
            """, batch: ColumnBatch(rowCount: ids.count, columns: [.integers(ids)])
        ) { row in
            try body(LayoutElement(attributes: elements[next], key: row.string(0), payload: row.string(1)))
            next += 1
        }
    }

    func withContent(_ elements: [LayoutAttributes]) throws -> [LayoutElement] {
        var answer: [LayoutElement] = []
        answer.reserveCapacity(elements.count)
        try forEachWithContent(elements) { answer.append($0) }
        return answer
    }
}

extension LayoutAttributes {
    /// The element with its item's key and payload: one look-up.
    package func withContent(from connection: Connection) throws -> LayoutElement {
        guard let itemID else { return LayoutElement(attributes: self) }
        let row = try connection.cached("SELECT i.key, \(LineTexts.payloadSQL) FROM item AS i WHERE i.id = ?1")
        row.bind(itemID, at: 1)
        defer { row.rewind() }
        // An item that was deleted since the layout was prepared still shows, with nothing inside.
        guard try row.step() else { return LayoutElement(attributes: self) }
        return LayoutElement(attributes: self, key: row.string(0), payload: row.string(1))
    }
}

/// An element with what its item carries: the user's key and payload.
public struct LayoutElement: Sendable, Hashable {
    /// The element itself.
    public var attributes: LayoutAttributes
    /// The item's key; nil if it has none, and for elements without an item.
    public var key: String?
    /// The item's payload, JSON text; nil if it has none, and for elements without an item.
    public var payload: String?

    package init(attributes: LayoutAttributes, key: String? = nil, payload: String? = nil) {
        (self.attributes, self.key, self.payload) = (attributes, key, payload)
    }
}

/// The places of cells among the rows of their sections, for layouts in which they have any.
struct RowPositions {
    private let layout: LayoutReader
    /// Of the sections that were asked about: the items before the end of the first row, and before the last row.
    private var rows: [Int: (first: Int, last: Int)] = [:]

    /// - Returns: nil for a layout whose rows are not grouped.
    init?(_ layout: LayoutReader) {
        guard layout.isPrepared, layout.traits.groupsRows else { return nil }
        self.layout = layout
    }

    /// Gives each cell its place. O(log bands + items of a row) for each section.
    mutating func setPositions(in elements: inout [LayoutAttributes]) throws {
        for index in elements.indices where elements[index].kind == .cell {
            elements[index].rowPosition = try elements[index].indexPath.map { try position(of: $0) }
        }
    }

    mutating func position(of path: ItemIndexPath) throws -> RowPosition {
        let (first, last) = try ends(ofSection: path.section)
        return path.item < first ? path.item < last ? .first : .only : path.item < last ? .middle : .last
    }

    private mutating func ends(ofSection section: Int) throws -> (first: Int, last: Int) {
        if let known = rows[section] { return known }
        let end = try ElementLookup(layout).itemCount(inSection: section)
        let first = try length(ofRowFrom: 0, by: 1, inSection: section)
        let found = try (first, last: end - length(ofRowFrom: end - 1, by: -1, inSection: section))
        rows[section] = found
        return found
    }

    /// The number of items of a row, from its first or its last one. They begin side by side, in one band.
    private func length(ofRowFrom item: Int, by step: Int, inSection section: Int) throws -> Int {
        let wanted = try layout.start(ofSection: section).items + item
        guard let (band, before) = try layout.band(after: { $0.items <= wanted }) else { return 1 }
        func origin(_ rank: Int) throws -> LayoutPoint? {
            guard (0..<band.sums.items).contains(rank) else { return nil }
            return try ElementLookup.InBand(band, in: layout.connection).element(ofKind: nil, item: rank)?.frame
                .origin
        }
        let axis = layout.traits.axis
        guard let edge = try origin(wanted - before.items) else { return 1 }
        var length = 1
        while let next = try origin(wanted - before.items + length * step), next[axis] == edge[axis],
            next[axis.cross] != edge[axis.cross]
        { length += 1 }
        return length
    }
}

/// The elements that a query found.
package struct FoundElements {
    /// At the places that show them; moving elements have their ``LayoutAttributes/motion``, unless they are drawn
    /// already.
    package var elements: [LayoutAttributes] = []
    /// The pinned elements, for a purpose that has them apart.
    package var pins: [PinnedElement] = []
    /// The regions of the elements, and the sections that show, for a purpose that follows them.
    package var regions: [(elements: Range<Int>, region: Placement.Region)] = []
    package var sections: [(section: VisibleSection, lap: Placement.Lap)] = []
}

/// A section that a rectangle can see.
package struct VisibleSection {
    package let id: Int64
    package let index: Int
    /// Its beginning along the scroll axis.
    let start: Double
    let firstItem: Int
    /// 1 or −1 where its cells move against, or with, its offset; else 0.
    package let orthogonal: Int
    package let offset: Double
    /// The limits of its offset.
    package let offsets: (least: Double, greatest: Double)
    /// The parts of it that the rectangle shows.
    let regions: [Placement.Region]
    /// nil if nothing of it stays visible or goes round.
    let sheet: SheetPart.Sheet?
}

/// An element whose frame depends on the extent of its section, and on the viewport if it pins.
package struct PinnedElement: Sendable {
    /// All but its frame.
    package let attributes: LayoutAttributes
    let element: BandBuffer.SectionElement
    private(set) var range: AxisRange
    /// The distance of its lap from lap 0.
    let shift: Double

    /// The element where it shows.
    package func placed(by placement: Placement) -> LayoutAttributes {
        var placed = attributes
        placed.frame = placement.frame(of: element, in: range, shift: shift)
        return placed
    }

    /// The element in a section, or a content, that is longer by a distance along the scroll axis.
    package func lengthened(by distance: Double) -> PinnedElement {
        var pin = self
        pin.range.end += distance
        return pin
    }

    /// How a viewer may move it.
    package func pinRange(_ placement: Placement) -> StickyPlaces.PinRange {
        placement.pinRange(of: element, in: range, shift: shift)
    }
}

extension LayoutAttributes {
    /// The element in its form for a viewport; nil if nothing of it shows in a rectangle.
    package func drawn(in viewport: LayoutRect, showing rect: LayoutRect) -> LayoutAttributes? {
        guard let motion else { return frame.overlaps(rect) ? self : nil }
        let drawing = motion.drawing(of: frame, on: host?.frame, in: viewport)
        guard drawing.isVisible(in: rect) else { return nil }
        var element = self
        element.transform = drawing.transform
        element.alpha = drawing.alpha
        return element
    }
}

/// An element with everything that a list of elements shows of it: the columns of the view `visible`.
package struct ListedElement: Sendable {
    /// The element with its item's key and payload.
    package var content: LayoutElement
    /// The row id of its section; nil for what belongs to the content as a whole.
    package var sectionID: Int64?
    /// The title of its section; nil for what belongs to an item.
    package var title: String?

    package init(content: LayoutElement, sectionID: Int64? = nil, title: String? = nil) {
        (self.content, self.sectionID, self.title) = (content, sectionID, title)
    }
}

/// Looks up the sections of elements that are listed one after another: once for each run of the same section.
package struct ListedSections {
    private let layout: LayoutReader
    private var last: (index: Int, id: Int64?, title: String?)?

    package init(_ layout: LayoutReader) { self.layout = layout }

    /// The id and title of a section by its index.
    package mutating func find(_ index: Int) throws -> (id: Int64?, title: String?) {
        if let last, last.index == index { return (last.id, last.title) }
        let id = try layout.firstBand(ofSection: index)?.band.sectionID
        let title = try id.flatMap { id in
            try layout.connection.first("SELECT title FROM section WHERE id = ?1", id, as: String?.self)
        }
        last = (index, id, title ?? nil)
        return (id, title ?? nil)
    }

    /// The element with its section's id and title.
    package mutating func listed(_ content: LayoutElement) throws -> ListedElement {
        guard let index = content.attributes.section else { return ListedElement(content: content) }
        let section = try find(index)
        return ListedElement(
            content: content, sectionID: section.id, title: content.attributes.itemID == nil ? section.title : nil)
    }
}
