internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutPlatform
internal import LayoutText

/// A demonstration of the program, on the characters of Unicode: it calls the program's own commands, one after the
/// other, as a shell would.
struct Demonstration {
    private let directory: String
    private let console: Console
    /// Runs a command line of the program.
    private let runCommand: ([String], Console) throws -> Void
    private let clock = ContinuousClock()
    private var number = 0

    private static let definition =
        #"{"layout":"flow","itemSpacing":6,"lineSpacing":6,"sectionInsets":8,"header":{"height":32},"pinHeaders":true}"#
    /// GRINNING FACE.
    private static let marked = "U+1F600"

    init(in directory: String, _ console: Console, running runCommand: @escaping ([String], Console) throws -> Void) {
        self.directory = directory
        self.console = console
        self.runCommand = runCommand
    }

    mutating func run() throws {
        console.output.write("Unicode's characters as a wall of labels. To try the commands yourself:\n")
        print("$ ", "cd \(directory)")
        guard unsafe chdir(directory) == 0 else {
            throw Failure(.failed, "\(directory): cannot be entered: \(systemMessage(errno))")
        }
        try step("Write the characters that Swift knows, a section for each category") { console in
            let file = try UnicodeFile(writing: "unicode.csv")
            console.output.write(
                "\(ReadableNumber.grouped(file.characterCount)) characters, \(file.categories.count) categories, "
                    + "\(ReadableNumber.grouped(file.byteCount / 1000)) kB\n")
        }
        try call(
            "Load them",
            "import unicode.db unicode.csv --dataset unicode --section category --key code --width width "
                + "--height height --replace", sql: ["SELECT count(*), sum(width * height) FROM item;"])
        try call(
            "Define a layout for a phone", "layout unicode.db wall --dataset unicode --container 390x844 --definition",
            Self.definition)
        try call(
            "Lay them out, and keep every frame", "prepare unicode.db wall",
            sql: ["SELECT layout, item_count, content_height, stale_sections FROM layout_status;"])
        // Above what changes size later, so that the same question has the same answer ever after.
        let y = ReadableNumber.shortest(try (place().y / 2).rounded())
        try call(
            "Ask what is visible in a strip far down", "visible unicode.db wall --rect 0,\(y),390,100",
            sql: [
                "UPDATE viewport SET y = \(y) WHERE layout = 'wall';",
                "SELECT section, item, x, y, key, payload ->> 'name' FROM visible",
                "WHERE layout = 'wall' AND kind = 'cell' ORDER BY section, item LIMIT 3;",
            ])
        try call(
            "Make one label larger: its section becomes stale, by a trigger",
            "resize unicode.db --dataset unicode --key \(Self.marked) --width 240 --height 120",
            sql: ["UPDATE item SET width = 240, height = 120 WHERE key = '\(Self.marked)';"])
        try call("Lay out only stale parts", "prepare unicode.db wall")
        let top = ReadableNumber.shortest(try max(0, (place().y - 300).rounded()))
        try call("Draw what is around it", "render unicode.db wall --rect 0,\(top),390,844 -o wall.svg")
        console.output.write(
            "The files are yours: \(console.style.accent("sqlite3 unicode.db")) explains itself with SELECT * "
                + "FROM layout_readme;\n")
    }

    /// The frame of the item that changes size.
    private func place() throws -> LayoutRect {
        let layout = try StoreFile.open("unicode.db", mode: .readOnly).layout("wall")
        guard let element = try layout.listedItem(.key(Self.marked)) else {
            throw Failure(.failed, "this Swift does not know \(Self.marked)")
        }
        return element.content.attributes.frame
    }

    /// Calls a command of the program.
    ///
    /// - Parameter sql: The same, or a look at it, from the `sqlite3` shell.
    private mutating func call(_ title: String, _ line: String, _ last: String..., sql: [String] = []) throws {
        let words = line.split(separator: " ").map(String.init) + last
        let shown = "layoutctl " + words.map(ShellWord.text).joined(separator: " ")
        try step(title, shown, sql: sql) { [runCommand] console in try runCommand(words, console) }
    }

    /// Does a step, and prints what came of it, its cost, and how to do the same.
    private mutating func step(
        _ title: String, _ command: String? = nil, sql: [String] = [], _ body: (Console) throws -> Void
    ) throws {
        number += 1
        console.output.write("\n" + console.style.bold("\(number)  \(title)") + "\n")
        if let command { print("$ ", command) }
        var isContinued = false
        for line in sql {
            // As the shell prompts: once for each statement.
            print(isContinued ? "   ...> " : "sqlite> ", line)
            isContinued = !line.hasSuffix(";")
        }
        try console.output.flush()
        let start = clock.now
        try body(console)
        console.output.write(console.style.bold(ReadableNumber.duration((clock.now - start) / .seconds(1))) + "\n")
        try console.output.flush()
    }

    private func print(_ prompt: String, _ line: String) {
        console.output.write("   " + console.style.dim(prompt) + console.style.accent(line) + "\n")
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
