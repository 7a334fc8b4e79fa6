internal import LayoutCSQLiteShim

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
        guard next < columns.count else {
            return try unsafe withBytes(described, body)
        }
        switch columns[next] {
        case .doubles(let values):
            return try unsafe withValues(values, layout_batch_doubles, described: &described, body)
        case .integers(let values):
            return try unsafe withValues(values, layout_batch_integers, described: &described, body)
        case .text(let ranges):
            return try unsafe withValues(ranges, layout_batch_text, described: &described, body)
        case .blobs(let ranges):
            return try unsafe withValues(ranges, layout_batch_blobs, described: &described, body)
        case .sequence(let start):
            unsafe described.append(
                LayoutBatchColumn(kind: Int64(layout_batch_sequence.rawValue), values: nil, first: start)
            )
            return try unsafe withColumns(described: &described, body)
        }
    }

    private func withValues<Value, T>(
        _ values: ContiguousArray<Value>,
        _ kind: layout_batch_kind,
        described: inout ContiguousArray<LayoutBatchColumn>,
        _ body: (UnsafePointer<LayoutBatch>) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        precondition(
            values.count == rowCount,
            "Column c\(unsafe described.count) has \(values.count) values for \(rowCount) rows."
        )
        return try unsafe values.withUnsafeBufferPointer { (buffer) throws(SQLiteError) -> T in
            unsafe described.append(
                LayoutBatchColumn(kind: Int64(kind.rawValue), values: buffer.baseAddress, first: 0)
            )
            return try unsafe withColumns(described: &described, body)
        }
    }

    private func withBytes<T>(
        _ described: ContiguousArray<LayoutBatchColumn>,
        _ body: (UnsafePointer<LayoutBatch>) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        try unsafe described.withUnsafeBufferPointer { (columns) throws(SQLiteError) -> T in
            try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) -> T in
                let batch = unsafe LayoutBatch(
                    rowCount: Int64(rowCount),
                    columnCount: Int64(columns.count),
                    columns: columns.baseAddress,
                    bytes: bytes.baseAddress,
                    byteCount: Int64(bytes.count),
                    source: nil
                )
                return try unsafe withUnsafePointer(to: batch, body)
            }
        }
    }
}
