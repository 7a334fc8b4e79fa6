/// Rows of pictures that keep their ratios and fill the width.
///
/// The ratio of an item is its width divided by its height, in any unit.
public struct JustifiedDefinition: Sendable, Hashable {
    /// The rule by which a row is closed.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A row is closed as soon as it is within the tolerance of the wanted height; pictures are cropped if it is
        /// far from that.
        case tolerance
        /// A row is closed at the height nearest to the wanted one; pictures are never cropped.
        case nearest
    }

    /// The treatment of the items that do not fill a row at the end of a section.
    public enum LastRow: String, Sendable, Hashable, CaseIterable {
        /// As high as the row before, where lines begin.
        case leading
        /// As high as the row before, in the middle.
        case center
        /// As high as the row before, where lines end.
        case trailing
        /// As high as the row before; each item is longer by an equal share of what is left over.
        case stretch
        /// As high as it has to be to fill the width.
        case fill
        /// They have no element.
        case hide
    }

    /// The height that rows should have, in points.
    public var rowHeight: Double
    /// The rule by which a row is closed.
    public var rule: Rule
    /// The greatest difference of a row from the height that it should have, as a share of it.
    public var tolerance: Double
    /// The distance between two items of a row, in points.
    public var itemSpacing: Double
    /// The distance between two rows, in points.
    public var rowSpacing: Double
    /// The treatment of the items that do not fill a row at the end of a section.
    public var lastRow: LastRow
    /// The number of rows of a section after which items have no element; `nil`: all have one.
    public var maximumRows: Int?
    /// Each row whose number is a multiple of it is one item, if that one is not higher than wide; `nil`: none is.
    public var fullWidthBreakout: Int?
    /// The ratio of all items; `nil`: each has its own.
    public var aspectRatio: Double?
    /// The ratio of an item without a size.
    public var unmeasuredAspectRatio: Double
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// The distance between two sections, in points.
    public var sectionSpacing: Double
    /// Only the height counts; 0 means no header.
    public var header: LayoutSize
    /// Only the height counts; 0 means no footer.
    public var footer: LayoutSize
    /// True if a header stays visible while its section is.
    public var pinHeaders: Bool
    /// True if a footer stays visible while its section is.
    public var pinFooters: Bool
    /// Lines between rows or sections; `nil`: none.
    public var separators: SeparatorDefinition?
    /// Distances around headers, a header and footer of the list, and items that stick.
    public var list: ListOptions

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        rowHeight: Double = 200, rule: Rule = .tolerance, tolerance: Double = 0.25, itemSpacing: Double = 10,
        rowSpacing: Double = 10, lastRow: LastRow = .leading, maximumRows: Int? = nil, fullWidthBreakout: Int? = nil,
        aspectRatio: Double? = nil, unmeasuredAspectRatio: Double = 1, sectionInsets: LayoutInsets = .zero,
        sectionSpacing: Double = 0, header: LayoutSize = .zero, footer: LayoutSize = .zero, pinHeaders: Bool = false,
        pinFooters: Bool = false, separators: SeparatorDefinition? = nil, list: ListOptions = ListOptions()
    ) {
        self.rowHeight = rowHeight
        self.rule = rule
        self.tolerance = tolerance
        self.itemSpacing = itemSpacing
        self.rowSpacing = rowSpacing
        self.lastRow = lastRow
        self.maximumRows = maximumRows
        self.fullWidthBreakout = fullWidthBreakout
        self.aspectRatio = aspectRatio
        self.unmeasuredAspectRatio = unmeasuredAspectRatio
        self.sectionInsets = sectionInsets
        self.sectionSpacing = sectionSpacing
        self.header = header
        self.footer = footer
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
        self.separators = separators
        self.list = list
    }
}

extension JustifiedDefinition: DefinitionKind, SectionedDefinitionWithBars {
    static let kindName = "justified"
    var axis: LayoutAxis { .vertical }
    var containerAxes: [LayoutAxis] { [.horizontal] }

