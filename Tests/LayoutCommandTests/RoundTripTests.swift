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
            let (source, copy) = ("\(seed)-a.db", "\(seed)-b.db")
            try command("import \(source) - --dataset one --format-in csv", input: "x\n")
            try ExactDataSet.fill(scratch.file(source), dataset: "one", using: &random)
            // A data set beside it is not printed.
            try command("import \(source) - --dataset other --format-in csv", input: "x\n1\n")
            let expected = try ExactDataSet.rows(of: scratch.file(source), dataset: "one")
            for format in ["csv", "ndjson"] {
                let exported = try command("export \(source) --dataset one --format \(format)")
                #expect(exported.exitCode == 0, "seed \(seed): \(exported.errors)")
                guard format == "csv" || !expected.isEmpty else { continue }
                let imported = try command(
                    "import \(copy) - --dataset \(format) --format-in \(format)", input: exported.output)
                #expect(imported.exitCode == 0, "seed \(seed): \(imported.errors)")
                let found = try ExactDataSet.rows(of: scratch.file(copy), dataset: format)
                #expect(found == expected, "seed \(seed), \(format)")
            }
            for name in [source, copy] { try? FileManager.default.removeItem(atPath: scratch.file(name)) }
        }
    }
}
