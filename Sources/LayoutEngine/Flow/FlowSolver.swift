/// Breaks a section's items into lines. It holds the open line, and of the rest only whether all
/// sizes were equal.
struct FlowSolver: BandSolver {
    /// The state of the line that is being filled.
    private struct OpenLine {
        /// The extents of its first item along the line and across it.
        var firstLength = 0.0
        var firstThickness = 0.0
        /// The sum of the items' extents along the line, without and with the least spacing between them.
        var totalLength = 0.0
        var usedLength = 0.0
        var thickness = 0.0
        /// Whether all items are of the first one's size.
        var isEven = true
        /// Whether it is one item that takes the whole line.
        var isWhole = false

        init() {}

        init(length: Double, thickness: Double) {
            firstLength = length
            firstThickness = thickness
            totalLength = length
            usedLength = length
            self.thickness = max(0, thickness)
        }
    }

    private let axis: LayoutAxis
    private let itemSpacing: Double
    private let grid: PixelGrid
    private let lineAlignment: FlowDefinition.LineAlignment
    /// nil: as other lines, but packed where these are justified.
    private let lastLineAlignment: FlowDefinition.LineAlignment?
    /// The share of a line's thickness that an item leaves free before it; nil if it takes all.
    private let itemFraction: Double?
    private let unmeasured: LayoutSize
    private let lineStart: Double
    private let available: Double

    private var line = OpenLine()
    /// The items of the open line that came with earlier calls of `place`. Lines that begin and end
    /// within one call, which are nearly all, are laid out from the caller's array.
    private var carriedItems: ContiguousArray<ItemMeasure> = []

    /// As far as the last closed line.
    private var course: ListSection.Course
    private var crossLength: Double = 0
    /// The summary of the items outside the current band: elsewhere, and in earlier bands.
    private var summaryOutside: SectionMeasure.Summary
    private var bandSummary: SectionMeasure.Summary = .unknown

    /// Lines ended by a whole item: the ranges of their cells in the band. They are spread as a grid if all other items
    /// have one size.
    private var endedLines: ContiguousArray<(cells: Range<Int>, line: OpenLine)> = []

