internal import LayoutCache
internal import LayoutTestSupport

/// The result of an operation without failures: the reference of its trials.
struct CleanRun {
    var operation: Operation
    var before: UserTables
    var after: UserTables
    var answer: String
    var calls: [FaultPlan.Kind: Int]
}

/// Runs operations, with and without faults, on copies of one recipe's stores.
struct OperationTrials {
    private let recipe: StoreRecipe
    private let path: String

    init(_ settings: CampaignSettings, recipe: StoreRecipe) {
        (self.recipe, path) = (recipe, settings.file("trial.db"))
    }

    /// Runs an operation without faults, and counts.
    func cleanRun(of operation: Operation) throws -> CleanRun {
        try recipe.make(operation.state, at: path)
        let before = operation.state == .nothing ? UserTables.none : try UserTables(path: path)
        var answer = ""
        let calls = try FaultyMachine.count { answer = try operation.act(path, recipe) }
        return CleanRun(
            operation: operation, before: before, after: try UserTables(path: path), answer: answer, calls: calls)
    }

    /// Has an operation suffer a fault, and checks what it left.
    func run(_ clean: CleanRun, suffering plan: FaultPlan, seed: UInt64) throws -> TrialResult {
        var result = TrialResult()
        try recipe.make(clean.operation.state, at: path)
        var outcome: Result<String, any Error>?
        let hasStruck = FaultyMachine.suffer(plan) {
            outcome = Result { try clean.operation.act(path, recipe) }
        }
        guard hasStruck else {
            result.counts = false
            return result
        }
        if plan.kind == .power { try FaultyMachine.losePower(seed: seed) }
        result.tally("\(plan.kind.rawValue) in \(clean.operation.name)")
        let hasSucceeded = if case .success? = outcome { true } else { false }
        switch outcome {
        case .success(let answer)?:
            result.tally("went on as if nothing had happened")
            if answer != clean.answer {
                result.find("another answer", "“\(answer.prefix(200))” instead of “\(clean.answer.prefix(200))”")
            }
        case .failure(let error)?:
            // One that a program can act on; and never because a disk failed is the file damaged or of another kind.
            let code = LayoutError(explaining: error)?.code
            if code == nil { result.find("untyped error", "\(type(of: error)): \(error)") }
            if plan.kind != .power, code == .corrupt || code == .notAStore {
                result.find(
                    "the file is blamed for a failing \(plan.kind == .allocation ? "memory" : "disk")", "\(error)")
            }
        case nil: break
        }
        let mayBeBefore = plan.kind == .power || !hasSucceeded
        StoreCheck.check(path, isDamaged: clean.operation.state == .damaged, into: &result) { tables in
            if tables == clean.after || (mayBeBefore && tables == clean.before) { return nil }
            // A store that was about to be made may be an empty file, or hold tables without rows so far. The next
            // opening goes on with it.
            if clean.operation.state == .nothing, tables.rows.allSatisfy({ $0.hasPrefix("table ") }) { return nil }
            return tables.difference(from: hasSucceeded ? clean.after : clean.before)
        }
        return result
    }
}
