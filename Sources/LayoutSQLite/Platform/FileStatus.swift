internal import LayoutCSQLiteShim

/// Facts that the file system reports about a file without opening it.
///
/// Opening and closing a file that SQLite has open would drop SQLite's locks on it
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
package struct FileStatus {
    /// The kind of file behind a path's links.
    enum Kind {
        case missing, regular, directory, fifo, device, socket, other
    }

    private let status: LayoutFileStatus

    init(of path: String) {
        status = unsafe layout_file_status(path)
    }

    var kind: Kind {
        switch layout_file_kind(UInt32(status.kind)) {
        case layout_file_missing: .missing
        case layout_file_regular: .regular
        case layout_file_directory: .directory
        case layout_file_fifo: .fifo
        case layout_file_device: .device
        case layout_file_socket: .socket
        default: .other
        }
    }

    /// In bytes; 0 for what is missing.
    var size: Int { Int(status.size) }

    /// The number that the system refused it with, 0 for none.
    var errorNumber: Int32 { status.errorNumber }

    /// Whether the permissions let any user write, ignoring the superuser.
    var isWritableByAnyone: Bool { status.isWritableByAnyone != 0 }

    var device: UInt64 { status.device }
    var inode: UInt64 { status.inode }
}

extension FileStatus {
    /// A file's size in bytes, or nil if there is none.
    static func size(of path: String) -> Int? {
        let status = FileStatus(of: path)
        return status.kind == .missing ? nil : status.size
    }

    static func mayRead(_ path: String) -> Bool {
        unsafe layout_may_read(path) != 0
    }

    static func mayWrite(_ path: String) -> Bool {
        unsafe layout_may_write(path) != 0
    }

    static func isOnReadOnlyDisk(_ path: String) -> Bool {
        unsafe layout_is_on_read_only_disk(path) != 0
    }

    /// Whether the disk of a file has room for more bytes, as far as the system knows.
    static func hasRoom(_ path: String, bytes: Int) -> Bool {
        unsafe layout_free_bytes(path) >= bytes
    }

    /// The path without links: a file's log is beside the file, not beside a link to it.
    package static func realPath(_ path: String) -> String {
        guard let real = unsafe layout_real_path(path) else { return path }
        defer { unsafe layout_free(real) }
        return unsafe String(cString: real)
    }

    /// The parent directory of a path without links.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
    }
}
