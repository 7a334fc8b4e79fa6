internal import LayoutCSQLite

/// The plainest way to store attributes: a prepared statement, and bind, step and reset for each row,
/// through SQLite's C functions and nothing else.
///
/// The rows are the elements that a preparation has stored, one row each, as in a plain table. One transaction writes
/// them, with the same journal mode and cache.
enum BareInsertLoop {
    /// How long the writing took, and how many rows it wrote. The reading of the rows does not count.
    struct Result {
        var seconds: Double
        var rows: Int
    }

    /// Rows that are read before they are written: few enough to fit into memory at any size.
    private static let chunkSize = 65536

    private struct Row {
        var id: Int64 = 0
        var x = 0.0
        var y = 0.0
        var width = 0.0
        var height = 0.0
        var zIndex: Int64 = 0
        /// Nil, the kind of an element, or one of the two shifts.
        var element: Int64?
        var itemShift: Int64?
        var indexShift: Int64?
    }

    static func run(from storePath: String, into path: String) throws -> Result {
        let source = try Handle(storePath)
        let target = try Handle(path)
        try target.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192;
            PRAGMA journal_size_limit = 67108864;
            CREATE TABLE attributes (
              id INTEGER PRIMARY KEY, x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
              z_index INTEGER NOT NULL, element INTEGER, item_shift INTEGER, index_shift INTEGER
            ) STRICT
            """
        )
        let rows = try unsafe source.prepare(
            """
            SELECT block_id * 16 + number, x, y, width, height, z_index, element, item_shift, NULL
            FROM lc_frame WHERE block_id > 0 ORDER BY block_id, number
            """
        )
        defer { unsafe sqlite3_finalize(rows) }
        let insertion = try unsafe target.prepare("INSERT INTO attributes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        defer { unsafe sqlite3_finalize(insertion) }

        let stopwatch = Stopwatch()
        var seconds = try stopwatch.seconds { try target.execute("BEGIN IMMEDIATE") }
        var count = 0
        var chunk = ContiguousArray<Row>()
        chunk.reserveCapacity(chunkSize)
        repeat {
            chunk.removeAll(keepingCapacity: true)
            while chunk.count < chunkSize, unsafe sqlite3_step(rows) == SQLITE_ROW { chunk.append(unsafe row(rows)) }
            seconds += try stopwatch.seconds {
                for row in chunk { try unsafe insert(row, with: insertion) }
            }
            count += chunk.count
        } while chunk.count == chunkSize
        seconds += try stopwatch.seconds { try target.execute("COMMIT") }
        return Result(seconds: seconds, rows: count)
    }

    private static func row(_ statement: OpaquePointer) -> Row {
        func optional(_ column: Int32) -> Int64? {
            unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
                ? nil : unsafe sqlite3_column_int64(statement, column)
        }
        return unsafe Row(
            id: sqlite3_column_int64(statement, 0), x: sqlite3_column_double(statement, 1),
            y: sqlite3_column_double(statement, 2),
            width: sqlite3_column_double(statement, 3), height: sqlite3_column_double(statement, 4),
            zIndex: sqlite3_column_int64(statement, 5), element: optional(6), itemShift: optional(7),
            indexShift: optional(8)
        )
    }

    @inline(__always)
    private static func insert(_ row: Row, with statement: OpaquePointer) throws(BenchmarkError) {
        unsafe sqlite3_bind_int64(statement, 1, row.id)
        unsafe sqlite3_bind_double(statement, 2, row.x)
        unsafe sqlite3_bind_double(statement, 3, row.y)
        unsafe sqlite3_bind_double(statement, 4, row.width)
        unsafe sqlite3_bind_double(statement, 5, row.height)
        unsafe sqlite3_bind_int64(statement, 6, row.zIndex)
        unsafe bind(row.element, to: statement, at: 7)
        unsafe bind(row.itemShift, to: statement, at: 8)
        unsafe bind(row.indexShift, to: statement, at: 9)
        let code = unsafe sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw BenchmarkError("the bare loop failed with code \(code)") }
        // Answers with the code of the step.
        unsafe sqlite3_reset(statement)
    }

    @inline(__always)
    private static func bind(_ value: Int64?, to statement: OpaquePointer, at index: Int32) {
        if let value {
            unsafe sqlite3_bind_int64(statement, index, value)
        } else {
            unsafe sqlite3_bind_null(statement, index)
        }
    }

    /// A connection that closes itself.
    @safe
    private struct Handle: ~Copyable {
        private var handle: OpaquePointer?

        init(_ path: String) throws(BenchmarkError) {
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
            guard unsafe sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
                throw BenchmarkError("\(path) cannot be opened")
            }
        }

        deinit {
            unsafe sqlite3_close_v2(handle)
        }

        func execute(_ sql: String) throws(BenchmarkError) {
            guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
        }

        func prepare(_ sql: String) throws(BenchmarkError) -> OpaquePointer {
            var statement: OpaquePointer?
            guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
                let statement = unsafe statement
            else {
                throw failure()
            }
            return unsafe statement
        }

        private func failure() -> BenchmarkError {
            BenchmarkError("the bare loop: \(unsafe String(cString: sqlite3_errmsg(handle)))")
        }
    }
}
