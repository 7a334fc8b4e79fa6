/// The wrapping by which a row's height follows from the length of its text, in columns of a fixed pitch.
///
/// The width of an item is the length of its text in columns. Lines break where a column would not fit; a
/// wide character in the last column is not moved to the next line, as terminals do. An item with a stored height
/// keeps it.
public struct TextWrap: Sendable, Hashable {
    /// The places at which lines may break.
    public enum Breaks: String, Sendable, Hashable, CaseIterable {
        /// After any column.
        case columns
    }

    /// The width of a column, in points.
    public var advance: Double
    /// The height of a line, in points.
    public var lineHeight: Double
    /// The number of lines that a row has room for at least.
    public var minimumLines: Int
    /// The number of lines that a row has room for at most; 0: any number.
    public var maximumLines: Int
    /// The space around the text at each edge of its row, in points.
    public var inset: Double
    /// The places at which lines may break.
    public var breaks: Breaks
    /// A tab ends at the next multiple of this number of columns, where the text is drawn.
    public var tab: Int

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        advance: Double, lineHeight: Double, minimumLines: Int = 1, maximumLines: Int = 0, inset: Double = 0,
        breaks: Breaks = .columns, tab: Int = 8
    ) {
        self.advance = advance
        self.lineHeight = lineHeight
        self.minimumLines = minimumLines
        self.maximumLines = maximumLines
        self.inset = inset
        self.breaks = breaks
        self.tab = tab
    }

    /// How many columns fit into a breadth, in points.
    ///
    /// A quotient may be a hair too small: 830 / 8.3 is 99.99….
    package func columns(in breadth: Double, scale: Double?) -> Double {
        let limit = breadth - 2 * inset + PixelGrid(scale: scale).fitTolerance
        return max(1, (limit / advance).rounded(.down))
    }

    static let keys = DefinitionObject<TextWrap>(
        name: "wrap", meaning: "The wrapping of text whose widths are numbers of columns.",
        prototype: TextWrap(advance: 7.2, lineHeight: 17),
        keys: [
            // The least pitch keeps the number of columns in a container exact.
            DefinitionKey(
                "advance", \.advance, .number(.between(0.001, NumberRange.limit)), isRequired: true,
                "The width of a column, in points."),
            DefinitionKey(
                "lineHeight", \.lineHeight, .extent, isRequired: true, "The height of a line, in points."),
            DefinitionKey(
                "minimumLines", \.minimumLines, .integer(1...1_000_000_000),
                "The least number of lines of a row."),
            DefinitionKey(
                "maximumLines", \.maximumLines, .integer(0...1_000_000_000),
                "The greatest number of lines of a row; 0: any number."),
            DefinitionKey("inset", \.inset, .length, "The space around the text at each edge of its row, in points."),
            DefinitionKey(
                "breaks", \.breaks, .choice(.columns),
                "The places of line breaks: after any column, also within a wide character."),
            DefinitionKey("tab", \.tab, .integer(1...1000), "The number of columns at whose multiples tabs end."),
        ],
        rule: { (wrap) throws(LayoutError) in
            guard wrap.maximumLines != 0, wrap.maximumLines < wrap.minimumLines else { return }
            throw LayoutError(path: ".maximumLines", message: "must be 0, or at least the minimum of lines")
        })

    /// The heights of a table's rows.
    struct RowHeights {
        private let wrap: TextWrap?
        private let axis: LayoutAxis
        private let estimate: Double
        private let grid: PixelGrid

        init(_ definition: TableDefinition, grid: PixelGrid) {
            self.grid = grid
            wrap = definition.wrap
            axis = definition.axis
            estimate = definition.estimatedRowHeight
        }

        /// How many columns of text fit into a row; not used without `wrap`.
        func columns(in breadth: Double) -> Double { wrap?.columns(in: breadth, scale: grid.scale) ?? 1 }

        /// The height of an item whose lines have some number of columns.
        @inline(__always)
        func length(of item: ItemMeasure, columns: Double) -> Double {
            guard let wrap, item.height.isNaN, !item.width.isNaN else { return item.length(axis, or: estimate) }
            var lines = max(Double(wrap.minimumLines), (item.width / columns).rounded(.up))
            if wrap.maximumLines > 0 { lines = min(lines, Double(wrap.maximumLines)) }
            return 2 * wrap.inset + wrap.lineHeight * lines
        }
    }
}

extension LayoutDefinition {
    /// How the texts of rows wrap; nil if heights are stored.
    package var wrap: TextWrap? { (kind.definition as? TableDefinition)?.wrap }
}
