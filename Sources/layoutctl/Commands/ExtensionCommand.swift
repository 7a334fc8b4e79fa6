enum ExtensionCommand: Command {
    static let specification = CommandSpecification(
        name: "extension", summary: "Print the path of the loadable extension, and the line that loads it.",
        options: [Standard.showsHelp],
        notes: [
            "The extension adds SQL functions to the connection that loads it. Tables: visible_in, density_in, "
                + "item_at, item_at_point, item_rank, place_at and fraction_at. Text: line_text. JSON: "
                + "layout_prepare, layout_snap, layout_anchor, layout_changes and layout_verify. Everything else "
                + "works without it."
        ],
        examples: """
            # In the sqlite3 shell
            sqlite3 wall.db "$(layoutctl extension | tail -n 1)" "SELECT layout_prepare('wall')"
            """)

    #if canImport(Darwin)
    private static let suffix = ".dylib"
    #else
    private static let suffix = ".so"
    #endif

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        // Beside the program, where a build puts it, or where a package installs it.
        let program = FilePath.resolved(FilePath.linkTarget("/proc/self/exe") ?? CommandLine.arguments[0])
        let directory = program.unicodeScalars.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        let builtName = "libLayoutCacheExtension" + suffix
        let places = [directory + "/" + builtName, directory + "/../lib/layoutcache/liblayoutcache" + suffix]
        guard let path = places.first(where: FilePath.exists) else {
            throw Failure(
                .failed,
                "the extension is not installed beside the program; “swift build --product LayoutCacheExtension” "
                    + "makes \(builtName)")
        }
        let resolved = FilePath.resolved(path)
        console.output.write(resolved + "\n.load '\(resolved)'\n")
    }
}
