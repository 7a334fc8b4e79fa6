internal import LayoutCSQLiteShim

extension SQLiteError {
    /// The cause of a failure: SQLite's code and message, corrected by the system's error.
    ///
    /// - A full disk is ``ResultCode/full``, also where SQLite has its extension of the shared memory
    ///   file fail as an error of input and output.
    /// - A failing disk is ``ResultCode/inputOutput``, also where SQLite takes what it could not read for
    ///   damage (`SQLITE_IOERR_CORRUPTFS` reaches the caller as `SQLITE_CORRUPT`).
    /// - Want of memory is ``ResultCode/outOfMemory``.
    static func cause(
        of code: ResultCode, message: String, systemError: SystemError
    ) -> (code: ResultCode, message: String) {
        guard systemError.rawValue != 0 else { return (code, message) }
        switch code {
        case .inputOutput, .cannotOpen:
            if systemError.meansFull {
                return (.full, "there is no room left on the disk\(code.writtenFile): \(systemError.message)")
            }
            if systemError.meansNoMemory { return (.outOfMemory, "out of memory") }
            return (code, "\(message): \(systemError.message)")
        case .corrupt where systemError.meansFailingDisk:
            return (.inputOutputRead, "the disk could not be read: \(systemError.message)")
        default:
            return (code, message)
        }
    }
}

extension ResultCode {
    /// Which file besides the database itself a failure was about.
    fileprivate var writtenFile: String {
        switch self {
        case .inputOutputSharedMemorySize, .inputOutputSharedMemoryOpen, .inputOutputSharedMemoryMap:
            " for the shared memory file beside the database (“-shm”)"
        default:
            ""
        }
    }
}

/// An error number of the operating system.
struct SystemError: RawRepresentable {
    let rawValue: Int32

    /// No room is left: on the disk, in the quota or under a limit on the size of files.
    var meansFull: Bool { layout_means_full(rawValue) != 0 }

    /// The disk, or the way to it, fails.
    var meansFailingDisk: Bool { layout_means_failing_disk(rawValue) != 0 }

    /// The permissions forbid it.
    var meansForbidden: Bool { layout_means_forbidden(rawValue) != 0 }

    /// No memory is left.
    var meansNoMemory: Bool { layout_means_no_memory(rawValue) != 0 }

    /// The system's words.
    var message: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let start = text.baseAddress else { return "" }
            unsafe layout_describe_error(rawValue, start, Int32(text.count))
            return unsafe String(cString: start)
        }
    }
}
