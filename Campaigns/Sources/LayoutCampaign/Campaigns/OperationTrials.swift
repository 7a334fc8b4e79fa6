internal import LayoutCache
internal import LayoutTestSupport

/// Runs operations, with and without faults, on copies of one recipe's stores.
struct OperationTrials {
    private let settings: CampaignSettings
    private let recipe: StoreRecipe
    private let path: String

    private init(_ settings: CampaignSettings, recipe: StoreRecipe) {
        (self.settings, self.recipe, path) = (settings, recipe, settings.file("trial.db"))
    }

    /// Rounds without end. Each has another recipe, all operations on it, and all plans for each. Their order is drawn,
    /// so that the first few hundred are a sample of all.
    ///
    /// - Parameter plans: Draws the faults that an operation suffers, by how many calls of each kind it makes.
    static func rounds(
        _ settings: CampaignSettings,
        plans: @escaping (_ calls: [FaultPlan.Kind: Int], inout SeededGenerator) -> [FaultPlan]
    ) -> AnySequence<Trial> {
        AnySequence(
            (0...).lazy.flatMap { round in
                let trials = OperationTrials(settings, recipe: settings.recipe(round))
                var random = settings.random(round)
                var (drawn, failures): ([Trial], [Trial]) = ([], [])
                for operation in Operation.all {
                    do {
                        drawn += try trials.trials(of: operation) { plans($0, &random) }.map {
                            ("\(round).\($0.name)", $0.run)
                        }
                    } catch {
                        let finding = Finding(
                            signature: "fails without any fault", detail: "\(operation.name): \(error)")
                        failures.append(
                            ("\(round).\(operation.name).clean", { _ in TrialResult(findings: [finding]) }))
                    }
                }
                return failures + drawn.shuffled(using: &random).reversed()
            })
    }

    /// Runs an operation without faults, which is the reference of its trials, and counts its calls.
    private func trials(
        of operation: Operation, plans: ([FaultPlan.Kind: Int]) -> [FaultPlan]
    ) throws -> [Trial] {
        try recipe.make(operation.state, at: path)
        let before = try UserTables(path: path)
        var answer = ""
        let calls = try FaultyMachine.count { answer = try operation.act(path, recipe) }
        let (clean, after) = (answer, try UserTables(path: path))
        return plans(calls).map { plan in
            (
                "\(operation.name).\(plan)",
                { number in
                    try recipe.make(operation.state, at: path)
                    let (hasStruck, outcome) = FaultyMachine.suffer(plan) { try operation.act(path, recipe) }
                    guard hasStruck else { return TrialResult(counts: false) }
                    if plan.kind == .power { try FaultyMachine.losePower(seed: settings.seed &+ UInt64(number)) }
                    return judge(operation, plan, outcome, answer: clean, before: before, after: after)
                }
            )
        }
    }

    /// Checks what an operation left that suffered a fault.
    private func judge(
        _ operation: Operation, _ plan: FaultPlan, _ outcome: Result<String, any Error>, answer clean: String,
        before: UserTables, after: UserTables
    ) -> TrialResult {
        var result = TrialResult()
        result.tally("\(plan.kind.rawValue) in \(operation.name)")
        let hasSucceeded = if case .success = outcome { true } else { false }
        switch outcome {
        case .success(let answer):
            result.tally("went on as if nothing had happened")
            if answer != clean {
                result.find("another answer", "“\(answer.prefix(200))” instead of “\(clean.prefix(200))”")
            }
        case .failure(let error):
            // One that a program can act on; and never because a disk failed is the file damaged or of another kind.
            let code = LayoutError(explaining: error)?.code
            if code == nil { result.find("untyped error", "\(type(of: error)): \(error)") }
            if plan.kind != .power, code == .corrupt || code == .notAStore {
                result.find(
                    "the file is blamed for a failing \(plan.kind == .allocation ? "memory" : "disk")", "\(error)")
            }
        }
        let mayBeBefore = plan.kind == .power || !hasSucceeded
        StoreCheck.check(path, isDamaged: operation.state == .damaged, into: &result) { tables in
            if tables == after || (mayBeBefore && tables == before) { return nil }
            // A store that was about to be made may be an empty file, or hold tables without rows so far. The next
            // opening goes on with it.
            if operation.state == .nothing, tables.rows.allSatisfy({ $0.hasPrefix("table ") }) { return nil }
            return tables.difference(from: hasSucceeded ? after : before)
        }
        return result
    }
}
