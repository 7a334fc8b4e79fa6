/// The source of rows: a file, standard input, or bytes in memory.
package struct ImportSource: Sendable {
    enum Origin: Sendable {
        case file(path: String)
        case standardInput
        case bytes([UInt8])
    }

    let origin: Origin
    /// Its name in messages.
    package let name: String

    /// The path of a file; nil for any other source.
    package var path: String? { if case .file(let path) = origin { path } else { nil } }

    /// The file at a path. It is opened when the import begins.
    package static func file(_ path: String) -> ImportSource {
        ImportSource(origin: .file(path: path), name: path)
    }

    /// Standard input, read to its end.
    package static let standardInput = ImportSource(origin: .standardInput, name: "standard input")

    /// Bytes that are in memory already.
    package static func bytes(_ bytes: [UInt8], name: String = "bytes") -> ImportSource {
        ImportSource(origin: .bytes(bytes), name: name)
    }
}
