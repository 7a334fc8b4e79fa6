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
            if contentEnd > start, bytes[contentEnd - 1] == 0x0D { contentEnd -= 1 }
            let record = RowBatch.Record(start: start, end: contentEnd, line: line)
            start = next
            line += 1
            if faultOffset < next, let fault {
                batch.endFaultyRow(record, fault, in: bytes)
                return start
            }
            if isBlank(bytes, record) { continue }
            rowsLeft -= 1
            if let found = scanner.scanObject(bytes, range: record.start..<record.end, into: &batch) {
                let isArray = found.kind == .notAnObject && bytes[found.offset] == UInt8(ascii: "[")
                batch.endFaultyRow(
                    record, at: found.offset, found.kind, found.message,
                    advice: isArray ? "Turn an array of objects into lines first: jq -c '.[]' FILE." : nil)
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

/// Finds the members of the object on a line of JSON, without building anything.
///
/// Works on bytes that are known to be UTF-8. Linear in the line's length. One scanner serves all lines,
/// so that nothing is allocated for each.
package struct JSONLineScanner {
    /// The depth at which SQLite's JSON functions refuse a value (JSON_MAX_DEPTH is 1000 since 3.42),
    /// and with it everything that would read the payload.
    package static let maximumDepth = 1000

    struct Fault: Equatable {
        var offset: Int
        var kind: LayoutError.Code
        var message: String
    }

    private var tokenizer = JSONTokenizer(maximumDepth: maximumDepth, isKnownUTF8: true)

    /// Appends two fields for each member of the line's object: the name without its quotes, and the value verbatim. A
    /// string keeps its quotes. A field is encoded if it has a backslash.
    mutating func scanObject(_ bytes: Span<UInt8>, range: Range<Int>, into batch: inout RowBatch) -> Fault? {
        tokenizer.begin(range)
        guard tokenizer.peek(in: bytes) == UInt8(ascii: "{") else {
            return Fault(offset: tokenizer.position, kind: .notAnObject, message: "expected one object per line")
        }
        do throws(JSONFault) {
            _ = try tokenizer.next(in: bytes)
            while let (name, value) = try tokenizer.nextMember(in: bytes) {
                batch.append(FieldRange(name.content.lowerBound, name.content.upperBound, isEncoded: name.hasEscapes))
                batch.append(FieldRange(value.range.lowerBound, value.range.upperBound, isEncoded: value.hasEscapes))
            }
            _ = try tokenizer.next(in: bytes)
            return nil
        } catch {
            let message = tokenizer.isComplete ? "text after the object; each line holds one" : error.message
            return Fault(offset: error.position, kind: .invalidJSON, message: message)
        }
    }
}
