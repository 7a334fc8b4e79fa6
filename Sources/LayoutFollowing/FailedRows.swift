package import LayoutSQLite

/// The rows of a source for which an expression of a follower fails.
///
/// They are in `lc_failed_row`. All other statements leave them out, and their items keep their former state. A change
/// of such a row is noted like any other, and then it is tried again.
package struct FailedRows {
    private let schema: FollowerSchema
    private let connection: Connection

    package init(_ schema: FollowerSchema, in connection: Connection) {
        self.schema = schema
        self.connection = connection
    }

    /// Calls `body` with each of them, and SQLite's message for it. A row is its key in SQL.
    package func forEach(_ body: (_ row: String, _ message: String) -> Void) throws {
        try connection.forEachRow(
            "SELECT quote(identity), message FROM lc_failed_row WHERE dataset_id = ?1 ORDER BY identity", schema.dataset
        ) { body($0.stringOrEmpty(0), $0.stringOrEmpty(1)) }
    }

    /// Forgets those that are tried again.
    func forget(_ condition: String = "true") throws {
        try connection.run("DELETE FROM lc_failed_row WHERE dataset_id = ?1 AND \(condition)", schema.dataset)
    }

    /// The follower without them: their values are asked for no more.
    var remaining: FollowerSchema {
        get throws {
            var schema = schema
            schema.leavesOutFailed =
                try connection.first(
                    "SELECT 1 FROM lc_failed_row WHERE dataset_id = ?1 LIMIT 1", schema.dataset, as: Int.self) != nil
            return schema
        }
    }

    /// Does some work. If rows make it fail, they are found one by one, and it is done without them.
    ///
    /// - Parameter rows: A query of the rows that it looks at first, if these are not all.
    func leavingOut(_ rows: String?, _ work: (FollowerSchema) throws -> Void) throws {
        try connection.execute("SAVEPOINT lc_trial")
        do {
            try work(remaining)
            return try connection.execute("RELEASE lc_trial")
        } catch let error as SQLiteError {
            guard Self.isOfRow(error) else { throw error }
            try connection.execute("ROLLBACK TO lc_trial; RELEASE lc_trial")
            let source = schema.source
            let all = "SELECT \(try source.identity("t")) AS row FROM \(try source.rows(isByIdentity: false))"
            // A row may also fail that was not noted.
            guard try rows.map(find) ?? false || find(all) else { throw error }
        }
        try leavingOut(rows, work)
    }

    /// Whether a value can be the reason of an error.
    private static func isOfRow(_ error: SQLiteError) -> Bool { [.error, .tooBig].contains(error.code.primary) }

    /// Finds those among some rows that were not known; returns whether there are any.
    private func find(_ rows: String) throws -> Bool {
        let remaining = try remaining
        let row = try remaining.rows(
            [remaining.place(), "\(remaining.sectionValue) AS section"] + remaining.contents.map(\.sql),
            identity: "= (SELECT n.row FROM temp.lc_tried AS n WHERE n.rowid = ?1)")
        let trial = "SELECT row_number() OVER (ORDER BY \(schema.sectionOrder)), * FROM (\(row))"
        try connection.execute("CREATE TEMP TABLE lc_tried AS \(rows)")
        let count = try connection.first("SELECT count(*) FROM temp.lc_tried", as: Int.self) ?? 0
        var isFound = false
        for place in 0..<count {
            do {
                _ = try connection.first(trial, place + 1, as: Int.self)
            } catch {
                guard Self.isOfRow(error) else { throw error }
                isFound = true
                try connection.run(
                    "INSERT INTO lc_failed_row (dataset_id, identity, message) "
                        + "SELECT ?1, row, ?3 FROM temp.lc_tried WHERE rowid = ?2", schema.dataset, place + 1,
                    error.message)
            }
        }
        try connection.execute("DROP TABLE temp.lc_tried")
        return isFound
    }
}
