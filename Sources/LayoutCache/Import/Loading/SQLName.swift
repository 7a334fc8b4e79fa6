/// Names of tables, columns and indexes in SQL text.
enum SQLName {
    /// The name in double quotes, so that it can hold anything.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
