internal import LayoutCSQLite
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

    /// Calls `body` with each row of a statement that reads a batch, bound as `?1`, as the table `column_batch(?1)`.
    package func forEachRow(_ sql: String, batch: ColumnBatch, body: (Statement) throws -> Void) throws {
        let statement = try cached(sql)
        var failure: (any Error)?
        try statement.run(batch: batch) { () throws(SQLiteError) in
            guard failure == nil else { return }
            do { try body(statement) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

extension Statement {
    /// Executes the statement with a batch as `?1` to its end.
    ///
    /// - Parameter onRow: Called on each row.
    package func run(batch: ColumnBatch, onRow: () throws(SQLiteError) -> Void = {}) throws(SQLiteError) {
        try unsafe batch.withDescriptor { (descriptor) throws(SQLiteError) in
            checkBinding(unsafe layout_bind_batch(handle, 1, descriptor), at: 1)
            // The pointer must not stay when the arrays move.
            defer {
                rewind()
                bindNull(at: 1)
            }
            while try step() { try onRow() }
        }
    }
}

extension Connection {
    /// Makes the table `column_batch` known to a borrowed handle, which does not have it by itself.
    package func registerColumnBatch() throws(SQLiteError) { try check(unsafe Self.registerColumnBatch(on: handle)) }

    static func registerColumnBatch(on handle: OpaquePointer?) -> Int32 {
        let function = unsafe Unmanaged.passUnretained(TableFunction.columnBatch).toOpaque()
        return unsafe sqlite3_create_module_v2(handle, "column_batch", columnBatchModule, function, nil)
    }
}
