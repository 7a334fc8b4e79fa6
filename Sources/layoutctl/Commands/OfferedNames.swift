internal import LayoutCache
internal import LayoutText

/// The names that a shell offers for the next word of a command line. They are layouts, data sets, tables and columns
/// of the file that the line names.
///
/// Completion scripts run `layoutctl --offer WORD…` with the words before the one to complete. It only reads, and
/// where anything fails it prints nothing.
struct OfferedNames {
    private let specification: CommandSpecification
    private var operands: [String] = []
    private var values: [String: String] = [:]
    /// The option whose value is the next word.
    private var openOption: (any OptionDeclaration)?

    static let option = "--offer"

    /// - Parameter words: The words after the program's name, as the shell has them.
    init?(_ words: some Sequence<String>) {
        // Readline takes --option=value for three words.
        var rest = words.filter { $0 != "=" }[...]
        guard let name = rest.popFirst(), let command = try? CommandCatalogue.command(name) else { return nil }
        specification = command.specification
        while let word = rest.popFirst() {
            guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else {
                operands.append(word)
                continue
            }
            let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1).map { String($0) }
            let option = specification.options.first { $0.name == parts[0] || $0.shortName == parts[0] }
            guard let option, option.placeholder != nil else { continue }
            if parts.count > 1 {
                values[option.name] = parts[1]
            } else if let value = rest.popFirst() {
                // A script may name the option once more that it completes.
                if value == option.name { openOption = option } else { values[option.name] = value }
            } else {
                openOption = option
            }
        }
    }

    /// The names, in the order in which they are offered.
    var names: [String] {
        guard let kind = (openOption?.completion ?? nextOperand?.completion)?.names else { return [] }
        let names = (try? names(of: kind)) ?? []
        // A shell reads a name to a line.
        return names.filter { name in !name.unicodeScalars.contains { $0.value < 0x20 } }
    }

    private var nextOperand: (any OperandDeclaration)? {
        let listed = specification.listedOperands
        if listed.indices.contains(operands.count) { return listed[operands.count] }
        return listed.last.flatMap { $0.isRepeating ? $0 : nil }
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
            return try LayoutStore.names(ofColumnsIn: .file(Self.path(operands[1])))
        }
    }

    /// The database whose tables are read: another one, where an import names it.
    private func source(_ database: String) -> String { values["--from-db"].map(Self.path) ?? database }

    /// A path that the shell may still have in quotes.
    private static func path(_ word: String) -> String {
        FilePath.exists(word) ? word : ShellWord.unquoted(word)
    }
}
