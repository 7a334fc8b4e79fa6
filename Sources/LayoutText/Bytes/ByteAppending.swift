/// The one door through which ranges of bytes are copied as blocks.
extension ContiguousArray<UInt8> {
    /// Appends the bytes in a range; O(n).
    @inlinable
    @inline(__always)
    package mutating func append(_ bytes: Span<UInt8>, range: Range<Int>) {
        unsafe bytes.withUnsafeBufferPointer { all in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: all[range]))
        }
    }

    /// Cuts off what was appended after the array had `count` bytes.
    package mutating func truncate(to count: Int) {
        removeLast(self.count - count)
    }
}
