#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What the file system says of a file without its being opened.
///
/// Opening and closing a file that SQLite has open would drop SQLite's locks on it
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
enum FileStatus {
    /// Why a file cannot be read, or nil if nothing speaks against it.
    static func obstacle(to path: String) -> Obstacle? {
        var status = stat()
        if unsafe stat(path, &status) != 0 {
            return errno == EACCES ? .forbidden : .missing(unsafe String(cString: strerror(errno)))
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            return .directory
        }
        return unsafe access(path, R_OK) == 0 ? nil : .forbidden
    }

    /// A file's size in bytes, or nil if there is none.
    static func size(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    enum Obstacle {
        case missing(String)
        case directory
        case forbidden
    }
}
