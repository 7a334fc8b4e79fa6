/// JSON text on one line.
package enum JSONLine {
    /// Appends JSON text as it is, so that no digit of a long number is lost, but for its line breaks; whatever is
    /// not JSON becomes a string. Linear in its length.
    package static func append(_ text: String, to bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard isJSON(bytes.span, start..<bytes.count) else {
            bytes.truncate(to: start)
            return JSONString.encode(text, to: &bytes)
        }
        let isLineBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        guard bytes[start...].contains(where: isLineBreak) else { return }
        // In a string they are escaped: these stand between tokens, of which no two need a space.
        bytes[start...].removeAll(where: isLineBreak)
    }

    /// Whether the bytes are exactly one JSON value.
    private static func isJSON(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        // A `String` is UTF-8 already.
        var tokenizer = JSONTokenizer(maximumDepth: JSONValue.maximumDepth, isKnownUTF8: true)
        tokenizer.begin(range)
        guard (try? tokenizer.nextValue(in: bytes)) != nil else { return false }
        return (try? tokenizer.next(in: bytes))?.kind == .end
    }
}
