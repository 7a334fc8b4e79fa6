package import LayoutSQLite

extension Connection {
    /// The rows of a query, each as the texts of its values with “|” between them.
    package func lines(_ sql: String) throws -> [String] {
        var lines: [String] = []
        try forEachRow(sql) { row in
            lines.append((0..<row.columnCount).map { row.string($0) ?? "NULL" }.joined(separator: "|"))
        }
        return lines
    }

    /// Calls `body` with a connection to a file, which is closed afterwards.
    package static func at<Result>(
        _ path: String, _ mode: Mode = .readWrite, _ body: (Connection) throws -> Result
    ) throws -> Result {
        let connection = try Connection(path: path, mode: mode)
        defer { connection.close() }
        return try body(connection)
    }
}
