internal import LayoutCache
internal import LayoutCacheTools

enum Version {
    static let number = "0.9.0"

    static var line: String { "layoutctl \(number) (SQLite \(LayoutStore.sqliteVersion))" }

    /// A warning about an SQLite version that can lose commits of other programs; nil for any other one.
    static var warning: String? {
        guard LayoutStore.sqliteHasWALResetBug else { return nil }
        return "SQLite \(LayoutStore.sqliteVersion) has the WAL-reset bug (https://sqlite.org/wal.html#walresetbug): "
            + "update it to 3.51.3, 3.50.7, 3.44.6 or later if other programs write to your stores"
    }

    /// Prints the line, and with `--verbose` below it what SQLite was built with.
    static func print(_ words: some Collection<String>, _ console: Console) throws(Failure) {
        guard words.allSatisfy({ $0 == "--verbose" }) else {
            throw .usage("--version takes --verbose, and nothing else", command: nil)
        }
        console.output.write(line + "\n")
        if !words.isEmpty, let options = try? LayoutStore.sqliteOptions, !options.isEmpty {
            console.output.write("SQLite options: " + options.joined(separator: " ") + "\n")
        }
    }
}
