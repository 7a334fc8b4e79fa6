internal import LayoutTestSupport
internal import LayoutPlatform

/// The command line of `layout-campaign`, which `scripts/campaign` starts.
package enum CampaignCommand {
    /// The words after the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            return try execute(arguments)
        } catch {
            emit("layout-campaign: \(error)\n", to: 2)
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
        var run = CampaignRun(
            seed: seed, trials: try number("--trials"), seconds: try number("--seconds"), only: values["--trial"],
            after: values["--after"], forgetsSyncs: values["--forget"] == "syncs", announces: true)
        switch (names.first, names.dropFirst().first) {
        case ("subject"?, let store?):
            // The subject of the kills: a process that works until it is ended.
            let recipe = StoreRecipe(seed: try number("--recipe") ?? seed, directory: store + "-recipe")
            KillTrials.runUntilEnded(on: store, seed: seed, recipe)
        case ("member"?, let store?):
            guard let role = values["--role"].flatMap(CrowdRole.init) else { throw CampaignError("no role") }
            try role.work(on: store, seed: seed, seconds: run.seconds ?? 5)
        case ("worker"?, let name?): try run.work(CampaignKind.named(name))
        case (let name?, nil):
            if run.trials == nil, run.only == nil { run.seconds = run.seconds ?? 60 }
            return try supervise(name == "all" ? CampaignKind.all : [CampaignKind.named(name)], run)
        default: throw CampaignError(usage)
        }
        return 0
    }

    private static func supervise(_ campaigns: [CampaignKind], _ run: CampaignRun) throws -> Int32 {
        var reports: [CampaignReport] = []
        for campaign in campaigns {
            emit("\(campaign.name), seed \(run.seed) …\n", to: 2)
            let report = try run.supervise(campaign)
            emit(report.text + "\n")
            reports.append(report)
        }
        if reports.count > 1 {
            let lines = ["", CampaignReport.heading] + reports.map(\.row)
            emit(lines.map { $0 + "\n" }.joined())
        }
        return reports.allSatisfy(\.groups.isEmpty) ? 0 : 1
    }
}

/// Prints a text at once, on standard output or standard error: buffered text dies with the process.
func emit(_ text: String, to descriptor: CInt = 1) { _ = writeAll(descriptor, ContiguousArray(text.utf8)) {} }
