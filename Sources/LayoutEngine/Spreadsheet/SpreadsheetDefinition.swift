/// A spreadsheet: each section is a sheet of rows and columns, its items the cells, row after row.
public struct SpreadsheetDefinition: Sendable, Hashable {
    /// The most columns that a sheet may have: cells of a band are held in memory, row by whole row.
    package static let maximumColumns = 65_536

    /// The number of cells in a row of a sheet.
    public var columns: Int
    /// The width of a column that `columnWidths` does not name, in points.
    public var columnWidth: Double
    /// The widths of the first columns, in points.
    public var columnWidths: [Double]
    /// The height of a row that `rowHeights` does not name, in points.
    public var rowHeight: Double
    /// The heights of a sheet's first rows, in points.
    public var rowHeights: [Double]
    /// The distance between two columns, in points.
    public var columnSpacing: Double
    /// The distance between two rows, in points.
    public var rowSpacing: Double
    /// The number of frozen rows at the top.
    public var frozenRows: Int
    /// The number of frozen columns at the left.
    public var frozenColumns: Int
    /// The distance between two sheets, in points.
    public var sectionSpacing: Double
    /// The number of rows at the bottom that stay visible.
    public var frozenTrailingRows: Int
    /// The number of columns at the right that stay visible.
    public var frozenTrailingColumns: Int
    /// The space around a sheet's cells, in points; a section's own row can override each side. Frozen rows and columns
    /// keep it only while nothing has been scrolled.
    public var sectionInsets: LayoutInsets
    /// True if a column is as wide as the item in its first row, and a row as high as that in its first column.
    public var sizesFromItems: Bool
    /// Along which axes a sheet that wraps goes round.
    public var wrapsAxis: WrapsAxis

    /// Along which axes a sheet that wraps goes round.
    public enum WrapsAxis: String, Sendable, Hashable, CaseIterable {
        /// In both directions.
        case both
        /// To the left and right.
        case horizontal
        /// Up and down.
        case vertical
    }

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        columns: Int, columnWidth: Double = 100, columnWidths: [Double] = [], rowHeight: Double = 44,
        rowHeights: [Double] = [], columnSpacing: Double = 0, rowSpacing: Double = 0, frozenRows: Int = 0,
        frozenColumns: Int = 0, sectionSpacing: Double = 0, frozenTrailingRows: Int = 0,
        frozenTrailingColumns: Int = 0, sectionInsets: LayoutInsets = .zero, sizesFromItems: Bool = false,
        wrapsAxis: WrapsAxis = .both
    ) {
        self.columns = columns
        self.columnWidth = columnWidth
        self.columnWidths = columnWidths
        self.rowHeight = rowHeight
        self.rowHeights = rowHeights
        self.columnSpacing = columnSpacing
        self.rowSpacing = rowSpacing
        self.frozenRows = frozenRows
        self.frozenColumns = frozenColumns
        self.sectionSpacing = sectionSpacing
        self.frozenTrailingRows = frozenTrailingRows
        self.frozenTrailingColumns = frozenTrailingColumns
        self.sectionInsets = sectionInsets
        self.sizesFromItems = sizesFromItems
        self.wrapsAxis = wrapsAxis
    }
}

extension SpreadsheetDefinition: DefinitionKind, SectionedDefinition {
    static let kindName = "spreadsheet"
    static let sample = SpreadsheetDefinition(columns: 3)
    var axis: LayoutAxis { .vertical }
    var containerAxes: [LayoutAxis] { [] }

    static let keys = DefinitionObject<Self>(
        name: kindName,
        meaning: """
            A sheet of rows and columns for each section; its items are the cells, row after row. The last row may \
            have fewer. Sheets follow one another downwards, at the leading edge. Frozen lines stay at the viewport’s \
            edges while their sheet is visible; those at the end never cover those at the beginning. A merged cell \
            ends where frozen lines begin or end. If a single sheet wraps, frozen lines stand once. Several sheets \
            repeat as a whole along their rows.
            """,
        prototype: SpreadsheetDefinition(columns: 0),
        keys: [
            DefinitionKey(
                "columns", \.writtenColumns, .integer(1...maximumColumns),
                "The number of cells in a row. Default: as many as `columnWidths` names."),
            DefinitionKey(
                "columnWidth", \.columnWidth, .extent,
                "The width of a column that `columnWidths` does not name, in points."),
            DefinitionKey(
                "columnWidths", \.columnWidths, .list(of: .extent), "The widths of the first columns, in points."),
            DefinitionKey(
                "rowHeight", \.rowHeight, .extent, "The height of a row that `rowHeights` does not name, in points."),
            DefinitionKey(
                "rowHeights", \.rowHeights, .list(of: .extent), "The heights of a sheet’s first rows, in points."),
            DefinitionKey("columnSpacing", \.columnSpacing, .length, "The distance between two columns, in points."),
            DefinitionKey("rowSpacing", \.rowSpacing, .length, "The distance between two rows, in points."),
            DefinitionKey(
                "frozenRows", \.frozenRows, .integer(0...1_000_000),
                "The number of rows at the top that stay visible."),
            DefinitionKey(
                "frozenColumns", \.frozenColumns, .integer(0...maximumColumns),
                "The number of columns at the leading edge that stay visible."),
            DefinitionKey("sectionSpacing", \.sectionSpacing, .length, "The distance between two sheets, in points."),
            DefinitionKey(
                "frozenTrailingRows", \.frozenTrailingRows, .integer(0...1_000_000),
                "The number of rows at the bottom that stay visible."),
            DefinitionKey(
                "frozenTrailingColumns", \.frozenTrailingColumns, .integer(0...maximumColumns),
                "The number of columns at the trailing edge that stay visible."), .sectionInsets,
            DefinitionKey(
                "sizesFromItems", \.sizesFromItems, .flag,
                "If true, a column is as wide as its item in row 0, and a row as high as its item in column 0. A "
                    + "mirrored sheet that is wider than the container then stands at the left edge."),
            DefinitionKey(
                "wrapsAxis", \.wrapsAxis, .choice(.both),
                "The axes along which unfrozen lines repeat, if the sheet wraps."),
        ],
        complete: { sheet in
            if sheet.columns == 0 { sheet.columns = sheet.columnWidths.count }
        },
        rule: { (sheet) throws(LayoutError) in try sheet.checkColumns() })

    /// The number of columns as the key that it is in JSON: always written, though it may be left out.
    private var writtenColumns: Int? {
        get { columns }
        set { columns = newValue ?? 0 }
    }

    private func checkColumns() throws(LayoutError) {
        guard columns > 0 else {
            throw LayoutError(path: "", message: "a spreadsheet needs “columns” or “columnWidths”")
        }
        guard columns <= Self.maximumColumns else {
            throw LayoutError(path: ".columnWidths", message: "names more than \(Self.maximumColumns) columns")
        }
        guard columnWidths.count <= columns else {
            throw LayoutError(
                path: ".columnWidths", message: "names \(columnWidths.count) columns instead of \(columns)")
        }
        for (key, count) in [("frozenColumns", frozenColumns), ("frozenTrailingColumns", frozenTrailingColumns)]
        where count > columns { throw LayoutError(path: ".\(key)", message: "must be between 0 and \(columns)") }
    }
}

extension LayoutDefinition.Kind {
    /// A sheet of rows and columns for each section; its items are the cells, row after row.
    public static func spreadsheet(_ definition: SpreadsheetDefinition) -> Self { Self(definition) }
}
