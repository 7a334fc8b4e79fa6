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
    private static let marked: Unicode.Scalar = "\u{1F600}"

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
        var file: UnicodeFile?
        try printer.step("Write the characters that Swift knows, a section for each category") { [csv] in
            let written = try UnicodeFile(writing: csv, marked: Self.marked)
            file = written
            return [
                "\(ReadableNumber.grouped(written.characterCount)) characters, \(written.sectionCount) categories, "
                    + "\(ReadableNumber.grouped(written.byteCount / 1000)) kB"
            ]
        }
        let store = try StoreFile.open(database, mode: .create)
        try load(into: store)
        try layOut(store)
        let layout = store.layout("wall")
        guard let place = file?.place else { throw Failure(.failed, "this Swift does not know U+1F600") }
        try ask(layout, place)
        try resize(in: store, layout)
        try draw(layout, place)
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

    private mutating func ask(_ layout: StoredLayout, _ place: ItemIndexPath) throws {
        // Above what changes size later, so that the same question has the same answer ever after.
        let y = ((try layout.layoutAttributesForItem(at: place)?.frame.y ?? 0) / 2)
            .rounded()
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

    private mutating func draw(_ layout: StoredLayout, _ place: ItemIndexPath) throws {
        guard let frame = try layout.layoutAttributesForItem(at: place)?.frame else {
            throw Failure(.failed, "the layout “wall” has no item \(place)")
        }
        let y = max(0, (frame.y - 300).rounded())
        try printer.step(
            "Draw what is around it",
            command: "layoutctl render unicode.db wall --rect 0,\(ReadableNumber.shortest(y)),390,844 -o wall.svg"
        ) { [picture] in
            try TextFile.write(try layout.svg(of: LayoutRect(x: 0, y: y, width: 390, height: 844)), to: picture)
            return [
                "\(picture) shows item \(place) at \(ReadableNumber.shortest(frame.x)), "
                    + "\(ReadableNumber.shortest(frame.y))"
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
struct DemoPrinter {
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

/// A CSV file of Unicode's characters.
struct UnicodeFile {
    private(set) var characterCount = 0
    private(set) var byteCount = 0
    /// The sections in order of first appearance, with how many characters each has so far.
    private var sections: [String: (index: Int, count: Int)] = [:]
    /// The section and item of a character that the demo needs again.
    private(set) var place: ItemIndexPath?

    var sectionCount: Int { sections.count }

    /// Writes the file.
    ///
    /// - Parameter marked: The character whose place to remember.
    init(writing path: String, marked: Unicode.Scalar) throws(Failure) {
        var file = UnicodeFile()
        try TextFile.write(to: path) { sink throws(Failure) in
            file.write("code,name,category,width,height\n", to: sink)
            try UnicodeCharacters.forEach { entry throws(Failure) in
                if file.characterCount.isMultiple(of: 1024) { try Interruption.check() }
                file.count(entry, marked)
                // Neither names nor titles hold a comma or a quote.
                file.write("\(entry.code),\(entry.name),\(entry.category),\(entry.width),\(entry.height)\n", to: sink)
                try sink.flushIfLarge()
            }
        }
        self = file
    }

    private init() {}

    private mutating func count(_ entry: UnicodeCharacters.Entry, _ marked: Unicode.Scalar) {
        let next = sections.count
        let section = sections[entry.category, default: (next, 0)]
        if entry.scalar == marked { place = ItemIndexPath(section: section.index, item: section.count) }
        sections[entry.category] = (section.index, section.count + 1)
        characterCount += 1
    }

    private mutating func write(_ line: String, to sink: ByteSink) {
        byteCount += line.utf8.count
        sink.write(line)
    }
}

/// The characters of Unicode that the Swift standard library has a name for: real data that every
/// machine has at hand.
struct UnicodeCharacters {
    /// A character and the box that shows it.
    struct Entry {
        var scalar: Unicode.Scalar
        var name: String
        var category: String

        /// `U+0041`
        var code: String {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }

        /// A label as wide as its name; a name of many words gets more lines.
        var width: Int { min(12 + 4 * name.utf8.count, 240) }
        var height: Int { 20 + 12 * (1 + name.utf8.count { $0 == UInt8(ascii: " ") }) / 2 }
    }

    /// Calls `body` with each character in the order of their codes.
    static func forEach(_ body: (Entry) throws(Failure) -> Void) throws(Failure) {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let category = properties.generalCategory
            guard category != .unassigned, category != .surrogate, category != .privateUse,
                let name = properties.nameAlias ?? properties.name
            else { continue }
            try body(Entry(scalar: scalar, name: name, category: title(of: category)))
        }
    }

    private static func title(of category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Uppercase letters"
        case .lowercaseLetter: "Lowercase letters"
        case .titlecaseLetter: "Titlecase letters"
        case .modifierLetter: "Modifier letters"
        case .otherLetter: "Other letters"
        case .nonspacingMark: "Nonspacing marks"
        case .spacingMark: "Spacing marks"
        case .enclosingMark: "Enclosing marks"
        case .decimalNumber: "Decimal digits"
        case .letterNumber: "Letter numbers"
        case .otherNumber: "Other numbers"
        case .connectorPunctuation: "Connectors"
        case .dashPunctuation: "Dashes"
        case .openPunctuation: "Opening punctuation"
        case .closePunctuation: "Closing punctuation"
        case .initialPunctuation: "Initial quotes"
        case .finalPunctuation: "Final quotes"
        case .otherPunctuation: "Other punctuation"
        case .mathSymbol: "Mathematical symbols"
        case .currencySymbol: "Currency symbols"
        case .modifierSymbol: "Modifier symbols"
        case .otherSymbol: "Other symbols"
        case .spaceSeparator: "Spaces"
        case .lineSeparator: "Line separators"
        case .paragraphSeparator: "Paragraph separators"
        case .control: "Control characters"
        case .format: "Format characters"
        case .surrogate, .privateUse, .unassigned: "Others"
        @unknown default: "Others"
        }
    }
}
