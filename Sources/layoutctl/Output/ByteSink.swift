internal import LayoutPlatform

/// Collects text and writes it to a file descriptor.
///
/// Not Sendable: a descriptor has one position.
final class ByteSink {
    private let descriptor: CInt
    private let name: String
    private var bytes: ContiguousArray<UInt8> = []

    /// Large enough that the system call costs nothing compared with making the text.
    private static let capacity = 1 << 16

    init(descriptor: CInt, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    func write(_ data: some Collection<UInt8>) { bytes.append(contentsOf: data) }

    func flushIfLarge() throws(Failure) {
        if bytes.count >= Self.capacity { try flush() }
    }

    /// Writes the buffered bytes.
    ///
    /// - Throws: ``Failure`` where the descriptor takes no more: a full disk, a closed file.
    func flush() throws(Failure) {
        defer { bytes.removeAll(keepingCapacity: true) }
        // The reader may be slow, or waiting for a person.
        guard try !writeAll(descriptor, bytes, interrupted: Interruption.check) else { return }
        throw errno == EPIPE
            ? .outputClosed : Failure(.failed, "cannot write to \(name): \(systemMessage(errno))")
    }
}
