internal import LayoutPlatform

struct BufferedFileWriter: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private var buffer = ContiguousArray<UInt8>()

    /// An arbitrary number: a system call for each quarter of a megabyte no longer shows.
    private static let bufferSize = 1 << 18

    /// Makes the file, or empties it.
    init(path: String) throws(BenchmarkError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw BenchmarkError("\(path) cannot be written: \(systemMessage(errno))") }
        buffer.reserveCapacity(Self.bufferSize + 1024)
    }

    deinit { close(descriptor) }

    mutating func write(_ text: String) throws(BenchmarkError) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes four bytes, the lowest first.
    mutating func write(_ word: UInt32) throws(BenchmarkError) {
        for byte in 0..<4 { buffer.append(UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))) }
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes what is still in the buffer; without it the file's end is missing.
    mutating func flush() throws(BenchmarkError) {
        guard writeAll(descriptor, buffer, interrupted: {}) else {
            throw BenchmarkError("\(path) cannot be written: \(systemMessage(errno))")
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