    static let keys = DefinitionObject<Self>(
        name: kindName, meaning: "Rows of pictures that keep their ratios and fill the width.",
        prototype: JustifiedDefinition(),
        keys: [
            DefinitionKey("rowHeight", \.rowHeight, .extent, "The height that rows should have, in points."),
            DefinitionKey(
                "rule", \.rule, .choice(.tolerance),
                "A row is closed within the tolerance of that height, or nearest to it."),
            DefinitionKey(
                "tolerance", \.tolerance, .number(.between(0, 1)),
                "The greatest difference from that height, as a share of it."),
            DefinitionKey(
                "itemSpacing", \.itemSpacing, .length, "The distance between two items of a row, in points."),
            DefinitionKey("rowSpacing", \.rowSpacing, .length, "The distance between two rows, in points."),
            DefinitionKey(
                "lastRow", \.lastRow, .choice(.leading),
                "The treatment of a section’s last items, which do not fill a row."),
            DefinitionKey(
                "maximumRows", \.maximumRows, .integer(1...Int(NumberRange.limit)),
                "The greatest number of rows of a section; items after them have no element. Default: all rows."),
            DefinitionKey(
                "fullWidthBreakout", \.fullWidthBreakout, .integer(1...Int(NumberRange.limit)),
                "Each row whose number is a multiple of it is one item, unless that is higher than wide."),
            DefinitionKey(
                "aspectRatio", \.aspectRatio, .extent,
                "The ratio of width to height of all items. Default: each has its own."),
            DefinitionKey(
                "unmeasuredAspectRatio", \.unmeasuredAspectRatio, .extent,
                "The ratio of width to height of an item without a size."), .sectionInsets, .sectionSpacing, .header,
            .footer, .pinHeaders, .pinFooters, .separators,
        ] + DefinitionKey.listKeys)
}

extension LayoutDefinition.Kind {
    /// Rows of pictures that keep their ratios and fill the width.
    public static func justified(_ definition: JustifiedDefinition) -> Self { Self(definition) }
}

/// Justified rows in a container.
private struct JustifiedPlan: ListPlan {
    let list: ListOptions.Setting<JustifiedDefinition>

    var lineSpacing: Double { definition.rowSpacing }

    /// A row ends because the next item would make it worse.
    var lineBreaksDependOnNextItem: Bool { true }

    func provisionalState(in section: SectionMeasure) -> [Double] { JustifiedSolver.State().numbers }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        JustifiedSolver(plan: self, section: section, start: start)
    }
}

extension JustifiedDefinition {
    /// A ratio takes both lengths.
    var measuredLengths: SelfSizing.Lengths {
        SelfSizing.Lengths(width: aspectRatio == nil, height: aspectRatio == nil)
    }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        try ContainerFit.check(
            remaining: container.width - sectionInsets.total(.horizontal), of: container, on: .horizontal,
            path: "$.sectionInsets")
        return JustifiedPlan(list: ListOptions.Setting(self, in: container, grid: options.grid))
    }
}

/// Fills a section's rows with pictures. It holds the open row, and carries over the number of the next row, and how
/// high the last one was.
private struct JustifiedSolver: BandSolver {
    /// The state of the rows before.
    struct State: Sendable, Hashable {
        /// The number of the row that is being filled, from 1, as far as it matters.
        var row = 1
        /// The height of the row before; 0 if there is none.
        var heightBefore = 0.0
        var isAfterBreakout = false

        init() {}

        init(_ numbers: [Double]) {
            row = Int(numbers[0])
            heightBefore = numbers[1]
            isAfterBreakout = numbers[2] != 0
        }

        var numbers: [Double] { [Double(row), heightBefore, isAfterBreakout ? 1 : 0] }
    }

    private let definition: JustifiedDefinition
    private let grid: PixelGrid
    private let breaks: JustifiedBreaks

    private var rows: State
    private var row = JustifiedRow()
    private var course: ListSection.Course
    /// Whether any item of the section has been placed or hidden.
    private var hasItems: Bool

    init(plan: JustifiedPlan, section: SectionMeasure, start: SectionMeasure.Start) {
        let definition = plan.definition
        self.definition = definition
        grid = plan.grid
        course = ListSection.Course(section, of: plan, lineSpacing: definition.rowSpacing, start: start)
        breaks = JustifiedBreaks(definition, available: course.section.items.length)
        rows = start.state.isEmpty ? State() : State(start.state)
        hasItems = !start.isSectionStart
    }

    /// The least and greatest ratio: sizes are of any unit, but no quotient of two of them is a ratio.
    private static let ratios = 1e-18...1e18

