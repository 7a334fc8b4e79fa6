import LayoutEngine
import LayoutTestSupport
import LayoutText
import LayoutRecords

/// A reader's result for some text, in plain arrays.
struct ReadText: Equatable {
    var columns: [String] = []
    /// Delimited text: the fields. JSON: name, value, name, value …, values verbatim.
    var rows: [[String]] = []
    /// The line each row begins on.
    var lines: [Int] = []
    var errors: [String] = []

    static func read(_ text: String, name: String = "file", format: ImportFormat? = nil, bufferSize: Int = 1 << 16)
        throws -> ReadText
    { try read(Array(text.utf8), name: name, format: format, bufferSize: bufferSize) }

    static func read(
        _ bytes: [UInt8], name: String = "file", format: ImportFormat? = nil, bufferSize: Int = 1 << 16
    ) throws -> ReadText {
        var reader = try RecordReader(.bytes(bytes, name: name), format: format, bufferSize: bufferSize)
        var result = ReadText(columns: reader.columns)
        while try reader.next() {
            let batch = reader.batch
            for row in 0..<batch.rowCount {
                let fields = batch.fieldIndices(ofRow: row).enumerated().map { position, index in
                    var text: ContiguousArray<UInt8> = []
                    let field = batch.fields[index]
                    if reader.format == .ndjson {
                        if position.isMultiple(of: 2) {
                            JSONString.decode(reader.buffer.storage.span, range: field.start..<field.end, to: &text)
                        } else {
                            text = ContiguousArray(reader.buffer.storage[field.start..<field.end])
                        }
                    } else {
                        field.appendText(of: reader.buffer.storage.span, to: &text)
                    }
                    return String(decoding: text, as: UTF8.self)
                }
                result.rows.append(fields)
                result.lines.append(batch.records[row].line)
            }
            result.errors += batch.faults.map { reader.error($0).withCode }
        }
        return result
    }
}