    /// - Parameter swapsSpacing: Whether the two spacings change places.
    fileprivate init(plan: FlowPlan, section: SectionMeasure, start: SectionMeasure.Start, swapsSpacing: Bool = false) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        itemSpacing = swapsSpacing ? definition.lineSpacing : definition.itemSpacing
        lineAlignment = definition.lineAlignment
        lastLineAlignment = definition.lastLineAlignment
        // Items that reach from edge to edge have no place.
        itemFraction = LineAlignment(rawValue: definition.itemAlignment.rawValue)?.fraction
        unmeasured = definition.itemSize
        course = ListSection.Course(
            section, of: plan, lineSpacing: swapsSpacing ? definition.itemSpacing : definition.lineSpacing, start: start
        )
        lineStart = course.section.items.start
        available = definition.lineLength(in: plan.container, insets: course.section.insets)
        summaryOutside = start.summaryElsewhere
    }

    private mutating func beginSection(_ band: inout BandBuffer, hasItems: Bool) {
        guard course.begin(&band, hasItems: hasItems) else { return }
        if course.section.header.length > 0 { crossLength = course.section.crossLength }
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        beginSection(&band, hasItems: !range.isEmpty)
        let cross = axis.cross
        let limitLength = available + grid.fitTolerance
        let spacing = itemSpacing
        let fallbackLength = unmeasured[cross]
        let fallbackThickness = unmeasured[axis]
        var line = line
        var lineBegin = range.lowerBound
        var isLineEmpty = carriedItems.isEmpty
        for index in range {
            if items[index].span == 0 {
                if !isLineEmpty {
                    close(line, items, in: lineBegin..<index, isLast: false, isEnded: true, into: &band)
                    lineBegin = index
                    isLineEmpty = true
                    if band.cells.count >= limit { return index }
                }
                line = OpenLine(
                    length: max(0, available), thickness: items[index].length(axis, or: fallbackThickness))
                line.isWhole = true
                close(line, items, in: index..<index + 1, isLast: false, into: &band)
                lineBegin = index + 1
                if lineBegin < range.upperBound, band.cells.count >= limit { return lineBegin }
                continue
            }
            let length = items[index].length(cross, or: fallbackLength)
            let thickness = items[index].length(axis, or: fallbackThickness)
            if !isLineEmpty {
                let used = line.usedLength + spacing + length
                if used <= limitLength {
                    line.usedLength = used
                    line.totalLength += length
                    line.thickness = max(line.thickness, thickness)
                    if length != line.firstLength || thickness != line.firstThickness { line.isEven = false }
                    continue
                }
                close(line, items, in: lineBegin..<index, isLast: false, into: &band)
                lineBegin = index
                if band.cells.count >= limit { return index }
            }
            line = OpenLine(length: length, thickness: thickness)
            isLineEmpty = false
        }
        carriedItems.append(contentsOf: items[lineBegin..<range.upperBound])
        self.line = line
        return range.upperBound
    }

    /// Lays out a line whose items are the carried ones and a range of the given ones.
    private mutating func close(
        _ line: OpenLine, _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, isLast: Bool,
        isEnded: Bool = false, into band: inout BandBuffer
    ) {
        if !line.isWhole { bandSummary = bandSummary.merged(with: line.isEven ? summary(of: line) : .mixed) }
        if isEnded, lineAlignment == .justified {
            let first = band.cells.count
            endedLines.append((first..<first + carriedItems.count + range.count, line))
        }
        course.beginLine(&band)
        if carriedItems.isEmpty {
            append(items, in: range, of: line, isLast: isLast, to: &band)
        } else {
            var whole = carriedItems
            carriedItems = []
            whole.append(contentsOf: items[range])
            append(whole, in: whole.indices, of: line, isLast: isLast, to: &band)
        }
        course.position += grid.length(line.thickness)
    }

    private mutating func append(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, of line: OpenLine, isLast: Bool,
        to band: inout BandBuffer
    ) {
        let spacing =
            line.isWhole ? FlowLineSpacing(packedAt: 0) : spacing(of: line, count: range.count, isLast: isLast)
        let axis = axis
        let fallbackLength = unmeasured[axis.cross]
        let fallbackThickness = unmeasured[axis]
        let position = course.position
        let lead = lineStart + spacing.lead
        // Grown beforehand and written through a span: an append would look for room at every cell.
        let firstCell = band.cells.count
        band.cells.append(contentsOf: repeatElement(BandBuffer.Cell(frame: .zero), count: range.count))
        var cells = band.cells.mutableSpan
        var precedingLength = 0.0
        var precedingCount = 0.0
        var end = lead
        let itemFraction = itemFraction
        for index in range {
            let length = line.isWhole ? line.firstLength : items[index].length(axis.cross, or: fallbackLength)
            var thickness = items[index].length(axis, or: fallbackThickness)
            var place = position
            if let itemFraction {
                place += (line.thickness - thickness) * itemFraction
            } else {
                thickness = line.thickness
            }
            // One multiplication instead of many additions: a gap that is not exact rounds once.
            let start = lead + precedingLength + precedingCount * spacing.gap
            cells[firstCell + index - range.lowerBound] = BandBuffer.Cell(
                frame: LayoutRect(
                    axis: axis, along: place, cross: start,
                    alongLength: thickness, crossLength: length))
            precedingLength += length
            precedingCount += 1
            end = start + length
        }
        crossLength = max(crossLength, end)
        course.cellCount += range.count
    }

    private func spacing(of line: OpenLine, count: Int, isLast: Bool) -> FlowLineSpacing {
        let alignment = isLast ? lastLineAlignment ?? lineAlignment : lineAlignment
        guard alignment == .justified else {
            return FlowLineSpacing(
                alignment, of: count, totalLength: line.totalLength, used: line.usedLength, spacing: itemSpacing,
                available: available, grid: grid)
        }
        guard isLast, lastLineAlignment == nil else {
            return FlowLineSpacing(
                fullLineOf: count, totalLength: line.totalLength, spacing: itemSpacing, available: available, grid: grid
            )
        }
        if case .uniform = summaryOutside.merged(with: bandSummary) {
            return FlowLineSpacing(gridOf: line.firstLength, spacing: itemSpacing, available: available, grid: grid)
        }
        return FlowLineSpacing(packedAt: itemSpacing)
    }

    private func summary(of line: OpenLine) -> SectionMeasure.Summary {
        axis == .vertical
            ? .uniform(width: line.firstLength, height: line.firstThickness)
            : .uniform(width: line.firstThickness, height: line.firstLength)
    }

    var openItemCount: Int { carriedItems.count }
    var canEndBand: Bool { course.cellCount > 0 }

    /// Spreads the lines that a whole item ended like a grid's, if all items of the section have one size.
    private mutating func spreadEndedLines(of band: inout BandBuffer) {
        guard !endedLines.isEmpty else { return }
        defer { endedLines.removeAll() }
        guard case .uniform = summaryOutside.merged(with: bandSummary) else { return }
        let cross = axis.cross
        for (cells, line) in endedLines where cells.upperBound <= band.cells.count {
            let spacing = FlowLineSpacing(
                gridOf: line.firstLength, spacing: itemSpacing, available: available, grid: grid)
            for (offset, index) in cells.enumerated() {
                let frame = band.cells[index].frame
                let start = lineStart + spacing.lead + Double(offset) * (line.firstLength + spacing.gap)
                band.cells[index].frame = LayoutRect(
                    axis: axis, along: frame.min(axis), cross: start, alongLength: frame.length(axis),
                    crossLength: frame.length(cross))
            }
        }
    }

    mutating func endBand(_ band: inout BandBuffer) {
        spreadEndedLines(of: &band)
        course.endBand(&band)
        band.crossLength = crossLength
        band.summary = bandSummary
        summaryOutside = summaryOutside.merged(with: bandSummary)
        bandSummary = .unknown
        crossLength = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginSection(&band, hasItems: false)
        if !carriedItems.isEmpty { close(line, [], in: 0..<0, isLast: true, into: &band) }
        course.end(&band, hasItems: course.hasLineBefore)
        if course.section.footer.length > 0 { crossLength = max(crossLength, course.section.crossLength) }
        endBand(&band)
    }
}

