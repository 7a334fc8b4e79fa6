#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Whole files that are small enough to hold: definitions and pictures.
enum TextFile {
    /// The text of a file, or of standard input for `-`.
    ///
    /// - Throws: ``Failure`` that names the file.
    static func read(_ path: String) throws(Failure) -> String {
        let name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(.failed, "\(name): cannot be read: \(SystemError.message(errno))") }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readBytes(descriptor, into: &buffer)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR {
                    try Interruption.check()
                    continue
                }
                throw Failure(.failed, "\(name): cannot be read: \(SystemError.message(errno))")
            }
            bytes.append(contentsOf: buffer[..<count])
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.failed, "\(name): the text is not UTF-8")
        }
        return text
    }

    /// Writes a file, replacing what it held.
    static func write(_ text: String, to path: String) throws(Failure) {
        try write(to: path) { sink in sink.write(text) }
    }

    /// Writes a file piece by piece, replacing what it held.
    static func write(to path: String, _ body: (ByteSink) throws(Failure) -> Void) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(.failed, "\(path): cannot be written: \(SystemError.message(errno))") }
        let sink = ByteSink(descriptor: descriptor, name: path)
        do throws(Failure) {
            try body(sink)
            try sink.flush()
        } catch {
            // The first failure is the one to tell.
            _ = close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else {
            throw Failure(.failed, "\(path): cannot be written: \(SystemError.message(errno))")
        }
    }

    private static func readBytes(_ descriptor: CInt, into buffer: inout [UInt8]) -> Int {
        unsafe buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Darwin)
            unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
            unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
            #else
            unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
    }
}
