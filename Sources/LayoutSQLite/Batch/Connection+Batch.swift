internal import LayoutCSQLiteShim

extension Connection {
    /// Executes a statement that reads a batch as the table `column_batch(?1)`.
    ///
    /// - Parameters:
    ///   - batch: Bound as `?1`; columns that the batch does not have are an error.
    ///   - arguments: Bound as `?2` and so on.
    /// - Throws: ``SQLiteError``. A statement that fails in the middle leaves no row behind.
    /// - Complexity: O(rows × columns), without a copy of the batch.
    @inlinable
    package func run<each Argument: Bindable>(
        _ sql: String,
        batch: ColumnBatch,
        _ arguments: repeat each Argument
    ) throws(SQLiteError) {
        let statement = try cached(sql)
        statement.bindAll(from: 2, repeat each arguments)
        try statement.run(batch: batch)
    }
}

extension Statement {
    /// Executes the statement with a batch as `?1` to its end, ignoring rows.
    package func run(batch: ColumnBatch) throws(SQLiteError) {
        try unsafe batch.withDescriptor { (descriptor) throws(SQLiteError) in
            try unsafe bound(to: descriptor) { () throws(SQLiteError) in try run() }
        }
    }

    /// Executes a statement that reads the rows of another one as the table `column_batch(?1)`.
    ///
    /// - Parameters:
    ///   - source: A statement of another connection, which is executed to its end. Each row's values keep their types.
    ///   - batch: Bound as `?1` of that one.
    /// - Throws: ``SQLiteError`` of either. A statement that fails in the middle leaves no row behind.
    package func run(rowsOf source: Statement, batch: ColumnBatch) throws(SQLiteError) {
        try unsafe batch.withDescriptor { (descriptor) throws(SQLiteError) in
            try unsafe source.bound(to: descriptor) { () throws(SQLiteError) in
                let rows = unsafe LayoutBatch(
                    rowCount: 0, columnCount: 0, columns: nil, bytes: nil, byteCount: 0, source: source.handle)
                try unsafe withUnsafePointer(to: rows) { (rows) throws(SQLiteError) in
                    try unsafe bound(to: rows) { () throws(SQLiteError) in try run() }
                }
            }
        }
    }

    /// Binds a batch to `?1`. The pointer must not stay when the arrays move, nor when a statement ends.
    private func bound(
        to batch: UnsafePointer<LayoutBatch>, _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        checkBinding(unsafe layout_bind_batch(handle, 1, batch), at: 1)
        defer {
            rewind()
            bindNull(at: 1)
        }
        try body()
    }
}

extension Connection {
    /// Makes the table `column_batch` known to a borrowed handle, which does not have it by itself.
    package func registerColumnBatch() throws(SQLiteError) { try check(unsafe layout_register_batch(handle)) }
}
