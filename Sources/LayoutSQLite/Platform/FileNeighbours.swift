internal import LayoutCSQLiteShim

/// Detects whether another process has a database open, by the lock that each of them holds on it.
///
/// It asks over a descriptor that SQLite has open already. Closing one of our own would drop all locks of this process
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
struct FileNeighbours: Sendable {
    private let device: UInt64
    private let inode: UInt64
    private var descriptor: Int32 = -1

    init(path: String) {
        let status = FileStatus(of: path)
        device = status.device
        inode = status.inode
    }

    /// A process that has the file open, other than this one; nil for none.
    ///
    /// If the system does not report its id, −1. Takes about a microsecond.
    mutating func find() -> Int32? {
        // A database in memory has none, and all descriptors would be looked through for it.
        guard inode != 0 else { return nil }
        var holder = layout_lock_holder(descriptor, device, inode)
        if holder == Int32(layout_lost_descriptor) {
            // The one asked before was closed since.
            descriptor = layout_find_descriptor(device, inode)
            holder = layout_lock_holder(descriptor, device, inode)
        }
        return holder == 0 || holder == Int32(layout_lost_descriptor) ? nil : holder
    }
}
