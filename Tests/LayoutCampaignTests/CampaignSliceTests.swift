import LayoutCampaign
import Testing

/// A slice of each campaign, always the same: `scripts/campaign` runs them at length.
@Suite(.serialized) struct CampaignSliceTests {
    private func expectNothing(
        _ name: String, trials: Int, seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let campaign = try #require(CampaignCatalogue.campaign(name), sourceLocation: sourceLocation)
        let supervisor = Supervisor(seed: seed, trials: trials, program: try BuiltPrograms.path(of: "layout-campaign"))
        let report = try supervisor.run(campaign)
        #expect(report.isClean, "\(report.text)", sourceLocation: sourceLocation)
        #expect(report.trials == trials, sourceLocation: sourceLocation)
    }

    @Test func `A failing call to the disk or for memory loses nothing`() throws {
        try expectNothing("faults", trials: 100)
    }

    @Test func `A loss of power loses nothing but the last commits`() throws {
        try expectNothing("power", trials: 60)
    }
}
