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
