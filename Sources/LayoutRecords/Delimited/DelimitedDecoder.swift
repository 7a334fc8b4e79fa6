internal import LayoutText

/// Turns a field of delimited text into the text it stands for.
package enum DelimitedDecoder {
    /// Appends the field's text, with doubled quotes halved.
    package static func append(_ field: FieldRange, of bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>) {
        guard field.isEncoded else {
            text.append(bytes, range: field.start..<field.end)
            return
        }
        var index = field.start
        while index < field.end {
            let byte = bytes[index]
            text.append(byte)
            index += byte == UInt8(ascii: "\"") ? 2 : 1
        }
    }
}
