import Foundation
import Testing

/// Each line of RELIABILITY.md's tables whose last column shows what checks it is either run or dated.
@Suite struct CompatibilityTests {
    /// The lines of the tables whose last column shows what checks them, cut into cells.
    private static func rows(of paper: String) throws -> [[String]] {
        var isChecked = false
        return try Paper.text(of: paper).split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            guard line.hasPrefix("| ") else {
                isChecked = isChecked && line.hasPrefix("|")
                return nil
            }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if isChecked { return cells }
            isChecked = cells.last == "Checked"
            return nil
        }
    }

    @Test(
        "Each line names tests that are there, or the day on which it was seen by hand",
        arguments: ["RELIABILITY.md"])
    func checked(paper: String) throws {
        let tests = Paper.root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
        let rows = try Self.rows(of: paper)
        try #require(!rows.isEmpty)
        for row in rows {
            let checked = try #require(row.last)
            let isDated = checked.wholeMatch(of: /by hand, \d{4}-\d{2}-\d{2}/) != nil
            #expect(isDated || checked.contains(/`\w+Tests`/), "\(row[0]): \(checked)")
        }
        for name in try Paper.text(of: paper).matches(of: /`(\w+Tests)`/).map({ String($0.1) }) {
            #expect(files.contains { $0.hasSuffix("/\(name).swift") }, "there is no \(name)")
        }
    }

    @Test("The trials of each campaign equal the sum of its runs in Campaigns/Runs.csv")
    func trials() throws {
        var runs: [String: Int] = [:]
        for line in try Paper.text(of: "Campaigns/Runs.csv").split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
            runs[String(fields[0]), default: 0] += try #require(Int(fields[2]), "\(line)")
        }
        let printed = try Paper.text(of: "Campaigns/README.md").matches(
            of: /\| `(\w+)` \|[^\n]*\| ([\d,]+) \|[^|\n]*\|\n/
        ).map { (String($0.1), Int($0.2.replacing(",", with: "")) ?? 0) }
        #expect(Dictionary(uniqueKeysWithValues: printed) == runs)
    }
}
