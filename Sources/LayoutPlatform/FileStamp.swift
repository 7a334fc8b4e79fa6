/// The properties by which a file is known to be the one that was read.
///
/// They are found without opening it: opening and closing a file that SQLite has open would drop SQLite's locks on it
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
package struct FileStamp: Sendable, Equatable {
    package enum Kind: Sendable { case regular, directory, fifo, device, socket, other }

    /// Behind a path's links.
    package var kind: Kind
    package var size: Int64
    /// When it was last changed, in nanoseconds since 1970.
    package var modified: Int64
    package var disk: UInt64
    /// The number that its disk gives it.
    package var number: UInt64

    package var isRegular: Bool { kind == .regular }

    /// The stamp of the file at a path; nil with `errno` set.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The stamp of an open file; nil with `errno` set.
    package init?(descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFIFO: .fifo
            case S_IFCHR, S_IFBLK: .device
            case S_IFSOCK: .socket
            default: .other
            }
        size = Int64(status.st_size)
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        disk = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// Whether both are of one file, maybe at different times.
    package func isSameFile(as other: FileStamp?) -> Bool { disk == other?.disk && number == other?.number }
}
