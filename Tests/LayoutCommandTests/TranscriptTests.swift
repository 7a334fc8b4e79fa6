import Foundation
import LayoutTestSupport
import Testing

/// The output of commands, to the letter.
///
/// LAYOUTCACHE_UPDATE_TRANSCRIPTS=1 rewrites the files. Read the difference before it is kept.
@Suite struct TranscriptTests {
    private static let isUpdating = ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_TRANSCRIPTS"] == "1"
    private static let stock = Transcript.all.filter { !$0.needsExtension }

    @Test(
        "Commands print what their transcript has", .enabled(if: Shell.isThere),
        arguments: isUpdating ? stock : TestSettings.drawn(8, of: stock))
    func prints(_ transcript: Transcript) throws { try expectPrinted(transcript) }

    @Test(
        "Shells with the extension print what their transcript has",
        .enabled(if: Shell.isThere && LoadableExtension.isThere, "the extension was not built"),
        arguments: Transcript.all.filter(\.needsExtension))
    func printsWithExtension(_ transcript: Transcript) throws { try expectPrinted(transcript) }

    private func expectPrinted(_ transcript: Transcript) throws {
        let text = try transcript.text
        let expected = Transcript.steps(of: text)
        try #require(!expected.isEmpty && Transcript.text(of: expected) == text)
        let printed = try Transcript.run(expected)
        if Self.isUpdating {
            try Transcript.text(of: printed).write(to: transcript.file, atomically: true, encoding: .utf8)
        }
        for (step, expected) in zip(printed, expected) where step.printed != expected.printed {
            Issue.record("\(transcript.testDescription) has\n\(expected.text)and it printed\n\(step.text)")
        }
    }

    @Test("Cases after public reports state their rules, and their file credits the projects")
    func creditsReports() throws {
        let file = try #require(Transcript.all.first { $0.testDescription == "public-reports.txt" })
        let comments = Transcript.steps(of: try file.text).map { $0.comment.joined(separator: " ") }
        let credits = try #require(comments.first)
        let cases = comments.dropFirst().filter { !$0.isEmpty }
        #expect(!cases.isEmpty)
        for comment in cases {
            let rule = comment.split(separator: ". ").first ?? ""
            let reports = comment.matches(of: /([\w.-]+\/[\w.-]+)#[1-9]\d*/)
            #expect(rule.split(separator: " ").count > 5 && !reports.isEmpty, "\(comment)")
            for report in reports { #expect(credits.contains(report.output.1), "\(report.output.0)") }
        }
    }
}
