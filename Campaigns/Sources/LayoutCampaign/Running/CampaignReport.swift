internal import LayoutText

struct CampaignReport: Sendable {
    struct Group: Sendable {
        var count = 0
        /// The first few, with the trials that found them.
        var examples: [(trial: String, detail: String)] = []
    }

    var name: String
    var seed: UInt64
    var trials = 0
    var seconds = 0.0
    var tallies: [String: Int] = [:]
    var groups: [String: Group] = [:]

    private var findingCount: Int { groups.values.reduce(0) { $0 + $1.count } }
    private var sorted: [(key: String, value: Group)] { groups.sorted { $0.value.count > $1.value.count } }

    mutating func add(_ finding: Finding, trial: String) {
        var group = groups[finding.signature] ?? Group()
        group.count += 1
        if group.examples.count < 3 { group.examples.append((trial, finding.detail)) }
        groups[finding.signature] = group
    }

    func command(repeating trial: String) -> String { "./scripts/campaign \(name) --seed \(seed) --trial '\(trial)'" }

    /// The printed form of the report.
    var text: String {
        var lines = ["\(name), seed \(seed): \(trials) trials in \(Int(seconds.rounded())) s, \(findingCount) findings"]
        let longest = tallies.keys.map(\.count).max() ?? 0
        for (what, count) in tallies.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(what)\(String(repeating: " ", count: longest - what.count))  \(count)")
        }
        for (signature, group) in sorted {
            lines.append("FOUND \(group.count) × \(signature)")
            for example in group.examples {
                if !example.detail.isEmpty { lines.append("      \(example.detail.prefix(4000))") }
                lines.append("      repeat: \(command(repeating: example.trial))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The report as a line of Campaigns/Runs.csv.
    var row: String {
        let note = sorted.map { "\($0.value.count) × \($0.key)" }.joined(separator: "; ")
        return "\(name),\(seed),\(trials),\(Int(seconds.rounded())),\(findingCount),\(CSVField.quoted(note))"
    }

    /// The names of that file's columns.
    static let heading = "campaign,seed,trials,seconds,findings,note"
}