private struct FlowPlan: ListPlan {
    let list: ListOptions.Setting<FlowDefinition>

    var lineSpacing: Double { definition.lineSpacing }
    var readsSpans: Bool { true }
    /// Whether what separates lines and items waits for all items of a section.
    var swapsSpacing: Bool { definition.swapsUnequalSpacing && axis == .horizontal }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing,
            contentCrossLength: max(0, container[axis.cross] - definition.contentInsets.total(axis.cross)),
            wrapSpacing: lineSpacing, pinStart: definition.contentInsets.start(axis),
            pinEnd: definition.contentInsets.end(axis))
        keepClear(&traits)
        traits.motionReach = motion?.reach
        return traits
    }
    var motion: LayoutMotion? { definition.motion }

    func canCutSection(_ section: SectionMeasure) -> Bool { !swapsSpacing }

    /// The last line keeps the gaps of a grid only while all items of its section have one size.
    var usesSummary: Bool { true }
    /// A line that a whole item ended is spread like the last one.
    func everyLineUsesSummary(in section: SectionMeasure) -> Bool {
        section.hasSpans && definition.lineAlignment == .justified && !swapsSpacing
    }
    /// A line ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { true }

    func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition {
        section.hasSpans ? .never : .ofEqualItems
    }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        swapsSpacing
            ? WholeFlowSolver(plan: self, section: section) : FlowSolver(plan: self, section: section, start: start)
    }
}

extension FlowDefinition {
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let contentLength = container[axis.cross] - contentInsets.total(axis.cross)
        try ContainerFit.check(remaining: contentLength, of: container, on: axis.cross, path: "$.contentInsets")
        try ContainerFit.check(
            remaining: lineLength(in: container, insets: sectionInsets), of: container, on: axis.cross,
            path: "$.sectionInsets")
        return FlowPlan(list: ListOptions.Setting(self, in: container, grid: options.grid))
    }
}

/// Solves a section of a flow as a whole: the gaps of its lines and items are known once all of its sizes are.
private struct WholeFlowSolver: WholeSectionSolver {
    let plan: FlowPlan
    let section: SectionMeasure
    var items: ContiguousArray<ItemMeasure> = []

