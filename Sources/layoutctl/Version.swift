internal import LayoutCache

/// The output of `--version`.
enum Version {
    static let number = "1.0.0"

    static var line: String { "layoutctl \(number) (SQLite \(LayoutStore.sqliteVersion))" }
}
