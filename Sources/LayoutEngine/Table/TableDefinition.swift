/// A table: rows one after another, each as wide as its section lets it be and as high as its item.
///
/// A section is, in this order: header, leading inset, rows, trailing inset, footer.
public struct TableDefinition: Sendable, Hashable {
    /// The axis along which rows stack. A horizontal table has columns, and `width` and `height`
    /// change their roles in everything below.
    public var axis: LayoutAxis
    /// The distance between two rows of a section, in points.
    public var rowSpacing: Double
    /// The height of a row whose item has not been measured, in points.
    public var estimatedRowHeight: Double
    /// The distance between two sections, in points.
    public var sectionSpacing: Double
    /// Only the extent along the axis counts; 0 means that there is no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts; 0 means that there is no footer.
    public var footer: LayoutSize
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// True if a header stays visible while its section is.
    public var pinHeaders: Bool
    /// True if a footer stays visible while its section is.
    public var pinFooters: Bool
    /// The number of items side by side in a row.
    public var columns: Int
    /// The distance between two columns, in points.
    public var columnSpacing: Double
    /// The width beyond which rows do not grow, in points; `nil`: they fill the width that there is.
    public var maximumRowWidth: Double?
    /// The place of rows that are narrower than the available width.
    public var rowAlignment: LineAlignment
    /// Lines between rows or sections; `nil`: none.
    public var separators: SeparatorDefinition?
    /// The wrapping by which heights follow from lengths of text. `nil`: an item is as high as it was measured.
    public var wrap: TextWrap?
    /// Distances around headers, a header and footer of the list, and items that stick.
    public var list: ListOptions

    /// The most columns that a table may have.
    package static let maximumColumns = 1024

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, rowSpacing: Double = 0, estimatedRowHeight: Double = 44,
        sectionSpacing: Double = 0, header: LayoutSize = .zero, footer: LayoutSize = .zero,
        sectionInsets: LayoutInsets = .zero, pinHeaders: Bool = false, pinFooters: Bool = false, columns: Int = 1,
        columnSpacing: Double = 0, maximumRowWidth: Double? = nil, rowAlignment: LineAlignment = .center,
        separators: SeparatorDefinition? = nil, wrap: TextWrap? = nil, list: ListOptions = ListOptions()
    ) {
        self.axis = axis
        self.rowSpacing = rowSpacing
        self.estimatedRowHeight = estimatedRowHeight
        self.sectionSpacing = sectionSpacing
        self.header = header
        self.footer = footer
        self.sectionInsets = sectionInsets
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
        self.columns = columns
        self.columnSpacing = columnSpacing
        self.maximumRowWidth = maximumRowWidth
        self.rowAlignment = rowAlignment
        self.separators = separators
        self.wrap = wrap
        self.list = list
    }
}

extension TableDefinition: DefinitionKind, SectionedDefinitionWithBars, TurnableDefinition {
    static let kindName = "table"
    var containerAxes: [LayoutAxis] { [axis.cross] }

    static let keys = DefinitionObject<Self>(
        name: kindName, meaning: "Rows one after another, each as wide as its section and as high as its item.",
        prototype: TableDefinition(),
        keys: [
            .axis,
            DefinitionKey(
                "rowSpacing", \.rowSpacing, .length, "The distance between two rows of a section, in points."),
            DefinitionKey(
                "estimatedRowHeight", \.estimatedRowHeight, .extent,
                "The height of a row whose item has not been measured, in points."),
            .sectionSpacing,
            .header,
            .footer,
            .sectionInsets,
            .pinHeaders,
            .pinFooters,
            DefinitionKey(
                "columns", \.columns, .integer(1...maximumColumns), "The number of items side by side in a row."),
            DefinitionKey("columnSpacing", \.columnSpacing, .length, "The distance between two columns, in points."),
            DefinitionKey(
                "maximumRowWidth", \.maximumRowWidth, .extent,
                "The greatest width of rows, in points. Default: the width of the container."),
            DefinitionKey(
                "rowAlignment", \.rowAlignment, .choice(.center),
                "The place of rows that are narrower than the available width."
            ),
            .separators,
            DefinitionKey(
                "wrap", \.wrap, .object(TextWrap.keys),
                "The wrapping of text. Default: heights are stored."),
        ] + DefinitionKey.listKeys,
        rule: { (table) throws(LayoutError) in
            guard table.wrap != nil, table.axis == .horizontal else { return }
            throw LayoutError(path: ".wrap", message: "text wraps in a table that scrolls vertically only")
        })

