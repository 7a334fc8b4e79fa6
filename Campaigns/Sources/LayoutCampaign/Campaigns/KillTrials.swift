internal import LayoutCache
internal import LayoutPlatform
internal import LayoutTestSupport

/// Processes that are killed at a random time in any operation on a store.
struct KillTrials {
    /// How many processes work on one store, one after the other.
    private static let chain = 3

    let settings: CampaignSettings

    func run(_ number: Int) throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let recipe = settings.recipe(number / 20)
        let path = settings.file("killed.db")
        try recipe.make(.prepared, at: path)
        for link in 0..<Self.chain {
            let seed = settings.seed &+ UInt64(number * Self.chain + link)
            let start = settings.file("start.db")
            try StoreFiles.copy(path, to: start)
            let said = try runAndKill(path, seed: seed, recipe: recipe.seed, &random, &result)
            let steps = said.filter { $0 == "did" }.count
            try judgeVerdict(path, &result)
            // Checked in a copy, so that the next process finds the file as the killed one left it.
            let copy = settings.file("checked.db")
            try StoreFiles.copy(path, to: copy)
            let expected = try Self.replay(start, seed: seed, steps: steps, recipe)
            StoreCheck.check(copy, into: &result) { tables in
                expected.contains(tables)
                    ? nil : "after \(steps) steps: " + tables.difference(from: expected[expected.count - 1])
            }
            result.tally("kills")
            for (_, drawn) in recipe.layouts { result.tally("kills of a \(try drawn.definition.kindName)") }
            result.tally("steps that the killed had finished", steps)
        }
        return result
    }

    /// A kill is no damage: nothing is wrong in what it left, before anything goes on.
    private func judgeVerdict(_ path: String, _ result: inout TrialResult) throws {
        let copy = settings.file("verdict.db")
        try StoreFiles.copy(path, to: copy)
        do {
            let problems = try LayoutStore.verify(at: copy, deep: true).problems
            if !problems.isEmpty { result.find("a kill is reported as damage", problems.joined(separator: "; ")) }
        } catch let error as LayoutError where [.readOnly, .notAStore].contains(error.code) {
            // A journal must be undone first, or the store's migration goes on: both by the next writer.
            result.tally("kills that only a writer can look at")
        }
    }

    /// Starts a process, and kills it a little after it printed something for the nth time.
    private func runAndKill(
        _ path: String, seed: UInt64, recipe: UInt64, _ random: inout SeededGenerator, _ result: inout TrialResult
    ) throws -> [Substring] {
        let child = try ChildProcess.campaign(
            ["subject", path, "--seed", "\(seed)", "--recipe", "\(recipe)"], directory: settings.directory,
            output: settings.file("said.txt"))
        let lines = Int.random(in: 0...12, using: &random)
        let deadline = ContinuousClock.now + .seconds(20)
        func said() -> [Substring] { child.words.split(separator: "\n") }
        while said().count < lines, child.poll() == nil, ContinuousClock.now < deadline { usleep(300) }
        usleep(UInt32.random(in: 0...9000, using: &random))
        if !child.end() { result.find("it ended by itself", child.complaints) }
        return said()
    }

    /// The tables may be in the state after the last finished step, or after the next one, which may have been
    /// committed without a report.
    private static func replay(_ path: String, seed: UInt64, steps: Int, _ recipe: StoreRecipe) throws -> [UserTables] {
        for number in 0..<steps { step(number, seed: seed, on: path, recipe) }
        let before = try UserTables(path: path)
        step(steps, seed: seed, on: path, recipe)
        return [before, try UserTables(path: path)]
    }

    /// Does a step. An error is part of it: a step that does not fit the store is skipped.
    private static func step(_ number: Int, seed: UInt64, on path: String, _ recipe: StoreRecipe) {
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(number))
        let names = [
            "import-tsv-append", "import-replace", "import-upsert", "redefine", "resize", "apply",
            "shell-edit", "prepare-first", "prepare-first", "prepare-first", "visible-preparing", "verify-repair",
        ]
        let name = names.randomElement(using: &random) ?? names[0]
        guard let operation = Operation.all.first(where: { $0.name == name }) else { return }
        _ = try? operation.act(path, recipe)
    }

    /// Runs until the process is ended, or has lost the one that started it; prints `did` after each step.
    static func runUntilEnded(on path: String, seed: UInt64, _ recipe: StoreRecipe) {
        let parent = getppid()
        for number in 0... where getppid() == parent {
            step(number, seed: seed, on: path, recipe)
            emit("did\n")
        }
    }
}
