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

    /// What `SectionMeasure.Start.state` must be to begin with the first open (or next) item, after `endBand`.
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
