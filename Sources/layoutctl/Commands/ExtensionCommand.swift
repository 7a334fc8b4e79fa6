/// Tells where the loadable extension is.
enum ExtensionCommand: Command {
    static let specification = CommandSpecification(
        name: "extension", summary: "Print the path of the loadable extension, and the line that loads it.",
        options: [Standard.showsHelp],
        notes: [
            "The extension adds to the connection that loads it visible_in(layout, x, y, width, height), a table-valued "
                + "function with the columns of the view visible, and layout_prepare, layout_snap, layout_anchor and "
                + "layout_verify, which answer JSON. Everything else works without it."
        ],
        examples: [
            .init(
                "In the sqlite3 shell",
                #"sqlite3 wall.db "$(layoutctl extension | tail -n 1)" "SELECT layout_prepare('wall')""#)
        ]
    )

    #if canImport(Darwin)
    private static let fileName = "liblayoutcache.dylib"
    #else
    private static let fileName = "liblayoutcache.so"
    #endif

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        // Beside the program, as it is built, or where a package installs it.
        let program = FilePath.resolved(OwnProgram.path)
        let directory = program.unicodeScalars.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        let places = [directory, directory + "/../lib/layoutcache"].map { $0 + "/" + fileName }
        guard let path = places.first(where: FilePath.exists) else {
            throw Failure(
                .failed,
                "the extension \(fileName) is not installed beside the program; “swift build --product layoutcache” makes it"
            )
        }
        let resolved = FilePath.resolved(path)
        console.output.write(resolved + "\n.load '\(resolved)'\n")
        return .done
    }
}
