import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The output of an export and the result of importing it are the same, to the byte.
@Suite struct RoundTripTests {
    @Test("A round trip of random data sets through CSV and NDJSON changes nothing")
    func randomDataSets() throws {
        let scratch = try ScratchDirectory()
        let command = BuiltCommand(directory: scratch.path)
        try TestSettings.forEachSeed(rounds: 8) { seed in
            var random = SeededGenerator(seed: seed &* 2_654_435_761 &+ 11)
            let names = ["a.db", "b.db"].map { "\(seed)-\($0)" }
            try command.run("import", names[0], "-", "--dataset", "one", "--format-in", "csv", input: "x\n")
            try ExactDataSet.fill(scratch.file(names[0]), dataset: "one", using: &random)
            // A data set beside it is not printed.
            try command.run("import", names[0], "-", "--dataset", "other", "--format-in", "csv", input: "x\n1\n")
            let expected = try ExactDataSet.rows(of: scratch.file(names[0]), dataset: "one")
            for format in ["csv", "ndjson"] {
                let exported = try command.run("export", names[0], "--dataset", "one", "--format", format)
                #expect(exported.exitCode == 0, "seed \(seed): \(exported.errors)")
                guard format == "csv" || !expected.isEmpty else { continue }
                let imported = try command.run(
                    "import", names[1], "-", "--dataset", format, "--format-in", format, input: exported.output)
                #expect(imported.exitCode == 0, "seed \(seed): \(imported.errors)")
                let found = try ExactDataSet.rows(of: scratch.file(names[1]), dataset: format)
                #expect(found == expected, "seed \(seed), \(format)")
            }
            for name in names { try? FileManager.default.removeItem(atPath: scratch.file(name)) }
        }
    }

    @Test("An export is imported unchanged after any edits of its rows", arguments: ["csv", "ndjson"])
    func modes(format: String) throws {
        let store = try SmallStore()
        let text = try store.command.run("export", "s.db", "--format", format).output
        let rows = try ExactDataSet.rows(of: store.path("s.db"), dataset: "plants")
        for options in [["--sync", "--key", "key"], ["--upsert", "--key", "key"], ["--replace"]] {
            let again = try store.command.run(
                ["import", "s.db", "-", "--dataset", "plants", "--format-in", format] + options, input: text)
            #expect(again.exitCode == 0, "\(options): \(again.errors)")
            #expect(try ExactDataSet.rows(of: store.path("s.db"), dataset: "plants") == rows, "\(options)")
        }
        let scaled = try store.command.run(
            "import", "t.db", "-", "--dataset", "d", "--format-in", format, "--scale", "2", input: text)
        #expect(scaled.exitCode == 1 && scaled.errors.contains("in points already"), "\(scaled)")
    }

    @Test("Two data sets do not become one", arguments: ["csv", "ndjson"])
    func severalDataSets(format: String) throws {
        let store = try SmallStore()
        try store.command.run("import", "s.db", "rows.csv", "--dataset", "trees")
        let text = try store.command.run("export", "s.db", "--format", format).output
        let refused = try store.command.run(
            "import", "t.db", "-", "--dataset", "d", "--format-in", format, input: text)
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("more than one data set: “plants” and “trees”"), "\(refused)")
        #expect(try store.command.run("export", "s.db", "--dataset", "none").exitCode == 1)
        #expect(try store.command.run("export", "s.db", "wall", "--dataset", "plants").exitCode == 2)
    }

    @Test("A text that CSV cannot hold comes with a warning, and is kept by NDJSON")
    func zeroBytes() throws {
        let store = try SmallStore()
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        defer { connection.close() }
        try connection.execute("UPDATE item SET key = 'a' || char(0) || 'b' WHERE key = 'a'")
        let csv = try store.command.run("export", "s.db")
        #expect(csv.exitCode == 0 && csv.errors.contains("a byte of value zero"), "\(csv)")
        let lines = try store.command.run("export", "s.db", "--format", "ndjson")
        #expect(lines.errors.isEmpty)
        try store.command.run(
            "import", "t.db", "-", "--dataset", "plants", "--format-in", "ndjson", input: lines.output)
        #expect(
            try ExactDataSet.rows(of: store.path("t.db"), dataset: "plants")
                == ExactDataSet.rows(of: store.path("s.db"), dataset: "plants"))
    }
}
