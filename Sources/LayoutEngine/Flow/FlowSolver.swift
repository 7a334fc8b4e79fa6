/// Breaks a section's items into lines. It holds the open line, and of the rest only whether all
/// sizes were equal.
struct FlowSolver: BandSolver {
    /// An item's extents along its line and across it.
    private struct LineItem {
        var length: Double
        var thickness: Double
    }

    private let axis: LayoutAxis
    private let itemSpacing: Double
    private let lineSpacing: Double
    private let unmeasured: LayoutSize
    private let insets: LayoutInsets
    private let bars: SectionBars
    private let lineStart: Double
    private let available: Double

    private var line: ContiguousArray<LineItem> = []
    /// The extents of the open line's items with the least spacing between them.
    private var usedLength: Double = 0

    /// Where the last closed line of the band ends.
    private var position: Double = 0
    private var isAtSectionStart: Bool
    private var hasLineBefore: Bool
    private var cellCount = 0
    private var crossLength: Double = 0
    /// What is known of the items outside the current band: from elsewhere, and from earlier bands.
    private var uniformityOutside: BandBuffer.Uniformity
    private var bandUniformity: BandBuffer.Uniformity = .unknown

    init(plan: FlowPlan, section: SectionMeasure, start: BandStart) {
        let definition = plan.definition
        axis = definition.axis
        let cross = axis.cross
        itemSpacing = definition.itemSpacing
        lineSpacing = definition.lineSpacing
        unmeasured = definition.itemSize
        insets = section.insets(over: definition.sectionInsets)
        bars = SectionBars(
            of: section, axis: axis, crossLength: plan.container[cross], header: definition.header,
            footer: definition.footer, pinsHeader: definition.pinHeaders, pinsFooter: definition.pinFooters)
        lineStart = insets.start(cross)
        available = plan.container[cross] - definition.contentInsets.total(cross) - insets.total(cross)
        isAtSectionStart = start.isSectionStart
        hasLineBefore = !start.isSectionStart
        uniformityOutside = start.uniformityElsewhere
    }

    private mutating func beginSection(_ band: inout BandBuffer) {
        guard isAtSectionStart else { return }
        isAtSectionStart = false
        bars.placeHeader(into: &band)
        if bars.headerLength > 0 { crossLength = bars.crossLength }
        position = bars.headerLength + insets.start(axis)
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        beginSection(&band)
        let cross = axis.cross
        let limitLength = available + fitTolerance
        let fallbackLength = unmeasured[cross]
        let fallbackThickness = unmeasured[axis]
        for index in range {
            let length = items[index].length(cross, or: fallbackLength)
            let thickness = items[index].length(axis, or: fallbackThickness)
            if line.isEmpty {
                usedLength = length
            } else {
                let used = usedLength + itemSpacing + length
                if used <= limitLength {
                    usedLength = used
                } else {
                    closeLine(isLast: false, into: &band)
                    if band.cells.count >= limit { return index }
                    usedLength = length
                }
            }
            line.append(LineItem(length: length, thickness: thickness))
        }
        return range.upperBound
    }

    private mutating func closeLine(isLast: Bool, into band: inout BandBuffer) {
        var totalLength = 0.0
        var lineThickness = 0.0
        let first = line[0]
        var isEven = true
        for item in line {
            totalLength += item.length
            lineThickness = max(lineThickness, item.thickness)
            if item.length != first.length || item.thickness != first.thickness { isEven = false }
        }
        bandUniformity = bandUniformity.merged(with: isEven ? uniformity(of: first) : .mixed)

        let spacing: FlowLineSpacing
        if !isLast {
            spacing = FlowLineSpacing(fullLineOf: line.count, totalLength: totalLength, available: available)
        } else if case .uniform = uniformityOutside.merged(with: bandUniformity) {
            spacing = FlowLineSpacing(gridOf: first.length, spacing: itemSpacing, available: available)
        } else {
            spacing = FlowLineSpacing(packedAt: itemSpacing)
        }

        if hasLineBefore { position += lineSpacing }
        hasLineBefore = true
        let lead = lineStart + spacing.lead
        var precedingLength = 0.0
        var precedingCount = 0.0
        var end = lead
        for item in line {
            // One multiplication instead of many additions: a gap that is not exact rounds once.
            let start = lead + precedingLength + precedingCount * spacing.gap
            band.cells.append(BandBuffer.Cell(frame: LayoutRect(
                axis: axis, along: position + (lineThickness - item.thickness) / 2, cross: start,
                alongLength: item.thickness, crossLength: item.length)))
            precedingLength += item.length
            precedingCount += 1
            end = start + item.length
        }
        crossLength = max(crossLength, end)
        position += lineThickness
        cellCount += line.count
        line.removeAll(keepingCapacity: true)
        usedLength = 0
    }

    private func uniformity(of item: LineItem) -> BandBuffer.Uniformity {
        axis == .vertical
            ? .uniform(width: item.length, height: item.thickness)
            : .uniform(width: item.thickness, height: item.length)
    }

    var openItemCount: Int { line.count }
    var canEndBand: Bool { cellCount > 0 }
    /// A line is broken by its own items alone, so nothing is carried over.
    var state: [Double] { [] }

    mutating func endBand(_ band: inout BandBuffer) {
        band.length = position
        band.crossLength = crossLength
        band.uniformity = bandUniformity
        uniformityOutside = uniformityOutside.merged(with: bandUniformity)
        bandUniformity = .unknown
        position = 0
        crossLength = 0
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginSection(&band)
        if !line.isEmpty { closeLine(isLast: true, into: &band) }
        position += insets.end(axis)
        bars.placeFooter(at: position, into: &band)
        if bars.footerLength > 0 { crossLength = max(crossLength, bars.crossLength) }
        position += bars.footerLength
        endBand(&band)
    }
}
