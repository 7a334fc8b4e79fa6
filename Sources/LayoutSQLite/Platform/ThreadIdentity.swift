internal import LayoutCSQLiteShim

/// Identifies a thread while it runs.
struct ThreadIdentity: Hashable, Sendable {
    private let number: UInt

    /// The thread that asks.
    static var current: ThreadIdentity {
        ThreadIdentity(number: UInt(layout_current_thread()))
    }

    /// Lets the calling thread sleep; a signal may wake it earlier.
    static func sleep(microseconds: Int64) {
        layout_sleep(microseconds)
    }
}
