internal import Foundation

/// The programs that were built together.
public enum BuiltPrograms {
    /// The path of a program beside this one, or beside the bundle that the tests run from.
    public static func path(of name: String) throws -> String {
        var directories: [URL] = []
        #if os(Linux)
        directories.append(URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent())
        #else
        directories += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        directories.append(
            URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent())
        #endif
        let candidates = directories.map { $0.appendingPathComponent(name).path }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw NotBuilt(name: name, places: candidates)
        }
        return found
    }

    /// There is no program of this name where the tests run.
    struct NotBuilt: Error, CustomStringConvertible {
        var name: String
        var places: [String]

        var description: String { "\(name) was not built; it was looked for at \(places.joined(separator: ", "))" }
    }
}
