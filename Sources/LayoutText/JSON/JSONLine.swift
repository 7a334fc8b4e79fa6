package enum JSONLine {
    /// Appends JSON text without its line breaks and otherwise unchanged, so that no digit of a long number is lost.
    /// Text that is not JSON becomes a string. Linear in its length.
    package static func append(_ text: String, to bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard isJSON(bytes.span, start..<bytes.count) else {
            bytes.truncate(to: start)
            return JSONString.encode(text, to: &bytes)
        }
        let isLineBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        guard bytes[start...].contains(where: isLineBreak) else { return }
        // In a string they are escaped: these are between tokens, and no two tokens need a space.
        bytes[start...].removeAll(where: isLineBreak)
    }

    /// Appends a text so that it can be restored to the byte: JSON unchanged, and any text that would be ambiguous as a
    /// string that holds the text.
    ///
    /// That is a text that is not JSON, is a string or null itself, has several lines or surrounding blanks, or is
    /// nested too deeply.
    ///
    /// - Returns: Whether it was written unchanged.
    package static func append(
        exactly text: String, maximumDepth: Int, to bytes: inout ContiguousArray<UInt8>
    ) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let isValue =
            bytes.count > start && ![0x20, 0x09, 0x22, 0x6E].contains(bytes[start])
            && ![0x20, 0x09].contains(bytes[bytes.count - 1])
            && !bytes[start...].contains { $0 == 0x0A || $0 == 0x0D }
            && isJSON(bytes.span, start..<bytes.count, maximumDepth: maximumDepth)
        guard !isValue else { return true }
        bytes.truncate(to: start)
        JSONString.encode(text, to: &bytes)
        return false
    }

    /// Whether the bytes are exactly one JSON value.
    private static func isJSON(
        _ bytes: Span<UInt8>, _ range: Range<Int>, maximumDepth: Int = JSONValue.maximumDepth
    ) -> Bool {
        var tokenizer = JSONTokenizer(maximumDepth: maximumDepth)
        tokenizer.begin(range)
        guard (try? tokenizer.nextValue(in: bytes)) != nil else { return false }
        return (try? tokenizer.next(in: bytes))?.kind == .end
    }
}
