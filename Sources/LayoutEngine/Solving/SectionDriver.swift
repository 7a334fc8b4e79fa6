/// Drives a solver through a section, or through the rest of one. It owns the solver and the band that is being filled,
/// and sees to it that both keep to what ``BandSolver`` promises.
///
/// ```swift
/// var driver = SectionDriver(plan: plan, section: measure, start: SectionMeasure.Start())
/// var next = 0
/// while next < items.count {
///     next = driver.place(items, in: next..<items.count, limit: 256)
///     guard driver.band.cells.count >= 256, driver.canEndBand else { continue }
///     driver.endBand()
///     store(driver.band)
///     driver.beginBand()
/// }
/// driver.finish()
/// store(driver.band)
/// ```
package struct SectionDriver: Sendable {
    /// The frames of the band that is being filled, or was ended last.
    package private(set) var band: BandBuffer
    private var solver: any BandSolver

    /// - Parameter buffer: Its capacity is used again; its content is discarded.
    package init(
        plan: any LayoutPlan, section: SectionMeasure, start: SectionMeasure.Start,
        reusing buffer: consuming BandBuffer = BandBuffer()
    ) {
        solver = plan.makeSolver(for: section, from: start)
        buffer.removeAll()
        band = buffer
    }

    /// Places items, in order, and returns the index of the first that was not placed: see
    /// ``BandSolver/place(_:in:limit:into:)``.
    package mutating func place(_ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int) -> Int {
        let held = band.cells.count + solver.openItemCount
        let next = solver.place(items, in: range, limit: limit, into: &band)
        assert(range.contains(next) || next == range.upperBound, "a solver placed an item that it was not given")
        assert(
            band.cells.count + solver.openItemCount == held + next - range.lowerBound,
            "a solver lost an item, or placed one twice")
        assert(
            next == range.upperBound || solver.canEndBand && band.cells.count >= limit,
            "a solver stopped at a place where no band can end")
        return next
    }

    /// How many items were placed whose frames are not in the band yet, because their line is still open.
    package var openItemCount: Int { solver.openItemCount }

    /// How many items the band and the open line hold.
    package var heldCount: Int { band.cells.count + solver.openItemCount }

    /// Whether a band may end after the frames that are in it now.
    package var canEndBand: Bool { solver.canEndBand }

    /// Whether a band that is long enough should end there.
    package var shouldEndBand: Bool { solver.shouldEndBand }

    /// Ends the band, and returns what the next one begins with.
    package mutating func endBand() -> [Double] {
        assert(solver.canEndBand, "a band ended at a place where none can")
        solver.endBand(&band)
        assert(band.length.isFinite && band.crossLength.isFinite, "a band without an extent")
        return solver.state
    }

    /// Ends the section with the band.
    package mutating func finish() {
        solver.finish(&band)
        assert(solver.openItemCount == 0, "a section ended with items that have no frame")
        assert(band.length.isFinite && band.crossLength.isFinite, "a band without an extent")
    }

    /// Empties the band, once it has been stored.
    package mutating func beginBand() { band.removeAll() }

    /// Gives the buffer up, for the next driver.
    package consuming func takeBuffer() -> BandBuffer { band }

    /// A whole section in one band, in memory.
    ///
    /// O(items).
    package static func layOut(
        _ items: ContiguousArray<ItemMeasure>, of section: SectionMeasure, by plan: any LayoutPlan
    ) -> BandBuffer {
        var driver = SectionDriver(plan: plan, section: section, start: SectionMeasure.Start())
        var next = 0
        // A section that cannot be cut is placed at one go, and without a limit any other one too.
        while next < items.count { next = driver.place(items, in: next..<items.count, limit: .max) }
        driver.finish()
        return driver.band
    }
}
