package import LayoutPlatform
internal import LayoutText

/// The source of rows: a file, standard input, or bytes in memory.
package struct ImportSource: Sendable {
    enum Location: Sendable {
        case file(path: String, open: OpenFile?)
        case standardInput
        case bytes([UInt8])
    }

    let location: Location
    package let name: String

    /// The path of a file; nil for any other source.
    package var path: String? { if case .file(let path, _) = location { path } else { nil } }
    /// The file that is read, if it is open already.
    package var openFile: OpenFile? { if case .file(_, let open) = location { open } else { nil } }

    /// The file at a path. It is opened when the import begins, unless it is open, and then perhaps under another name.
    package static func file(_ path: String, open: OpenFile? = nil) -> ImportSource {
        ImportSource(location: .file(path: path, open: open), name: path)
    }

    /// Whether bytes begin a text that is compressed or UTF-16, and is refused for it.
    package static func isEncoded(_ head: [UInt8]) -> Bool {
        (try? SourceBuffer.requireText(head[...], of: "")) == nil
    }

    /// Standard input, read to its end.
    package static let standardInput = ImportSource(location: .standardInput, name: "standard input")

    /// Bytes that are in memory already.
    package static func bytes(_ bytes: [UInt8], name: String = "bytes") -> ImportSource {
        ImportSource(location: .bytes(bytes), name: name)
    }
}

extension ImportSource {
    /// Reads a source's bytes, front to back.
    ///
    /// Not Sendable: a file descriptor has one position.
    final class Reader {
        private enum Input {
            case descriptor(Int32)
            case bytes([UInt8], position: Int)
        }

        private var input: Input
        /// Keeps the descriptor open that is read.
        private let file: OpenFile?
        let name: String
        /// The number of bytes the source holds, if it is known: for progress only, since a file can grow while it is
        /// read.
        let totalByteCount: Int?
        /// Bytes handed out so far.
        private(set) var byteCount = 0

        /// Opens a source.
        ///
        /// - Throws: `LayoutError` of kind `fileNotFound`, `isDirectory` or `unreadable`.
        init(_ source: ImportSource) throws(LayoutError) {
            name = source.name
            let descriptor: CInt
            switch source.location {
            case .bytes(let bytes):
                (input, file, totalByteCount) = (.bytes(bytes, position: 0), nil, bytes.count)
                return
            case .standardInput: (descriptor, file) = (0, nil)
            case .file(let path, let open):
                if let open { _ = lseek(open.descriptor, 0, SEEK_SET) }
                guard let file = open ?? OpenFile(path: path, waits: true) else {
                    // A FIFO without a writer waits.
                    if errno == EINTR { throw LayoutError(.cancelled, "the import was cancelled", file: source.name) }
                    throw Self.error(errno, name: source.name)
                }
                (descriptor, self.file) = (file.descriptor, file)
            }
            input = .descriptor(descriptor)
            guard let stamp = FileStamp(descriptor: descriptor) else { throw Self.error(errno, name: source.name) }
            // `read` reports EISDIR too, but only later and not on every system.
            guard stamp.kind != .directory else { throw Self.error(EISDIR, name: source.name) }
            totalByteCount = stamp.isRegular ? Int(stamp.size) : nil
        }

        /// Reads into `buffer[range]` and returns how many bytes came; 0 only at the end of the source.
        ///
        /// - Throws: `LayoutError` of kind `unreadable`, or `cancelled` if a signal interrupted the wait for input and
        ///   `isCancelled` confirms that it was meant to.
        func read(into buffer: inout [UInt8], range: Range<Int>, isCancelled: () -> Bool) throws(LayoutError) -> Int {
            let count: Int
            switch input {
            case .bytes(let bytes, let position):
                count = min(range.count, bytes.count - position)
                buffer.replaceSubrange(
                    range.lowerBound..<range.lowerBound + count, with: bytes[position..<position + count])
                input = .bytes(bytes, position: position + count)
            case .descriptor(let descriptor):
                count = try read(descriptor, into: &buffer, range: range, isCancelled: isCancelled)
            }
            byteCount += count
            return count
        }

        /// Goes on to a place of a file.
        ///
        /// - Throws: `LayoutError` of kind `unreadable` for a source that is no file.
        func skip(to offset: Int) throws(LayoutError) {
            switch input {
            case .bytes(let bytes, _): input = .bytes(bytes, position: min(offset, bytes.count))
            case .descriptor(let descriptor):
                guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw Self.error(errno, name: name) }
            }
            byteCount = offset
        }

        private func read(
            _ descriptor: Int32, into buffer: inout [UInt8], range: Range<Int>, isCancelled: () -> Bool
        ) throws(LayoutError) -> Int {
            while true {
                try waitForInput(descriptor, isCancelled)
                let count = readBytes(descriptor, into: &buffer, range)
                if count >= 0 { return count }
                let code = errno
                guard code == EINTR else { throw Self.error(code, name: name) }
                if isCancelled() { throw LayoutError(.cancelled, "the import was cancelled", file: name) }
            }
        }

        /// Waits until a pipe or terminal has something to read, or has ended.
        ///
        /// A signal that arrives just before a read would not interrupt it. So the wait is cut into parts, with the
        /// question between them; a quarter of a second is soon enough for a waiting caller.
        private func waitForInput(_ descriptor: Int32, _ isCancelled: () -> Bool) throws(LayoutError) {
            guard totalByteCount == nil else { return }
            while true {
                if isCancelled() { throw LayoutError(.cancelled, "the import was cancelled", file: name) }
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // The read reports other faults of the descriptor better.
                let count = unsafe poll(&request, 1, 250)
                if count > 0 || (count < 0 && errno != EINTR) { return }
            }
        }

        private static func error(_ code: Int32, name: String) -> LayoutError {
            switch code {
            case ENOENT: LayoutError(.fileNotFound, "there is no such file", file: name)
            case EISDIR:
                LayoutError(
                    .isDirectory, "this is a directory, not a file", advice: "Name a file inside it.", file: name)
            default: LayoutError(.unreadable, "cannot be read: \(systemMessage(code))", file: name)
            }
        }
    }
}
