internal import LayoutTestSupport

/// A whole store, and the answers of `layoutctl` to it: the reference of damaged copies.
final class BaseStore: Sendable {
    let path: String
    let tables: UserTables
    let layouts: [String]
    /// The sorted rows of `status` and `visible`, by command.
    let answers: [String: [String]]
    let preparedAnswers: [String: [String]]

    init(_ recipe: StoreRecipe, _ state: StoreState, at path: String) throws {
        self.path = path
        layouts = recipe.layouts.map(\.name)
        try recipe.make(state, at: path)
        tables = try UserTables(path: path)
        let copy = path + "-copy.db"
        try StoreFiles.copy(path, to: copy)
        func run(_ arguments: [String]) throws -> CommandRun {
            try CommandRun(arguments, in: StoreFiles.directory(of: path))
        }
        answers = try Self.answers(copy, layouts, run)
        guard try run(["prepare", copy]).isDone else { throw CampaignError("a whole store cannot be prepared") }
        preparedAnswers = try Self.answers(copy, layouts, run)
        StoreFiles.remove(copy)
    }

    /// The output of all reading commands for a store that do not fail.
    static func answers(
        _ path: String, _ layouts: [String], _ run: ([String]) throws -> CommandRun
    ) throws -> [String: [String]] {
        var answers: [String: [String]] = [:]
        for arguments in [["status", path, "--format", "ndjson"]]
            + layouts.map({ ["visible", path, $0, "--rect", "-500,-500,20000,20000", "--format", "ndjson"] })
        {
            let outcome = try run(arguments)
            if outcome.isDone {
                answers[arguments.filter { $0 != path }.joined(separator: " ")] = outcome.sortedLines
            }
        }
        return answers
    }
}

/// The whole stores that damaged ones are made from: some, each used for a while.
final class BaseStores {
    /// Does something to a copy of a whole store; returns what it was, and whether the user's own rows were changed.
    typealias Strike = (
        _ path: String, BaseStore, inout SeededGenerator, inout TrialResult
    ) throws -> (done: String, changesOwnRows: Bool)

    private let settings: CampaignSettings
    private var current: (round: Int, base: BaseStore)?

    init(_ settings: CampaignSettings) { self.settings = settings }

    private func base(for trial: Int) throws -> BaseStore {
        let round = trial / 40
        if let current, current.round == round { return current.base }
        let base = try BaseStore(
            settings.recipe(round), round.isMultiple(of: 2) ? .prepared : .edited, at: settings.file("base\(round).db"))
        current = (round, base)
        return base
    }

    /// Runs every command on a copy of a whole store that something was done to.
    func trial(
        _ number: Int, in file: String, judging judge: (String, inout TrialResult) throws -> Void = { _, _ in },
        _ strike: Strike
    ) throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let (base, path) = (try base(for: number), settings.file(file))
        try StoreFiles.copy(base.path, to: path)
        let (done, changesOwnRows) = try strike(path, base, &random, &result)
        try DamagedStoreTrial(base: base, path: path).run(into: &result, changesOwnRows: changesOwnRows)
        try judge(path, &result)
        for index in result.findings.indices {
            result.findings[index].detail = "[\(done)] " + result.findings[index].detail
        }
        return result
    }
}

extension BaseStores {
    /// Small stores, half of them damaged by SQL in their derived tables, half in their bytes.
    func damaged(_ number: Int) throws -> TrialResult {
        try trial(number, in: "damaged.db") { path, base, random, result in
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
