internal import LayoutTestSupport

/// Rounds without end. Each has another recipe, all operations on it, and all plans for each. Their order is drawn, so
/// that the first few hundred are a sample of all.
struct TrialRounds: Campaign {
    /// Draws the faults that an operation suffers, by how many calls of each kind it makes.
    typealias Plans = @Sendable (_ calls: [FaultPlan.Kind: Int], inout SeededGenerator) -> [FaultPlan]
    private typealias Trial = (name: String, run: (_ seed: UInt64) throws -> TrialResult)

    private let settings: CampaignSettings
    private let plans: Plans
    private var round = -1
    private var number = 0
    private var queue: [Trial] = []
    private var current: Trial?

    init(_ settings: CampaignSettings, _ plans: @escaping Plans) { (self.settings, self.plans) = (settings, plans) }

    mutating func next() -> String? {
        if queue.isEmpty { beginRound() }
        number += 1
        current = queue.popLast()
        return current.map { "\(round).\($0.name)" }
    }

    private mutating func beginRound() {
        round += 1
        let trials = OperationTrials(settings, recipe: settings.recipe(round))
        var random = settings.random(round)
        var failures: [Trial] = []
        for operation in Operation.all {
            do {
                let clean = try trials.cleanRun(of: operation)
                for plan in plans(clean.calls, &random) {
                    queue.append(("\(operation.name).\(plan)", { try trials.run(clean, suffering: plan, seed: $0) }))
                }
            } catch {
                let finding = Finding(signature: "fails without any fault", detail: "\(operation.name): \(error)")
                failures.append(("\(operation.name).clean", { _ in TrialResult(findings: [finding]) }))
            }
        }
        queue.shuffle(using: &random)
        // The last ones come first.
        queue += failures
    }

    func run() throws -> TrialResult { try current?.run(settings.seed &+ UInt64(number)) ?? TrialResult() }
}
