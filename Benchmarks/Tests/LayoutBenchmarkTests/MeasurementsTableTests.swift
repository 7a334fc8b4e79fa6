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
            Figure("scroll.flow.p99", items: 10_000, value: 9, unit: .seconds),
            Figure(
                "scroll.flow.p99", items: 1_000_000, value: 2e-5, unit: .seconds, baseline: .init("an R*Tree", 4e-5),
                target: .atMost(1)),
            Figure(
                "scroll.flow.p99", items: 10_000_000, value: 3e-5, unit: .seconds, baseline: .init("a | b*", 2e-5),
                target: .atMost(1.25)),
            Figure("prepare.memory", items: 1_000_000, value: 3e7, unit: .bytes, target: .atMost(1e8)),
            Figure("of no row", items: 20_000_000, value: 3e7, unit: .bytes),
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

    @Test("Each row's figure is one that a scenario measures")
    func names() throws {
        let scenarios = ["import", "prepare", "first", "open", "scroll", "marks", "readers"]
        let report = try BenchmarkSuite.run(BenchmarkOptions(names: scenarios, items: 1000))
        let measured = Self.cells(MeasurementsTable.text(of: report.figures)).filter { $0.count > 1 && $0[1] != "–" }
        // Heads, the line below them, and the rows that need no other process.
        #expect(measured.count >= 10)
    }

    @Test("MEASUREMENTS.md has the rows of the printed table, and the README some of them")
    func papers() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        func lines(_ name: String) throws -> [String] {
            try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8).components(separatedBy: "\n")
        }
        let paper = try lines("MEASUREMENTS.md")
        let start = try #require(paper.firstIndex { $0.hasPrefix("| Figure |") })
        let table = paper[start...].prefix { $0.hasPrefix("|") }.joined(separator: "\n")
        let printed = Self.cells(MeasurementsTable.text(of: [])).map { $0[0] }
        #expect(Self.cells(table).map { $0[0] } == printed)

        let readme = try lines("README.md")
        let first = try #require(readme.firstIndex { $0.hasPrefix("| Figure |") })
        let rows = readme[first...].prefix { $0.hasPrefix("|") }.map { Self.cells($0)[0] }
        #expect(rows.count == 7)
        for row in rows {
            let whole = try #require(Self.cells(table).first { $0[0] == row[0] }, "\(row[0])")
            #expect(row == Array(whole.prefix(row.count)), "\(row[0])")
        }
    }
}
