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
}