    /// Rows do not grow beyond their greatest width.
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double) {
        let cross = axis.cross
        let available = max(0, container[cross] - insets.total(cross))
        guard let maximum = maximumRowWidth, available > maximum else { return (insets.start(cross), available) }
        let rest = available - maximum
        return (insets.start(cross) + rest * rowAlignment.fraction, maximum)
    }
}

extension LayoutDefinition.Kind {
    /// Rows one after another, each as wide as its section and as high as its item.
    public static func table(_ definition: TableDefinition) -> Self { Self(definition) }
}

private struct TablePlan: ListPlan {
    let list: ListOptions.Setting<TableDefinition>

    var lineSpacing: Double { definition.rowSpacing }
    var readsSpans: Bool { definition.columns > 1 }
    /// A row ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { definition.columns > 1 }

    var traits: LayoutTraits {
        var traits = listTraits
        traits.groupsRows = definition.list.background != nil
        traits.stacksItems = definition.columns == 1
        return traits
    }

    func restartInterval(in section: SectionMeasure) -> Int? { definition.columns > 1 ? nil : 1 }

    func lineRepetition(in section: SectionMeasure) -> LayoutTraits.LineRepetition {
        definition.columns > 1 && !section.hasSpans ? .ofEqualItems : .never
    }

    func makeSolver(for section: SectionMeasure, from start: SectionMeasure.Start) -> any BandSolver {
        definition.columns > 1
            ? TableRowSolver(plan: self, section: section, start: start)
            : TableSolver(plan: self, section: section, start: start)
    }
}

extension TableDefinition {
    /// The width of a column in a row of a width; not positive if there is no room.
    func columnLength(inRowOf length: Double) -> Double { (length + columnSpacing) / Double(columns) - columnSpacing }

    /// Across the scroll axis rows are as long as the container; where text wraps, a width is the length of a text.
    var measuredLengths: SelfSizing.Lengths { SelfSizing.Lengths(along: wrap == nil ? axis : axis.cross) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let rowLength = container[axis.cross] - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: rowLength, of: container, on: axis.cross, path: "$.sectionInsets")
        let rows = items(in: container, insets: sectionInsets)
        try ContainerFit.check(
            remaining: columnLength(inRowOf: rows.length), of: container, on: axis.cross, path: "$.columns")
        return TablePlan(list: ListOptions.Setting(self, in: container, grid: options.grid))
    }
}

/// Stacks a section's rows. It carries only the place from one row to the next.
private struct TableSolver: BandSolver {
    private let axis: LayoutAxis
    private let heights: TextWrap.RowHeights
    /// How many columns of text a row has.
    private let textColumns: Double
    private let grid: PixelGrid
    private let crossStart: Double
    private let crossLength: Double
    private var course: ListSection.Course

