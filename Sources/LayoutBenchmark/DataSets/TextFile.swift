internal import LayoutPlatform

/// Reads small text files.
enum TextFile {
    /// The whole file; nil where it cannot be read.
    static func read(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return String(validating: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