    private func ratio(of item: ItemMeasure) -> Double {
        if let ratio = definition.aspectRatio { return ratio }
        // Also false for NaN.
        guard item.width > 0, item.height > 0 else { return definition.unmeasuredAspectRatio }
        return min(max(item.width / item.height, Self.ratios.lowerBound), Self.ratios.upperBound)
    }

    private var isBeyondLastRow: Bool { definition.maximumRows.map { rows.row > $0 } ?? false }

    /// Whether the row that is begun now is one item, if that is not higher than wide.
    private var isBreakout: Bool {
        definition.fullWidthBreakout.map { rows.row.isMultiple(of: $0) } ?? false
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        hasItems = hasItems || !range.isEmpty
        course.begin(&band, hasItems: !range.isEmpty)
        var index = range.lowerBound
        while index < range.upperBound {
            if isBeyondLastRow {
                if index > range.lowerBound, band.cells.count >= limit, canEndBand { return index }
                hide(1, in: &band)
                index += 1
                continue
            }
            let ratio = ratio(of: items[index])
            if row.isEmpty, isBreakout, ratio >= 1 - sumTolerance {
                placeBreakout(ratio, into: &band)
                index += 1
            } else {
                switch breaks.outcome(of: ratio, in: row) {
                case .joins:
                    row.append(ratio)
                    index += 1
                    continue
                case .closes:
                    row.append(ratio)
                    index += 1
                    closeRow(into: &band)
                case .begins: closeRow(into: &band)
                }
            }
            if index < range.upperBound, band.cells.count >= limit { return index }
        }
        return range.upperBound
    }

    private mutating func closeRow(into band: inout BandBuffer) {
        let (height, widthPerRatio) = breaks.height(of: row)
        placeRow(height: height, lead: 0, into: &band) { $0 * widthPerRatio }
    }

    private mutating func placeBreakout(_ ratio: Double, into band: inout BandBuffer) {
        row.append(ratio)
        let width = breaks.available
        placeRow(height: breaks.cropped(width / ratio), lead: 0, isBreakout: true, into: &band) { _ in width }
    }

    /// Places the open row's items, and counts the row.
    private mutating func placeRow(
        height: Double, lead: Double, isBreakout: Bool = false, into band: inout BandBuffer,
        width: (_ ratio: Double) -> Double
    ) {
        course.beginLine(&band)
        let height = Self.bounded(height)
        let lead = Self.bounded(lead)
        var before = 0.0
        for (index, ratio) in row.ratios.enumerated() {
            let width = max(0, Self.bounded(width(ratio)))
            let x = course.section.items.start + lead + before + Double(index) * breaks.spacing
            band.cells.append(
                BandBuffer.Cell(frame: LayoutRect(x: x, y: course.position, width: width, height: height)))
            before += width
        }
        course.cellCount += row.count
        course.position += grid.length(height)
        row.removeAll()
        rows.row = rowAfter(rows.row)
        rows.heightBefore = height
        rows.isAfterBreakout = isBreakout
    }

    /// A length that a container without extent, or a row next to nothing high, makes of divisions.
    private static func bounded(_ length: Double) -> Double {
        length.isNaN ? 0 : min(max(length, -CompositionalDimension.longest), CompositionalDimension.longest)
    }

    /// The next row's number, no greater than necessary: rows with the same continuation have one number.
    private func rowAfter(_ row: Int) -> Int {
        switch (definition.maximumRows, definition.fullWidthBreakout) {
        case (nil, nil): 1
        case (nil, let breakout?): row % breakout + 1
        case (let maximum?, _): min(row, maximum) + 1
        }
    }

    /// Gives items no element.
    private mutating func hide(_ count: Int, in band: inout BandBuffer) {
        for _ in 0..<count { band.cells.append(.hidden(at: course.position)) }
        course.cellCount += count
    }

    /// The row with which the section ends.
    private mutating func placeLastRow(into band: inout BandBuffer) {
        guard !row.isEmpty else { return }
        if breaks.isFull(row) { return closeRow(into: &band) }
        let hasHeight = rows.heightBefore > 0 && !rows.isAfterBreakout
        let height = hasHeight ? rows.heightBefore : definition.rowHeight
        let length = breaks.length(for: row.count)
        let rest = length - row.sum * height
        switch definition.lastRow {
        case .leading: placeRow(height: height, lead: 0, into: &band) { $0 * height }
        case .center: placeRow(height: height, lead: rest / 2, into: &band) { $0 * height }
        case .trailing: placeRow(height: height, lead: rest, into: &band) { $0 * height }
        case .stretch:
            let share = rest / Double(row.count)
            placeRow(height: height, lead: 0, into: &band) { max(0, $0 * height + share) }
        case .fill:
            let height = length / row.sum
            placeRow(height: height, lead: 0, into: &band) { $0 * height }
        case .hide:
            hide(row.count, in: &band)
            row.removeAll()
        }
    }

