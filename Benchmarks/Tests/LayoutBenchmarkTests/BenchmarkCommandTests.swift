import Foundation
import LayoutTestSupport
import Testing

@testable import LayoutBenchmark

/// The built program: its output, comparisons and refusals.
@Suite struct BenchmarkCommandTests {
    @Test("A run prints an object for each figure, leaves no files, and can be compared")
    func run() throws {
        let directory = try TemporaryDirectory(in: nil)
        defer { directory.removeAll() }
        let names = ["open", "edit"]
        let measured = try Self.run(names + ["--items", "2000", "--directory", directory.path, "--format", "json"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        let report = try BenchmarkReport(json: measured.output)
        #expect(Set(report.figures.map { String($0.name.prefix(4)) }) == Set(names))
        for figure in report.figures {
            let value = [figure.value, figure.baseline?.value ?? 1]
            #expect(figure.items == 2000 && value.allSatisfy { $0.isFinite && $0 > 0 }, "\(figure)")
        }
        // 1 where a figure falls short of its target, as on a machine with much else to do.
        #expect(measured.exitCode == (report.shortfalls.isEmpty ? 0 : 1), "\(measured.errors)")

        let file = directory.path("a.json")
        try measured.output.write(toFile: file, atomically: true, encoding: .utf8)
        let same = try Self.run(["--compare", file, file])
        #expect(same.exitCode == 0 && same.errors == "", "\(same.errors)")
        let lines = same.output.split(separator: "\n")
        #expect(lines[0].split(separator: " ") == ["name", "items", "unit", "before", "after", "ratio"])
        #expect(lines.count == 1 + report.figures.count)
        #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("  1") }, "\(same.output)")

        let table = try Self.run(["--format", "markdown", file])
        #expect(table.exitCode == 0 && table.errors == "", "\(table.errors)")
        #expect(table.output == MeasurementsTable.text(of: report.figures))
    }

    @Test(
        "Unknown measurements and comparisons are refused",
        arguments: [
            (["speed"], "there is no benchmark “speed”"),
            (["--items", "0"], "--items takes a whole number from 1, not “0”"), (["--seed"], "--seed needs a value"),
            (["--fast"], "there is no option --fast"), (["--compare", "one.json"], "--compare takes two files"),
            (["--format", "markdown", "--compare"], "--compare prints a table"),
            (["--format", "markdown", "none.json"], "none.json: cannot be read: No such file or directory"),
            (["--compare", "none.json", "none.json"], "none.json: cannot be read: No such file or directory"),
        ])
    func refuses(arguments: [String], message: String) throws {
        let outcome = try Self.run(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("layout-benchmark: " + message), "\(outcome.errors)")
    }

    private static func run(_ arguments: [String]) throws -> Shell.Outcome {
        try Shell.runProgram([BuiltPrograms.path(of: "layout-benchmark")] + arguments)
    }
}
