internal import LayoutPlatform

/// A folder whose files are served: nothing outside of it is ever opened.
///
/// A path is followed one name at a time, from the folder's own descriptor. Names that lead upwards are refused, and so
/// are symbolic links, wherever they lead.
package final class ImageDirectory: Sendable {
    /// The largest file that is read.
    static let sizeLimit = 32 << 20

    private let descriptor: Int32

    /// - Throws: ``HTTPServerError`` if there is no such folder.
    package init(path: String) throws(HTTPServerError) {
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HTTPServerError(message: "the folder \(path) cannot be opened: \(systemMessage(errno))")
        }
    }

    deinit { close(descriptor) }

    /// The bytes of a file, and its entity tag, which its time, its length and its number on the disk make.
    ///
    /// - Throws: ``HTTPFault`` 404 if there is no such file inside the folder, 413 if it is too large.
    func picture(at path: String) throws(HTTPFault) -> (bytes: [UInt8], tag: String) {
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard !path.utf8.contains(0), path.utf8.count <= 4096,
            names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { throw HTTPFault(404, "the path of the picture leads out of the folder of --images") }
        var folder = descriptor
        defer { if folder != descriptor { close(folder) } }
        for name in names.dropLast() {
            let next = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw Self.missing }
            if folder != descriptor { close(folder) }
            folder = next
        }
        // Without waiting: a pipe has no other end.
        let file = unsafe openat(folder, names[names.count - 1], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw Self.missing }
        defer { close(file) }
        guard let stamp = FileStamp(descriptor: file), stamp.isRegular else { throw Self.missing }
        guard stamp.size <= Self.sizeLimit else {
            throw HTTPFault(413, "the picture is larger than \(Self.sizeLimit >> 20) MB")
        }
        let tag = "\(stamp.modified)-\(stamp.size)-\(stamp.number)"
        return (try Self.read(file, count: Int(stamp.size)), tag)
    }

    private static let missing = HTTPFault(404, "the picture does not exist")

    private static func read(_ file: Int32, count: Int) throws(HTTPFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let result = readBytes(file, into: &bytes, filled..<count)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { break }
            filled += result
        }
        // It became shorter while it was read.
        bytes.removeLast(count - filled)
        return bytes
    }
}
