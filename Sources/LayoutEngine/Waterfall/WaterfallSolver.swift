private struct WaterfallPlan: ListPlan {
    let list: ListOptions.Setting<WaterfallDefinition>

    var lineSpacing: Double { definition.itemSpacing }
    var readsSpans: Bool { true }

    /// All columns end where the band begins; and what else a solver carries over is at its beginning.
    func provisionalState(in section: SectionMeasure) -> [Double] {
        let insets = section.insets(over: definition.sectionInsets)
        let count = definition.columns(in: container, insets: insets, grid: grid).count
        return Array(repeating: 0, count: count + WaterfallSolver.extraStates(of: definition))
    }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        WaterfallSolver(plan: self, section: section, start: start)
    }
}

extension WaterfallDefinition {
    /// The columns between the given insets.
    func columns(in container: LayoutSize, insets: LayoutInsets, grid: PixelGrid) -> WaterfallSolver.Columns {
        WaterfallSolver.Columns(self, available: container[axis.cross] - insets.total(axis.cross), grid: grid)
    }

    /// The length along the scroll axis alone is used unchanged; with the other, as an aspect ratio.
    var measuredLengths: SelfSizing.Lengths { SelfSizing.Lengths(along: axis) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        if columnWidth == nil {
            let path = minimumColumnWidth != nil ? "$.minimumColumnWidth" : "$.columns"
            try ContainerFit.check(
                remaining: columns(in: container, insets: sectionInsets, grid: options.grid).length, of: container,
                on: axis.cross, path: maximumColumnWidth != nil ? "$.maximumColumnWidth" : path)
        } else {
            try ContainerFit.check(
                remaining: container[axis.cross] - sectionInsets.total(axis.cross), of: container, on: axis.cross,
                path: "$.sectionInsets")
        }
        return WaterfallPlan(list: ListOptions.Setting(self, in: container, grid: options.grid))
    }
}

/// Puts each item into the column that is shortest so far, the leftmost of equal ones.
///
/// Equal within ``sumTolerance``. The ends are counted from the band's origin, so that the beginning of a band decides
/// how they are rounded. It must not decide which of two equal columns an item goes into.
///
/// All it carries from item to item is where each column ends. A column that is still empty ends one spacing before the
/// place of its first item. So every item begins one spacing after its column's end, and the ends alone are the whole
/// state.
///
/// An item that covers several columns goes to the run of columns whose furthest end is least, and begins there. In a
/// cyclic order the column after the last item's is carried over as well, and the end of stamps, if there are some.
///
/// A band can end after any item. The next one's origin is the end of the shortest column, and no later item can be
/// before it. The items of the longer columns stick out of their band.
struct WaterfallSolver: BandSolver {
    private let axis: LayoutAxis
    private let grid: PixelGrid
    private let itemSpacing: Double
    private let estimatedLength: Double
    private let section: ListSection
    private let columns: Columns
    private let crossStart: Double
    private let isCyclic: Bool
    /// How much shorter a later column has to be.
    private let tolerance: Double
    private let stamps: [LayoutRect]

    /// The end of each column, from the band's origin.
    private var columnEnds: ContiguousArray<Double>
    /// The column that a cyclic order comes to next.
    private var nextColumn = 0
    /// The end of the last stamp, from the band's origin.
    private var stampEnd = 0.0
    private var isAtSectionStart: Bool
    /// Whether any item of the section has been placed, by this solver or before it began.
    private var hasItems: Bool
    /// Whether any of them, or a stamp, moved the end of a column.
    private var hasEnds: Bool
    private var cellCount = 0

    /// The number of values carried over beside the ends of columns.
    static func extraStates(of definition: WaterfallDefinition) -> Int {
        (definition.order == .cyclic ? 1 : 0) + (definition.stamps.isEmpty ? 0 : 1)
    }

