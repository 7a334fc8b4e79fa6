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
}
