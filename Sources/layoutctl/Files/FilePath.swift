#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What can be asked and done about places in the file system.
enum FilePath {
    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Makes a directory if there is none.
    static func makeDirectory(_ path: String) throws(Failure) {
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw Failure(.failed, "\(path): cannot be made: \(SystemError.message(errno))")
        }
    }

    /// Makes a directory with a name of its own where temporary files go.
    static func makeTemporaryDirectory(_ prefix: String) throws(Failure) -> String {
        let parent = Environment.value("TMPDIR") ?? "/tmp"
        var pattern = Array((parent + "/" + prefix + "XXXXXX").utf8CString)
        let path: String? = unsafe pattern.withUnsafeMutableBufferPointer { characters in
            guard let base = characters.baseAddress else { return nil }
            return unsafe mkdtemp(base).map { unsafe String(cString: $0) }
        }
        guard let path else {
            throw Failure(.failed, "\(parent): a directory cannot be made there: \(SystemError.message(errno))")
        }
        return path
    }

    /// Removes a store's file with what SQLite keeps beside it, and the empty directory around it.
    static func removeTemporaryStore(_ path: String, in directory: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // Most of them are not there.
            _ = unsafe unlink(path + suffix)
        }
        _ = unsafe rmdir(directory)
    }
}
