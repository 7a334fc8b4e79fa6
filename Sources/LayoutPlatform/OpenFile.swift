/// A file that is open for reading at any place.
package final class OpenFile: Sendable {
    package let descriptor: CInt

    /// Opens a file, maybe by its name in an open folder; nil with `errno` set.
    ///
    /// - Parameter waits: Whether a FIFO waits for a writer.
    package init?(path: String, in folder: OpenFile? = nil, waits: Bool = false, flags: CInt = 0) {
        let mode = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK) | flags
        let descriptor = unsafe openat(folder?.descriptor ?? AT_FDCWD, path, mode)
        // Before it is stored: a deinitialiser would close it, and set another `errno`.
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        // The file was only read: a failing close loses nothing.
        _ = close(descriptor)
    }

    package var stamp: FileStamp? { FileStamp(descriptor: descriptor) }

    /// The bytes of a range, as far as the file has them; nil with `errno` set.
    package func bytes(from offset: Int64, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        var filled = 0
        while filled < bytes.count {
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress,
                    buffer.count - filled, off_t(offset) + off_t(filled))
            }
            if read == 0 { break }
            if read > 0 { filled += read } else if errno != EINTR { return nil }
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}

// The calls that each program part would otherwise wrap for itself.

/// Reads bytes into a part of a buffer, as `read` does: returns how many, 0 at the end, or −1 with `errno` set.
package func readBytes(_ descriptor: CInt, into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count, "the range is outside the buffer")
    return unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[range]).baseAddress, range.count)
    }
}

/// The bytes from where a descriptor stands to the end, or nil with `errno` set.
///
/// - Parameter interrupted: Called where a signal interrupts the reading, which goes on unless it throws.
package func readToEnd<Stop: Error>(
    _ descriptor: CInt, interrupted: () throws(Stop) -> Void
) throws(Stop) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = readBytes(descriptor, into: &buffer, 0..<buffer.count)
        if count == 0 { return bytes }
        if count > 0 {
            bytes.append(contentsOf: buffer[..<count])
        } else if errno == EINTR {
            try interrupted()
        } else {
            return nil
        }
    }
}

/// Writes all bytes; returns false with `errno` set if the descriptor takes no more.
///
/// - Parameter interrupted: Called where a signal interrupts the writing, which goes on unless it throws.
package func writeAll<Stop: Error>(
    _ descriptor: CInt, _ bytes: ContiguousArray<UInt8>, interrupted: () throws(Stop) -> Void
) throws(Stop) -> Bool {
    var start = 0
    while start < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(
                descriptor, UnsafeRawBufferPointer(rebasing: buffer[start...]).baseAddress, buffer.count - start)
        }
        if count >= 0 {
            start += count
        } else if errno == EINTR {
            try interrupted()
        } else {
            return false
        }
    }
    return true
}

/// Makes a file of some bytes, in place of another one; returns false with `errno` set if it cannot.
package func writeFile(_ bytes: [UInt8], at path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return writeAll(descriptor, ContiguousArray(bytes), interrupted: {}) && fsync(descriptor) == 0
}

package func removeFile(at path: String) { _ = unsafe unlink(path) }

/// The system's words for an error number.
package func systemMessage(_ code: CInt) -> String { unsafe String(cString: strerror(code)) }

/// The value of an environment variable, or nil if it is not set.
package func environmentValue(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

package var temporaryDirectory: String { environmentValue("TMPDIR") ?? "/tmp" }

/// Makes a directory with a unique name; returns nil with `errno` set if it cannot.
package func makeDirectory(in parent: String, prefix: String) -> String? {
    var pattern = ContiguousArray((parent + "/" + prefix + "XXXXXX").utf8CString)
    return unsafe pattern.withUnsafeMutableBufferPointer { characters in
        guard let base = characters.baseAddress else { return nil }
        return unsafe mkdtemp(base).map { unsafe String(cString: $0) }
    }
}

/// Whether two paths lead to one file, through symbolic or hard links.
package func isSameFile(_ first: String, _ second: String) -> Bool {
    FileStamp(path: first)?.isSameFile(as: FileStamp(path: second)) ?? false
}

/// A number that no other running thread has.
package func currentThread() -> UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: unsafe pthread_self())
    #endif
}