    fileprivate init(plan: WaterfallPlan, section: SectionMeasure, start: SectionMeasure.Start) {
        let definition = plan.definition
        let grid = plan.grid
        self.grid = grid
        axis = definition.axis
        itemSpacing = grid.length(definition.itemSpacing)
        estimatedLength = definition.estimatedItemLength
        self.section = ListSection(section, of: plan)
        var columns = definition.columns(in: plan.container, insets: self.section.insets, grid: plan.grid)
        columns.length = max(0, columns.length)
        columns.stride = max(columns.stride, columns.spacing)
        self.columns = columns
        crossStart = self.section.items.start + columns.start
        isCyclic = definition.order == .cyclic
        tolerance = definition.shortestTolerance + sumTolerance
        stamps = definition.stamps
        isAtSectionStart = start.isSectionStart
        hasItems = !start.isSectionStart
        hasEnds = !start.isSectionStart
        if start.isSectionStart {
            columnEnds = ContiguousArray(repeating: 0, count: columns.count)
        } else {
            precondition(
                start.state.count == columns.count + Self.extraStates(of: definition),
                "a waterfall begins again with the ends of all its columns")
            columnEnds = ContiguousArray(start.state.prefix(columns.count))
            // See endBand.
            hasEnds = columnEnds.contains { [itemSpacing] in $0 != -itemSpacing }
            if isCyclic { nextColumn = max(0, min(Int(start.state[columns.count]), columns.count - 1)) }
            if !stamps.isEmpty { stampEnd = start.state[start.state.count - 1] }
        }
    }

    private mutating func beginSection(_ band: inout BandBuffer, hasItems: Bool) {
        guard isAtSectionStart else { return }
        isAtSectionStart = false
        let firstItem = section.begin(&band, hasItems: hasItems)
        for column in columnEnds.indices { columnEnds[column] = firstItem - itemSpacing }
        stampEnd = firstItem
        for stamp in stamps where stamp.width > 0 && stamp.height > 0 {
            place(stamp, from: firstItem)
        }
    }

    /// Keeps the columns clear of an area that strictly covers them.
    private mutating func place(_ stamp: LayoutRect, from origin: Double) {
        let end = origin + grid.length(stamp.max(axis))
        stampEnd = max(stampEnd, end)
        for column in columnEnds.indices {
            let start = columns.start + Double(column) * columns.stride
            guard stamp.min(axis.cross) < start + columns.stride - sumTolerance,
                stamp.max(axis.cross) > start + sumTolerance
            else { continue }
            if end > columnEnds[column] {
                columnEnds[column] = end
                hasEnds = true
            }
        }
    }

