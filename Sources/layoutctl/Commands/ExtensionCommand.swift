enum ExtensionCommand: Command {
    static let specification = CommandSpecification(
        name: "extension", summary: "Print the path of the loadable extension, and the line that loads it.",
        options: [Standard.showsHelp])

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
