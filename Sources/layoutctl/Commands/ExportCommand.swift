internal import LayoutBrowser
internal import LayoutText
internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine

enum ExportCommand: Command {
    /// The use that files are written for.
    enum Format: String, CaseIterable, Sendable { case csv, ndjson, geojson }

    private static let layout = Operand<String?>(
        optional: .name("LAYOUT", of: .layouts),
        help: "The layout whose frames to print. Default: the items of all data sets.")
    private static let dataset = Option<String?>(
        "--dataset", optional: .name("NAME", of: .datasets),
        help: "Without LAYOUT: print the items of this data set alone. Default: all.")
    private static let format = Option<Format>("--format", .choice, default: .csv, help: "The format of the output.")

    private static let tiles = Option<String?>(
        "--tiles", optional: .directory(), help: "Write the layout's tiles as files, as “layoutctl serve” answers them."
    )

    static let specification = CommandSpecification(
        name: "export", summary: "Print all items, or all frames of a layout, for other programs.",
        operands: [Standard.database, layout], options: [format, dataset, tiles, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let format = try arguments[format]
        if let directory = try arguments[tiles] { return try writeTiles(to: directory, arguments, console) }
        guard try arguments[layout] != nil else {
            let rows: OutputFormat = format == .csv ? .csv : .ndjson
            guard format != .geojson else {
                throw arguments.usage("--format geojson needs a LAYOUT: an item alone has no frame")
            }
            return try printItems(of: arguments[dataset], rows, arguments[Standard.database], console)
        }
        guard try arguments[dataset] == nil else {
            throw arguments.usage("--dataset and LAYOUT cannot be used together")
        }
        let layout = try PreparedLayout.open(arguments, console)
        var count = ExportedCount("elements", of: try layout.elementCount(), console)
        guard format != .geojson else { return try printShapes(of: layout, &count, console) }
        var printer = RowPrinter(
            format == .csv ? .csv : .ndjson, columns: LayoutElement.Listed.exportedColumns, console)
        try layout.forEachExportedElement {
            count.advance()
            try printer.print($0)
        }
        try printer.finish()
    }

    private static func printItems(
        of dataset: String?, _ format: OutputFormat, _ path: String, _ console: Console
    ) throws {
        try StoreFile.requireRegularFile(path)
        // Made with the first item: a file that is not a store prints no header.
        var printer: RowPrinter<ItemSalvage.Item>?
        var count: ExportedCount?
        let outcome = try LayoutStore.exportItems(at: path, dataset: dataset) { store, items in
            Interruption.interrupts(store)
            try console.warn(ofFollowersIn: store)
            printer = RowPrinter(format, columns: itemColumns, console)
            count = ExportedCount("items", of: items, console)
        } _: { item in
            if printer == nil { printer = RowPrinter(format, columns: itemColumns, console) }
            count?.advance()
            try printer?.print(item)
        }
        try printer?.finish()
        guard let damage = outcome.damage else { return }
        let read = ReadableNumber.counted(outcome.items, "item")
        let missing =
            switch outcome.missing {
            case 0?: "\(read) could be read, which are all"
            case let missing?: "\(read) could be read; \(ReadableNumber.grouped(missing)) are missing"
            case nil: "\(read) could be read; an unknown number is missing"
            }
        console.say("layoutctl: \(damage); \(missing)")
        throw Failure.ended(.corrupt)
    }

    private static func writeTiles(to directory: String, _ arguments: ParsedArguments, _ console: Console) throws {
        guard try arguments[layout] != nil else { throw arguments.usage("--tiles needs a LAYOUT") }
        let layout = try PreparedLayout.open(arguments, console)
        console.progress.begin()
        do {
            let written = try TileSite.Export(layout, fields: ItemFields(), to: directory).write { done, total in
                try Interruption.check()
                console.progress.update { seconds in
                    "\(ReadableNumber.grouped(done)) tiles"
                        + Console.ProgressLine.remaining(LayoutProgress.share(done, of: total), seconds)
                }
            }
            console.note(
                "wrote \(ReadableNumber.grouped(written.tiles)) tiles, \(ReadableNumber.grouped(written.bytes)) bytes")
        } catch let error as HTTPServerError {
            throw Failure(.failed, error.message)
        }
    }

    private static func printShapes(
        of layout: StoredLayout, _ count: inout ExportedCount, _ console: Console
    ) throws {
        let columns = LayoutElement.Listed.exportedColumns.filter { !["x", "y", "width", "height"].contains($0.name) }
        console.output.write("{\"type\":\"FeatureCollection\",\"features\":[")
        var bytes: ContiguousArray<UInt8> = []
        func add(_ words: String, _ field: Field) {
            bytes.append(contentsOf: words.utf8)
            field.append(jsonTo: &bytes)
        }
        var separator = ""
        try layout.forEachExportedElement { element in
            try Interruption.check()
            count.advance()
            let frame = element.content.attributes.frame
            var words = separator + #"\#n{"type":"Feature","geometry":{"type":"Polygon","coordinates":[["#
            for (x, y) in [
                (frame.x, frame.y), (frame.maxX, frame.y), (frame.maxX, frame.maxY), (frame.x, frame.maxY),
                (frame.x, frame.y),
            ] {
                add(words, .numbers([x, y]))
                words = ","
            }
            words = "]]},\"properties\":{"
            for column in columns {
                add("\(words)\"\(column.name)\":", column.value(element))
                words = ","
            }
            console.output.write(bytes)
            console.output.write("}}")
            bytes.removeAll(keepingCapacity: true)
            separator = ","
            try console.output.flushIfLarge()
        }
        console.output.write("\n]}\n")
    }

    private static let itemColumns: [Column<ItemSalvage.Item>] = [
        Column("dataset") { .exactText($0.dataset) },
        Column("section") { $0.item.section.map(Field.exactText) ?? .null },
        Column("key") { $0.item.key.map(Field.exactText) ?? .null },
        Column("width") { $0.item.width.map(Field.number) ?? .null },
        Column("height") { $0.item.height.map(Field.number) ?? .null },
        Column("x") { $0.item.x.map(Field.number) ?? .null },
        Column("y") { $0.item.y.map(Field.number) ?? .null },
        Column("span") { Field($0.item.span) },
        Column("rowSpan") { Field($0.item.rowSpan) },
        Column("level") { Field($0.item.level) },
        Column("stickyLevel") { Field($0.item.stickyLevel) },
        Column("stickyEdge") { Field($0.item.stickyEdge?.rawValue) },
        Column("payload") { $0.item.payload.map(Field.exactPayload) ?? .null },
    ]
}

/// Shows how many rows are written; nothing if they go to the terminal themselves.
private struct ExportedCount {
    private let name: String
    private let total: Int
    private let progress: Console.ProgressLine?
    private var count = 0

    init(_ name: String, of total: Int, _ console: Console) {
        (self.name, self.total) = (name, total)
        progress = console.isTerminal ? nil : console.progress
        progress?.begin()
    }

    mutating func advance() {
        count += 1
        // Asking for the time costs as much as writing a row.
        guard let progress, progress.isShown, count.isMultiple(of: 256) else { return }
        progress.update { seconds in
            "\(ReadableNumber.grouped(count)) \(name)"
                + Console.ProgressLine.remaining(LayoutProgress.share(count, of: total), seconds)
        }
    }
}
