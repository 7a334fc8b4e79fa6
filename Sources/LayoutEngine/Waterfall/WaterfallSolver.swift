/// Puts each item into the column that is shortest so far, the leftmost of those that are equal.
///
/// Equal within ``fitTolerance``: the ends are counted from the band's origin, so that where bands begin decides how
/// they are rounded, and it must not decide which of two equal columns an item goes into.
///
/// All it carries from item to item is where each column ends. A column that is still empty ends one
/// spacing before the place of its first item, so that every item begins one spacing after its column's
/// end and the ends alone are the whole state.
///
/// A band can end after any item. The next one's origin is the end of the shortest column, before
/// which no later item can lie; the items of the longer columns stick out of their band.
struct WaterfallSolver: BandSolver {
    private let axis: LayoutAxis
    private let itemSpacing: Double
    private let estimatedLength: Double
    private let insets: LayoutInsets
    private let bars: SectionBars
    private let columnLength: Double
    private let columnStride: Double
    private let crossStart: Double

    /// Where each column ends, from the band's origin.
    private var columnEnds: ContiguousArray<Double>
    private var isAtSectionStart: Bool
    /// Whether any item of the section has been placed, by this solver or before it began.
    private var hasItems: Bool
    private var cellCount = 0

    init(plan: WaterfallPlan, section: SectionMeasure, start: BandStart) {
        let definition = plan.definition
        axis = definition.axis
        itemSpacing = definition.itemSpacing
        estimatedLength = definition.estimatedItemLength
        insets = section.insets(over: definition.sectionInsets)
        bars = SectionBars(of: section, in: plan.container, by: definition)
        columnLength = max(0, definition.columnLength(in: plan.container, insets: insets))
        columnStride = columnLength + definition.columnSpacing
        crossStart = insets.start(axis.cross)
        isAtSectionStart = start.isSectionStart
        hasItems = !start.isSectionStart
        if start.isSectionStart {
            let firstItem = bars.headerLength + insets.start(axis)
            columnEnds = ContiguousArray(repeating: firstItem - itemSpacing, count: definition.columns)
        } else {
            precondition(
                start.state.count == definition.columns, "a waterfall begins again with the ends of all its columns")
            columnEnds = ContiguousArray(start.state)
        }
    }

    private mutating func beginSection(_ band: inout BandBuffer) {
        guard isAtSectionStart else { return }
        isAtSectionStart = false
        bars.placeHeader(into: &band)
    }

    /// The item's extent along the axis when it is as wide as a column: by its aspect ratio, or its own
    /// length where its width is not known.
    private func length(of item: ItemMeasure) -> Double {
        let length = axis == .vertical ? item.height : item.width
        if length.isNaN { return estimatedLength }
        let breadth = axis == .vertical ? item.width : item.height
        // Also false for NaN. An item without breadth has no aspect ratio.
        guard breadth > 0 else { return length }
        let scaled = columnLength * length / breadth
        return scaled.isFinite ? scaled : length
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        beginSection(&band)
        var index = range.lowerBound
        while index < range.upperBound, index == range.lowerBound || band.cells.count < limit {
            var shortest = 0
            var shortestEnd = columnEnds[0]
            // The tolerance on this side, where the sum does not have to wait for the comparison before.
            for column in 1..<max(1, columnEnds.count) where columnEnds[column] + fitTolerance < shortestEnd {
                shortest = column
                shortestEnd = columnEnds[column]
            }
            let position = shortestEnd + itemSpacing
            let length = length(of: items[index])
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: position, cross: crossStart + Double(shortest) * columnStride,
                        alongLength: length, crossLength: columnLength)))
            columnEnds[shortest] = position + length
            index += 1
        }
        cellCount += index - range.lowerBound
        hasItems = hasItems || index > range.lowerBound
        return index
    }

    var openItemCount: Int { 0 }
    var canEndBand: Bool { cellCount > 0 }
    var state: [Double] { Array(columnEnds) }

    mutating func endBand(_ band: inout BandBuffer) {
        // Columns that are still empty may end before the origin, by the spacing that they lack.
        let length = max(0, columnEnds.min() ?? 0)
        band.length = length
        band.crossLength = bars.crossLength
        for column in columnEnds.indices { columnEnds[column] -= length }
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginSection(&band)
        var position = columnEnds.max() ?? 0
        // Without an item there is no end of one, and the columns' own lies a spacing too early.
        if !hasItems { position += itemSpacing }
        position += insets.end(axis)
        bars.placeFooter(at: position, into: &band)
        band.length = position + bars.footerLength
        band.crossLength = bars.crossLength
    }
}
