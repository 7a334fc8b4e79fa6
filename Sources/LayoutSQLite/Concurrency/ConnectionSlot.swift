internal import Dispatch

/// The place of a connection in a pool.
///
/// `@unchecked Sendable`: a connection may move between threads as long as one at a time uses it
/// (<https://sqlite.org/threadsafe.html>, "multi-thread"). Only the holder of a slot touches its connection: the caller
/// that ``ConnectionSlots`` handed it to, until it is given back. The mutex there orders one holder and the next.
final class ConnectionSlot: @unchecked Sendable {
    /// The queue on which asynchronous calls use it. A serial queue gets its own thread when it needs one. A concurrent
    /// one shares the few that Swift's tasks run on, and two long statements would stop them all.
    let queue = DispatchQueue(label: "LayoutSQLite.connection")
    /// Nil before the first use and after the close.
    var connection: Connection?

    init(_ connection: Connection? = nil) {
        self.connection = connection
    }
}
