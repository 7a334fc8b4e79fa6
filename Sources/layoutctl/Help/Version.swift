internal import LayoutCache

/// The output of `--version`.
enum Version {
    static let number = "1.0.0"

    static var line: String { "layoutctl \(number) (SQLite \(LayoutStore.sqliteVersion))" }

    /// A warning about an SQLite version that can lose commits of other programs; nil for any other one.
    static var warning: String? {
        guard LayoutStore.sqliteHasWALResetBug else { return nil }
        return "SQLite \(LayoutStore.sqliteVersion) has the WAL-reset bug (https://sqlite.org/wal.html#walresetbug): "
            + "update it to 3.51.3, 3.50.7, 3.44.6 or later if other programs write to your stores"
    }

    /// The line, and below it what SQLite was built with.
    static var text: String {
        let options = (try? LayoutStore.sqliteOptions) ?? []
        return line + "\n" + (options.isEmpty ? "" : "SQLite options: " + options.joined(separator: " ") + "\n")
            + (warning.map { $0 + "\n" } ?? "")
    }
}
