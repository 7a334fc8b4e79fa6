import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The examples of the guides.
@Suite struct GuideTests {
    private static let folder = "Sources/LayoutCache/LayoutCache.docc"

    private static func guides() throws -> [(name: String, blocks: [Paper.Block])] {
        try FileManager.default.contentsOfDirectory(atPath: Paper.root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".md") }.sorted().map { ($0, try Paper("\(folder)/\($0)").blocks) }
    }

    /// Whether lines stand one after another in others, all indented by the same number of spaces.
    private static func contains(_ lines: [Substring], _ wanted: [Substring]) -> Bool {
        lines.indices.contains { start in
            guard let first = wanted.first, lines[start].hasSuffix(first), start + wanted.count <= lines.count
            else { return false }
            let indent = lines[start].dropLast(first.count)
            return indent.allSatisfy { $0 == " " }
                && zip(wanted, lines[start...]).allSatisfy { $1 == ($0.isEmpty ? "" : indent + $0) }
        }
    }

    @Test("Each Swift block stands in a source that the tests compile and run")
    func swiftBlocks() throws {
        let sources = try ["LayoutContractTests", "LayoutCacheUITests"].map {
            try Paper.text(of: "Tests/\($0)/GuideTests.swift").split(separator: "\n", omittingEmptySubsequences: false)
        }
        var count = 0
        for guide in try Self.guides() {
            for block in guide.blocks where block.language == "swift" {
                let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                #expect(
                    sources.contains { Self.contains($0, Array(lines)) }, "\(guide.name): \(block.text)")
                count += 1
            }
        }
        #expect(count > 30)
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
        for dataset in ["works", "photos"] {
            let imported = try command.run(
                "import", "wall.db", "works.ndjson", "--dataset", dataset, "--key", "id", "--height", "h")
            #expect(imported.exitCode == 0, "\(imported)")
        }
        try command.run(
            "layout", "wall.db", "wall", "--dataset", "works", "--definition", #"{"layout":"table"}"#, "--container",
            "390x700")
        try command.run("prepare", "wall.db")
        let connection = try Connection(path: scratch.file("app.db"), mode: .create)
        try connection.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, album, taken_at, w, h, title)")
        connection.close()
        let program = try BuiltCommand.executable().deletingLastPathComponent().path
        var count = 0
        for guide in try Self.guides() {
            for block in guide.blocks where block.language == "sh" {
                for line in block.text.split(separator: "\n") where line.hasPrefix("layoutctl ") {
                    // A server does not end by itself; its options are checked before the store is opened.
                    let isServer = line.hasPrefix("layoutctl browse") || line.hasPrefix("layoutctl serve")
                    let script = isServer ? String(line).replacing("wall.db", with: "none.db") : String(line)
                    let running = try RunningCommand(
                        executable: URL(fileURLWithPath: "/bin/sh"),
                        arguments: ["-ec", "PATH='\(program)':$PATH; export PATH\n" + script], directory: scratch.path)
                    let outcome = running.finish()
                    #expect(outcome.exitCode == (isServer ? 1 : 0), "\(guide.name): \(line): \(outcome.errors)")
                    count += 1
                }
            }
        }
        #expect(count > 7)
    }
}
