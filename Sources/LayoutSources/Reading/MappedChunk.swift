internal import LayoutRecords

/// The rows of one chunk of text, and the items that were made of them. The thread that reads hands a chunk to the
/// one that loads. Its arrays are used again.
struct MappedChunk {
    /// The places of the rows in the bytes, and of faulty records.
    var rows = RowBatch()
    var bytes: [UInt8] = []
    /// An item for each row.
    var values = ContiguousArray<ItemValues>()
    /// The texts of the items.
    var text = ContiguousArray<UInt8>()
    /// The rows that cannot be stored, in order; their items are empty.
    var problems: [(row: Int, problem: RowProblem)] = []
    /// The number of bytes whose rows have been handed out, and the total if it is known.
    var progress: (read: Int, total: Int?) = (0, nil)

    /// Forgets all items.
    mutating func begin() {
        values.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        problems.removeAll(keepingCapacity: true)
    }

    /// How many records there are, those included that are no rows.
    var recordCount: Int { rows.rowCount + rows.faults.count }

    /// Loads the items, and rejects what is none.
    ///
    /// - Parameter name: The name of the source in messages.
    mutating func load(into loader: ItemLoader, _ rejections: RejectionLog, name: String) throws {
        swap(&loader.batch.text, &text)
        var faults = rows.faults[...]
        var problems = problems[...]
        for row in 0...rows.rowCount {
            while let fault = faults.first, fault.precedingRowCount == row {
                faults.removeFirst()
                try rejections.reject(
                    fault.error(in: bytes.span, name: name), row: bytes[fault.record.start..<fault.record.end])
            }
            guard row < rows.rowCount else { break }
            let record = rows.records[row]
            if let next = problems.first, next.row == row {
                problems.removeFirst()
                try reject(next.problem, record, rejections, name)
                continue
            }
            do {
                try loader.add(values[row], line: record.line)
            } catch let problem as RowProblem {
                try reject(problem, record, rejections, name)
            }
        }
        try loader.flush()
        swap(&loader.batch.text, &text)
    }

    private func reject(
        _ problem: RowProblem, _ record: RowBatch.Record, _ rejections: RejectionLog, _ name: String
    ) throws {
        let error = record.error(
            at: problem.offset ?? record.start, in: bytes.span, name: name, kind: problem.kind,
            message: problem.message, advice: problem.advice)
        try rejections.reject(error, row: bytes[record.start..<record.end])
    }
}
