internal import LayoutCSQLite
internal import LayoutSQLite

/// The plainest way to store attributes: a prepared statement, and bind, step and reset for each row,
/// through SQLite's C functions and nothing else.
///
/// The rows are the elements that a preparation has stored, one row each, as in a plain table. One transaction writes
/// them, with the same journal mode and cache.
enum BareInsertLoop {
    /// Rows that are read before they are written: few enough to fit into memory at any size.
    private static let chunkSize = 65536

    private struct Row {
        var id: Int64
        var frame: (x: Double, y: Double, width: Double, height: Double)
        var zIndex: Int64
        /// Nil, the kind of an element, or one of the two shifts.
        var element: Int64?
        var itemShift: Int64?
    }

    /// Returns how long the writing took, and how many rows it wrote. The reading of the rows does not count.
    static func run(from storePath: String, into path: String) throws -> (seconds: Double, rows: Int) {
        let source = try Connection(path: storePath, mode: .readOnly)
        defer { source.close() }
        var target: OpaquePointer?
        defer { unsafe sqlite3_close_v2(target) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(unsafe sqlite3_open_v2(path, &target, flags, nil))
        func execute(_ sql: String) throws { try check(unsafe sqlite3_exec(target, sql, nil, nil, nil)) }
        try execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192;
            PRAGMA journal_size_limit = 67108864;
            CREATE TABLE attributes (
              id INTEGER PRIMARY KEY, x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
              z_index INTEGER NOT NULL, element INTEGER, item_shift INTEGER, index_shift INTEGER
            ) STRICT
            """)
        var insertion: OpaquePointer?
        try check(
            unsafe sqlite3_prepare_v2(
                target, "INSERT INTO attributes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", -1, &insertion, nil))
        defer { unsafe sqlite3_finalize(insertion) }

        var (time, rows) = (try elapsed { try execute("BEGIN IMMEDIATE") }, 0)
        var chunk = ContiguousArray<Row>()
        func write() throws {
            time += try elapsed {
                for row in chunk { try unsafe insert(row, with: insertion) }
            }
            rows += chunk.count
            chunk.removeAll(keepingCapacity: true)
        }
        try source.forEachRow(
            """
            SELECT block_id * 16 + number, x, y, width, height, z_index, element, item_shift
            FROM lc_frame WHERE block_id > 0 ORDER BY block_id, number
            """
        ) { row in
            chunk.append(
                Row(
                    id: row.int64(0), frame: (row.double(1), row.double(2), row.double(3), row.double(4)),
                    zIndex: row.int64(5), element: row.isNull(6) ? nil : row.int64(6),
                    itemShift: row.isNull(7) ? nil : row.int64(7)))
            if chunk.count == chunkSize { try write() }
        }
        try write()
        time += try elapsed { try execute("COMMIT") }
        return (time, rows)
    }

    @inline(__always)
    private static func insert(_ row: Row, with statement: OpaquePointer?) throws {
        unsafe sqlite3_bind_int64(statement, 1, row.id)
        unsafe sqlite3_bind_double(statement, 2, row.frame.x)
        unsafe sqlite3_bind_double(statement, 3, row.frame.y)
        unsafe sqlite3_bind_double(statement, 4, row.frame.width)
        unsafe sqlite3_bind_double(statement, 5, row.frame.height)
        unsafe sqlite3_bind_int64(statement, 6, row.zIndex)
        unsafe bind(row.element, to: statement, at: 7)
        unsafe bind(row.itemShift, to: statement, at: 8)
        unsafe sqlite3_bind_null(statement, 9)
        try check(unsafe sqlite3_step(statement))
        // Answers with the code of the step.
        unsafe sqlite3_reset(statement)
    }

    @inline(__always)
    private static func bind(_ value: Int64?, to statement: OpaquePointer?, at index: Int32) {
        if let value {
            unsafe sqlite3_bind_int64(statement, index, value)
        } else {
            unsafe sqlite3_bind_null(statement, index)
        }
    }

    private static func check(_ code: Int32) throws {
        guard code == SQLITE_OK || code == SQLITE_DONE else { throw BenchmarkError("the bare loop failed: \(code)") }
    }
}
