internal import LayoutPlatform

/// Whole files that fit into memory: definitions and pictures.
enum TextFile {
    /// The text of a file, or of standard input for `-`.
    ///
    /// - Throws: ``Failure`` that names the file.
    static func read(_ path: String) throws(Failure) -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw Failure(.failed, "\(name(of: path)): the text is not UTF-8")
        }
        return text
    }

    /// The bytes of a file, or of standard input for `-`.
    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(.failed, "\(name(of: path)): cannot be read: \(systemMessage(errno))")
        }
        defer { if path != "-" { close(descriptor) } }
        guard let bytes = try readToEnd(descriptor, interrupted: Interruption.check) else {
            throw Failure(.failed, "\(name(of: path)): cannot be read: \(systemMessage(errno))")
        }
        return bytes
    }

    private static func name(of path: String) -> String { path == "-" ? "standard input" : Excerpt.of(path) }

    /// Writes a file, replacing what it held.
    static func write(_ text: String, to path: String) throws(Failure) {
        try write(to: path) { sink in sink.write(text) }
    }

    /// Writes a file piece by piece, replacing what it held.
    static func write(to path: String, _ body: (ByteSink) throws(Failure) -> Void) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw Failure(.failed, "\(Excerpt.of(path)): cannot be written: \(systemMessage(errno))")
        }
        let sink = ByteSink(descriptor: descriptor, name: path)
        do throws(Failure) {
            try body(sink)
            try sink.flush()
        } catch {
            // The first failure is the one to report.
            _ = close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else {
            throw Failure(.failed, "\(Excerpt.of(path)): cannot be written: \(systemMessage(errno))")
        }
    }
}
