internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

/// A demonstration of the program, on the characters of Unicode.
struct Demonstration {
    private let directory: String
    private let console: Console
    private var printer: DemoPrinter

    private static let container = LayoutSize(width: 390, height: 844)
    private static let definition =
        #"{"layout":"flow","itemSpacing":6,"lineSpacing":6,"sectionInsets":8,"header":{"height":32},"pinHeaders":true}"#
    /// GRINNING FACE.
    private static let marked = "U+1F600"

    init(in directory: String, _ console: Console) {
        self.directory = directory
        self.console = console
        printer = DemoPrinter(console)
    }

    private var csv: String { directory + "/unicode.csv" }
    private var database: String { directory + "/unicode.db" }
    private var picture: String { directory + "/wall.svg" }

    mutating func run() throws {
        console.output.write("Unicode's characters as a wall of labels. To try the commands yourself:\n")
        console.output.write("   \(console.style.dim("$ "))\(console.style.accent("cd \(directory)"))\n\n")
        try printer.step("Write the characters that Swift knows, a section for each category") { [csv] in
            let file = try UnicodeFile(writing: csv)
            return [
                "\(ReadableNumber.grouped(file.characterCount)) characters, \(file.categories.count) categories, "
                    + "\(ReadableNumber.grouped(file.byteCount / 1000)) kB"
            ]
        }
        let store = try StoreFile.open(database, mode: .create)
        try load(into: store)
        try layOut(store)
        let layout = store.layout("wall")
        try ask(layout)
        try resize(in: store, layout)
        try draw(layout)
        console.output.write(
            "The file is yours: \(console.style.accent("sqlite3 unicode.db")) explains itself with SELECT * "
                + "FROM layout_readme;\n"
        )
    }

    private mutating func load(into store: LayoutStore) throws {
        try printer.step(
            "Load them",
            command: "layoutctl import unicode.db unicode.csv --dataset unicode --section category"
                + " --key code --width width --height height --replace",
            sql: ["SELECT count(*), sum(width * height) FROM item;"]
        ) { [csv] in
            let options = ImportOptions(
                dataset: "unicode", columns: .init(section: "category", key: "code", width: "width", height: "height"),
                mode: .replace
            )
            let report = try store.importItems(
                from: .file(csv), options: options, isCancelled: { Interruption.isRequested })
            return ["\(ReadableNumber.grouped(report.itemsInserted)) items in \(report.sectionsCreated) new sections"]
        }
    }

    private mutating func layOut(_ store: LayoutStore) throws {
        try printer.step(
            "Lay them out for a phone, and keep every frame",
            command:
                "layoutctl layout unicode.db wall --dataset unicode --definition '\(Self.definition)' "
                + "--container 390x844 && layoutctl prepare unicode.db wall",
            sql: ["SELECT layout, item_count, content_height, stale_sections FROM layout_status;"]
        ) {
            try store.defineLayout(
                "wall", dataset: "unicode", definition: LayoutDefinition(json: Self.definition),
                container: Self.container)
            let report = try store.prepare("wall") { _ in try Interruption.check() }
            let height = try store.layout("wall").contentSize().height
            return [
                "\(report.sectionsPrepared) of \(report.sectionsTotal) sections, "
                    + "\(ReadableNumber.grouped(report.elementsWritten)) elements written, "
                    + "\(ReadableNumber.grouped(Int(height))) points high"
            ]
        }
    }

    private func marked(in layout: StoredLayout) throws -> LayoutAttributes {
        guard let element = try layout.listedItem(.key(Self.marked)) else {
            throw Failure(.failed, "this Swift does not know \(Self.marked)")
        }
        return element.content.attributes
    }

    private mutating func ask(_ layout: StoredLayout) throws {
        // Above what changes size later, so that the same question has the same answer ever after.
        let y = (try marked(in: layout).frame.y / 2).rounded()
        try printer.step(
            "Ask what is visible far down",
            command: "layoutctl visible unicode.db wall --rect 0,\(ReadableNumber.shortest(y)),390,844",
            sql: [
                "UPDATE viewport SET y = \(ReadableNumber.shortest(y)) WHERE layout = 'wall';",
                "SELECT section, item, x, y, key, payload ->> 'name' FROM visible",
                "WHERE layout = 'wall' AND kind = 'cell' ORDER BY section, item LIMIT 3;",
            ]
        ) {
            let found = try layout.elementsWithContent(in: LayoutRect(x: 0, y: y, width: 390, height: 844))
            let cells = found.filter { $0.attributes.kind == .cell }.sorted {
                LayoutAttributes.isListedBefore($0.attributes, $1.attributes)
            }
            return ["\(found.count) elements, of them \(cells.count) cells:"]
                + cells.prefix(3).map { cell in
                    let frame = cell.attributes.frame
                    return [
                        "\(cell.attributes.section ?? 0)", "\(cell.attributes.item)", ReadableNumber.shortest(frame.x),
                        ReadableNumber.shortest(frame.y),
                        cell.key ?? "", Self.name(in: cell.payload),
                    ].joined(separator: "|")
                }
        }
    }

