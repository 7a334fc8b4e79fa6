internal import LayoutPlatform

/// Identifies a thread while it runs.
struct ThreadIdentity: Hashable, Sendable {
    private let number: UInt

    static var current: ThreadIdentity { ThreadIdentity(number: currentThread()) }

    /// Lets the calling thread sleep; a signal may wake it earlier.
    static func sleep(microseconds: Int64) { usleep(UInt32(clamping: microseconds)) }
}