    mutating func finish(_ band: inout BandBuffer) {
        var solver = FlowSolver(plan: plan, section: section, start: SectionMeasure.Start(), swapsSpacing: !areEqual)
        _ = solver.place(items, in: items.indices, limit: .max, into: &band)
        solver.finish(&band)
        items.removeAll()
    }

    /// Whether all items that share lines are of one size.
    private var areEqual: Bool {
        let fallback = plan.definition.itemSize
        let sizes = items.lazy.filter { $0.span != 0 }.map { item in
            LayoutSize(
                width: item.length(.horizontal, or: fallback.width), height: item.length(.vertical, or: fallback.height)
            )
        }
        let first = sizes.first
        return sizes.allSatisfy { $0 == first }
    }
}

/// How the items of one line are spread along it.
private struct FlowLineSpacing: Equatable {
    /// The distance from the line's beginning to its first item.
    var lead: Double
    /// The distance between two items.
    var gap: Double

    /// A line that another follows, or a last one that is justified as well. Its items reach from edge to edge; a lone
    /// item is centred.
    ///
    /// The arithmetic is the same whether or not all items of the section are equal. So a change elsewhere in it
    /// cannot move a full line by even a rounding error.
    ///
    /// A line that is full to within the tolerance keeps the least spacing, so that its items do not overlap.
    init(fullLineOf count: Int, totalLength: Double, spacing: Double, available: Double, grid: PixelGrid) {
        if totalLength > available + grid.fitTolerance {
            // Longer than the line, so alone on it: it begins at the inset.
            self.init(lead: 0, gap: 0)
        } else if count == 1 {
            self.init(lead: (available - totalLength) / 2, gap: 0)
        } else {
            self.init(lead: 0, gap: max(spacing, (available - totalLength) / Double(count - 1)))
        }
    }

    /// The last line of a section whose items differ in size: packed at the least spacing.
    init(packedAt spacing: Double) { self.init(lead: 0, gap: spacing) }

    /// The last line of a section whose items are all equal: it keeps the gaps of a full line.
    init(gridOf length: Double, spacing: Double, available: Double, grid: PixelGrid) {
        let count = Self.itemsPerLine(length: length, spacing: spacing, limit: available + grid.fitTolerance)
        guard count.isFinite else {
            // No extent and no spacing: all items share one place.
            self.init(lead: 0, gap: 0)
            return
        }
        if count < 2 {
            self.init(fullLineOf: 1, totalLength: length, spacing: spacing, available: available, grid: grid)
        } else {
            self.init(lead: 0, gap: max(spacing, (available - count * length) / (count - 1)))
        }
    }

    /// A line that is placed as a whole, or spread between the edges by itself.
    ///
    /// - Parameter used: How long it is with the least spacing between its items.
    init(
        _ alignment: FlowDefinition.LineAlignment, of count: Int, totalLength: Double, used: Double, spacing: Double,
        available: Double, grid: PixelGrid
    ) {
        // An item longer than the line begins at the inset.
        let rest = max(0, available - used)
        switch alignment {
        case .justified, .leading: self.init(lead: 0, gap: spacing)
        case .center: self.init(lead: rest / 2, gap: spacing)
        case .trailing: self.init(lead: rest, gap: spacing)
        case .spaceBetween:
            let isSpread = count > 1 && totalLength <= available + grid.fitTolerance
            self.init(lead: 0, gap: isSpread ? max(spacing, (available - totalLength) / Double(count - 1)) : spacing)
        }
    }

    private init(lead: Double, gap: Double) {
        self.lead = lead
        self.gap = gap
    }

    /// The number of equal items that fill a line, as a double because tiny items are very many.
    private static func itemsPerLine(length: Double, spacing: Double, limit: Double) -> Double {
        var count = ((limit + spacing) / (length + spacing)).rounded(.down)
        // The quotient may be off by one if it is almost whole; the test that breaks lines decides.
        func fits(_ count: Double) -> Bool { count * length + (count - 1) * spacing <= limit }
        if count.isFinite {
            if !fits(count) { count -= 1 } else if fits(count + 1) { count += 1 }
        }
        return max(1, count)
    }
}
