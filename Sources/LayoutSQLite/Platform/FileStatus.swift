internal import LayoutPlatform

/// Facts that the file system reports about a file without opening it.
///
/// Opening and closing a file that SQLite has open would drop SQLite's locks on it
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
package struct FileStatus {
    /// The kind of file behind a path's links.
    enum Kind { case missing, regular, directory, fifo, device, socket, other }

    let kind: Kind
    /// In bytes; 0 for what is missing.
    let size: Int
    /// The number that the system refused it with, 0 for none.
    let errorNumber: Int32
    /// Whether the permissions let any user write, ignoring the superuser.
    let isWritableByAnyone: Bool
    let device: UInt64
    let inode: UInt64

    init(of path: String) {
        var found = stat()
        errorNumber = unsafe stat(path, &found) == 0 ? 0 : errno
        size = Int(found.st_size)
        device = UInt64(truncatingIfNeeded: found.st_dev)
        inode = UInt64(found.st_ino)
        isWritableByAnyone = found.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0
        kind =
            switch found.st_mode & S_IFMT {
            case _ where errorNumber != 0: .missing
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFIFO: .fifo
            case S_IFCHR, S_IFBLK: .device
            case S_IFSOCK: .socket
            default: .other
            }
    }
}

extension FileStatus {
    /// A file's size in bytes, or nil if there is none.
    static func size(of path: String) -> Int? {
        let status = FileStatus(of: path)
        return status.kind == .missing ? nil : status.size
    }

    // With the effective ids, as `open` does.
    static func mayRead(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 }
    static func mayWrite(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }

    static func isOnReadOnlyDisk(_ path: String) -> Bool {
        var disk = statvfs()
        return unsafe statvfs(path, &disk) == 0 && disk.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Whether the disk of a file has room for more bytes, as far as the system knows.
    static func hasRoom(_ path: String, bytes: Int) -> Bool {
        var disk = statvfs()
        guard unsafe statvfs(path, &disk) == 0, disk.f_blocks != 0 else { return true }
        return Double(disk.f_bavail) * Double(disk.f_frsize) >= Double(bytes)
    }

    /// The path without links: a file's log is beside the file, not beside a link to it.
    package static func realPath(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The parent directory of a path without links.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
    }
}
