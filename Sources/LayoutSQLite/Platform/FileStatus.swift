internal import LayoutPlatform

/// Questions to the file system about the place of a file.
package enum FileStatus {
    /// A file's size in bytes, or nil if there is none.
    static func size(of path: String) -> Int? { FileStamp(path: path).map { Int($0.size) } }

    /// Whether the permissions let any user write, ignoring the superuser.
    static func isWritableByAnyone(_ path: String) -> Bool {
        var found = stat()
        return unsafe stat(path, &found) == 0 && found.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0
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

    /// The path without links: a file's log is beside the file, not beside a link to it. nil for what is missing.
    package static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The parent directory of a path without links.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
    }
}
