internal import LayoutTestSupport

/// Small stores, half of them damaged by SQL in their derived tables, half in their bytes.
struct DamageTrials {
    private let bases: BaseStores

    init(_ settings: CampaignSettings) throws { bases = try BaseStores(settings) }

    func run(_ number: Int) throws -> TrialResult {
        try bases.trial(number, in: "damaged.db") { path, base, random, result in
            if number.isMultiple(of: 2) {
                result.tally("damaged by SQL")
                return (try SQLDamage.strike(path, using: &random).joined(separator: "; "), false)
            }
            guard Int.random(in: 0..<3, using: &random) == 0 else {
                result.tally("damaged in its bytes")
                return (try ByteDamage.strike(path, using: &random), false)
            }
            result.tally("damaged in the log")
            try ByteDamage.copyWithLog(base.path, to: path)
            return ("log: " + (try ByteDamage.strike(path + "-wal", using: &random)), false)
        }
    }
}

/// The whole stores that damaged ones are made from: some, each used for a while.
final class BaseStores {
    /// Does something to a copy of a whole store; returns what it was, and whether the user's own rows were changed.
    typealias Strike = (
        _ path: String, BaseStore, inout SeededGenerator, inout TrialResult
    ) throws -> (done: String, changesOwnRows: Bool)

    private let settings: CampaignSettings
    private let runner: CommandRunner
    private var current: (round: Int, base: BaseStore)?

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        runner = try CommandRunner(directory: settings.directory)
    }

    private func base(for trial: Int) throws -> BaseStore {
        let round = trial / 40
        if let current, current.round == round { return current.base }
        let base = try BaseStore(
            settings.recipe(round), round.isMultiple(of: 2) ? .prepared : .edited, at: settings.file("base\(round).db"),
            runner)
        current = (round, base)
        return base
    }

    /// Has every command meet a copy of a whole store that something was done to.
    func trial(
        _ number: Int, in file: String, judging judge: (String, inout TrialResult) throws -> Void = { _, _ in },
        _ strike: Strike
    ) throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let (base, path) = (try base(for: number), settings.file(file))
        try StoreFiles.copy(base.path, to: path)
        let (done, changesOwnRows) = try strike(path, base, &random, &result)
        try DamagedStoreTrial(base: base, runner: runner, path: path)
            .run(into: &result, changesOwnRows: changesOwnRows)
        try judge(path, &result)
        for index in result.findings.indices {
            result.findings[index].detail = "[\(done)] " + result.findings[index].detail
        }
        return result
    }
}
