/// Turns a field of delimited text into the text it stands for.
enum DelimitedDecoding {
    /// Appends the field's text, with doubled quotes halved.
    static func append(_ field: FieldRange, of bytes: Span<UInt8>, to text: inout ContiguousArray<UInt8>) {
        var index = field.start
        while index < field.end {
            let byte = bytes[index]
            text.append(byte)
            index += byte == UInt8(ascii: "\"") && field.isEncoded ? 2 : 1
        }
    }
}
