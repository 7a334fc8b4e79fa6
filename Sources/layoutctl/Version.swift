internal import LayoutCache

/// The output of `--version`.
enum Version {
    static let number = "1.0.0"

    static var line: String { "layoutctl \(number) (SQLite \(LayoutStore.sqliteVersion))" }

    /// The line, and below it what SQLite was built with.
    static var text: String {
        let options = (try? LayoutStore.sqliteOptions) ?? []
        return line + "\n" + (options.isEmpty ? "" : "SQLite options: " + options.joined(separator: " ") + "\n")
    }
}
