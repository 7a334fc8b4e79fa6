internal import LayoutSQLite
internal import LayoutSchema

/// Keeps the items of an asynchronous sequence until they are complete, so that the store's lock is not held during the
/// wait for the sequence. They are in memory as long as they are few, and in a temporary database beyond.
///
/// `@unchecked Sendable`: one at a time uses it, first the task that fills it, and when that is done the thread
/// that imports. The hand-over to the pool orders the two.
package final class ItemSpool: @unchecked Sendable {
    private var file: Connection?

    package init() {}

    /// Puts a batch away.
    package func append(_ items: [SourceItem]) throws {
        let connection = try file ?? makeFile()
        file = connection
        try connection.transaction {
            for item in items {
                try connection.run(
                    "INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                    item.section, item.key, item.width, item.height, item.x, item.y, item.payload, item.span,
                    item.rowSpan, item.level, item.stickyLevel, item.number(of: .stickyEdge)
                )
            }
        }
    }

    private func makeFile() throws -> Connection {
        // SQLite's word for a database in a temporary file that is gone when it is closed.
        let connection = try Connection(path: "", mode: .create)
        try connection.execute(
            """
            PRAGMA journal_mode = OFF;
            CREATE TABLE item (
              section, key, width, height, x, y, payload, span, row_span, level, sticky_level, sticky_edge);
            """)
        return connection
    }

    /// Lends a function that returns the items that were put away, in order, and nil at their end.
    package func withItems<T>(_ body: (_ next: () throws -> SourceItem?) throws -> T) throws -> T {
        guard let file else { return try body { nil } }
        let rows = try file.cached("SELECT * FROM item ORDER BY rowid")
        defer { rows.rewind() }
        var isAtEnd = false
        return try body {
            // Stepped once more, the statement would begin again.
            if !isAtEnd { isAtEnd = try !rows.step() }
            guard !isAtEnd else { return nil }
            var item = SourceItem(rows, from: 1)
            item.section = rows.string(0)
            return item
        }
    }
}
