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
        options: [Standard.showsHelp])

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
        try Demonstration(console: console).run(in: path)
    }
}

/// A demonstration of the program, on the characters of Unicode: it calls the program's own commands, one after the
/// other, as a shell would. The steps are paragraphs of `Help/demo.txt`: a title, a command, and SQL.
private struct Demonstration {
    let console: Console

    /// GRINNING FACE, which changes size.
    private static let marked = "U+1F600"

    func run(in directory: String) throws {
        console.output.write("Unicode's characters as a wall of labels. To try the commands yourself:\n")
        print("$ ", "cd \(directory)")
        guard unsafe chdir(directory) == 0 else {
            throw Failure(.failed, "\(directory): cannot be entered: \(systemMessage(errno))")
        }
        for (index, paragraph) in HelpFile.text("demo.txt").split(separator: "\n\n").enumerated() {
            let lines = try filled(String(paragraph)).split(separator: "\n")
            console.output.write("\n" + console.style.bold("\(index + 1)  \(lines[0])") + "\n")
            var command: Substring?
            var isContinued = false
            for line in lines.dropFirst() {
                if line.hasPrefix("$ ") {
                    command = line.dropFirst(2)
                    print("$ ", line.dropFirst(2))
                } else {
                    // As the shell prompts: once for each statement.
                    print(isContinued ? "   ...> " : "sqlite> ", line)
                    isContinued = !line.hasSuffix(";")
                }
            }
            try console.output.flush()
            let start = ContinuousClock.now
            if let command { try call(command) } else { try writeCharacters() }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            console.output.write(console.style.bold(ReadableNumber.duration(seconds)) + "\n")
            try console.output.flush()
        }
        console.output.write(
            "The files are yours: \(console.style.accent("sqlite3 unicode.db")) explains itself with SELECT * "
                + "FROM layout_readme;\n")
    }

    /// A step with the places in it. One above what changes size: the same question has the same answer ever after.
    private func filled(_ step: String) throws -> String {
        guard ["{half}", "{above}"].contains(where: step.contains) else { return step }
        let layout = try StoreFile.open("unicode.db", mode: .readOnly).layout("wall")
        guard let element = try layout.listedItem(.key(Self.marked)) else {
            throw Failure(.failed, "this Swift does not know \(Self.marked)")
        }
        let y = element.content.attributes.frame.y
        let places = ["{half}": (y / 2).rounded(), "{above}": max(0, (y - 300).rounded())]
        return places.reduce(step) { $0.replacing($1.key, with: ReadableNumber.shortest($1.value)) }
    }

    private func writeCharacters() throws {
        let file = try UnicodeFile(writing: "unicode.csv")
        console.output.write(
            "\(ReadableNumber.grouped(file.characterCount)) characters, \(file.categories.count) categories, "
                + "\(ReadableNumber.grouped(Int(FileStamp(path: "unicode.csv")?.size ?? 0) / 1000)) kB\n")
    }

    private func call(_ line: Substring) throws {
        let words = line.split(separator: " ").dropFirst().map { ShellWord.unquoted(String($0)) }
        let (command, arguments) = try CommandCatalogue.call(words)
        try command.run(command.parse(arguments), console)
    }

    private func print(_ prompt: String, _ line: some StringProtocol) {
        console.output.write("   " + console.style.dim(prompt) + console.style.accent(String(line)) + "\n")
    }
}

/// A CSV file of the characters of Unicode that the Swift standard library has a name for: real data that every
/// machine has at hand.
private struct UnicodeFile {
    private(set) var characterCount = 0
    /// The titles of the categories that have characters.
    private(set) var categories: [Unicode.GeneralCategory: String] = [:]

    /// Writes the file, in the order of the characters' codes.
    init(writing path: String) throws(Failure) {
        try FilePath.write(to: path) { sink throws(Failure) in
            sink.write("code,name,category,width,height\n")
            for value in UInt32(0)...0x10FFFF {
                if value.isMultiple(of: 1024) { try Interruption.check() }
                guard let line = Unicode.Scalar(value).flatMap({ line(for: $0) }) else { continue }
                characterCount += 1
                sink.write(line)
                try sink.flushIfLarge()
            }
        }
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
