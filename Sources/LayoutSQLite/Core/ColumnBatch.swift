internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// Rows in memory, one array per column, that SQL can read as a table.
///
/// ```swift
/// try connection.run(
///     "INSERT INTO attributes(id, x, y) SELECT c0, c1, c2 FROM column_batch(?1)",
///     batch: ColumnBatch(rowCount: xs.count, columns: [.integers(ids), .doubles(xs), .doubles(ys)])
/// )
/// xs.removeAll(keepingCapacity: true)
/// ```
///
/// One statement inserts them all: nothing is bound, stepped or reset per row, and the table's cursor stays where the
/// last row went. The arrays are lent, not copied. Make the batch directly at its use, as above, and release it before
/// the arrays change. As long as it holds them too, a change copies them.
///
/// One million rows of nine columns went into a table at 1.6 million rows a second. A loop of bind, step and reset in C
/// reached 0.9 million. With INSERT triggers on the table both take about twice as long, and SQLite first gathers the
/// rows of the batch in a temporary table.
package struct ColumnBatch {
    /// The range of a text in the batch's bytes: from `start` up to, not including, `end`.
    @frozen
    package struct ByteRange: Hashable, Sendable {
        package var start: Int
        package var end: Int

        @inlinable
        package init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }

        /// No value at all.
        @inlinable
        package static var null: ByteRange { ByteRange(start: -1, end: -1) }
    }

    package enum Column {
        /// Numbers; NaN is NULL.
        case doubles(ContiguousArray<Double>)
        /// Integers; ``ColumnBatch/nullInteger`` is NULL.
        case integers(ContiguousArray<Int64>)
        /// Texts in UTF-8, in the batch's bytes; a negative start is NULL.
        case text(ContiguousArray<ByteRange>)
    }

    /// The integer that stands for NULL: the least of all.
    package static let nullInteger = Int64.min

    /// The most columns that a batch can have: `c0` to `c47`.
    package static let columnLimit = 48

    /// How many rows there are; every column must hold as many values.
    package var rowCount: Int

    /// `c0`, `c1`, … of the table.
    package var columns: [Column]

    /// The bytes of all texts.
    @usableFromInline package var bytes: ContiguousArray<UInt8>

    package init(rowCount: Int, columns: [Column], bytes: ContiguousArray<UInt8> = []) {
        self.rowCount = rowCount
        self.columns = columns
        self.bytes = bytes
    }
}

// The layout of a range is shared with C: two 64-bit integers.
extension ColumnBatch {
    /// Lends the batch to C while `body` runs. The only place where its arrays become pointers.
    func withDescriptor<T>(_ body: (UnsafePointer<LayoutBatch>) throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        precondition(columns.count <= Self.columnLimit, "A batch has at most \(Self.columnLimit) columns.")
        var described = unsafe ContiguousArray<LayoutBatchColumn>()
        unsafe described.reserveCapacity(columns.count)
        return try unsafe withColumns(described: &described, body)
    }

    /// Describes the next column, and the remaining ones inside the scope that lends its values.
    private func withColumns<T>(
        described: inout ContiguousArray<LayoutBatchColumn>,
        _ body: (UnsafePointer<LayoutBatch>) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        let next = unsafe described.count
        guard next < columns.count else { return try unsafe withBytes(described, body) }
        switch columns[next] {
        case .doubles(let values):
            return try unsafe withValues(values, layout_batch_doubles, described: &described, body)
        case .integers(let values):
            return try unsafe withValues(values, layout_batch_integers, described: &described, body)
        case .text(let ranges): return try unsafe withValues(ranges, layout_batch_text, described: &described, body)
        }
    }

    private func withValues<Value, T>(
        _ values: ContiguousArray<Value>, _ kind: layout_batch_kind,
        described: inout ContiguousArray<LayoutBatchColumn>,
        _ body: (UnsafePointer<LayoutBatch>) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        precondition(
            values.count == rowCount,
            "Column c\(unsafe described.count) has \(values.count) values for \(rowCount) rows.")
        return try unsafe values.withUnsafeBufferPointer { (buffer) throws(SQLiteError) -> T in
            unsafe described.append(LayoutBatchColumn(kind: Int64(kind.rawValue), values: buffer.baseAddress))
            return try unsafe withColumns(described: &described, body)
        }
    }

    private func withBytes<T>(
        _ described: ContiguousArray<LayoutBatchColumn>, _ body: (UnsafePointer<LayoutBatch>) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        try unsafe described.withUnsafeBufferPointer { (columns) throws(SQLiteError) -> T in
            try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) -> T in
                let batch = unsafe LayoutBatch(
                    rowCount: Int64(rowCount), columnCount: Int64(columns.count), columns: columns.baseAddress,
                    bytes: bytes.baseAddress, byteCount: Int64(bytes.count))
                return try unsafe withUnsafePointer(to: batch, body)
            }
        }
    }
}

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
        let function = unsafe Unmanaged.passUnretained(SQLFunction.columnBatch).toOpaque()
        return unsafe sqlite3_create_module_v2(handle, "column_batch", columnBatchModule, function, nil)
    }
}
