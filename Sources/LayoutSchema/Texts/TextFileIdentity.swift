package import LayoutPlatform
package import LayoutSQLite

/// The part of a text file that was read, and what tells whether it is still the same.
package struct TextFileIdentity: Hashable, Sendable {
    /// How many bytes were read.
    package var size: Int64
    package var modified: Int64
    /// A hash of the first and the last block of what was read.
    package var digest: Int64

    static let blockSize = 4096

    /// The identity of the first bytes of an open file; nil if they cannot be read.
    package init?(of file: OpenFile, size: Int64) {
        guard let stamp = file.stamp, stamp.isRegular, stamp.size >= size,
            let digest = Self.digest(of: file, size: size)
        else { return nil }
        self.init(size: size, modified: stamp.modified, digest: digest)
    }

    init(size: Int64, modified: Int64, digest: Int64) {
        self.size = size
        self.modified = modified
        self.digest = digest
    }

    /// The identity in a row whose first columns are `size`, `modified` and `digest`.
    package init(_ row: Statement) { self.init(size: row.int64(0), modified: row.int64(1), digest: row.int64(2)) }

    /// Whether a file begins with what was read. One that only grew does.
    package func matches(_ file: OpenFile) -> Bool {
        guard let stamp = file.stamp, stamp.isRegular, stamp.size >= size else { return false }
        if stamp.size == size, stamp.modified == modified { return true }
        return Self.digest(of: file, size: size) == digest
    }

    private static func digest(of file: OpenFile, size: Int64) -> Int64? {
        let count = Int(min(size, Int64(blockSize)))
        guard let first = file.bytes(from: 0, count: count), first.count == count,
            let last = file.bytes(from: size - Int64(count), count: count), last.count == count
        else { return nil }
        return Int64(bitPattern: fingerprint(of: first + last))
    }
}
