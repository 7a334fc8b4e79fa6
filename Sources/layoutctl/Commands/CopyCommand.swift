internal import LayoutCache

enum CopyCommand: Command {
    private static let copy = Operand<String>(.file("NEW"), help: "The new file; it must not exist.")

    static let specification = CommandSpecification(
        name: "copy", summary: "Copy a store to a new file; safe while it is in use.",
        operands: [Standard.database, copy], options: [Standard.quiet, Standard.showsHelp],
        notes: [
            "Copying the file itself while a program has it open may lose what is still in the log beside it. "
                + "The copy appears under its name when it is whole."
        ],
        examples: """
            # A copy to look into
            layoutctl copy wall.db wall-monday.db
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readOnly)
        let path = try arguments[copy]
        try ReadingNote.warn(ofFollowersIn: store, console)
        try StoreFile.protect(store.path, from: path, option: copy.name, command: specification.name)
        Interruption.expectRollback()
        console.progress.begin()
        try store.backup(to: path) { state in
            try Interruption.check()
            console.progress.update { "copying" + ProgressLine.remaining(state.fraction, $0) }
        }
        console.note("copied \(store.path) to \(path)")
    }
}
