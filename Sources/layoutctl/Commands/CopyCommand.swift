internal import LayoutCache

enum CopyCommand: Command {
    private static let copy = Operand<String>(.file("NEW"), help: "The new file; it must not exist.")

    static let specification = CommandSpecification(
        name: "copy", summary: "Copy a store to a new file; safe while it is in use.",
        operands: [Standard.database, copy], options: [Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readOnly)
        let path = try arguments[copy]
        try console.warn(ofFollowersIn: store)
        try StoreFile.protect(store.path, from: path, option: copy.name, command: specification.name)
        Interruption.expectRollback()
        console.progress.begin()
        try store.backup(to: path) { state in
            try Interruption.check()
            console.progress.update { "copying" + Console.ProgressLine.remaining(state.fraction, $0) }
        }
        console.note("copied \(store.path) to \(path)")
    }
}
