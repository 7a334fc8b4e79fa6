internal import LayoutCSQLiteShim

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
