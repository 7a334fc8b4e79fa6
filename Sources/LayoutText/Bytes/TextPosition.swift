/// A place in a text file: 1-based line and column, the column in Unicode scalars.
package struct TextPosition {
    package var line: Int
    package var column: Int

    /// The position of an offset, given that `start` begins line `line`; O(n) between the two, so it is for messages
    /// only.
    ///
    /// A line ends with LF, CR LF or a lone CR.
    package init(of offset: Int, in bytes: Span<UInt8>, start: Int, line: Int) {
        self.line = line
        column = 1
        var index = start
        while index < offset {
            switch bytes[index] {
            case 0x0A:
                self.line += 1
                column = 1
            case 0x0D where index + 1 >= bytes.count || bytes[index + 1] != 0x0A:
                self.line += 1
                column = 1
            case 0x0D, 0x80...0xBF: break
            default: column += 1
            }
            index += 1
        }
    }
}
