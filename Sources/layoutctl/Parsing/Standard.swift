/// The arguments that several commands take.
enum Standard {
    static let database = Operand<String>(.file("DB"), help: "The store: an SQLite file.")
    static let layout = Operand<String?>(
        optional: .name("LAYOUT", of: .layouts), isLeftOut: true,
        help: "The layout; may be left out if the store has only one.")
    static let dataset = Option<String?>(
        "--dataset", optional: .name("NAME", of: .datasets),
        help: "The data set; may be left out if the store has only one.")
    /// The former place of ``dataset``, as a word before the item.
    static let datasetWord = Operand<String?>(
        optional: .name("DATASET", of: .datasets), isLeftOut: true, isListed: false, help: "The data set.")

    /// How rows are written; every command that prints some takes it.
    static let format = Option<OutputFormat>(
        "--format", .choice, default: Console.isTerminal(1) ? .table : .ndjson,
        spelled: "table on a terminal, else ndjson", help: "The format of the output.")
    static let quiet = Option(
        flag: "--quiet", short: "-q", help: "Print no progress, notes or warnings; errors are still printed.")
    static let showsHelp = Option(flag: "--help", short: "-h", help: "Print this text.")
    static let version = Option(
        flag: "--version", short: "-v",
        help: "Print the versions of layoutctl and SQLite; with --verbose, SQLite's options too.")
    /// The options that can replace a command.
    static let global = [showsHelp, version]

    // The columns of an item's span and sticky level.
    static let span = Option<String?>(
        "--span", optional: .text("COL"),
        help: "The column of the spans: how many columns an item covers; 0 is the whole line.")
    static let rowSpan = Option<String?>(
        "--row-span", optional: .text("COL"), help: "The column of how many rows of a sheet an item covers.")
    static let level = Option<String?>(
        "--level", optional: .text("COL"), help: "The column of an item's level in an outline.")
    static let stickyLevel = Option<String?>(
        "--sticky-level", optional: .text("COL"),
        help: "The column of the levels at which items stick to an edge of the viewport, 0 outermost.")
    static let stickyEdge = Option<String?>(
        "--sticky-edge", optional: .text("COL"), help: "The column of the edges that they stick to: start or end.")
}

extension Console {
    /// Writes rows that are at hand, in the format that was asked for.
    ///
    /// - Parameter isSingle: Whether there is one row, which answers a question: as JSON it is an object.
    func print<Row>(
        _ rows: [Row], _ columns: [Column<Row>], _ arguments: ParsedArguments, isSingle: Bool = false
    ) throws(Failure) {
        var printer = RowPrinter(try arguments[Standard.format], columns: columns, isSingle: isSingle, self)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }
}
