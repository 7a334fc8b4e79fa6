internal import LayoutSQLite

/// A whole store, and the answers of `layoutctl` to it: the reference of damaged copies.
final class BaseStore: Sendable {
    let path: String
    let tables: UserTables
    let layouts: [String]
    /// The sorted rows of `status` and `visible`, by command.
    let answers: [String: [String]]
    let preparedAnswers: [String: [String]]

    init(_ recipe: StoreRecipe, _ state: StoreState, at path: String, _ runner: CommandRunner) throws {
        self.path = path
        layouts = recipe.layouts.map(\.name)
        try recipe.make(state, at: path)
        tables = try UserTables(path: path)
        let copy = path + "-copy.db"
        try StoreFiles.copy(path, to: copy)
        answers = try Self.answers(copy, layouts, runner)
        guard try runner.run(["prepare", copy]).isDone else { throw CampaignError("a whole store cannot be prepared") }
        preparedAnswers = try Self.answers(copy, layouts, runner)
        StoreFiles.remove(copy)
    }

    /// The output of all reading commands for a store.
    static func answers(_ path: String, _ layouts: [String], _ runner: CommandRunner) throws -> [String: [String]] {
        var answers: [String: [String]] = [:]
        for arguments in reading(path, layouts) {
            let run = try runner.run(arguments)
            guard run.isDone else { continue }
            answers[arguments.filter { $0 != path }.joined(separator: " ")] = run.sortedLines
        }
        return answers
    }

    /// The commands that read a whole store.
    static func reading(_ path: String, _ layouts: [String]) -> [[String]] {
        [["status", path, "--format", "ndjson"]]
            + layouts.map { ["visible", path, $0, "--rect", "-500,-500,20000,20000", "--format", "ndjson"] }
    }
}
