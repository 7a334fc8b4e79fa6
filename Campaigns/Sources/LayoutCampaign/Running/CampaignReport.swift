internal import LayoutText

struct CampaignReport: Sendable {
    var name: String
    var seed: UInt64
    var trials = 0
    var seconds = 0.0
    var tallies: [String: Int] = [:]
    /// The findings by their kinds, with the trials that found them.
    private(set) var groups: [String: [(trial: String, detail: String)]] = [:]
    /// The name of the trial that was begun last.
    private(set) var last: String?
    private(set) var isInTrial = false

    /// Whether the first finding of each kind is printed as it comes.
    private let announces: Bool

    init(name: String, seed: UInt64, announces: Bool) {
        (self.name, self.seed, self.announces) = (name, seed, announces)
    }

    private var findingCount: Int { groups.values.reduce(0) { $0 + $1.count } }

    mutating func take(_ line: WorkerLine) {
        switch line {
        case .begun(let name): (last, isInTrial) = (name, true)
        case .ended(let result):
            for finding in result.findings { add(finding) }
            tallies.merge(result.tallies, uniquingKeysWith: +)
            trials += result.counts ? 1 : 0
            isInTrial = false
        }
    }

    /// The worker died in the middle of a trial, or was ended.
    mutating func fail(_ signature: String, _ detail: String) {
        trials += 1
        isInTrial = false
        add(Finding(signature: signature, detail: detail))
    }

    private mutating func add(_ finding: Finding) {
        let trial = last ?? ""
        groups[finding.signature, default: []].append((trial, finding.detail))
        guard announces, groups[finding.signature]?.count == 1 else { return }
        let detail = finding.detail.prefix(300).split(separator: "\n").joined(separator: "\n  ")
        emit("  \(finding.signature): \(detail)\n        repeat: \(command(repeating: trial))\n", to: 2)
    }

    private func command(repeating trial: String) -> String {
        "./scripts/campaign \(name) --seed \(seed) --trial '\(trial)'"
    }

    /// The printed form of the report.
    var text: String {
        var lines = ["\(name), seed \(seed): \(trials) trials in \(Int(seconds.rounded())) s, \(findingCount) findings"]
        let longest = tallies.keys.map(\.count).max() ?? 0
        for (what, count) in tallies.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(what)\(String(repeating: " ", count: longest - what.count))  \(count)")
        }
        for (signature, group) in groups.sorted(by: { $0.value.count > $1.value.count }) {
            lines.append("FOUND \(group.count) × \(signature)")
            for example in group.prefix(3) {
                if !example.detail.isEmpty { lines.append("      \(example.detail.prefix(4000))") }
                lines.append("      repeat: \(command(repeating: example.trial))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The report as a line of Campaigns/Runs.csv.
    var row: String {
        let note = groups.sorted { $0.value.count > $1.value.count }.map { "\($0.value.count) × \($0.key)" }
            .joined(separator: "; ")
        return "\(name),\(seed),\(trials),\(Int(seconds.rounded())),\(findingCount),\(CSVField.quoted(note))"
    }

    /// The names of that file's columns.
    static let heading = "campaign,seed,trials,seconds,findings,note"
}
