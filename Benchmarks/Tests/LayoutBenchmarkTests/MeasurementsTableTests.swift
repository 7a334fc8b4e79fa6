import Foundation
import Testing

@testable import LayoutBenchmark

@Suite struct MeasurementsTableTests {
    /// The cells of the table's lines, the heads first.
    private static func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }

    @Test("A row has the figure at both sizes, each with its target and whether it is met")
    func row() throws {
        let figures = [
            Figure(name: "scroll.flow.p99", items: 10_000, value: 9),
            Figure(
                name: "scroll.flow.p99", items: 1_000_000, value: 2e-5, baseline: .init("an R*Tree", 4e-5),
                target: 1),
            Figure(
                name: "scroll.flow.p99", items: 10_000_000, value: 3e-5, baseline: .init("a | b*", 2e-5),
                target: 1.25),
            Figure(name: "prepare.memory", items: 1_000_000, value: 3e7, unit: .bytes, target: 1e8),
            Figure(name: "of no row", items: 20_000_000, value: 3e7, unit: .bytes),
        ]
        let table = Self.cells(MeasurementsTable.text(of: figures))
        #expect(table[0] == ["Figure", "1,000,000 items", "10,000,000 items", "Baseline"])
        let ticks = try #require(table.first { $0[0] == "99th percentile of ticks" })
        #expect(ticks.dropFirst() == ["20 µs, 0.5 × (≤ 1 ×: met)", "30 µs, 1.5 × (≤ 1.25 ×: missed)", "a \\| b\\*"])
        let memory = try #require(table.first { $0[0] == "Peak memory of a preparation" })
        #expect(memory.dropFirst() == ["30 MB (≤ 100 MB: met)", "–", ""])
        // Each other row is there without a figure.
        #expect(table.count { $0[1] == "–" && $0[2] == "–" } == table.count - 4)
        #expect(table.allSatisfy { $0.count == 4 })
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A paper's lines, and where among them its table of figures is.
    private static func paper(_ name: String) throws -> (lines: [String], table: Range<Int>) {
        let lines = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
            .components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("| Figure |") })
        return (lines, start..<(lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex))
    }

    private static func update(_ name: String, _ lines: [String]) throws {
        guard ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_MEASUREMENTS"] == "1" else { return }
        var (all, table) = try paper(name)
        all.replaceSubrange(table, with: lines)
        try all.joined(separator: "\n").write(
            to: root.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    @Test("MEASUREMENTS.md has the table of Figures.json, and the README some of its rows")
    func papers() throws {
        let file = Self.root.appendingPathComponent("Benchmarks/Figures.json")
        let report = try BenchmarkReport(json: String(contentsOf: file, encoding: .utf8))
        let printed = MeasurementsTable.text(of: report.figures).split(separator: "\n").map(String.init)
        try Self.update("MEASUREMENTS.md", printed)
        let (lines, table) = try Self.paper("MEASUREMENTS.md")
        #expect(Array(lines[table]) == printed)

        let titles = try Self.paper("README.md")
        let rows = Self.cells(titles.lines[titles.table].joined(separator: "\n")).compactMap { row in
            printed.first { Self.cells($0)[0][0] == row[0] }
        }
        #expect(!rows.isEmpty)
        try Self.update("README.md", rows)
        let readme = try Self.paper("README.md")
        #expect(Array(readme.lines[readme.table]) == rows)

        // The causes are given for the rows that miss a target, and for no others.
        let missed = Self.cells(printed.joined(separator: "\n")).filter { $0.contains { $0.hasSuffix(": missed)") } }
        let first = try #require(lines.firstIndex { $0.hasPrefix("| Row | Cause |") })
        let causes = Self.cells(lines[first...].prefix { $0.hasPrefix("|") }.dropFirst(2).joined(separator: "\n"))
        #expect(causes.map { $0[0] } == missed.map { $0[0] })
    }
}
