internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

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
    /// The row that is being written; kept for its room.
    private var bytes: ContiguousArray<UInt8> = []
    /// Whether a row of CSV has a byte that its readers refuse.
    private var hasZeroByte = false

    /// - Parameter isSingle: Whether there is exactly one row and JSON is that object, not an array of it.
    init(_ format: OutputFormat, columns: [Column<Row>], isSingle: Bool = false, _ console: Console) {
        self.format = format
        self.columns = columns
        self.console = console
        self.isSingle = isSingle
        memberStarts = columns.enumerated().map { ($0 == 0 ? "{" : ",") + JSONValue.string($1.name).text + ":" }
        table = TextTable(headings: columns.map(\.name), style: console.style, width: console.outputWidth)
        if console.isTerminal { console.progress.clear() }
        if format == .csv {
            appendCSV(columns.map { .text($0.name) })
            console.output.write(bytes)
        }
    }

    /// - Throws: ``Failure`` if the program was interrupted, or the reader has closed the output.
    mutating func print(_ row: Row) throws(Failure) {
        try Interruption.check()
        bytes.removeAll(keepingCapacity: true)
        switch format {
        case .table: table.append(columns.map { $0.value(row) }, to: console.output)
        case .json:
            bytes.append(contentsOf: (isSingle ? "" : rowCount == 0 ? "[\n  " : ",\n  ").utf8)
            appendObject(row)
        case .ndjson:
            appendObject(row)
            bytes.append(UInt8(ascii: "\n"))
        case .csv: appendCSV(columns.map { $0.value(row) })
        }
        console.output.write(bytes)
        rowCount += 1
        try console.output.flushIfLarge()
    }

    mutating func finish() throws(Failure) {
        console.progress.clear()
        switch format {
        case .table: table.finish(to: console.output)
        case .json: console.output.write(isSingle ? "\n" : rowCount == 0 ? "[]\n" : "\n]\n")
        case .csv where hasZeroByte:
            console.warn("a text has a byte of value zero, which CSV cannot hold; “--format ndjson” keeps it")
        case .ndjson, .csv: break
        }
        try console.output.flush()
    }

    private mutating func appendObject(_ row: Row) {
        for (start, column) in zip(memberStarts, columns) {
            bytes.append(contentsOf: start.utf8)
            column.value(row).append(jsonTo: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func appendCSV(_ fields: [Field]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            field.append(csvTo: &bytes, forTerminal: console.isTerminal)
        }
        bytes.append(UInt8(ascii: "\n"))
        hasZeroByte = hasZeroByte || bytes.contains(0)
    }
}

enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns, for people.
    case table
    case json
    /// One object per line.
    case ndjson
    /// RFC 4180 with a header line.
    case csv
}

/// A column of the rows that a command prints: its name in every format, and where its value is in a row.
struct Column<Row>: Sendable {
    /// The member's name in JSON, and the heading elsewhere.
    let name: String
    let value: @Sendable (Row) -> Field

    init(_ name: String, _ value: @escaping @Sendable (Row) -> Field) {
        self.name = name
        self.value = value
    }

    /// A column of what is answered elsewhere too.
    init(_ value: JSONValue.Named<Row>) {
        self.init(value.name) { Field(value.value($0)) }
    }
}
