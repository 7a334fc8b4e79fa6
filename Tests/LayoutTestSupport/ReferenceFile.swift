internal import Foundation
public import Testing

/// Expects a text to equal a file to the letter.
///
/// LAYOUTCACHE_UPDATE_PICTURES=1 rewrites the files. Look at them before they are kept.
///
/// - Parameter path: From the folder of the caller's file on.
public func expectText(
    _ text: String, of path: String, beside caller: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(fileURLWithPath: caller).deletingLastPathComponent().appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_PICTURES"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    guard text != kept else { return }
    let lines = zip(text.split(separator: "\n"), kept.split(separator: "\n"))
    let difference = lines.first { $0 != $1 }.map { "it was\n\($0.1)\nand is\n\($0.0)" } ?? "one is longer"
    Issue.record(
        "\(path) differs: \(difference)\nLAYOUTCACHE_UPDATE_PICTURES=1 rewrites it", sourceLocation: sourceLocation)
}
