internal import LayoutTestSupport
internal import LayoutPlatform

/// The command line of `layout-campaign`, which `scripts/campaign` starts.
package enum CampaignCommand {
    /// The words after the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            return try execute(arguments)
        } catch {
            TextOutput.error.write("layout-campaign: \(error)\n")
            return 2
        }
    }

    static var usage: String {
        let rows = CampaignKind.all.map { kind in
            "  " + kind.name + String(repeating: " ", count: max(13 - kind.name.count, 1)) + kind.summary
        }
        return """
            usage: scripts/campaign NAME|all [--seed S] [--seconds N | --trials N | --trial NAME]

            \(rows.joined(separator: "\n"))

            Exit code 1 if anything was found. Without a limit a campaign runs for a minute.
            """
    }

    private static let options = [
        "--seed", "--seconds", "--trials", "--trial", "--after", "--forget", "--recipe", "--role",
    ]

    private static func execute(_ words: [String]) throws -> Int32 {
        let names = Array(words.prefix { !$0.hasPrefix("-") })
        var rest = words.dropFirst(names.count)
        var values: [String: String] = [:]
        while let option = rest.popFirst() {
            guard options.contains(option) else { throw CampaignError("there is no option \(option)\n\(usage)") }
            guard let value = rest.popFirst() else { throw CampaignError("\(option) needs a value\n\(usage)") }
            values[option] = value
        }
        func number<Number: LosslessStringConvertible>(_ option: String) throws -> Number? {
            guard let text = values[option] else { return nil }
            guard let number = Number(text) else { throw CampaignError("\(option) \(text) is not a number") }
            return number
        }
        let seed: UInt64 = try number("--seed") ?? .random(in: 1..<1 << 32)
        let seconds: Double? = try number("--seconds")
        let trials: Int? = try number("--trials")
        switch (names.first, names.dropFirst().first) {
        case ("subject"?, let store?):
            // The subject of the kills: a process that works until it is ended.
            let recipe = StoreRecipe(seed: try number("--recipe") ?? seed, directory: store + "-recipe")
            SubjectStep.runUntilEnded(on: store, seed: seed, recipe)
        case ("member"?, let store?):
            guard let role = values["--role"].flatMap(CrowdRole.init) else { throw CampaignError("no role") }
            try role.work(on: store, seed: seed, seconds: seconds ?? 5)
        case ("worker"?, let name?):
            let worker = Worker(
                seed: seed, after: values["--after"], only: values["--trial"], trials: trials, seconds: seconds,
                forgetsSyncs: values["--forget"] == "syncs")
            try worker.run(CampaignKind.named(name))
        case (let name?, nil):
            let isLimited = trials != nil || values["--trial"] != nil
            let supervisor = Supervisor(
                seed: seed, trials: trials, seconds: seconds ?? (isLimited ? nil : 60), only: values["--trial"])
            return try supervise(name == "all" ? CampaignKind.all : [CampaignKind.named(name)], supervisor)
        default: throw CampaignError(usage)
        }
        return 0
    }

    private static func supervise(_ campaigns: [CampaignKind], _ supervisor: Supervisor) throws -> Int32 {
        var reports: [CampaignReport] = []
        for campaign in campaigns {
            TextOutput.error.write("\(campaign.name), seed \(supervisor.seed) …\n")
            var supervisor = supervisor
            var shown: Set<Substring> = []
            supervisor.observe = { finding in
                // The first of each kind as it comes; all are in the report.
                guard shown.insert(finding.prefix { $0 != ":" }).inserted else { return }
                for line in finding.split(separator: "\n") { TextOutput.error.write("  \(line.prefix(400))\n") }
            }
            reports.append(try supervisor.run(campaign))
            TextOutput.standard.write(reports[reports.count - 1].text + "\n")
        }
        if reports.count > 1 {
            TextOutput.standard.write(
                "\n" + ([CampaignReport.heading] + reports.map(\.row)).joined(separator: "\n") + "\n")
        }
        return reports.allSatisfy(\.groups.isEmpty) ? 0 : 1
    }
}

enum TextOutput {
    case standard, error

    func write(_ text: String) { _ = writeAll(self == .standard ? 1 : 2, ContiguousArray(text.utf8)) {} }
}
