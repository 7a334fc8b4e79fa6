/// The one door through which ranges of bytes are copied as blocks.
extension ContiguousArray<UInt8> {
    /// Appends the bytes in a range; O(n).
    @inlinable @inline(__always) package mutating func append(_ bytes: Span<UInt8>, range: Range<Int>) {
        unsafe bytes.withUnsafeBufferPointer { all in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: all[range]))
        }
    }

    /// Cuts off what was appended after the array had `count` bytes.
    package mutating func truncate(to count: Int) { removeLast(self.count - count) }
}

extension UInt8 {
    /// Two hexadecimal digits, with capital letters.
    package var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension Unicode.Scalar {
    /// Whether it changes how the text around it is shown: ASCII's controls, C1, the separators of lines and
    /// paragraphs, and Unicode's bidirectional controls.
    package var controlsDisplay: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
