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
    private var course: ListCourse
    private var crossLength: Double = 0
    /// The summary of the items outside the current band: elsewhere, and in earlier bands.
    private var summaryOutside: SectionSummary
    private var bandSummary: SectionSummary = .unknown

    /// Lines ended by a whole item: the ranges of their cells in the band. They are spread as a grid if all other items
    /// have one size.
    private var endedLines: ContiguousArray<(cells: Range<Int>, line: OpenLine)> = []

    /// - Parameter swapsSpacing: Whether the two spacings change places.
    init(plan: FlowPlan, section: SectionMeasure, start: BandStart, swapsSpacing: Bool = false) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        itemSpacing = swapsSpacing ? definition.lineSpacing : definition.itemSpacing
        lineAlignment = definition.lineAlignment
        lastLineAlignment = definition.lastLineAlignment
        itemFraction =
            switch definition.itemAlignment {
            case .leading: 0
            case .center: 0.5
            case .trailing: 1
            case .stretch: nil
            }
        unmeasured = definition.itemSize
        course = ListCourse(
            section, of: plan, lineSpacing: swapsSpacing ? definition.itemSpacing : definition.lineSpacing, start: start
        )
        lineStart = course.section.items.start
        available = definition.lineLength(in: plan.container, insets: course.section.insets)
        summaryOutside = start.summaryElsewhere
    }

    private mutating func beginSection(_ band: inout BandBuffer, hasItems: Bool) {
        guard course.begin(&band, hasItems: hasItems) else { return }
        let bars = course.section.bars
        if bars.headerLength > 0 { crossLength = bars.crossLength }
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
            line.isWhole
            ? FlowLineSpacing(packedAt: 0) : spacing(of: line, count: range.count, isLast: isLast)
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

    private func summary(of line: OpenLine) -> SectionSummary {
        axis == .vertical
            ? .uniform(width: line.firstLength, height: line.firstThickness)
            : .uniform(width: line.firstThickness, height: line.firstLength)
    }

    var openItemCount: Int { carriedItems.count }
    var canEndBand: Bool { course.cellCount > 0 }
    /// A line is broken by its own items alone, so nothing is carried over.
    var state: [Double] { [] }

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
        let bars = course.section.bars
        if bars.footerLength > 0 { crossLength = max(crossLength, bars.crossLength) }
        endBand(&band)
    }
}
