package import LayoutRecords

/// The rows of one chunk of text, and the items that were made of them. The thread that reads hands a chunk to the
/// one that loads. Its arrays are used again.
package struct MappedChunk {
    /// The places of the rows in the bytes, and of faulty records.
    package var rows = RowBatch()
    package var bytes: [UInt8] = []
    package var values = ContiguousArray<ItemValues>()
    package var text = ContiguousArray<UInt8>()
    /// The rows that cannot be stored, in order; their items are empty.
    package var problems: [(row: Int, problem: RowProblem)] = []
    /// The number of bytes whose rows have been handed out, and the total if it is known.
    package var progress: (read: Int, total: Int?) = (0, nil)

    package init() {}

    mutating func begin() {
        values.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        problems.removeAll(keepingCapacity: true)
    }

    /// How many records there are, those included that are no rows.
    package var recordCount: Int { rows.rowCount + rows.faults.count }
}
