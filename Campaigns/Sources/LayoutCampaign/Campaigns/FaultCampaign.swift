internal import LayoutTestSupport

/// Every operation, with every call of SQLite's to disk and memory failing in turn.
struct FaultCampaign: Campaign {
    static let name = "faults"
    static let summary = "each call to the disk or for memory fails in turn: once, or from then on"

    private var rounds: TrialRounds

    init(_ settings: CampaignSettings) throws {
        rounds = TrialRounds(settings) { calls, random in
            var plans: [FaultPlan] = []
            for kind in FaultPlan.Kind.allCases where kind != .power {
                let shapes = kind == .write ? FaultPlan.Shape.allCases : [.error]
                for call in Self.calls(calls[kind] ?? 0, kind, &random) {
                    for shape in shapes {
                        plans.append(FaultPlan(kind: kind, call: call, shape: shape))
                        plans.append(FaultPlan(kind: kind, call: call, persists: true, shape: shape))
                    }
                }
            }
            return plans
        }
    }

    /// Every call; of the thousands of allocations a sample, which is another one in each round.
    private static func calls(_ count: Int, _ kind: FaultPlan.Kind, _ random: inout SeededGenerator) -> [Int] {
        guard count > 0 else { return [] }
        guard kind == .allocation else { return Array(1...count) }
        return (0..<min(count, 150)).map { _ in Int.random(in: 1...count, using: &random) }
    }

    mutating func next() throws -> String? { try rounds.next() }
    mutating func run() throws -> TrialResult { try rounds.run() }
}

/// Every operation, with the power going at every change of the disk.
struct PowerCampaign: Campaign {
    static let name = "power"
    static let summary =
        "the power goes at each change of the disk; unsynced changes are lost, kept or torn at random"

    private var rounds: TrialRounds

    init(_ settings: CampaignSettings) throws {
        rounds = TrialRounds(settings) { calls, _ in
            let count = calls[.power] ?? 0
            return count == 0 ? [] : (1...count).map { FaultPlan(kind: .power, call: $0) }
        }
    }

    mutating func next() throws -> String? { try rounds.next() }
    mutating func run() throws -> TrialResult { try rounds.run() }
}

/// Rounds without end. Each has another recipe, all operations on it, and all plans for each. Their order is drawn, so
/// that the first few hundred are a sample of all.
struct TrialRounds {
    private let settings: CampaignSettings
    private let plans: ([FaultPlan.Kind: Int], inout SeededGenerator) -> [FaultPlan]
    private var round = -1
    private var trials: OperationTrials
    private var cleanRuns: [CleanRun] = []
    private var failures: [(operation: String, error: any Error)] = []
    private var queue: [(run: Int, plan: FaultPlan)] = []
    private var current: (run: Int, plan: FaultPlan)?
    private var number = 0
    private var announcement: Int?

    init(_ settings: CampaignSettings, plans: @escaping ([FaultPlan.Kind: Int], inout SeededGenerator) -> [FaultPlan]) {
        self.settings = settings
        self.plans = plans
        trials = OperationTrials(settings, round: 0)
    }

    mutating func next() throws -> String? {
        if queue.isEmpty, failures.isEmpty { try beginRound() }
        number += 1
        if let failure = failures.last { return "\(round).\(failure.operation).clean" }
        current = queue.removeLast()
        guard let current else { return nil }
        return "\(round).\(cleanRuns[current.run].operation.name).\(current.plan)"
    }

    private mutating func beginRound() throws {
        round += 1
        trials = OperationTrials(settings, round: round)
        var random = settings.random(round)
        cleanRuns = []
        for operation in Operation.all {
            do {
                let run = try trials.cleanRun(of: operation)
                for plan in plans(run.calls, &random) { queue.append((cleanRuns.count, plan)) }
                cleanRuns.append(run)
            } catch {
                failures.append((operation.name, error))
            }
        }
        queue.shuffle(using: &random)
        announcement = queue.count
    }

    mutating func run() throws -> TrialResult {
        if let failure = failures.popLast() {
            var result = TrialResult()
            result.find("fails without any fault", "\(failure.operation): \(failure.error)")
            return result
        }
        guard let current else { return TrialResult() }
        var result = try trials.run(
            cleanRuns[current.run], suffering: current.plan, seed: settings.seed &+ UInt64(number))
        if let announcement { result.tally("trials of a whole round", announcement) }
        announcement = nil
        return result
    }
}