    /// The item's extent along the axis when it is so wide: by its aspect ratio, or its own length where its width is
    /// not known.
    private func length(of item: ItemMeasure, width: Double) -> Double {
        let length = axis == .vertical ? item.height : item.width
        if length.isNaN { return grid.length(estimatedLength) }
        let breadth = axis == .vertical ? item.width : item.height
        // Also false for NaN. An item without breadth has no aspect ratio.
        guard breadth > 0 else { return grid.length(length) }
        let scaled = width * length / breadth
        return grid.length(scaled.isFinite ? scaled : length)
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        beginSection(&band, hasItems: !range.isEmpty)
        var index = range.lowerBound
        while index < range.upperBound, index == range.lowerBound || band.cells.count < limit {
            let span = items[index].span == 1 ? 1 : items[index].span(of: columns.count)
            var place: (column: Int, end: Double)
            if isCyclic {
                place = cyclicPlace(spanning: span)
            } else if span == 1 {
                place = (0, columnEnds[0])
                // The tolerance on this side, where the sum does not have to wait for the comparison before.
                for column in 1..<max(1, columnEnds.count) where columnEnds[column] + tolerance < place.end {
                    place = (column, columnEnds[column])
                }
            } else {
                place = shortestPlace(spanning: span)
            }
            let position = place.end + itemSpacing
            let width = columns.length(spanning: span)
            let length = length(of: items[index], width: width)
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: position, cross: crossStart + Double(place.column) * columns.stride,
                        alongLength: length, crossLength: width)))
            index += 1
            // An item without length leaves the columns and the turn unchanged.
            guard length > 0 else { continue }
            hasEnds = true
            for column in place.column..<place.column + span { columnEnds[column] = position + length }
            nextColumn = place.column + span
        }
        cellCount += index - range.lowerBound
        hasItems = hasItems || index > range.lowerBound
        return index
    }

    /// The run of columns whose furthest end is least, the first of equal ones.
    private func shortestPlace(spanning span: Int) -> (column: Int, end: Double) {
        var best = (column: 0, end: furthestEnd(from: 0, spanning: span))
        for column in 1..<max(1, columnEnds.count - span + 1) {
            let end = furthestEnd(from: column, spanning: span)
            if end + tolerance < best.end { best = (column, end) }
        }
        return best
    }

    private func cyclicPlace(spanning span: Int) -> (column: Int, end: Double) {
        let column = nextColumn + span > columnEnds.count ? 0 : nextColumn
        return (column, furthestEnd(from: column, spanning: span))
    }

    private func furthestEnd(from column: Int, spanning span: Int) -> Double {
        var end = columnEnds[column]
        for other in column + 1..<max(column + 1, column + span) { end = max(end, columnEnds[other]) }
        return end
    }

    var canEndBand: Bool { cellCount > 0 }
    var state: [Double] {
        var state = Array(columnEnds)
        if isCyclic { state.append(Double(nextColumn < columnEnds.count ? nextColumn : 0)) }
        if !stamps.isEmpty { state.append(stampEnd) }
        return state
    }

    mutating func endBand(_ band: inout BandBuffer) {
        // Columns that are still empty may end before the origin, by the spacing that they lack.
        let least = columnEnds.min() ?? 0
        // While all of them are, the next band begins where its first item will, and finds the same spacing before it.
        let length = max(0, hasEnds ? least : least + itemSpacing)
        band.length = length
        band.crossLength = section.crossLength
        for column in columnEnds.indices {
            columnEnds[column] = hasEnds ? columnEnds[column] - length : 0 - itemSpacing
        }
        stampEnd = max(0, stampEnd - length)
        cellCount = 0
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginSection(&band, hasItems: false)
        var position = columnEnds.max() ?? 0
        // Without items the columns' own ends are a spacing too early.
        if !hasEnds { position += itemSpacing }
        if !stamps.isEmpty { position = max(position, stampEnd) }
        band.length = section.end(&band, at: position, hasItems: hasItems)
        band.crossLength = section.crossLength
    }

    /// The place of a waterfall's columns across its scroll axis.
    struct Columns: Sendable, Hashable {
        var count: Int
        /// How wide each is.
        var length: Double
        /// From one column's beginning to the next one's.
        var stride: Double
        /// The beginning of the first one, from the beginning of the items' space.
        var start: Double
        /// The distance that keeps two columns apart.
        var spacing: Double

        /// A column of a given width that misses less than this, in points, still fits: more than elsewhere, for
        /// columns whose widths are fractions.
        private static let forgiven = 1.0

        /// - Parameter available: The items' space across the scroll axis, in points.
        init(_ definition: WaterfallDefinition, available: Double, grid: PixelGrid = PixelGrid()) {
            let tolerance = grid.fitTolerance
            let gap = definition.columnSpacingFraction.map { $0 * available } ?? definition.columnSpacing
            spacing = gap
            start = 0
            guard let width = definition.columnWidth?.resolved(in: available) else {
                count = Self.count(definition, available: available, gap: gap, tolerance: tolerance)
                length = (available + gap) / Double(count) - gap
                if definition.columnSpacingFraction == nil, definition.minimumColumnWidth == nil,
                    definition.maximumColumnWidth == nil
                {
                    // To the last bit what it always was.
                    length = (available - Double(count - 1) * gap) / Double(count)
                }
                stride = length + gap
                return
            }
            count = definition.givenColumns ?? Self.count(fitting: width, gap: gap, in: available)
            length = width
            stride = width + gap
            let total = Double(count) * stride - gap
            switch definition.columnAlignment {
            case .leading: start = 0
            case .center: start = (available - total) / 2
            case .trailing: start = available - total
            case .justify:
                if count > 1 { stride = max((available - width) / Double(count - 1), stride) }
                let spread = Double(count - 1) * stride + width
                start = spread > available + tolerance || count == 1 && width > available ? (available - spread) / 2 : 0
            }
        }

        private static func count(
            _ definition: WaterfallDefinition, available: Double, gap: Double, tolerance: Double
        ) -> Int {
            if let maximum = definition.maximumColumnWidth {
                return whole(((available + gap - tolerance) / (maximum + gap)).rounded(.up))
            }
            if let minimum = definition.minimumColumnWidth {
                return whole(((available + gap + tolerance) / (minimum + gap)).rounded(.down))
            }
            return definition.columns
        }

        private static func count(fitting width: Double, gap: Double, in available: Double) -> Int {
            let count = whole(((available + gap) / (width + gap)).rounded(.down))
            let missing = Double(count + 1) * (width + gap) - gap - available
            return missing < forgiven ? min(count + 1, WaterfallDefinition.maximumColumns) : count
        }

        private static func whole(_ count: Double) -> Int {
            guard count >= 1 else { return 1 }
            return count < Double(WaterfallDefinition.maximumColumns) ? Int(count) : WaterfallDefinition.maximumColumns
        }

        /// The width of an item that covers the given number of columns.
        func length(spanning span: Int) -> Double { span == 1 ? length : Double(span - 1) * stride + length }
    }
}
