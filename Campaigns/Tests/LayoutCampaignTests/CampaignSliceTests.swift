import LayoutTestSupport
import Testing
@testable import LayoutCampaign

/// A slice of each campaign, always the same: `scripts/campaign` runs them at length.
@Suite struct CampaignSliceTests {
    private static let slices: [(promise: String, name: String, trials: Int, seconds: Double?)] = [
        ("a failing call to the disk or for memory loses nothing", "faults", 60, nil),
        ("a loss of power loses only the last commits", "power", 40, nil),
        ("a killed process loses nothing", "kills", 4, nil),
        ("a damaged store crashes nothing, and is repaired", "damage", 6, nil),
        ("a hostile store has none of its code run, and loses nothing", "hostile", 5, nil),
        ("a repair loses nothing of the user's, or changes nothing", "repairs", 8, nil),
        ("in a crowd nothing is lost, and no reader fails", "crowd", 1, 3),
    ]

    private func supervisor(trials: Int, seconds: Double? = nil) throws -> Supervisor {
        Supervisor(seed: 1, trials: trials, seconds: seconds, program: try BuiltPrograms.path(of: "layout-campaign"))
    }

    @Test("A slice of each campaign finds nothing", arguments: slices)
    func slice(promise: String, name: String, trials: Int, seconds: Double?) throws {
        let report = try supervisor(trials: trials, seconds: seconds).run(
            try #require(CampaignCatalogue.campaign(name)))
        #expect(report.trials == trials, "\(name) ended early")
        #expect(report.isClean, "\(promise): \(report.text)")
    }

    @Test("A disk that forgets what it synced is found out")
    func forgetfulDisk() throws {
        var supervisor = try supervisor(trials: 12)
        supervisor.forgetsSyncs = true
        #expect(try !supervisor.run(try #require(CampaignCatalogue.campaign("power"))).isClean)
    }

    @Test("Each campaign has a slice")
    func all() {
        #expect(Set(Self.slices.map(\.name)) == Set(CampaignCatalogue.all.map { $0.name }))
    }
}
