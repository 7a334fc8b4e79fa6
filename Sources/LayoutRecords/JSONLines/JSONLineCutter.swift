internal import LayoutText

/// Cuts NDJSON: one object per line, ended by LF or CR LF. Lines of nothing but spaces are skipped.
struct JSONLineCutter: RecordCutter {
    func cut(
        _ bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool, line: inout Int, fault: TextFault?,
        rowLimit: Int, into batch: inout RowBatch
    ) -> Int {
        let end = range.upperBound
        let faultOffset = fault?.offset ?? Int.max
        var start = range.lowerBound
        var rowsLeft = rowLimit
        var scanner = JSONLineScanner()
        while start < end, rowsLeft > 0 {
            let lineEnd = ByteScanner.firstIndex(of: 0x0A, in: bytes, range: start..<end)
            guard lineEnd < end || isFinal else { return start }
            let next = min(lineEnd + 1, end)
            var contentEnd = lineEnd
            if contentEnd > start, bytes[contentEnd - 1] == 0x0D {
                contentEnd -= 1
            }
            let record = RowBatch.Record(start: start, end: contentEnd, line: line)
            start = next
            line += 1
            if faultOffset < next, let fault {
                batch.endFaultyRow(batchFault(fault, in: record, bytes: bytes, after: batch.rowCount))
                return start
            }
            if isBlank(bytes, record) { continue }
            rowsLeft -= 1
            if let found = scanner.scanObject(bytes, range: record.start..<record.end, into: &batch) {
                let isArray = found.kind == .notAnObject && bytes[found.offset] == UInt8(ascii: "[")
                batch.endFaultyRow(
                    RowBatch.Fault(
                        precedingRowCount: batch.rowCount, record: record, offset: found.offset, kind: found.kind,
                        message: found.message,
                        advice: isArray ? "Turn an array of objects into lines first: jq -c '.[]' FILE." : nil
                    ))
            } else {
                batch.endRow(record)
            }
        }
        return start
    }

    @inline(__always)
    private func isBlank(_ bytes: Span<UInt8>, _ record: RowBatch.Record) -> Bool {
        var index = record.start
        while index < record.end, bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0D {
            index += 1
        }
        return index == record.end
    }
}
