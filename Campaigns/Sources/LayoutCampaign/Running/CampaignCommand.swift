internal import LayoutTestSupport
internal import LayoutPlatform

/// The command line of `layout-campaign`, which `scripts/campaign` starts.
package struct CampaignCommand {
    private var name = ""
    private var isWorker = false
    private var operand: String?
    private var recipeSeed: UInt64?
    private var role: CrowdRole?
    private var seed: UInt64?
    private var seconds: Double?
    private var trials: Int?
    private var trial: String?
    private var after: String?
    private var forgetsSyncs = false

    /// The words after the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            var command = CampaignCommand()
            try command.read(arguments)
            return try command.run()
        } catch {
            TextOutput.error.write("layout-campaign: \(error)\n")
            return 2
        }
    }

    private static var usage: String {
        var lines = ["usage: scripts/campaign NAME|all [--seed S] [--seconds N | --trials N | --trial NAME]", ""]
        for campaign in CampaignCatalogue.all {
            let space = String(repeating: " ", count: max(13 - campaign.name.count, 1))
            lines.append("  " + campaign.name + space + campaign.summary)
        }
        return (lines + ["", "Exit code 1 if anything was found. Without a limit a campaign runs for a minute."])
            .joined(separator: "\n")
    }

    private mutating func read(_ arguments: [String]) throws {
        var rest = arguments[...]
        if rest.first == "worker" {
            isWorker = true
            rest = rest.dropFirst()
        }
        guard let first = rest.popFirst() else { throw CampaignError(Self.usage) }
        name = first
        if let next = rest.first, !next.hasPrefix("-") { operand = rest.removeFirst() }
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw CampaignError("\(option) needs a value\n\(Self.usage)") }
            switch option {
            case "--seed": seed = try Self.number(value, option) { UInt64($0) }
            case "--recipe": recipeSeed = try Self.number(value, option) { UInt64($0) }
            case "--role": role = CrowdRole(rawValue: value)
            case "--seconds": seconds = try Self.number(value, option) { Double($0) }
            case "--trials": trials = try Self.number(value, option) { Int($0) }
            case "--trial": trial = value
            case "--after": after = value
            case "--forget": forgetsSyncs = value == "syncs"
            default: throw CampaignError("there is no option \(option)\n\(Self.usage)")
            }
        }
    }

    private static func number<Number>(_ text: String, _ option: String, _ read: (String) -> Number?) throws -> Number {
        guard let number = read(text) else { throw CampaignError("\(option) \(text) is not a number") }
        return number
    }

    private func run() throws -> Int32 {
        let seed = seed ?? UInt64.random(in: 1..<1 << 32)
        if name == "subject" {
            // The subject of the kills: a process that works until it is ended.
            guard let operand else { throw CampaignError("subject needs a store") }
            let recipe = StoreRecipe(seed: recipeSeed ?? seed, directory: operand + "-recipe")
            SubjectStep.runForever(on: operand, seed: seed, recipe)
        }
        if name == "member" {
            guard let operand, let role else { throw CampaignError("member needs a store and a role") }
            try role.work(on: operand, seed: seed, seconds: seconds ?? 5)
            return 0
        }
        if isWorker {
            guard let campaign = CampaignCatalogue.campaign(name) else {
                throw CampaignError("there is no campaign \(name)")
            }
            var worker = Worker(seed: seed, after: after, only: trial, trials: trials, seconds: seconds)
            worker.forgetsSyncs = forgetsSyncs
            try worker.run(campaign)
            return 0
        }
        let chosen = name == "all" ? CampaignCatalogue.all : [CampaignCatalogue.campaign(name)].compactMap(\.self)
        guard !chosen.isEmpty else { throw CampaignError("there is no campaign \(name)\n\(Self.usage)") }
        var reports: [CampaignReport] = []
        for campaign in chosen {
            TextOutput.error.write("\(campaign.name), seed \(seed) …\n")
            let isLimited = trials != nil || trial != nil
            var supervisor = Supervisor(
                seed: seed, trials: trials, seconds: seconds ?? (isLimited ? nil : 60), only: trial,
                program: try BuiltPrograms.path(of: "layout-campaign"))
            var shown: [String: Int] = [:]
            supervisor.observe = { finding in
                // The first of each kind as it comes; all are in the report.
                let kind = String(finding.prefix { $0 != ":" })
                shown[kind, default: 0] += 1
                guard shown[kind] == 1 else { return }
                for line in finding.split(separator: "\n") { TextOutput.error.write("  \(line.prefix(400))\n") }
            }
            let report = try supervisor.run(campaign)
            TextOutput.standard.write(report.text + "\n")
            reports.append(report)
        }
        if name == "all" {
            TextOutput.standard.write(
                "\n" + ([CampaignReport.heading] + reports.map(\.row)).joined(separator: "\n") + "\n")
        }
        return reports.allSatisfy(\.isClean) ? 0 : 1
    }
}

enum TextOutput {
    case standard, error

    func write(_ text: String) { _ = writeBytes(self == .standard ? 1 : 2, ContiguousArray(text.utf8), from: 0) }
}
