internal import LayoutRecords
internal import LayoutSources

extension MappedChunk {
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
