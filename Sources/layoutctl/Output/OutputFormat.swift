/// How rows are written.
enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns, for people.
    case table
    /// One array of objects.
    case json
    /// One object per line.
    case ndjson
    /// RFC 4180 with a header line.
    case csv
}
