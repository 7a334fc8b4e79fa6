import LayoutTestSupport
import Testing
@testable import LayoutCampaign

/// Findings of earlier campaigns, each by itself.
@Suite struct DamageFixtureTests {
    /// The store that each of them damages a copy of.
    private static let made = Result {
        let scratch = try ScratchDirectory()
        let recipe = StoreRecipe(seed: 7, directory: scratch.path)
        let runner = try CommandRunner(directory: scratch.path)
        return (scratch: scratch, base: try BaseStore(recipe, .prepared, at: scratch.file("base.db"), runner))
    }

    @Test(
        "No command crashes or runs what the file brought along, and the repair ends clean",
        arguments: DamageFixture.all)
    func repairs(_ fixture: DamageFixture) throws {
        let (scratch, base) = (try ScratchDirectory(), try Self.made.get().base)
        let path = scratch.file("damaged.db")
        try StoreFiles.copy(base.path, to: path)
        try fixture.strike(path)
        var result = TrialResult()
        try DamagedStoreTrial(base: base, runner: CommandRunner(directory: scratch.path), path: path)
            .run(into: &result, changesOwnRows: fixture.changesOwnRows)
        try HostileTrials.judge(path, &result)
        #expect(result.findings.isEmpty, "\(result.findings)")
    }
}
