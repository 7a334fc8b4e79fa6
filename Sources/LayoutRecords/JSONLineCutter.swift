internal import LayoutText

/// Cuts NDJSON: one object per line, ended by LF or CR LF. Lines of nothing but spaces are skipped.
///
/// A row has two fields for each member of the object: the name without its quotes, and the value verbatim. A string
/// keeps its quotes. A field is encoded if it has a backslash.
package struct JSONLineCutter: RecordReader.Cutter {
    /// The depth at which SQLite's JSON functions refuse a value (JSON_MAX_DEPTH is 1000 since 3.42), and with it
    /// everything that would read the payload.
    package static let maximumDepth = 1000

    func cut(
        _ bytes: Span<UInt8>, range: Range<Int>, isFinal: Bool, line: inout Int, fault: Int?,
        rowLimit: Int, into batch: inout RowBatch
    ) -> Int {
        let end = range.upperBound
        var start = range.lowerBound
        var rowsLeft = rowLimit
        // One for all lines, so that nothing is allocated for each.
        var tokenizer = JSONTokenizer(maximumDepth: Self.maximumDepth)
        while start < end, rowsLeft > 0 {
            let lineEnd = ByteScanner.firstIndex(of: 0x0A, in: bytes, range: start..<end)
            guard lineEnd < end || isFinal else { return start }
            let next = min(lineEnd + 1, end)
            var contentEnd = lineEnd
            if contentEnd > start, bytes[contentEnd - 1] == 0x0D { contentEnd -= 1 }
            let record = RowBatch.Record(start: start, end: contentEnd, line: line)
            start = next
            line += 1
            if let fault, fault < next {
                batch.endFaultyRow(record, byteAt: fault, in: bytes)
                return start
            }
            tokenizer.begin(record.start..<record.end)
            // A line of nothing but spaces.
            guard let first = tokenizer.peek(in: bytes) else { continue }
            rowsLeft -= 1
            guard first == UInt8(ascii: "{") else {
                let isArray = first == UInt8(ascii: "[")
                batch.endFaultyRow(
                    record, at: tokenizer.position, .notAnObject, "expected one object per line",
                    advice: isArray ? "Turn an array of objects into lines first: jq -c '.[]' FILE." : nil)
                continue
            }
            do throws(JSONTokenizer.Fault) {
                _ = try tokenizer.next(in: bytes)
                while let (name, value) = try tokenizer.nextMember(in: bytes) {
                    batch.append(RowBatch.Field(name.content, isEncoded: name.hasEscapes))
                    batch.append(RowBatch.Field(value.range, isEncoded: value.hasEscapes))
                }
                _ = try tokenizer.next(in: bytes)
                batch.endRow(record)
            } catch {
                let message = tokenizer.isComplete ? "text after the object; each line holds one" : error.message
                batch.endFaultyRow(record, at: error.position, .invalidJSON, message)
            }
        }
        return start
    }
}
