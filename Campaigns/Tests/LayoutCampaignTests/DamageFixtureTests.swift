import LayoutTestSupport
import Testing
@testable import LayoutCampaign

/// Findings of earlier campaigns, each by itself.
@Suite struct DamageFixtureTests {
    private let scratch: ScratchDirectory
    private let runner: CommandRunner

    init() throws {
        scratch = try ScratchDirectory()
        runner = try CommandRunner(directory: scratch.path)
    }

    @Test(
        "No command crashes or runs what the file brought along, and the repair ends clean",
        arguments: DamageFixture.all)
    func repairs(_ fixture: DamageFixture) throws {
        let recipe = StoreRecipe(seed: 7, directory: scratch.path)
        let base = try BaseStore(recipe, .prepared, at: scratch.file("base.db"), runner)
        let path = scratch.file("damaged.db")
        try StoreFiles.copy(base.path, to: path)
        try fixture.strike(path)
        var result = TrialResult()
        try DamagedStoreTrial(base: base, runner: runner, path: path)
            .run(into: &result, changesOwnRows: fixture.changesOwnRows)
        try HostileCampaign.judge(path, &result)
        #expect(result.findings.isEmpty, "\(result.findings)")
    }

    @Test(
        "A command whose output is the store itself is refused",
        arguments: [
            ["render", "s.db", "wall", "--rect", "0,0,100,100", "-o", "s.db"],
            ["render", "s.db", "wall", "--rect", "0,0,100,100", "-o", "link.db"],
            [
                "import", "s.db", "rows.csv", "--dataset", "data", "--append", "--key", "key", "--height", "title",
                "--max-errors", "99", "--rejects", "s.db",
            ],
        ])
    func outputs(_ arguments: [String]) throws {
        try StoreRecipe(seed: 7, directory: scratch.path).make(.prepared, at: scratch.file("s.db"))
        try StoreFiles.write(ImportRows.delimited(first: 500, count: 12), to: scratch.file("rows.csv"))
        try StoreFiles.link(scratch.file("link.db"), to: scratch.file("s.db"))
        let before = try UserTables(path: scratch.file("s.db"))
        let run = try runner.run(arguments)
        #expect(run.exitCode == 1 || run.exitCode == 2)
        #expect(try UserTables(path: scratch.file("s.db")) == before)
    }

    @Test(
        "Control sequences of a terminal do not reach it in a message",
        arguments: ["a\u{202E}b", "\u{2028}", "\u{1B}[2J", "\u{85}"])
    func messages(_ word: String) throws {
        for arguments in [[word], ["status", word], ["frame", "s.db", word, "0/0"], ["help", word]] {
            let run = try runner.run(arguments)
            #expect(CommandRun.dangerous(run.errors) == nil, "\(arguments)")
        }
    }

    @Test("Rows can be appended after positions that are too large for a step of one")
    func farPositions() throws {
        let path = scratch.file("s.db")
        try StoreRecipe(seed: 7, directory: scratch.path).make(.prepared, at: path)
        try StoreFiles.execute(
            "UPDATE item SET position = position * 1e15 + 1e17; UPDATE section SET position = position * 1e15 + 1e17",
            on: path)
        try StoreFiles.write(ImportRows.delimited(first: 500, count: 12), to: scratch.file("rows.csv"))
        let run = try runner.run([
            "import", path, scratch.file("rows.csv"), "--dataset", "data", "--section", "part", "--key", "key",
            "--append",
        ])
        #expect(run.isDone, "\(run.message)")
    }
}
