internal import LayoutTestSupport

/// A trial by its name; run with its number, the first one being 1.
typealias Trial = (name: String, run: (_ number: Int) throws -> TrialResult)

/// A campaign by its name on the command line.
struct CampaignKind: Sendable {
    var name: String
    var summary: String
    /// How many seconds a trial may take before it counts as one that hangs.
    var patience: Double
    /// Returns its trials, drawn from a seed one after another, without end: the same seed gives the same trials.
    var trials: @Sendable (CampaignSettings) throws -> AnySequence<Trial>

    private init(
        _ name: String, _ summary: String, patience: Double = 10,
        _ trials: @escaping @Sendable (CampaignSettings) throws -> AnySequence<Trial>
    ) {
        (self.name, self.summary, self.patience, self.trials) = (name, summary, patience, trials)
    }

    /// Trials that are named by their numbers.
    private static func numbered(_ run: @escaping (Int) throws -> TrialResult) -> AnySequence<Trial> {
        AnySequence((1...).lazy.map { ("\($0)", run) })
    }

    static let all = [
        CampaignKind("faults", "each call to the disk or for memory fails in turn: once, or from then on") {
            OperationTrials.rounds($0) { FaultPlan.each(of: $0, using: &$1) }
        },
        CampaignKind(
            "power", "the power goes at each change of the disk; unsynced changes are lost, kept or torn at random"
        ) {
            OperationTrials.rounds($0) { calls, _ in
                (0..<(calls[.power] ?? 0)).map { FaultPlan(kind: .power, call: $0 + 1) }
            }
        },
        CampaignKind(
            "kills", "processes are killed at random moments, each carrying on with what the last one left",
            patience: 60
        ) { numbered(KillTrials(settings: $0).run) },
        // Of the two next ones each trial is some fifteen commands, at most ten seconds each.
        CampaignKind(
            "damage", "damaged stores, by SQL and by bytes: no command crashes or hangs, and repair ends clean",
            patience: 180
        ) { numbered(BaseStores($0).damaged) },
        CampaignKind(
            "hostile", "stores that bring triggers, views, evil names and extreme rows along: nothing of theirs runs",
            patience: 180
        ) { numbered(BaseStores($0).hostile) },
        CampaignKind(
            "repairs", "stores of every file format, with objects of the user's: a repair loses none of them, or stops"
        ) { numbered(RepairTrials(settings: $0).run) },
        CampaignKind(
            "crowd", "importers, preparers, readers and shells that hold locks on one store: nothing is lost",
            patience: 600
        ) { numbered(CrowdTrials(settings: $0).run) },
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
