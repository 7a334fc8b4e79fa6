internal import LayoutPlatform

/// SQLite's own shell loading the same CSV file into one plain table.
struct ShellImport {
    /// Whether there is a shell at all.
    static let isPresent = ProcessRunner.run(["sqlite3", "-version"]) == 0

    /// Imports into a new file and returns the seconds it took; nil where the shell failed.
    static func seconds(_ itemFile: String, into path: String) -> Double? {
        let (seconds, status) = Stopwatch().time {
            ProcessRunner.run(["sqlite3", path, ".mode csv", ".import \"\(itemFile)\" plain"])
        }
        return status == 0 ? seconds : nil
    }
}
