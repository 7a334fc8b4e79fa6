import Foundation
import LayoutCache
import LayoutTestSupport
import Testing

import layoutctl

/// The statements of the README are run.
@Suite struct ReadmeTests {
    let readme: Paper

    init() throws { readme = try Paper() }

    @Test("The shell blocks run one after another, and print what stands below them")
    func shellBlocks() throws {
        let scratch = try ScratchDirectory()
        // They are written for the project's folder, whose test data they use.
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("Tests"), withDestinationPath: Paper.root.appendingPathComponent("Tests").path)
        let program = try BuiltCommand.executable().deletingLastPathComponent().path
        let shellBlocks = readme.shellBlocks
        #expect(!shellBlocks.isEmpty && shellBlocks.allSatisfy { $0.output != nil })
        for block in shellBlocks {
            // With -e, so that a line that fails is not hidden by the next.
            let outcome = try Shell.runProgram(
                ["/bin/sh", "-ec", "PATH='\(program)':$PATH; export PATH\n" + block.script], directory: scratch.path)
            #expect(outcome.exitCode == 0, "\(block.script)\(outcome.errors)")
            if let output = block.output { #expect(outcome.output == output, "\(block.script)") }
        }
    }

    @Test("The scripts are there and can be executed")
    func scripts() throws {
        #expect(!readme.scripts.isEmpty)
        for script in readme.scripts {
            let path = Paper.root.appendingPathComponent(String(script.prefix { $0 != " " })).path
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(path)")
        }
    }

    @Test("The Swift blocks are how a package depends on this, and lines that the tests of the adapter run")
    func swiftBlocks() throws {
        let blocks = readme.blocks.filter { $0.language == "swift" }.map(\.text)
        try #require(blocks.count > 1)
        let manifest = try Paper.text(of: "Package.swift")
        #expect(manifest.contains(#"name: "LayoutCache""#) && manifest.contains(#".library(name: "LayoutCacheUI""#))
        #expect(blocks[0].contains(#".product(name: "LayoutCacheUI", package: "LayoutCache")"#))
        let tests = try Paper.text(of: "Tests/LayoutCacheUITests/ReadmeExamples.swift")
            .split(separator: "\n", omittingEmptySubsequences: false)
        for block in blocks.dropFirst() {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(GuideTests.contains(tests, Array(lines)), "\(block)")
        }
    }

    private func expectThere(_ paths: [String]) {
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Paper.root.appendingPathComponent(path).path), "\(path)")
        }
    }

    @Test("Its links and pictures exist")
    func paths() throws {
        #expect(!readme.paths.isEmpty)
        expectThere(readme.paths)
    }

    @Test(
        "The links and source names of the other papers exist",
        arguments: [
            "ARCHITECTURE.md", "CONTRIBUTING.md", "RELIABILITY.md", "MEASUREMENTS.md", "CHANGELOG.md",
            "Reference/Definitions.md", "Reference/SQL.md",
        ])
    func papers(name: String) throws {
        let text = try Paper.text(of: name)
        let folder = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        let links = text.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map { folder + $0.1 }
        let folders =
            #/
            `((?:\./)?(?:Sources|Tests|Migrations|Page|Packaging|Examples|Benchmarks|Campaigns|scripts)
            /[\w+.\/\-]+)[\ `]
            /#
        let named = text.matches(of: folders).map { String($0.1) }
        #expect(!(links + named).isEmpty)
        expectThere(links + named)
        // A file that is named alone stands beside the one named before it.
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            let files = line.matches(of: /`((?:[\w+-]+\/)*)([\w+-]+\.(?:swift|js|sql))`/)
            var folder = ""
            for file in files {
                if !file.1.isEmpty { folder = String(file.1) }
                expectThere([folder + String(file.2)])
            }
        }
    }
}
