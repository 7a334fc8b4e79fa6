internal import LayoutEngine

/// Writes rows in the format that was asked for.
struct RowPrinter {
    private let format: OutputFormat
    private let columns: [String]
    private let console: Console
    private let isSingle: Bool
    private var rowCount = 0
    private var table: TextTable

    /// - Parameters:
    ///   - columns: The members' names in JSON, and the headings elsewhere.
    ///   - isSingle: Whether there is exactly one row and JSON is that object, not an array of it.
    init(_ format: OutputFormat, columns: [String], isSingle: Bool = false, _ console: Console) {
        self.format = format
        self.columns = columns
        self.console = console
        self.isSingle = isSingle
        table = TextTable(headings: columns)
        if format == .csv { console.output.write(columns.map(Self.quoted).joined(separator: ",") + "\n") }
    }

    mutating func print(_ fields: [Field]) throws(Failure) {
        precondition(fields.count == columns.count, "a row has as many fields as there are columns")
        switch format {
        case .table: table.append(fields)
        case .json:
            let before = isSingle ? "" : rowCount == 0 ? "[\n  " : ",\n  "
            console.output.write(before + object(fields))
        case .ndjson: console.output.write(object(fields) + "\n")
        case .csv: console.output.write(fields.map { Self.quoted($0.plain) }.joined(separator: ",") + "\n")
        }
        rowCount += 1
        try console.output.flushIfLarge()
    }

    mutating func finish() throws(Failure) {
        switch format {
        case .table: console.output.write(table.text(style: console.style, width: console.outputWidth))
        case .json: console.output.write(isSingle ? "\n" : rowCount == 0 ? "[]\n" : "\n]\n")
        case .ndjson, .csv: break
        }
        try console.output.flush()
    }

    /// Writes rows that are at hand.
    static func print(
        _ format: OutputFormat, columns: [String], rows: [[Field]], isSingle: Bool = false, _ console: Console
    ) throws(Failure) {
        var printer = RowPrinter(format, columns: columns, isSingle: isSingle, console)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }

    private func object(_ fields: [Field]) -> String {
        var text = "{"
        for (index, field) in fields.enumerated() {
            if index > 0 { text += "," }
            text += JSONValue.string(columns[index]).text + ":" + field.json
        }
        return text + "}"
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
