/// A text format of rows.
public enum ImportFormat: String, Sendable, CaseIterable {
    /// Fields separated by commas, quoted by RFC 4180, with a header row.
    case csv
    /// The same with tabs.
    case tsv
    /// One JSON object per line.
    case ndjson

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
