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

    @Test("A slice of each campaign finds nothing", arguments: slices)
    func slice(promise: String, name: String, trials: Int, seconds: Double?) throws {
        let report = try CampaignRun(seed: 1, trials: trials, seconds: seconds).supervise(.named(name))
        #expect(report.trials == trials, "\(name) ended early")
        #expect(report.groups.isEmpty, "\(promise): \(report.text)")
    }

    @Test("A disk that forgets what it synced is found out")
    func forgetfulDisk() throws {
        let report = try CampaignRun(seed: 1, trials: 12, forgetsSyncs: true).supervise(.named("power"))
        #expect(!report.groups.isEmpty)
    }
}
