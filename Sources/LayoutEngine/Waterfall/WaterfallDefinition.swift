internal import LayoutText

/// A waterfall: columns of one width, and each item goes to the column that is shortest so far.
public struct WaterfallDefinition: Sendable, Hashable {
    /// The most columns that a definition may have: the heights of all are kept with every band.
    package static let maximumColumns = 1024

    /// The axis along which the columns grow and the content scrolls.
    public var axis: LayoutAxis
    /// The given number of columns side by side; `nil`: as many as the widths of columns allow, else 2.
    public var givenColumns: Int?
    /// The distance between two columns, in points, unless ``columnSpacingFraction`` is set.
    public var columnSpacing: Double
    /// The distance between two columns as a fraction of the extent across the axis; `nil`: ``columnSpacing``.
    public var columnSpacingFraction: Double?
    /// The width of each column. `nil`: the columns share the space.
    public var columnWidth: Length?
    /// As many columns as there can be of at least this width, in points.
    public var minimumColumnWidth: Double?
    /// As few columns as there can be of at most this width, in points.
    public var maximumColumnWidth: Double?
    /// The place of columns that have their own width.
    public var columnAlignment: ColumnAlignment
    /// The column that an item goes to.
    public var order: Order
    /// The least difference for which a later, shorter column is taken, in points.
    public var shortestTolerance: Double
    /// Areas that no item covers, from the origin of a section's items, in points.
    public var stamps: [LayoutRect]
    /// The distance between two items of a column, in points.
    public var itemSpacing: Double
    /// The extent along the axis of an unmeasured item, in points.
    public var estimatedItemLength: Double
    /// The distance between two sections, in points.
    public var sectionSpacing: Double
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// Only the extent along the axis counts; 0 means no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts; 0 means no footer.
    public var footer: LayoutSize
    /// True if a header stays visible while its section is.
    public var pinHeaders: Bool
    /// True if a footer stays visible while its section is.
    public var pinFooters: Bool
    /// Lines between sections; `nil`: none. There are no others in a waterfall.
    public var separators: SeparatorDefinition?
    /// Distances around headers, a header and footer of the list, and items that stick.
    public var list: ListOptions

    /// A length across the axis.
    public enum Length: Sendable, Hashable {
        /// In points.
        case absolute(Double)
        /// A fraction of the extent that items have across the axis.
        case fractionalWidth(Double)

        func resolved(in available: Double) -> Double {
            switch self {
            case .absolute(let length): length
            case .fractionalWidth(let fraction): fraction * available
            }
        }
    }

    /// The place of columns that have their own width.
    public enum ColumnAlignment: String, Sendable, Hashable, CaseIterable {
        /// Together, where lines begin.
        case leading
        /// Together, in the middle.
        case center
        /// Together, where lines end.
        case trailing
        /// Spread from edge to edge.
        case justify
    }

    /// The column that an item goes to.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// The one that is shortest so far.
        case shortest
        /// The one after the last item's.
        case cyclic
    }

    /// The default number of columns.
    static let usualColumns = 2

    /// The number of columns side by side, if only that number determines it.
    public var columns: Int {
        get { givenColumns ?? Self.usualColumns }
        set { givenColumns = newValue }
    }

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, columns: Int? = nil, columnSpacing: Double = 10, itemSpacing: Double = 10,
        estimatedItemLength: Double = 50, sectionSpacing: Double = 0, sectionInsets: LayoutInsets = .zero,
        header: LayoutSize = .zero, footer: LayoutSize = .zero, pinHeaders: Bool = false, pinFooters: Bool = false,
        columnWidth: Length? = nil, minimumColumnWidth: Double? = nil, maximumColumnWidth: Double? = nil,
        columnSpacingFraction: Double? = nil, columnAlignment: ColumnAlignment = .leading, order: Order = .shortest,
        shortestTolerance: Double = 0, stamps: [LayoutRect] = [], separators: SeparatorDefinition? = nil,
        list: ListOptions = ListOptions()
    ) {
        self.axis = axis
        givenColumns = columns
        self.columnSpacing = columnSpacing
        self.itemSpacing = itemSpacing
        self.estimatedItemLength = estimatedItemLength
        self.sectionSpacing = sectionSpacing
        self.sectionInsets = sectionInsets
        self.header = header
        self.footer = footer
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
        self.columnWidth = columnWidth
        self.minimumColumnWidth = minimumColumnWidth
        self.maximumColumnWidth = maximumColumnWidth
        self.columnSpacingFraction = columnSpacingFraction
        self.columnAlignment = columnAlignment
        self.order = order
        self.shortestTolerance = shortestTolerance
        self.stamps = stamps
        self.separators = separators
        self.list = list
        dropUsualColumns()
    }

    /// A number of columns that would be the same unwritten is not written: equal layouts are equal values.
    mutating func dropUsualColumns() {
        if givenColumns == Self.usualColumns, columnWidth == nil, minimumColumnWidth == nil, maximumColumnWidth == nil {
            givenColumns = nil
        }
    }
}

