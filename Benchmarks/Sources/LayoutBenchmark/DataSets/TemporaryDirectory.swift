internal import LayoutPlatform
internal import LayoutSQLite

/// A separate directory for all files of a run.
final class TemporaryDirectory {
    let path: String
    private var names: Set<String> = []

    /// Makes a directory below the given one, or below the system's own place for such.
    init(in parent: String?) throws(BenchmarkError) {
        let place = parent ?? temporaryDirectory
        guard let made = makeDirectory(in: place, prefix: "layout-benchmark-") else {
            throw BenchmarkError("no directory can be made in \(place): \(systemMessage(errno))")
        }
        path = made
    }

    func path(_ name: String) -> String {
        names.insert(name)
        return path + "/" + name
    }

    /// The suffix of the name of a file that belongs to another one, and is removed with it.
    static let companionSuffix = ".bare"

    /// Removes a file of the directory with its companion, and what SQLite may have put beside them.
    func remove(_ name: String) {
        for file in [name, name + Self.companionSuffix] {
            // Most of them are not there.
            for suffix in DatabaseFiles.suffixes { _ = unsafe unlink(path + "/" + file + suffix) }
        }
    }

    /// Removes the directory with all files that were named.
    func removeAll() {
        for name in names { remove(name) }
        _ = unsafe rmdir(path)
    }
}