    private mutating func resize(in store: LayoutStore, _ layout: StoredLayout) throws {
        try printer.step(
            "Make one label larger: its section becomes stale, by a trigger",
            command: "layoutctl resize unicode.db unicode --key U+1F600 --width 240 --height 120",
            sql: ["UPDATE item SET width = 240, height = 120 WHERE key = 'U+1F600';"]
        ) {
            try store.resize(.key("U+1F600"), in: "unicode", width: .points(240), height: .points(120))
            let stale = try store.status().first { $0.name == "wall" }?.staleSections ?? 0
            return ["\(stale) stale section"]
        }
        try printer.step("Lay out only stale parts", command: "layoutctl prepare unicode.db wall") {
            let report = try layout.prepare()
            return [
                "\(report.sectionsPrepared) of \(report.sectionsTotal) sections, "
                    + "\(ReadableNumber.grouped(report.elementsWritten)) elements written"
            ]
        }
    }

    private mutating func draw(_ layout: StoredLayout) throws {
        let cell = try marked(in: layout)
        let y = max(0, (cell.frame.y - 300).rounded())
        try printer.step(
            "Draw what is around it",
            command: "layoutctl render unicode.db wall --rect 0,\(ReadableNumber.shortest(y)),390,844 -o wall.svg"
        ) { [picture] in
            try TextFile.write(try layout.svg(of: LayoutRect(x: 0, y: y, width: 390, height: 844)), to: picture)
            return [
                "\(picture) shows item \(cell.section ?? 0)/\(cell.item) at "
                    + "\(ReadableNumber.shortest(cell.frame.x)), \(ReadableNumber.shortest(cell.frame.y))"
            ]
        }
    }

    private static func name(in payload: String?) -> String {
        guard let payload, let value = try? JSONValue(parsing: payload), case .string(let name)? = value["name"] else {
            return ""
        }
        return name
    }
}

/// Prints the steps of the demonstration.
private struct DemoPrinter {
    let console: Console
    private let clock = ContinuousClock()
    private var number = 0

    init(_ console: Console) {
        self.console = console
    }

    /// Does a step, and prints its description, its result, its cost, and the command that does the same.
    ///
    /// - Parameters:
    ///   - command: The same from a shell.
    ///   - sql: The same, or a look at it, from the `sqlite3` shell.
    ///   - body: Does it, and returns lines on what came of it.
    mutating func step(
        _ title: String, command: String? = nil, sql: [String] = [], _ body: () throws -> [String]
    ) throws {
        let start = clock.now
        let lines = try body()
        let seconds = (clock.now - start) / .seconds(1)
        number += 1
        let style = console.style
        let cost = ReadableNumber.rounded(seconds * 1000, seconds < 0.01 ? 2 : 0) + " ms"
        let heading = "\(number)  \(title)"
        let padding = String(repeating: " ", count: max(2, 84 - heading.count - cost.count))
        console.output.write(style.bold(heading) + padding + style.bold(cost) + "\n")
        for line in lines { console.output.write("   " + TerminalText.printable(line) + "\n") }
        if let command { console.output.write("   " + style.dim("$ ") + style.accent(command) + "\n") }
        var isContinued = false
        for line in sql {
            // As the shell prompts: once for each statement.
            console.output.write("   " + style.dim(isContinued ? "   ...> " : "sqlite> ") + style.accent(line) + "\n")
            isContinued = !line.hasSuffix(";")
        }
        console.output.write("\n")
        try console.output.flush()
    }
}

/// A CSV file of the characters of Unicode that the Swift standard library has a name for: real data that every
/// machine has at hand.
private struct UnicodeFile {
    private(set) var characterCount = 0
    private(set) var byteCount = 0
    /// The titles of the categories that have characters.
    private(set) var categories: [Unicode.GeneralCategory: String] = [:]

    /// Writes the file, in the order of the characters' codes.
    init(writing path: String) throws(Failure) {
        var file = UnicodeFile()
        try TextFile.write(to: path) { sink throws(Failure) in
            sink.write(file.counted("code,name,category,width,height\n"))
            for value in UInt32(0)...0x10FFFF {
                if value.isMultiple(of: 1024) { try Interruption.check() }
                guard let line = Unicode.Scalar(value).flatMap({ file.line(for: $0) }) else { continue }
                file.characterCount += 1
                sink.write(file.counted(line))
                try sink.flushIfLarge()
            }
        }
        self = file
    }

    private init() {}

    private mutating func counted(_ line: String) -> String {
        byteCount += line.utf8.count
        return line
    }

    /// A character and a label as wide as its name; a name of many words gets more lines.
    private mutating func line(for scalar: Unicode.Scalar) -> String? {
        let category = scalar.properties.generalCategory
        guard category != .unassigned, category != .surrogate, category != .privateUse,
            let name = scalar.properties.nameAlias ?? scalar.properties.name
        else { return nil }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let height = 20 + 12 * (1 + name.utf8.count { $0 == UInt8(ascii: " ") }) / 2
        let title = categories[category] ?? Self.title(of: category)
        categories[category] = title
        // Neither names nor titles hold a comma or a quote.
        return "\(code),\(name),\(title),\(min(12 + 4 * name.utf8.count, 240)),\(height)\n"
    }

    /// Unicode's own name of a category, as `Uppercase letter`.
    private static func title(of category: Unicode.GeneralCategory) -> String {
        let words = "\(category)".reduce("") { $0 + ($1.isUppercase ? " " : "") + $1.lowercased() }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
