/// A solver's starting point in a section.
package struct BandStart: Sendable {
    /// The 0-based rank in its section of the first item that will be placed.
    package var itemIndex: Int
    /// The solver's state at the end of the band before this one. It is empty at the beginning of a section, and for
    /// solvers that carry nothing over.
    package var state: [Double]
    /// The summary of the section's items outside the run that will be placed.
    package var summaryElsewhere: SectionSummary

    package init(itemIndex: Int = 0, state: [Double] = [], summaryElsewhere: SectionSummary = .unknown) {
        self.itemIndex = itemIndex
        self.state = state
        self.summaryElsewhere = summaryElsewhere
    }

    /// Whether this is the beginning of the section, so that its header and leading inset come first.
    package var isSectionStart: Bool { itemIndex == 0 }
}

/// Lays out one section as a stream: sizes in, frames out, band by band.
///
/// The caller feeds items with `place`, ends a band wherever `canEndBand` allows it, and ends the
/// section with `finish`. A solver holds its open line (or its column heights) and nothing more, so
/// memory does not grow with the section. Started at a band's beginning with the state it had there,
/// it produces the same frames as if it had come from the section's beginning.
///
/// Coordinates in the buffer are relative to the origin of the band being filled. Spacing between two
/// lines belongs to the later one: a band that does not begin its section begins with that spacing.
package protocol BandSolver: Sendable {
    /// Places items, in order, from `range.lowerBound`, and returns the index of the first that was
    /// not placed.
    ///
    /// It stops early only at a place where a band can end, and only when the band holds at least `limit` cells there.
    /// So a solver may place all of `range`, or stop with the band full.
    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int

    /// The number of items that were placed but whose frames are not in the buffer yet, because
    /// their line or group is still open.
    var openItemCount: Int { get }

    /// Whether a band may end after the frames that are in the buffer now. The open items, if any,
    /// then begin the next band.
    var canEndBand: Bool { get }

    /// Whether a band that is long enough should end there, too: at other places only if the next band is known.
    var shouldEndBand: Bool { get }

    /// Ends the band: sets its lengths, and makes its end the origin of what follows.
    mutating func endBand(_ band: inout BandBuffer)

    /// What `BandStart.state` must be to begin with the first open (or next) item, after `endBand`.
    var state: [Double] { get }

    /// Ends the section: closes the open line, adds the trailing inset and what follows it, and sets
    /// the last band's lengths.
    mutating func finish(_ band: inout BandBuffer)
}

extension BandSolver {
    var openItemCount: Int { 0 }
    var shouldEndBand: Bool { canEndBand }
    var state: [Double] { [] }
}

/// A solver that takes all items of a section before it places any of them, in ``BandSolver/finish(_:)``.
protocol WholeSectionSolver: BandSolver {
    var items: ContiguousArray<ItemMeasure> { get set }
}

extension WholeSectionSolver {
    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        self.items.append(contentsOf: items[range])
        return range.upperBound
    }

    var openItemCount: Int { items.count }
    var canEndBand: Bool { false }

    mutating func endBand(_ band: inout BandBuffer) {}
}

/// The frames of one band while it is being solved, in coordinates relative to the band's origin.
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
    /// The extent of the band along the scroll axis, and the origin of the next band.
    package var length: Double = 0
    /// The far edge of the band's content across the scroll axis, from the content's own edge at 0.
    package var crossLength: Double = 0
    /// The band's summary of its items for their section.
    package var summary: SectionSummary = .unknown
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
        length = 0
        crossLength = 0
        summary = .unknown
        orthogonal = nil
        frozenLines = nil
        isHidden = false
    }
}

/// The summary of a run of items for its whole section, if a layout needs it: whether all of them have one size.
///
/// Summaries merge, in any order and any grouping, so that what is known of the rest of a section can be kept in a
/// tree. Flow layouts use it for the last line of a section. A band of equal items may keep its frames with other ones
/// of that size: ``LineRepetition``.
package enum SectionSummary: Sendable, Hashable {
    /// No item yet, or a layout that does not ask.
    case unknown
    case uniform(width: Double, height: Double)
    case mixed

    /// The summary of two runs of items taken together.
    package func merged(with other: SectionSummary) -> SectionSummary {
        switch (self, other) {
        case (.unknown, let other): other
        case (let mine, .unknown): mine
        default: self == other ? self : .mixed
        }
    }

    /// The stored form of the summary: `NULL`, an empty text for sizes that differ, `50.0x44.0` for one size.
    package var text: String? {
        switch self {
        case .unknown: nil
        case .mixed: ""
        case .uniform(let width, let height): "\(width)x\(height)"
        }
    }

    /// Reads the form that ``text`` writes; any other text means sizes that differ.
    package init(text: String?) {
        guard let text else {
            self = .unknown
            return
        }
        let parts = text.split(separator: "x")
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else {
            self = .mixed
            return
        }
        self = .uniform(width: width, height: height)
    }
}
