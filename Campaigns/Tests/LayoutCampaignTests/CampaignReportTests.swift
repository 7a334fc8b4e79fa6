import Foundation
import Testing

@testable import LayoutCampaign

@Suite struct CampaignReportTests {
    @Test("A report is a line of CSV with the columns of Runs.csv, also with quotes in its findings")
    func row() throws {
        var report = CampaignReport(name: "kills", seed: 7)
        report.trials = 30
        report.seconds = 1.6
        #expect(report.row == "kills,7,30,2,0,")
        report.groups["a, \"b\""] = CampaignReport.Group(count: 2)
        #expect(report.row == "kills,7,30,2,2,\"2 × a, \"\"b\"\"\"")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Runs.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.first.map(String.init) == CampaignReport.heading)
    }
}
