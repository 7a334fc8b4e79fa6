import Foundation
import LayoutTestSupport
import Testing

/// The benchmark as a command: what it prints, compares and refuses.
@Suite struct BenchmarkCommandTests {
    @Test("A run of one scenario prints a row for each figure, and leaves no files", .timeLimit(.minutes(2)))
    func run() throws {
        let scratch = try ScratchDirectory()
        let command = BuiltCommand(directory: scratch.path)
        let outcome = try command.run("benchmark", "open", "--items", "2000", "--directory", ".", "--format", "json")
        // 1 where a figure falls short of its target, as on a machine with much else to do.
        #expect([0, 1].contains(outcome.exitCode), "\(outcome.errors)")
        let rows = try outcome.rows()
        #expect(rows.contains { $0["verdict"] as? String != "skipped" })
        for row in rows {
            #expect(
                Set(row.keys) == [
                    "name", "items", "value", "unit", "baseline", "baselineValue", "ratio", "target", "verdict", "note",
                ])
            #expect((row["name"] as? String)?.hasPrefix("open") == true)
            #expect((row["value"] as? Double ?? -1) > 0 || row["verdict"] as? String == "skipped")
        }
        let falls = rows.contains { $0["verdict"] as? String == "short" }
        #expect((outcome.exitCode == 1) == falls)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])

        // What it wrote, it can compare.
        try outcome.output.write(toFile: scratch.file("a.json"), atomically: true, encoding: .utf8)
        let same = try command.run("benchmark", "--compare", "a.json", "a.json", "--format", "json")
        #expect(same.exitCode == 0, "\(same.errors)")
        #expect(try same.rows().count == rows.count)
        #expect(try same.rows().allSatisfy { $0["ratio"] as? Double == 1 })
    }

    @Test(
        "What cannot be measured or compared is refused",
        arguments: [
            (["speed"], Int32(2), "there is no benchmark “speed”; there are import, "),
            (["--items", "0"], 2, "--items takes a whole number from 1, not “0”"),
            (["--compare", "one.json"], 2, "--compare takes two files"),
            (["--compare", "none.json", "none.json"], 1, "none.json: cannot be read: No such file or directory"),
        ])
    func refuses(arguments: [String], exitCode: Int32, message: String) throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path).run(["benchmark"] + arguments)
        #expect(outcome.exitCode == exitCode)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("layoutctl: " + message), "\(outcome.errors)")
    }
}
