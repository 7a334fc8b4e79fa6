internal import LayoutTestSupport

/// A row of trials drawn from a seed: the same seed gives the same trials.
protocol Campaign {
    /// The name of the next trial, or nil after the last.
    mutating func next() throws -> String?

    /// Runs the trial that `next` has just named.
    mutating func run() throws -> TrialResult
}

/// A campaign without a last trial: its trials are numbered from 1.
struct NumberedTrials: Campaign {
    private let trial: (Int) throws -> TrialResult
    private var number = 0

    init(_ trial: @escaping (Int) throws -> TrialResult) { self.trial = trial }

    mutating func next() -> String? {
        number += 1
        return "\(number)"
    }

    func run() throws -> TrialResult { try trial(number) }
}

/// A campaign by its name on the command line.
struct CampaignKind: Sendable {
    var name: String
    var summary: String
    /// How many seconds a trial may take before it counts as one that hangs.
    var patience: Double
    var make: @Sendable (CampaignSettings) throws -> any Campaign

    private init(
        _ name: String, _ summary: String, patience: Double = 10,
        _ make: @escaping @Sendable (CampaignSettings) throws -> any Campaign
    ) {
        (self.name, self.summary, self.patience, self.make) = (name, summary, patience, make)
    }

    static let all = [
        CampaignKind("faults", "each call to the disk or for memory fails in turn: once, or from then on") {
            TrialRounds($0) { FaultPlan.each(of: $0, using: &$1) }
        },
        CampaignKind(
            "power", "the power goes at each change of the disk; unsynced changes are lost, kept or torn at random"
        ) { TrialRounds($0) { calls, _ in (0..<(calls[.power] ?? 0)).map { FaultPlan(kind: .power, call: $0 + 1) } } },
        CampaignKind(
            "kills", "processes are killed at random moments, each carrying on with what the last one left",
            patience: 60
        ) { NumberedTrials(KillTrials(settings: $0).run) },
        // Of the two next ones each trial is some fifteen commands, at most ten seconds each.
        CampaignKind(
            "damage", "damaged stores, by SQL and by bytes: no command crashes or hangs, and repair ends clean",
            patience: 180
        ) { NumberedTrials(try DamageTrials($0).run) },
        CampaignKind(
            "hostile", "stores that bring triggers, views, evil names and extreme rows along: nothing of theirs runs",
            patience: 180
        ) { NumberedTrials(try HostileTrials($0).run) },
        CampaignKind(
            "repairs", "stores of every file format, with objects of the user's: a repair loses none of them, or stops"
        ) { NumberedTrials(RepairTrials(settings: $0).run) },
        CampaignKind(
            "crowd", "importers, preparers, readers and shells that hold locks on one store: nothing is lost",
            patience: 600
        ) { NumberedTrials(CrowdTrials(settings: $0).run) },
    ]

    static func named(_ name: String) throws -> CampaignKind {
        guard let kind = all.first(where: { $0.name == name }) else {
            throw CampaignError("there is no campaign \(name)\n\(CampaignCommand.usage)")
        }
        return kind
    }
}

struct CampaignSettings: Sendable {
    var seed: UInt64
    /// The directory for files; it is removed with the process.
    var directory: String
    /// How long it runs at most, where its trials are of a length that can be chosen.
    var seconds: Double?

    /// The random numbers of the trial with a number.
    func random(_ trial: Int) -> SeededGenerator {
        SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(trial))
    }

    func recipe(_ number: Int) -> StoreRecipe { StoreRecipe(seed: seed &+ UInt64(number), directory: directory) }

    func file(_ name: String) -> String { directory + "/" + name }
}

struct TrialResult: Sendable, Codable {
    var findings: [Finding] = []
    /// The number of times that each thing was done.
    var tallies: [String: Int] = [:]
    /// Whether the trial was one at all: false where the call that was to fail never came.
    var counts = true

    mutating func find(_ signature: String, _ detail: @autoclosure () -> String = "") {
        findings.append(Finding(signature: signature, detail: detail()))
    }

    mutating func tally(_ what: String, _ count: Int = 1) { tallies[what, default: 0] += count }
}

/// A promise that was not kept.
struct Finding: Sendable, Hashable, Codable {
    /// The kind: equal for what is probably one fault.
    var signature: String
    var detail: String
}

/// Why a campaign itself cannot go on: no finding, but a fault of the test.
struct CampaignError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
