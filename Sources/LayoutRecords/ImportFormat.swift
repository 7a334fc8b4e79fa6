/// A text format of rows.
public enum ImportFormat: Sendable, Hashable {
    /// Fields with this character between them, quoted by RFC 4180, with a header row. The character is an ASCII one
    /// that neither quotes nor ends a line.
    case delimited(by: Unicode.Scalar)
    /// One JSON object per line.
    case ndjson

    /// Fields with commas between them.
    public static let csv = delimited(by: ",")
    /// Fields with tabs between them.
    public static let tsv = delimited(by: "\t")

    /// Guesses the format from a file name's extension; nil if it is unknown.
    init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "ndjson", "jsonl", "jsonlines": self = .ndjson
        default: return nil
        }
    }

    /// Guesses the format from the first bytes: an opening brace or bracket means JSON; otherwise the first line's tabs
    /// and commas are counted. A bracket is not NDJSON, but the JSON reader is the one that can report it.
    init(firstBytes bytes: Span<UInt8>, in range: Range<Int>) {
        var tabs = 0
        var commas = 0
        var index = range.lowerBound
        while index < range.upperBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
            index += 1
        }
        if index < range.upperBound, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") {
            self = .ndjson
            return
        }
        while index < range.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D {
            tabs += bytes[index] == 0x09 ? 1 : 0
            commas += bytes[index] == 0x2C ? 1 : 0
            index += 1
        }
        self = tabs > commas ? .tsv : .csv
    }
}
