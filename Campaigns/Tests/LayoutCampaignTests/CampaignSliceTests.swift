import LayoutTestSupport
import LayoutCampaign
import Testing

/// A slice of each campaign, always the same: `scripts/campaign` runs them at length.
@Suite(.serialized) struct CampaignSliceTests {
    private func run(_ name: String, trials: Int, seed: UInt64 = 1, seconds: Double? = nil) throws -> CampaignReport {
        let campaign = try #require(CampaignCatalogue.campaign(name))
        let program = try BuiltPrograms.path(of: "layout-campaign")
        let report = try Supervisor(seed: seed, trials: trials, seconds: seconds, program: program).run(campaign)
        #expect(report.trials == trials, "\(name) ended early")
        return report
    }

    @Test("A failing call to the disk or for memory loses nothing")
    func failingCalls() throws {
        let report = try run("faults", trials: 60)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("A loss of power loses only the last commits")
    func powerLoss() throws {
        let report = try run("power", trials: 40)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("A disk that forgets what it synced is found out")
    func forgetfulDisk() throws {
        let campaign = try #require(CampaignCatalogue.campaign("power"))
        var supervisor = Supervisor(seed: 1, trials: 40, program: try BuiltPrograms.path(of: "layout-campaign"))
        supervisor.forgetsSyncs = true
        #expect(try !supervisor.run(campaign).isClean)
    }

    @Test("A killed process loses nothing")
    func killedProcess() throws {
        let report = try run("kills", trials: 4)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("A damaged store crashes nothing, and is repaired")
    func damagedStore() throws {
        let report = try run("damage", trials: 10)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("A hostile store has none of its code run, and loses nothing")
    func hostileStore() throws {
        let report = try run("hostile", trials: 8)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("Nothing that a statement changes is missed by the next preparation")
    func missedChanges() throws {
        let report = try run("sql", trials: 16)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("Nothing is lost or changed on the way through other files and back")
    func seams() throws {
        let report = try run("seams", trials: 14)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("Python and the import read the same values")
    func pythonOracle() throws {
        let report = try run("import", trials: 3)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("A definition is refused with its place, or laid out")
    func definitions() throws {
        let report = try run("definitions", trials: 300)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("No command line crashes, or destroys the store")
    func commandLines() throws {
        let report = try run("commands", trials: 30)
        #expect(report.isClean, "\(report.text)")
    }

    @Test("In a crowd nothing is lost, and no reader fails")
    func crowd() throws {
        let report = try run("crowd", trials: 1, seconds: 3)
        #expect(report.isClean, "\(report.text)")
    }
}
