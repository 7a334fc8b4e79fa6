import Foundation

/// Files that tests of the import write, in a separate directory.
enum ImportTestFiles {
    /// A path that no other test uses.
    static func path(_ name: String) -> String {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("import-tests-\(ProcessInfo.processInfo.processIdentifier)")
        // A directory that cannot be made shows when the file is written.
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory.appendingPathComponent("\(UUID().uuidString)-\(name)").path
    }

    static func read(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    static func write(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
}
