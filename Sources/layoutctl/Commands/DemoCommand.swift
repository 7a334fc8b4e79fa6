internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutPlatform
internal import LayoutText

enum DemoCommand: Command {
    private static let directory = Operand<String?>(
        optional: .directory(),
        help: "The directory for the files, created if it does not exist. Default: a new temporary one.")

    static let specification = CommandSpecification(
        name: "demo", summary: "Show the whole program at work, on the characters of Unicode.", operands: [directory],
        options: [Standard.showsHelp],
        notes: [
            "The command writes some 150,000 named characters to a file, loads it, lays it out, and asks what "
                + "is visible. It changes a size, lays out what that made stale, and draws a picture. Each step "
                + "prints its cost, and how to do the same from a shell and from sqlite3."
        ],
        examples: """
            # Keep the files to experiment with
            layoutctl demo unicode
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let path: String
        if let name = try arguments[directory] {
            try FilePath.makeDirectory(name)
            path = name
        } else {
            path = try FilePath.makeTemporaryDirectory("layoutctl-demo-")
        }
        // A script is asked for no notes of the commands.
        console.isQuiet = true
        var demonstration = Demonstration(console: console)
        try demonstration.run(in: path)
    }
}

/// A demonstration of the program, on the characters of Unicode: it calls the program's own commands, one after the
/// other, as a shell would.
private struct Demonstration {
    let console: Console
    private let clock = ContinuousClock()
    private var number = 0

    private static let definition =
        #"{"layout":"flow","itemSpacing":6,"lineSpacing":6,"sectionInsets":8,"header":{"height":32},"pinHeaders":true}"#
    /// GRINNING FACE.
    private static let marked = "U+1F600"

    init(console: Console) { self.console = console }

    mutating func run(in directory: String) throws {
        console.output.write("Unicode's characters as a wall of labels. To try the commands yourself:\n")
        print("$ ", "cd \(directory)")
        guard unsafe chdir(directory) == 0 else {
            throw Failure(.failed, "\(directory): cannot be entered: \(systemMessage(errno))")
        }
        try step("Write the characters that Swift knows, a section for each category") { [console] in
            let file = try UnicodeFile(writing: "unicode.csv")
            console.output.write(
                "\(ReadableNumber.grouped(file.characterCount)) characters, \(file.categories.count) categories, "
                    + "\(ReadableNumber.grouped(Int(FileStamp(path: "unicode.csv")?.size ?? 0) / 1000)) kB\n")
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
        let (command, arguments) = try CommandCatalogue.call(words)
        try step(title, shown, sql: sql) { [console] in try command.run(command.parse(arguments), console) }
    }

    /// Does a step, and prints what came of it, its cost, and how to do the same.
    private mutating func step(
        _ title: String, _ command: String? = nil, sql: [String] = [], _ body: () throws -> Void
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
        try body()
        console.output.write(console.style.bold(ReadableNumber.duration((clock.now - start) / .seconds(1))) + "\n")
        try console.output.flush()
    }

    private func print(_ prompt: String, _ line: String) {
        console.output.write("   " + console.style.dim(prompt) + console.style.accent(line) + "\n")
    }
}
