package import LayoutPlatform

/// The source of rows: a file, standard input, or bytes in memory.
package struct ImportSource: Sendable {
    enum Origin: Sendable {
        case file(path: String, open: OpenFile?)
        case standardInput
        case bytes([UInt8])
    }

    let origin: Origin
    package let name: String

    /// The path of a file; nil for any other source.
    package var path: String? { if case .file(let path, _) = origin { path } else { nil } }
    /// The file that is read, if it is open already.
    package var openFile: OpenFile? { if case .file(_, let open) = origin { open } else { nil } }

    /// The file at a path. It is opened when the import begins, unless it is open, and then perhaps under another name.
    package static func file(_ path: String, open: OpenFile? = nil) -> ImportSource {
        ImportSource(origin: .file(path: path, open: open), name: path)
    }

    /// Whether bytes begin a text that is compressed or UTF-16, and is refused for it.
    package static func isEncoded(_ head: [UInt8]) -> Bool {
        (try? SourceBuffer.requireText(head[...], of: "")) == nil
    }

    /// Standard input, read to its end.
    package static let standardInput = ImportSource(origin: .standardInput, name: "standard input")

    /// Bytes that are in memory already.
    package static func bytes(_ bytes: [UInt8], name: String = "bytes") -> ImportSource {
        ImportSource(origin: .bytes(bytes), name: name)
    }
}
