internal import Synchronization

/// A plan some of whose sections override the definition, whose empty sections are left out, or whose content repeats.
/// Or its frames are mirrored or rounded once they are placed.
///
/// Definitions without these keys use their kind's plan unchanged.
struct FinishedPlan: LayoutPlan {
    private let base: any LayoutPlan
    private let overrides: SectionPlans?
    private let finish: FrameFinish?
    private let hidesEmptySections: Bool
    /// A section's override may freeze lines.
    let hasFrozenLines: Bool
    let traits: LayoutTraits

    /// - Returns: nil if the plan is used unchanged.
    init?(_ base: any LayoutPlan, of definition: any DefinitionKind, in container: LayoutSize, options: PlanOptions) {
        self.base = base
        hidesEmptySections = options.hidesEmptySections
        var traits = base.traits
        traits.wraps = options.wraps && definition.circularAxes.along
        let isOverridden = !options.sections.isEmpty && !definition.plansOverrides
        overrides = isOverridden ? SectionPlans(base, of: definition, in: container, options: options) : nil
        hasFrozenLines = base.hasFrozenLines || isOverridden && definition is SpreadsheetDefinition
        if let overrides, base.scrollsBothWays {
            // Sheets scroll across as well: the content is as wide as the widest of them.
            for text in options.sections {
                let (own, widest) = (overrides[text].traits.contentCrossLength, traits.contentCrossLength)
                traits.contentCrossLength = widest.flatMap { widest in own.map { max(widest, $0) } }
            }
        }
        let grid = options.grid
        let isMirrored = options.rightToLeft && definition.ownMirroring == nil
        guard grid.scale != nil || isMirrored || hidesEmptySections else {
            guard isOverridden || traits.wraps else { return nil }
            finish = nil
            self.traits = traits
            return
        }
        let mirrorsAcross = isMirrored && traits.axis == .vertical
        // Content narrower than the container stands at its right edge.
        let width = max(base.scrollsBothWays ? traits.contentCrossLength ?? 0 : 0, container.width)
        let finish = FrameFinish(
            axis: traits.axis, mirrorWidth: mirrorsAcross ? width : nil,
            mirrorsInOwnWidth: mirrorsAcross && base.scrollsBothWays,
            isTurned: traits.isMirrored || isMirrored && traits.axis == .horizontal, scale: grid.scale,
            crossLimit: base.scrollsBothWays || traits.isFree ? nil : container[traits.axis.cross])
        self.finish = finish
        traits.isMirrored = finish.isTurned
        traits.sectionSpacing = grid.length(traits.sectionSpacing)
        traits.wrapSpacing = grid.length(traits.wrapSpacing)
        traits.crossWrapSpacing = grid.length(traits.crossWrapSpacing)
        traits.hidesEmptySections = hidesEmptySections
        if mirrorsAcross { traits.isMirroredAcross = true }
        if base.scrollsBothWays, mirrorsAcross, traits.contentCrossLength != nil { traits.contentCrossLength = width }
        self.traits = traits
    }

    /// The plan of a section.
    private func plan(for section: SectionMeasure) -> any LayoutPlan {
        guard let overrides, let text = section.definition else { return base }
        return overrides[text]
    }

    var elementKinds: [BandBuffer.ElementKind] { base.elementKinds }
    func canCutSection(_ section: SectionMeasure) -> Bool { plan(for: section).canCutSection(section) }
    func stacksItems(in section: SectionMeasure) -> Bool { plan(for: section).stacksItems(in: section) }
    func restartInterval(in section: SectionMeasure) -> Int? { plan(for: section).restartInterval(in: section) }
    func provisionalState(in section: SectionMeasure) -> [Double] { plan(for: section).provisionalState(in: section) }
    func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition {
        plan(for: section).lineRepetition(in: section)
    }
    var separatesSections: Bool { base.separatesSections }
    /// If empty sections are hidden, an index does not say whether a section comes before.
    func variant(ofSection index: Int) -> Int {
        hidesEmptySections && separatesSections ? 0 : base.variant(ofSection: index)
    }
    var usesSummary: Bool { base.usesSummary }
    func everyLineUsesSummary(in section: SectionMeasure) -> Bool {
        plan(for: section).everyLineUsesSummary(in: section)
    }
    /// One of the overrides may have lines, or spans.
    var lineBreaksDependOnNextItem: Bool { overrides != nil || base.lineBreaksDependOnNextItem }
    var readsSpans: Bool { overrides != nil || base.readsSpans }
    var isOrthogonalMirrored: Bool { base.isOrthogonalMirrored }
    var motion: LayoutMotion? { base.motion }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        let solver = plan(for: section).makeSolver(for: section, from: start)
        guard let finish else { return solver }
        return FinishingSolver(
            base: solver, finish: finish, hidesEmpty: hidesEmptySections && start.isSectionStart,
            isCollapsed: section.isCollapsed,
            separatorKind: section.isCollapsed ? elementKinds.firstIndex(of: Separators.kind) : nil)
    }

    func layOutBoundary(_ edge: LayoutTraits.BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let (elements, sectionElements) = (band.elements.count, band.sectionElements.count)
        guard base.layOutBoundary(edge, into: &band) else { return false }
        finish?.apply(to: &band, elements: elements, sectionElements: sectionElements)
        return true
    }
}

