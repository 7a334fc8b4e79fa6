/// Rows in memory, one array per column, that SQL can read as a table.
///
/// ```swift
/// try connection.run(
///     "INSERT INTO attributes(id, x, y) SELECT c0, c1, c2 FROM column_batch(?1)",
///     batch: ColumnBatch(rowCount: xs.count, columns: [.sequence(start: 1), .doubles(xs), .doubles(ys)])
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
    /// The range of a text or a blob in the batch's bytes: from `start` up to, not including, `end`.
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

    /// The values of one column.
    package enum Column {
        /// Numbers; NaN is NULL.
        case doubles(ContiguousArray<Double>)
        /// Integers; ``ColumnBatch/nullInteger`` is NULL.
        case integers(ContiguousArray<Int64>)
        /// Texts in UTF-8, in the batch's bytes; a negative start is NULL.
        case text(ContiguousArray<ByteRange>)
        /// Blobs, in the batch's bytes; a negative start is NULL.
        case blobs(ContiguousArray<ByteRange>)
        /// Consecutive integers: row n holds `start + n`.
        case sequence(start: Int64)
    }

    /// The integer that stands for NULL: the least of all.
    package static let nullInteger = Int64.min

    /// The most columns that a batch can have: `c0` to `c47`.
    package static let columnLimit = 48

    /// How many rows there are; every column must hold as many values.
    package var rowCount: Int

    /// `c0`, `c1`, … of the table.
    package var columns: [Column]

    /// The bytes of all texts and blobs.
    @usableFromInline package var bytes: ContiguousArray<UInt8>

    package init(rowCount: Int, columns: [Column], bytes: ContiguousArray<UInt8> = []) {
        self.rowCount = rowCount
        self.columns = columns
        self.bytes = bytes
    }
}
