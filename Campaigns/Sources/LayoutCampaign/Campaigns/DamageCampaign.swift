internal import LayoutTestSupport

/// Small stores, half of them damaged by SQL in their derived tables, half in their bytes.
struct DamageCampaign: NumberedCampaign {
    static let name = "damage"
    static let summary = "damaged stores, by SQL and by bytes: no command crashes or hangs, and repair ends clean"
    // Some fifteen commands, at most ten seconds each.
    static let patience = 180.0

    private let settings: CampaignSettings
    private let bases: BaseStores
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        bases = try BaseStores(settings)
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let base = try bases.base(for: number)
        let path = settings.file("damaged.db")
        let done: String
        if number.isMultiple(of: 2) {
            try StoreFiles.copy(base.path, to: path)
            done = try SQLDamage.strike(path, using: &random).joined(separator: "; ")
            result.tally("damaged by SQL")
        } else if Int.random(in: 0..<3, using: &random) == 0 {
            try ByteDamage.copyWithLog(base.path, to: path)
            done = "log: " + (try ByteDamage.strike(path + "-wal", using: &random))
            result.tally("damaged in the log")
        } else {
            try StoreFiles.copy(base.path, to: path)
            done = try ByteDamage.strike(path, using: &random)
            result.tally("damaged in its bytes")
        }
        try bases.trial(base, path).run(into: &result)
        for index in result.findings.indices {
            result.findings[index].detail = "[\(done)] " + result.findings[index].detail
        }
        return result
    }
}

/// The whole stores that damaged ones are made from: some, each used for a while.
final class BaseStores {
    private let settings: CampaignSettings
    private let runner: CommandRunner
    private var current: (round: Int, base: BaseStore)?

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        runner = try CommandRunner(directory: settings.directory)
    }

    func base(for trial: Int) throws -> BaseStore {
        let round = trial / 40
        if let current, current.round == round { return current.base }
        let recipe = StoreRecipe(seed: settings.seed &+ UInt64(round), directory: settings.directory)
        let base = try BaseStore(
            recipe, round.isMultiple(of: 2) ? .prepared : .edited, at: settings.file("base\(round).db"), runner)
        current = (round, base)
        return base
    }

    func trial(_ base: BaseStore, _ path: String) -> DamagedStoreTrial {
        DamagedStoreTrial(base: base, runner: runner, path: path)
    }
}
