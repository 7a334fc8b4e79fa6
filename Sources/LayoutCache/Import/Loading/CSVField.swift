/// Fields of CSV as a rejects file has them.
enum CSVField {
    /// The text in double quotes, with those inside it doubled.
    ///
    /// By bytes: as a `Character`, a quote and a combining mark after it are one.
    static func quoted(_ text: String) -> String {
        var field = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { field.append(byte) }
            field.append(byte)
        }
        field.append(UInt8(ascii: "\""))
        return String(decoding: field, as: UTF8.self)
    }
}
