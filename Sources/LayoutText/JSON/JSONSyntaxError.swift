/// Where a text stops being JSON, and what should have stood there.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The 1-based line of the fault.
    public var line: Int
    /// The 1-based column of the fault, counted in Unicode scalars.
    public var column: Int
    /// The offset of the fault in UTF-8 bytes from the beginning of the text.
    public var offset: Int
    /// What was expected there.
    public var expected: String
    /// The JSON path of the value that the fault is in or before, as far as it was read; the end of a
    /// very long path is left out.
    public var path: String

    /// Turns a fault's byte position into a line and a column of the text that it was found in; linear
    /// in the text before it.
    package init(_ fault: JSONFault, in bytes: Span<UInt8>, path: String = JSONPath.root) {
        line = 1
        column = 1
        for index in 0..<min(fault.position, bytes.count) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Continuation bytes of UTF-8 are part of a scalar that was counted already.
                column += 1
            }
        }
        offset = fault.position
        expected = fault.expected
        self.path = path
    }

    public var description: String {
        "line \(line), column \(column): expected \(expected)"
    }
}