    var openItemCount: Int { row.count }
    var canEndBand: Bool { course.cellCount > 0 }
    var state: [Double] { rows.numbers }

    mutating func endBand(_ band: inout BandBuffer) { course.endBand(&band) }

    mutating func finish(_ band: inout BandBuffer) {
        placeLastRow(into: &band)
        course.end(&band, hasItems: hasItems)
        endBand(&band)
    }
}

/// A row of pictures that is being filled: the values that its closing depends on.
///
/// With k items of ratios that sum up to R, the row has F = width − (k − 1) × spacing for pictures. It is as high as it
/// should be if R is T = F / row height.
private struct JustifiedRow: Sendable {
    private(set) var ratios: ContiguousArray<Double> = []
    private(set) var sum = 0.0

    var count: Int { ratios.count }
    var isEmpty: Bool { ratios.isEmpty }

    mutating func append(_ ratio: Double) {
        ratios.append(ratio)
        sum += ratio
    }

    mutating func removeAll() {
        ratios.removeAll(keepingCapacity: true)
        sum = 0
    }
}

/// The ends of rows, and their heights.
private struct JustifiedBreaks: Sendable {
    let available: Double
    let rowHeight: Double
    let spacing: Double
    let tolerance: Double
    let rule: JustifiedDefinition.Rule
    /// The width in units of the height that rows should have.
    private let target: Double

    /// Photos that are further from the wanted height than by these factors are cropped.
    private static let heightFactors = 0.5...2.0

    init(_ definition: JustifiedDefinition, available: Double) {
        self.available = available
        rowHeight = definition.rowHeight
        spacing = definition.itemSpacing
        tolerance = definition.tolerance
        rule = definition.rule
        target = available / definition.rowHeight
    }

    enum Outcome {
        /// The item joins the row, which stays open.
        case joins
        /// The item joins the row and is its last.
        case closes
        /// The row ends before the item.
        case begins
    }

    /// The length for pictures in a row of the given number.
    func length(for count: Int) -> Double { available - Double(count - 1) * spacing }

    /// How far a row is from being as high as it should be.
    private func distance(_ sum: Double, _ count: Int) -> Double { abs(sum - length(for: count) / rowHeight) }

    /// The effect of an item on a row.
    func outcome(of ratio: Double, in row: JustifiedRow) -> Outcome {
        let count = row.count + 1
        let sum = row.sum + ratio
        if !row.isEmpty, length(for: count) <= sumTolerance { return .begins }
        switch rule {
        case .tolerance:
            if sum < target * (1 - tolerance) - sumTolerance { return .joins }
            if sum <= target * (1 + tolerance) + sumTolerance || row.isEmpty { return .closes }
            return distance(sum, count) <= distance(row.sum, row.count) + sumTolerance ? .closes : .begins
        case .nearest:
            guard !row.isEmpty else { return .joins }
            if distance(sum, count) > distance(row.sum, row.count) + sumTolerance { return .begins }
            let ratio = sum + Double(count - 1) * spacing / rowHeight
            return ratio > target / (1 - tolerance) + sumTolerance ? .begins : .joins
        }
    }

    /// Whether the row would be closed like any other, did its section end with it.
    func isFull(_ row: JustifiedRow) -> Bool {
        rule == .nearest && length(for: row.count) / row.sum <= rowHeight * (1 + tolerance) + sumTolerance
    }

    /// How high a closed row is, and what widths are a ratio's multiples of.
    func height(of row: JustifiedRow) -> (height: Double, widthPerRatio: Double) {
        let fitting = length(for: row.count) / row.sum
        switch rule {
        case .tolerance: return (cropped(fitting), fitting)
        case .nearest:
            let height = min(fitting, rowHeight * (1 + tolerance))
            return (height, height)
        }
    }

    /// A height within what photos are shown uncropped in.
    func cropped(_ height: Double) -> Double {
        min(max(height, Self.heightFactors.lowerBound * rowHeight), Self.heightFactors.upperBound * rowHeight)
    }
}
