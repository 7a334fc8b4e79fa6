/// Drives a solver through a section, or through the rest of one. It owns the solver and the band that is being filled,
/// and sees to it that both keep to what ``BandSolver`` promises.
///
/// ```swift
/// var driver = SectionDriver(plan: plan, section: measure, start: BandStart())
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
        plan: any LayoutPlan, section: SectionMeasure, start: BandStart,
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

    /// The state at the beginning of the next band, if this one ended here.
    package var stateAfterBand: [Double] {
        var solver = solver
        var copy = BandBuffer()
        solver.endBand(&copy)
        return solver.state
    }

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
    /// - Parameter buffer: Its capacity is used again; its content is discarded.
    package static func layOut(
        _ items: ContiguousArray<ItemMeasure>, of section: SectionMeasure, by plan: any LayoutPlan,
        reusing buffer: consuming BandBuffer = BandBuffer()
    ) -> BandBuffer {
        var driver = SectionDriver(plan: plan, section: section, start: BandStart(), reusing: buffer)
        var next = 0
        // A section that cannot be cut is placed at one go, and without a limit any other one too.
        while next < items.count { next = driver.place(items, in: next..<items.count, limit: .max) }
        driver.finish()
        return driver.band
    }
}

/// A solver's input about one item. It is its own size, its own origin if the data gives frames, and its span in a line
/// or a sheet.
///
/// A value that is not known yet is `nan`, not an optional. Solvers read millions of these in a row, and a NaN keeps
/// the numbers in one flat, branch-free record.
package struct ItemMeasure: Sendable {
    package var width: Double
    package var height: Double
    /// The item's own origin, used by canvas layouts only.
    package var x: Double
    package var y: Double
    /// How many columns it covers; 0 is the whole line, or all columns.
    package var span: Int32
    /// How many rows of a sheet it covers.
    package var rowSpan: Int32

    @inlinable package init(
        width: Double = .nan, height: Double = .nan, x: Double = .nan, y: Double = .nan, span: Int32 = 1,
        rowSpan: Int32 = 1
    ) {
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.span = span
        self.rowSpan = rowSpan
    }

    /// The measured extent on the given axis, or the given one if nothing was measured.
    @inlinable package func length(_ axis: LayoutAxis, or fallback: Double) -> Double {
        let length = axis == .vertical ? height : width
        return length.isNaN ? fallback : length
    }

    /// The number of columns that it covers; more than there are means all.
    package func span(of columns: Int) -> Int { span <= 0 || Int(span) > columns ? columns : Int(span) }
}

/// A solver's input about one section: its place in order, and the overrides in its own row.
///
/// `nil`: the definition's value. Sizes and insets are in points.
package struct SectionMeasure: Sendable, Hashable {
    /// The 0-based rank of the section in its data set.
    package var index: Int
    /// Whether a section that takes room comes before it.
    package var followsSection: Bool
    package var headerWidth: Double?
    package var headerHeight: Double?
    package var footerWidth: Double?
    package var footerHeight: Double?
    package var insetTop: Double?
    package var insetLeading: Double?
    package var insetBottom: Double?
    package var insetTrailing: Double?
    /// Whether any of its items has a span.
    package var hasSpans = false
    /// Its overrides of the layout's definition, as JSON text.
    package var definition: String?
    /// Whether it is shown as its header alone.
    package private(set) var isCollapsed = false

    /// Whether its row sets any part of its header, footer or insets.
    var hasOwnMeasures: Bool {
        headerWidth != nil || headerHeight != nil || footerWidth != nil || footerHeight != nil || insetTop != nil
            || insetLeading != nil || insetBottom != nil || insetTrailing != nil
    }

    package init(
        index: Int, headerWidth: Double? = nil, headerHeight: Double? = nil, footerWidth: Double? = nil,
        footerHeight: Double? = nil, insetTop: Double? = nil, insetLeading: Double? = nil, insetBottom: Double? = nil,
        insetTrailing: Double? = nil
    ) {
        self.index = index
        followsSection = index > 0
        self.headerWidth = headerWidth
        self.headerHeight = headerHeight
        self.footerWidth = footerWidth
        self.footerHeight = footerHeight
        self.insetTop = insetTop
        self.insetLeading = insetLeading
        self.insetBottom = insetBottom
        self.insetTrailing = insetTrailing
    }

    /// This section, shown as its header alone. Its items, its footer and the inset after them are gone.
    package func collapsed(along axis: LayoutAxis) -> SectionMeasure {
        var section = self
        section.isCollapsed = true
        section.footerWidth = 0
        section.footerHeight = 0
        if axis == .vertical { section.insetBottom = 0 } else { section.insetTrailing = 0 }
        return section
    }

    /// The definition's insets with this section's own in their place.
    package func insets(over defaults: LayoutInsets) -> LayoutInsets {
        LayoutInsets(
            top: insetTop ?? defaults.top, leading: insetLeading ?? defaults.leading,
            bottom: insetBottom ?? defaults.bottom, trailing: insetTrailing ?? defaults.trailing)
    }
}
