internal import LayoutPlatform
internal import LayoutSQLite

/// A separate directory for all files of a run.
final class TemporaryDirectory {
    let path: String

    /// Makes a directory below the given one, or below the system's own place for such.
    init(in parent: String?) throws(BenchmarkError) {
        let place = parent ?? temporaryDirectory
        guard let made = makeDirectory(in: place, prefix: "layout-benchmark-") else {
            throw BenchmarkError("no directory can be made in \(place): \(systemMessage(errno))")
        }
        path = made
    }

    func path(_ name: String) -> String { path + "/" + name }

    /// Removes a file of the directory, and what SQLite may have put beside it.
    func remove(_ name: String) { try? DatabaseFiles.remove(at: path(name)) }

    func removeAll() { _ = ProcessRunner.run(["rm", "-rf", path]) }
}