extension LayoutDefinition.Kind {
    /// Columns of one width, where each item goes to the column that is shortest so far.
    public static func waterfall(_ definition: WaterfallDefinition) -> Self { Self(definition) }
}

extension WaterfallDefinition: DefinitionKind, SectionedDefinitionWithBars, TurnableDefinition {
    static let kindName = "waterfall"
    var containerAxes: [LayoutAxis] { [axis.cross] }

    static let keys = DefinitionObject<Self>(
        name: kindName,
        meaning: """
            Columns of one width. Each item goes to the column that is shortest so far, the first of equal ones. An \
            item keeps its ratio at the width of its column, or its height, if it has no width. A section begins after \
            its header and top inset, and ends below its longest column. If the axis is horizontal, columns run \
            sideways, one below the other.
            """,
        prototype: WaterfallDefinition(),
        keys: [
            .axis,
            DefinitionKey(
                "columns", \.givenColumns, .integer(1...maximumColumns),
                "The number of columns side by side. Default: as many as their widths allow, else 2."),
            DefinitionKey(
                "columnSpacing", \.writtenColumnSpacing, .columnLength(.nonNegative),
                "The distance between two columns, in points or as a fraction."),
            DefinitionKey(
                "itemSpacing", \.itemSpacing, .length,
                "The distance between two items of a column, in points. An item of height 0 leaves none."),
            DefinitionKey(
                "estimatedItemLength", \.estimatedItemLength, .extent,
                "The extent along the axis of an item that has not been measured, in points."), .sectionSpacing,
            .sectionInsets, .header, .footer, .pinHeaders, .pinFooters,
            DefinitionKey(
                "columnWidth", \.columnWidth, .columnLength(.positive),
                "The width of a column: there are as many as fit, or exactly `columns`."),
            DefinitionKey(
                "minimumColumnWidth", \.minimumColumnWidth, .extent,
                "The least width of a column, in points: as many as fit share the space."),
            DefinitionKey(
                "maximumColumnWidth", \.maximumColumnWidth, .extent,
                "The greatest width of a column, in points: as few as possible share the space."),
            DefinitionKey(
                "columnAlignment", \.columnAlignment, .choice(.leading),
                "The place of columns with a `columnWidth`."),
            DefinitionKey(
                "order", \.order, .choice(.shortest),
                "The column of an item: the shortest, or the one after the last item’s."),
            DefinitionKey(
                "shortestTolerance", \.shortestTolerance, .length,
                "The least difference for which a later, shorter column is taken, in points."),
            DefinitionKey(
                "stamps", \.stamps, .list(of: .rectangle()),
                "Areas that no item covers, from the origin of a section’s items."), .separators,
        ] + DefinitionKey.listKeys, complete: { $0.dropUsualColumns() },
        rule: { (definition) throws(LayoutError) in
            try definition.checkWidths()
            if let separators = definition.separators, separators.between != .sections {
                throw LayoutError(path: ".separators.between", message: "must be sections: a waterfall has no rows")
            }
        })

    /// The distance between two columns as the one value that it is in JSON.
    private var writtenColumnSpacing: Length {
        get { columnSpacingFraction.map(Length.fractionalWidth) ?? .absolute(columnSpacing) }
        set {
            switch newValue {
            case .absolute(let length): (columnSpacing, columnSpacingFraction) = (length, nil)
            case .fractionalWidth(let fraction):
                (columnSpacing, columnSpacingFraction) = (Self.usualSpacing, fraction)
            }
        }
    }

    private static let usualSpacing = 10.0

    private func checkWidths() throws(LayoutError) {
        guard minimumColumnWidth != nil || maximumColumnWidth != nil else { return }
        let key = maximumColumnWidth == nil ? "minimumColumnWidth" : "maximumColumnWidth"
        for (other, isWritten) in [
            ("minimumColumnWidth", minimumColumnWidth != nil && maximumColumnWidth != nil),
            ("columns", givenColumns != nil), ("columnWidth", columnWidth != nil),
        ] where isWritten {
            throw LayoutError(path: ".\(key)", message: "cannot stand beside \(other); write one of them")
        }
    }
}

extension DefinitionValue where Value == WaterfallDefinition.Length {
    /// A number of points, or an object with a fraction.
    fileprivate static func columnLength(_ range: NumberRange) -> Self {
        let fraction = DefinitionObject(
            name: "columnFraction", meaning: "A fraction of the extent that items have across the axis.",
            prototype: 0.0,
            keys: [
                DefinitionKey(
                    "fractionalWidth", \Double.self, .number(.between(0, 1000)), isRequired: true, "The fraction.")
            ])
        return .either(
            DefinitionValue<Double>.number(range).mapped(to: { .absolute($0) }, from: { $0.resolved(in: 1) }),
            DefinitionValue<Double>.object(fraction).mapped(
                to: { .fractionalWidth($0) }, from: { $0.resolved(in: 1) }),
            expected: "a number or an object with a fraction",
            isFirst: { if case .absolute = $0 { true } else { false } })
    }
}
