internal import LayoutPlatform

/// A folder whose files are served: nothing outside of it is ever opened.
///
/// A path is followed one name at a time, from the folder's own descriptor. Names that lead upwards are refused, and so
/// are symbolic links, wherever they lead.
package final class ImageDirectory: Sendable {
    /// The largest file that is read.
    static let sizeLimit = 32 << 20

    private let folder: OpenFile

    /// - Throws: ``HTTPServerError`` if there is no such folder.
    package init(path: String) throws(HTTPServerError) {
        guard let folder = OpenFile(path: path, flags: O_DIRECTORY) else {
            throw HTTPServerError(message: "the folder \(path) cannot be opened: \(systemMessage(errno))")
        }
        self.folder = folder
    }

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
        let missing = HTTPFault(404, "the picture does not exist")
        var folder = folder
        for name in names.dropLast() {
            guard let next = OpenFile(path: name, in: folder, flags: O_DIRECTORY | O_NOFOLLOW) else { throw missing }
            folder = next
        }
        guard let file = OpenFile(path: names[names.count - 1], in: folder, flags: O_NOFOLLOW), let stamp = file.stamp,
            stamp.isRegular
        else { throw missing }
        guard stamp.size <= Self.sizeLimit else {
            throw HTTPFault(413, "the picture is larger than \(Self.sizeLimit >> 20) MB")
        }
        guard let bytes = file.bytes(from: 0, count: Int(stamp.size)) else { throw missing }
        return (bytes, "\(stamp.modified)-\(stamp.size)-\(stamp.number)")
    }
}
