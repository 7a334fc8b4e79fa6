internal import LayoutText
internal import LayoutEngine

/// Writes rows in the format that was asked for, each as it comes.
struct RowPrinter<Row> {
    private let format: OutputFormat
    private let columns: [Column<Row>]
    private let console: Console
    private let isSingle: Bool
    /// The columns' names with a colon, as members of JSON objects begin.
    private let memberStarts: [String]
    private var rowCount = 0
    private var table: TextTable

    /// - Parameter isSingle: Whether there is exactly one row and JSON is that object, not an array of it.
    init(_ format: OutputFormat, columns: [Column<Row>], isSingle: Bool = false, _ console: Console) {
        self.format = format
        self.columns = columns
        self.console = console
        self.isSingle = isSingle
        memberStarts = columns.enumerated().map { ($0 == 0 ? "{" : ",") + JSONValue.string($1.name).text + ":" }
        table = TextTable(headings: columns.map(\.name), style: console.style, width: console.outputWidth)
        if format == .csv { printCSV(columns.map { .text($0.name) }) }
    }

    /// - Throws: ``Failure`` where the program was asked to stop, or no one reads any more.
    mutating func print(_ row: Row) throws(Failure) {
        try Interruption.check()
        let fields = columns.map { $0.value(row) }
        switch format {
        case .table: table.append(fields, to: console.output)
        case .json:
            console.output.write(isSingle ? "" : rowCount == 0 ? "[\n  " : ",\n  ")
            printObject(fields)
        case .ndjson:
            printObject(fields)
            console.output.write("\n")
        case .csv: printCSV(fields)
        }
        rowCount += 1
        try console.output.flushIfLarge()
    }

    mutating func finish() throws(Failure) {
        switch format {
        case .table: table.finish(to: console.output)
        case .json: console.output.write(isSingle ? "\n" : rowCount == 0 ? "[]\n" : "\n]\n")
        case .ndjson, .csv: break
        }
        try console.output.flush()
    }

    /// Writes rows that are at hand.
    static func print(
        _ format: OutputFormat, columns: [Column<Row>], rows: [Row], isSingle: Bool = false, _ console: Console
    ) throws(Failure) {
        var printer = RowPrinter(format, columns: columns, isSingle: isSingle, console)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }

    /// Writes the one row that answers a question; as JSON it is an object.
    static func print(single row: Row, _ format: OutputFormat, columns: [Column<Row>], _ console: Console)
        throws(Failure)
    {
        try print(format, columns: columns, rows: [row], isSingle: true, console)
    }

    private func printObject(_ fields: [Field]) {
        for (start, field) in zip(memberStarts, fields) {
            console.output.write(start)
            console.output.write(TerminalText.printable(json: field.json))
        }
        console.output.write("}")
    }

    private func printCSV(_ fields: [Field]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { console.output.write(",") }
            // A file gets every byte; on a terminal some would be commands.
            let text = console.isTerminal ? TerminalText.printable(field.plain) : field.plain
            console.output.write(quotingCSV: text)
        }
        console.output.write("\n")
    }
}
