internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

/// Prints a script that completes command lines of the program in a shell.
///
/// It knows nothing about commands: it asks the program for the words (``Offer``), so that it stays right when
/// the program is updated.
enum CompletionCommand: Command {
    private static let shell = Operand<String>(
        .word(of: ["bash", "zsh", "fish"]).named("SHELL"), help: "The shell: bash, zsh or fish.")

    static let specification = CommandSpecification(
        name: "completion", summary: "Print a completion script for a shell.", operands: [shell],
        options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(HelpFile.text("completion.\(try arguments[shell])"))
    }

    /// The words that a shell offers for the last word of a command line.
    ///
    /// Completion scripts run `layoutctl --offer WORD…` with the words after the program's name. The last one is the
    /// word to complete, maybe empty. The answer has a line for each word, with a tab and a description for some. Two
    /// lines stand for the shell's own knowledge: ``files`` and ``directories``. A file is only read, and nothing is
    /// printed if anything fails.
    ///
    /// ```sh
    /// layoutctl --offer visible wall.db ''    # the layouts of wall.db
    /// ```
    struct Offer {
        static let option = "--offer"
        static let files = ":files"
        static let directories = ":directories"

        private let specification: CommandSpecification
        private var operands: [String] = []
        private var values: [String: String] = [:]
        /// The option whose value is completed.
        private var openOption: (any ArgumentDeclaration)?
        private let current: String

        static func lines(_ words: some Sequence<String>) -> [String] {
            let words = Array(words)
            guard words.count > 1 else {
                let commands = CommandCatalogue.specifications.map { "\($0.name)\t\($0.summary)" }
                return commands + Standard.global.map(\.name) + [files]
            }
            return Offer(words)?.lines ?? []
        }

        private init?(_ words: [String]) {
            // Readline takes --option=value for three words.
            var rest = words.dropFirst().filter { $0 != "=" }[...]
            if words.last == "=" { rest.append("") }
            guard let command = try? CommandCatalogue.command(words[0]), let current = rest.popLast() else {
                return nil
            }
            specification = command.specification
            self.current = current
            while let word = rest.popFirst() {
                guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else {
                    operands.append(word)
                    continue
                }
                let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1).map { String($0) }
                guard let option = specification.option(parts[0]), option.placeholder != nil else { continue }
                if parts.count > 1 {
                    values[option.name] = parts[1]
                } else if let value = rest.popFirst() {
                    values[option.name] = value
                } else {
                    openOption = option
                }
            }
        }

        private var lines: [String] {
            if let openOption { return words(choices: openOption.choices, openOption.completion) }
            guard current.utf8.first == UInt8(ascii: "-") else {
                return nextOperand.map { words(choices: $0.choices, $0.completion) } ?? []
            }
            let parts = current.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count > 1, let option = specification.option(String(parts[0])) {
                return words(choices: option.choices, option.completion).map { "\(option.name)=\($0)" }
            }
            return specification.options.map { "\($0.name)\t\($0.help)" }
        }

        private var nextOperand: (any ArgumentDeclaration)? {
            let listed = specification.listedOperands
            if listed.indices.contains(operands.count) { return listed[operands.count] }
            return listed.last.flatMap { $0.isRepeating ? $0 : nil }
        }

        private func words(choices: [String], _ completion: Completion) -> [String] {
            guard choices.isEmpty else { return choices }
            switch completion {
            case .nothing: return []
            case .files: return [Self.files]
            case .directories: return [Self.directories]
            case .commands: return CommandCatalogue.names
            case .names(let kind):
                let names = (try? names(of: kind)) ?? []
                // A shell reads a name to a line.
                return names.filter { name in !name.unicodeScalars.contains { $0.value < 0x20 } }
            }
        }

        private func names(of kind: Completion.Names) throws -> [String] {
            let place = specification.operands.firstIndex { $0.name == Standard.database.name } ?? 0
            guard let database = operands.dropFirst(place).first.map(Self.path) else { return [] }
            switch kind {
            case .layouts: return try LayoutStore.names(ofDatasets: false, at: database)
            case .datasets: return try LayoutStore.names(ofDatasets: true, at: database)
            case .tables: return try LayoutStore.names(ofTablesAt: source(database))
            case .columns:
                if let table = values["--table"] {
                    return try LayoutStore.names(ofColumnsOf: ShellWord.unquoted(table), at: source(database))
                }
                guard operands.count > 1, operands[1] != "-" else { return [] }
                return try RecordReader(.file(Self.path(operands[1]))).names
            }
        }

        /// The database whose tables are read: another one, where an import names it.
        private func source(_ database: String) -> String { values["--from-db"].map(Self.path) ?? database }

        /// A path that the shell may still have in quotes.
        private static func path(_ word: String) -> String { FilePath.exists(word) ? word : ShellWord.unquoted(word) }
    }
}
