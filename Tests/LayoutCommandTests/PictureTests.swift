import Foundation
import LayoutCache
import Testing

/// A picture of each kind of layout, to the letter.
///
/// LAYOUTCACHE_UPDATE_PICTURES=1 rewrites the files. Look at them before they are kept.
@Suite struct PictureTests {
    @Test("A picture looks as it did when it was last looked at", arguments: SamplePicture.all)
    func picture(sample: SamplePicture) throws {
        let drawn = try sample.draw()
        #expect(Markup.isWellFormed(drawn))
        if ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_PICTURES"] == "1" {
            try drawn.write(to: sample.file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: sample.file, encoding: .utf8)
        guard drawn != kept else { return }
        let lines = zip(drawn.split(separator: "\n"), kept.split(separator: "\n"))
        let difference = lines.first { $0 != $1 }.map { "it was\n\($0.1)\nand is\n\($0.0)" } ?? "one is longer"
        Issue.record("\(sample.name).svg differs: \(difference)\nLAYOUTCACHE_UPDATE_PICTURES=1 rewrites it")
    }

    @Test(
        "Each kind of layout has a picture",
        arguments: LayoutDefinition.kindNames)
    func kinds(kind: String) throws {
        #expect(
            try SamplePicture.all.contains { sample in
                try String(contentsOf: sample.definitionFile, encoding: .utf8).contains("\"layout\": \"\(kind)\"")
            })
    }
}