/// Mirrors and rounds what another solver places, once its band is complete.
private struct FinishingSolver: BandSolver {
    var base: any BandSolver
    let finish: FrameFinish
    /// Whether the section takes no room if it ends without an item.
    var hidesEmpty: Bool
    /// Whether it is shown as its header, if it has one.
    let isCollapsed: Bool
    let separatorKind: Int?

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        let next = base.place(items, in: range, limit: limit, into: &band)
        if next > range.lowerBound { hidesEmpty = false }
        return next
    }

    var openItemCount: Int { base.openItemCount }
    var canEndBand: Bool { base.canEndBand }
    var shouldEndBand: Bool { base.shouldEndBand }
    var state: [Double] { base.state }

    mutating func endBand(_ band: inout BandBuffer) {
        base.endBand(&band)
        finish.apply(to: &band, elements: 0, sectionElements: 0)
    }

    mutating func finish(_ band: inout BandBuffer) {
        base.finish(&band)
        if hidesEmpty,
            !isCollapsed || band.sectionElements.isEmpty && band.elements.allSatisfy({ $0.kind == separatorKind })
        {
            band.removeAll()
            band.isHidden = true
        }
        finish.apply(to: &band, elements: 0, sectionElements: 0)
    }
}

/// The changes to a frame once its kind has placed it: mirrored first, then rounded.
private struct FrameFinish: Sendable {
    var axis: LayoutAxis
    /// The width in which frames are mirrored; nil if they stay, or if the content is turned around as a whole.
    var mirrorWidth: Double?
    /// Whether the extent of a band counts where it is greater: its items, or its section's insets, decide it.
    var mirrorsInOwnWidth = false
    /// Whether readers turn the content around along x.
    var isTurned: Bool
    var scale: Double?
    /// The container's extent across the scroll axis; nil if the content scrolls that way as well.
    var crossLimit: Double?

    func apply(to frame: inout LayoutRect) {
        // An item that is not shown has no frame.
        guard frame.width >= 0 else { return }
        if let mirrorWidth { frame.mirror(in: mirrorWidth) }
        guard let scale else { return }
        let (minX, maxX) = (rounded(frame.x, .horizontal, scale), rounded(frame.maxX, .horizontal, scale))
        let (minY, maxY) = (rounded(frame.y, .vertical, scale), rounded(frame.maxY, .vertical, scale))
        frame = LayoutRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    private func rounded(_ edge: Double, _ edgeAxis: LayoutAxis, _ scale: Double) -> Double {
        let rounded =
            isTurned && edgeAxis == .horizontal ? PixelGrid.roundMirrored(edge, scale) : PixelGrid.round(edge, scale)
        guard let crossLimit, edgeAxis != axis else { return rounded }
        // The container may end within a pixel. Then the edge there stays, and no other one passes it.
        if abs(edge - crossLimit) <= Self.slack { return crossLimit }
        return edge < crossLimit ? min(rounded, crossLimit) : max(rounded, crossLimit)
    }

    /// The possible loss of sums, in points.
    private static let slack = 1e-6

    /// Finishes the strips of a sheet's columns; its rows are on the grid already.
    private func apply(to lines: inout FrozenLines) {
        let (left, right) = (finished(lines.left), finished(lines.right))
        (lines.left, lines.right) = mirrorWidth == nil ? (left, right) : (right, left)
    }

    private func finished(_ strip: AxisRange) -> AxisRange {
        var frame = LayoutRect(x: strip.start, y: 0, width: strip.length, height: 0)
        apply(to: &frame)
        return AxisRange(start: frame.x, end: frame.maxX)
    }

    /// Finishes the frames of a band: all cells, and the other elements from those with the given indices on.
    func apply(to band: inout BandBuffer, elements: Int, sectionElements: Int) {
        if mirrorsInOwnWidth, let mirrorWidth {
            var known = self
            if band.crossLength > 0 { band.crossLength = max(band.crossLength, mirrorWidth) }
            (known.mirrorWidth, known.mirrorsInOwnWidth) = (band.crossLength, false)
            return known.apply(to: &band, elements: elements, sectionElements: sectionElements)
        }
        for index in band.cells.indices { apply(to: &band.cells[index].frame) }
        if var lines = band.frozenLines {
            apply(to: &lines)
            band.frozenLines = lines
        }
        for index in elements..<band.elements.count { apply(to: &band.elements[index].frame) }
        for index in sectionElements..<band.sectionElements.count {
            apply(to: &band.sectionElements[index].frame)
        }
    }
}

/// The plans of sections that override the definition of their layout.
///
/// A section whose override cannot be used is laid out as if it had none.
private final class SectionPlans: Sendable {
    /// An arbitrary number, of some kilobytes each. At half of it, more plans are made again, each as slowly as a band.
    private static let limit = 256

    private let base: any LayoutPlan
    private let definition: any DefinitionKind
    private let container: LayoutSize
    private let options: PlanOptions
    /// The plans that were made last.
    private let known = Mutex<[String: any LayoutPlan]>([:])

    init(_ base: any LayoutPlan, of definition: any DefinitionKind, in container: LayoutSize, options: PlanOptions) {
        self.base = base
        self.definition = definition
        self.container = container
        self.options = options
    }

    /// The plan of the sections with a text as their override.
    subscript(text: String) -> any LayoutPlan {
        if let known = known.withLock({ $0[text] }) { return known }
        let made = (try? definition.makePlan(overriddenBy: text, in: container, options: options)) ?? nil
        let plan = made ?? base
        known.withLock { plans in
            if plans.count >= Self.limit { plans.removeAll() }
            plans[text] = plan
        }
        return plan
    }
}
