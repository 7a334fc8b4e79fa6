/// A spreadsheet: each section is a sheet of rows and columns, its items the cells, row after row.
public struct SpreadsheetDefinition: Sendable, Hashable {
    /// The most columns that a sheet may have: cells of a band are held in memory, row by whole row.
    public static let maximumColumns = 65_536

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
    public var columnSpacing: Double
    public var rowSpacing: Double
    /// The number of rows at the top that stay in sight.
    public var frozenRows: Int
    /// The number of columns at the left that stay in sight.
    public var frozenColumns: Int
    /// The distance between two sheets, in points.
    public var sectionSpacing: Double

    public init(
        columns: Int, columnWidth: Double = 100, columnWidths: [Double] = [], rowHeight: Double = 44,
        rowHeights: [Double] = [], columnSpacing: Double = 0, rowSpacing: Double = 0, frozenRows: Int = 0,
        frozenColumns: Int = 0, sectionSpacing: Double = 0
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
    }
}

extension SpreadsheetDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let columnWidths = try reader.numbers("columnWidths", in: .positive)
        let written = try reader.optionalInteger("columns", in: 1...Self.maximumColumns)
        let columns = written ?? columnWidths.count
        guard columns > 0 else { throw reader.fault("a spreadsheet needs \"columns\" or \"columnWidths\"") }
        guard columnWidths.count <= columns else {
            throw reader.fault(at: "columnWidths", "names \(columnWidths.count) columns where there are \(columns)")
        }
        let defaults = SpreadsheetDefinition(columns: columns)
        self.init(
            columns: columns,
            columnWidth: try reader.number("columnWidth", default: defaults.columnWidth, in: .positive),
            columnWidths: columnWidths,
            rowHeight: try reader.number("rowHeight", default: defaults.rowHeight, in: .positive),
            rowHeights: try reader.numbers("rowHeights", in: .positive),
            columnSpacing: try reader.number("columnSpacing", default: defaults.columnSpacing),
            rowSpacing: try reader.number("rowSpacing", default: defaults.rowSpacing),
            frozenRows: try reader.integer("frozenRows", default: defaults.frozenRows, in: 0...1_000_000),
            frozenColumns: try reader.integer("frozenColumns", default: defaults.frozenColumns, in: 0...columns),
            sectionSpacing: try reader.number("sectionSpacing", default: defaults.sectionSpacing)
        )
    }

    func write(to writer: inout DefinitionWriter) {
        let defaults = SpreadsheetDefinition(columns: columns)
        writer.add("columns", .number(Double(columns)))
        writer.add("columnWidth", columnWidth, default: defaults.columnWidth)
        writer.add("columnWidths", columnWidths)
        writer.add("rowHeight", rowHeight, default: defaults.rowHeight)
        writer.add("rowHeights", rowHeights)
        writer.add("columnSpacing", columnSpacing, default: defaults.columnSpacing)
        writer.add("rowSpacing", rowSpacing, default: defaults.rowSpacing)
        writer.add("frozenRows", frozenRows, default: defaults.frozenRows)
        writer.add("frozenColumns", frozenColumns, default: defaults.frozenColumns)
        writer.add("sectionSpacing", sectionSpacing, default: defaults.sectionSpacing)
    }
}
