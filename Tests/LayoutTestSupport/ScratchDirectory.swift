public import Foundation

/// A new directory for one test, which goes with the object.
public final class ScratchDirectory: Sendable {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/layout-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }

    public func contents(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

    /// The names in the directory, in order.
    public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// Copies a database with its write-ahead log, if it has one.
    public func copyDatabase(_ name: String, to other: String) throws {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file(name) + suffix) {
            try FileManager.default.copyItem(atPath: file(name) + suffix, toPath: file(other) + suffix)
        }
    }
}
