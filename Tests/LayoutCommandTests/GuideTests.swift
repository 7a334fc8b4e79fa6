import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

@Suite struct GuideTests {
    private static let folder = "Sources/LayoutCache/LayoutCache.docc"

    private static func guides() throws -> [(name: String, blocks: [Paper.Block])] {
        try FileManager.default.contentsOfDirectory(atPath: Paper.root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".md") }.sorted().map { ($0, try Paper("\(folder)/\($0)").blocks) }
    }

    /// Whether lines stand one after another in others, all indented by the same number of spaces.
    static func contains(_ lines: [Substring], _ wanted: [Substring]) -> Bool {
        lines.indices.contains { start in
            guard let first = wanted.first, lines[start].hasSuffix(first), start + wanted.count <= lines.count
            else { return false }
            let indent = lines[start].dropLast(first.count)
            return indent.allSatisfy { $0 == " " }
                && zip(wanted, lines[start...]).allSatisfy { $1 == ($0.isEmpty ? "" : indent + $0) }
        }
    }

    @Test("Each Swift block of a guide or a public comment stands in a source that the tests compile and run")
    func swiftBlocks() throws {
        let sources = try [
            "LayoutContractTests/GuideTests", "LayoutCacheUITests/GuideTests", "LayoutCacheUITests/ReadmeExamples",
        ].map { try Paper.text(of: "Tests/\($0).swift").split(separator: "\n", omittingEmptySubsequences: false) }
        let guides = try Self.guides().flatMap { guide in
            guide.blocks.filter { $0.language == "swift" }.map { (name: guide.name, text: $0.text) }
        }
        let comments = try Self.commentBlocks()
        for block in guides + comments {
            let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(sources.contains { Self.contains($0, Array(lines)) }, "\(block.name): \(block.text)")
        }
        #expect(!guides.isEmpty && !comments.isEmpty)
    }

    /// The Swift blocks in the comments of public declarations.
    private static func commentBlocks() throws -> [(name: String, text: String)] {
        let sources = Paper.root.appendingPathComponent("Sources").path
        let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
        var found: [(String, String)] = []
        for file in files.sorted()
        where file.hasSuffix(".swift") && DocumentationTests.publicModules.contains(String(file.prefix { $0 != "/" })) {
            let lines = try Paper.text(of: "Sources/\(file)").split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.drop { $0 == " " } }
            var next = 0
            while let start = lines[next...].firstIndex(of: "/// ```swift") {
                let end = lines[(start + 1)...].firstIndex(of: "/// ```") ?? lines.endIndex
                let declaration = lines[end...].first { !$0.hasPrefix("///") && !$0.hasPrefix("@MainActor") } ?? ""
                if declaration.contains("public ") || declaration.contains("open ") {
                    found.append((file, lines[(start + 1)..<end].map { $0.dropFirst(4) + "\n" }.joined()))
                }
                next = end
            }
        }
        return found
    }

    @Test("The commands of the shell blocks are run")
    func shellBlocks() throws {
        let scratch = try ScratchDirectory()
        let command = BuiltCommand(directory: scratch.path)
        var rows = #"{"album": "Rome", "id": "a", "h": 40, "title": "Forum", "place": {"city": "Rome"}}"# + "\n"
        for name in ["items.ndjson", "works.ndjson"] {
            try rows.write(toFile: scratch.file(name), atomically: true, encoding: .utf8)
            rows += rows.replacing(#""a""#, with: #""b""#)
        }
        try "path\tname\tlevel\tsize\nSources\tSources\t0\t40\nSources/a.c\ta.c\t1\t9\n".write(
            toFile: scratch.file("files.tsv"), atomically: true, encoding: .utf8)
        for dataset in ["works", "photos"] {
            let imported = try command("import wall.db works.ndjson --dataset \(dataset) --key id --height h")
            #expect(imported.exitCode == 0, "\(imported)")
        }
        try command(#"layout wall.db wall --dataset works --definition '{"layout":"table"}' --container 390x700"#)
        try command("prepare wall.db")
        let connection = try Connection(path: scratch.file("app.db"), mode: .create)
        try connection.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, album, taken_at, w, h, title)")
        connection.close()
        let program = try BuiltCommand.executable().deletingLastPathComponent().path
        var isAny = false
        for guide in try Self.guides() {
            for block in guide.blocks where block.language == "sh" {
                for line in block.text.split(separator: "\n") where line.hasPrefix("layoutctl ") {
                    // A server does not end by itself; its options are checked before the store is opened.
                    let isServer = line.hasPrefix("layoutctl browse") || line.hasPrefix("layoutctl serve")
                    let script = isServer ? String(line).replacing("wall.db", with: "none.db") : String(line)
                    let outcome = try Shell.runProgram(
                        ["/bin/sh", "-ec", "PATH='\(program)':$PATH; export PATH\n" + script], directory: scratch.path)
                    #expect(outcome.exitCode == (isServer ? 1 : 0), "\(guide.name): \(line): \(outcome.errors)")
                    isAny = true
                }
            }
        }
        #expect(isAny)
    }
}
