/// The frames of one band while it is being solved, in coordinates relative to ``frameStart``.
///
/// A band is a run of whole lines of one section. Its origin is at the beginning of the scroll axis; across,
/// coordinates are the content's. One buffer is reused for band after band, so that solving allocates nothing once the
/// buffer has grown to a band's size.
package struct BandBuffer: Sendable {
    /// A cell's attributes.
    package struct Cell: Sendable, Hashable {
        package var frame: LayoutRect
        package var zIndex: Int

        @inlinable package init(frame: LayoutRect, zIndex: Int = 0) {
            self.frame = frame
            self.zIndex = zIndex
        }

        /// The place that an item without an element takes among the cells: a width below 0, which no element has.
        static func hidden(at position: Double) -> Cell {
            Cell(frame: LayoutRect(x: 0, y: position, width: hiddenWidth, height: 0))
        }

        /// The width that marks an item without an element.
        package static let hiddenWidth = -1.0

        /// Whether the item has no element.
        package var isHidden: Bool { frame.width < 0 }
    }

    /// A supplementary or decoration at a fixed place in the band.
    package struct Element: Sendable, Hashable {
        /// The index of its kind in the plan's `elementKinds`.
        package var kind: Int
        package var frame: LayoutRect
        package var zIndex: Int
        /// For an element that belongs to an item (a badge): the index in `cells` of its host.
        package var host: Int?

        @inlinable package init(kind: Int, frame: LayoutRect, zIndex: Int, host: Int? = nil) {
            self.kind = kind
            self.frame = frame
            self.zIndex = zIndex
            self.host = host
        }
    }

    /// A supplementary or decoration whose place depends on the extent of its whole section: a
    /// header or footer that pins, a background that spans.
    ///
    /// It is kept apart from the band's own elements because a section can be many bands. A change in one of them must
    /// not rewrite what another band holds.
    package struct SectionElement: Sendable, Hashable {
        package enum Edge: Int, Sendable {
            /// The frame's coordinate along the scroll axis counts from the section's beginning.
            case start = 0
            /// It counts from the section's end; a footer of height 10 at the very end is at −10.
            case end = 1
            /// It begins as with `start`, and ends `reserve` points before the section's end; the
            /// frame's own length along the scroll axis is not used.
            case span = 2
            /// It counts from the middle between the section's beginning and its end.
            case middle = 3
        }

        package var kind: Int
        package var edge: Edge
        package var frame: LayoutRect
        package var zIndex: Int
        /// Whether it stays in the visible rectangle while its section is in it.
        package var pins: Bool
        /// Pinning keeps this far from the section's other end, beside its own length (a pinned header stops above the
        /// footer). For `span`, the distance kept from the section's end.
        package var reserve: Double
        /// The length to which it may shrink while it pins; nil if it keeps its length.
        package var minimumLength: Double?
        /// Added to what pinned elements keep free of the visible rectangle's edge.
        package var pinShift: Double

        package init(
            kind: Int, edge: Edge, frame: LayoutRect, zIndex: Int, pins: Bool, reserve: Double = 0,
            minimumLength: Double? = nil, pinShift: Double = 0
        ) {
            self.pinShift = pinShift
            self.minimumLength = minimumLength
            self.kind = kind
            self.edge = edge
            self.frame = frame
            self.zIndex = zIndex
            self.pins = pins
            self.reserve = reserve
        }
    }

    /// In the order of the items.
    package var cells: ContiguousArray<Cell> = []
    package var elements: ContiguousArray<Element> = []
    package var sectionElements: ContiguousArray<SectionElement> = []
    /// The place in the band from which its frames count. In an orthogonal section it is the beginning of the row of
    /// groups: a header or an inset before that moves no cell.
    package var frameStart = 0.0
    /// The extent of the band along the scroll axis, and the origin of the next band.
    package var length: Double = 0
    /// The far edge of the band's content across the scroll axis, from the content's own edge at 0.
    package var crossLength: Double = 0
    /// The band's summary of its items for their section.
    package var summary: SectionMeasure.Summary = .unknown
    /// The order in which cells should be stored so that neighbours on the plane are neighbours in the file. Empty
    /// means the order of the items. Otherwise a permutation of `cells.indices`.
    package var storageOrder: ContiguousArray<Int> = []
    /// The ends, in storage order, of the runs of cells that belong together on the plane (tiles). Empty means that
    /// runs of any length will do.
    package var storageRuns: ContiguousArray<Int> = []
    /// Set for an orthogonal section: its inner content.
    package var orthogonal: OrthogonalContent?
    /// The lines of a sheet that stay visible. Only in the section's last band all of its rows are known.
    package var frozenLines: FrozenLines?
    /// Whether it is a section without items that takes no room, nor any spacing beside it.
    package var isHidden = false

    package init() {}

    /// Empties the buffer for the next band and keeps its capacity.
    package mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        elements.removeAll(keepingCapacity: true)
        sectionElements.removeAll(keepingCapacity: true)
        storageOrder.removeAll(keepingCapacity: true)
        storageRuns.removeAll(keepingCapacity: true)
        frameStart = 0
        length = 0
        crossLength = 0
        summary = .unknown
        orthogonal = nil
        frozenLines = nil
        isHidden = false
    }

    /// A kind of element beside the cells that a layout can produce: a header, a badge, a background.
    package struct ElementKind: Sendable, Hashable {
        package enum Category: String, Sendable {
            case supplementary
            case decoration
        }

        package var category: Category
        /// `header`, `footer`, or the definition's own name.
        package var name: String
        /// Whether elements of this kind move with the cells of an orthogonal section. True for badges, which belong to
        /// a cell; false for what belongs to the section itself.
        package var movesWithCells: Bool

        package init(category: Category, name: String, movesWithCells: Bool = false) {
            self.category = category
            self.name = name
            self.movesWithCells = movesWithCells
        }
    }
}
