/// Fields of CSV.
///
/// By bytes: as a `Character`, a quote and a combining mark after it are one.
package enum CSVField {
    /// Appends a field in double quotes, with those inside it doubled.
    ///
    /// Whole runs between quotes: a payload is most of a row, and byte by byte took half of its time.
    @inlinable
    package static func append(
        quoting field: some Collection<UInt8>, to bytes: inout some RangeReplaceableCollection<UInt8>
    ) {
        bytes.append(UInt8(ascii: "\""))
        var rest = field[...]
        while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
            bytes.append(contentsOf: rest[...quote])
            bytes.append(UInt8(ascii: "\""))
            rest = rest[rest.index(after: quote)...]
        }
        bytes.append(contentsOf: rest)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Quotes the text appended after the first `start` bytes, if RFC 4180 requires it: if it holds a separator, a
    /// quote or a line break.
    package static func quoteIfNeeded(in bytes: inout ContiguousArray<UInt8>, from start: Int) {
        guard bytes[start...].contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return }
        let field = ContiguousArray(bytes[start...])
        bytes.truncate(to: start)
        append(quoting: field, to: &bytes)
    }

    /// The text in double quotes, with those inside it doubled.
    package static func quoted(_ text: String) -> String {
        var field: [UInt8] = []
        append(quoting: text.utf8, to: &field)
        return String(decoding: field, as: UTF8.self)
    }
}
