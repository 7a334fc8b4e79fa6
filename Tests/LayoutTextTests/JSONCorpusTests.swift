import Foundation
import LayoutText
import Testing

/// A foreign corpus, from the folder that `LAYOUTCACHE_JSON_CORPUS` names. Its texts must be accepted (`y_….json`),
/// must be refused (`n_….json`), or are up to the reader (`i_….json`). An example is `test_parsing` of
/// <https://github.com/nst/JSONTestSuite>.
@Suite struct JSONCorpusTests {
    private static let folder = ProcessInfo.processInfo.environment["LAYOUTCACHE_JSON_CORPUS"]

    /// Here a name may come once in an object, which the standard leaves to the reader and a corpus may not.
    private static let decidedOtherwise = "duplicated_key"

    @Test(
        "The reader agrees with a corpus",
        .enabled(if: folder != nil, "LAYOUTCACHE_JSON_CORPUS names a folder of texts, for instance of JSONTestSuite"))
    func corpus() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(names.contains { $0.hasPrefix("y_") } && names.contains { $0.hasPrefix("n_") })
        for name in names.sorted() where !name.contains(Self.decidedOtherwise) {
            let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: name))
            let value = try? String(validating: bytes, as: UTF8.self).map { try JSONValue(parsing: $0) }
            if name.hasPrefix("y_") { #expect(value != nil, "\(name)") }
            if name.hasPrefix("n_") { #expect(value == nil, "\(name)") }
            // Accepted texts are written so that they are read as the same.
            if let value { #expect(try JSONValue(parsing: value.text) == value, "\(name)") }
        }
    }
}