    init(plan: TablePlan, section: SectionMeasure, start: SectionMeasure.Start) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        heights = TextWrap.RowHeights(definition, grid: grid)
        course = ListSection.Course(section, of: plan, lineSpacing: definition.rowSpacing, start: start)
        (crossStart, crossLength) = course.section.items
        textColumns = heights.columns(in: crossLength)
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        course.begin(&band, hasItems: !range.isEmpty)
        let rowSpacing = course.lineSpacing
        let hasRowBefore = course.hasLineBefore
        var index = range.lowerBound
        var position = course.position
        var gap = hasRowBefore ? rowSpacing : 0
        // At least one row is placed, so that a band is never empty and the caller always gets on.
        while index < range.upperBound, index == range.lowerBound || band.cells.count < limit {
            let length = grid.length(heights.length(of: items[index], columns: textColumns))
            position += gap
            if let separators = course.section.separators, hasRowBefore || index > range.lowerBound {
                separators.placeBeforeRow(at: position, gap: gap, host: band.cells.count, into: &band)
            }
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: position, cross: crossStart, alongLength: length, crossLength: crossLength)))
            position += length
            gap = rowSpacing
            index += 1
        }
        course.cellCount += index - range.lowerBound
        course.hasLineBefore = hasRowBefore || index > range.lowerBound
        course.position = position
        return index
    }

    var canEndBand: Bool { course.cellCount > 0 }

    mutating func endBand(_ band: inout BandBuffer) { course.endBand(&band) }

    mutating func finish(_ band: inout BandBuffer) {
        course.end(&band, hasItems: course.hasLineBefore)
        endBand(&band)
    }
}

/// Fills a section's rows, several items in each. It holds the open row, and carries nothing over from one row to the
/// next.
private struct TableRowSolver: BandSolver {
    /// An item of the open row.
    private struct Entry {
        var column: Int
        var span: Int
        var length: Double
    }

    private let axis: LayoutAxis
    private let grid: PixelGrid
    private let columns: Int
    private let heights: TextWrap.RowHeights
    private let crossStart: Double
    private let columnLength: Double
    private let columnSpacing: Double

    private var row: ContiguousArray<Entry> = []
    /// How many columns the open row's items cover.
    private var used = 0
    /// As far as the last closed row.
    private var course: ListSection.Course
    /// Whether the rows of the band are alike.
    private var summary = SectionMeasure.Summary.unknown

    init(plan: TablePlan, section: SectionMeasure, start: SectionMeasure.Start) {
        let definition = plan.definition
        grid = plan.grid
        axis = definition.axis
        columns = definition.columns
        heights = TextWrap.RowHeights(definition, grid: grid)
        course = ListSection.Course(section, of: plan, lineSpacing: definition.rowSpacing, start: start)
        crossStart = course.section.items.start
        columnLength = max(0, definition.columnLength(inRowOf: course.section.items.length))
        columnSpacing = definition.columnSpacing
    }

    mutating func place(
        _ items: ContiguousArray<ItemMeasure>, in range: Range<Int>, limit: Int, into band: inout BandBuffer
    ) -> Int {
        course.begin(&band, hasItems: !range.isEmpty)
        for index in range {
            let span = items[index].span(of: columns)
            if used + span > columns {
                closeRow(into: &band)
                if band.cells.count >= limit { return index }
            }
            let length = heights.length(of: items[index], columns: heights.columns(in: breadth(of: span)))
            row.append(Entry(column: used, span: span, length: length))
            used += span
        }
        return range.upperBound
    }

    /// The breadth of an item that covers some columns.
    private func breadth(of span: Int) -> Double { Double(span) * (columnLength + columnSpacing) - columnSpacing }

    private mutating func closeRow(into band: inout BandBuffer) {
        guard !row.isEmpty else { return }
        course.beginLine(&band)
        var thickness = 0.0
        for entry in row {
            thickness = max(thickness, entry.length)
            summary = summary.merged(with: .uniform(width: 0, height: entry.length))
            band.cells.append(
                BandBuffer.Cell(
                    frame: LayoutRect(
                        axis: axis, along: course.position,
                        cross: crossStart + Double(entry.column) * (columnLength + columnSpacing),
                        alongLength: entry.length, crossLength: breadth(of: entry.span))))
        }
        course.cellCount += row.count
        course.position += grid.length(thickness)
        row.removeAll(keepingCapacity: true)
        used = 0
    }

    var openItemCount: Int { row.count }
    var canEndBand: Bool { course.cellCount > 0 }

    mutating func endBand(_ band: inout BandBuffer) {
        course.endBand(&band)
        band.summary = summary
        summary = .unknown
    }

    mutating func finish(_ band: inout BandBuffer) {
        closeRow(into: &band)
        course.end(&band, hasItems: course.hasLineBefore)
        endBand(&band)
    }
}
