/// The place of a connection in a pool.
///
/// `@unchecked Sendable`: a connection may move between threads as long as one at a time uses it
/// (<https://sqlite.org/threadsafe.html>, "multi-thread"). Only the holder of a slot touches its
/// connection. The writer's slot is held inside the writer's serial queue; a reader's slot is held by
/// whoever ``ReaderSlots`` handed it to until it is given back, and the mutex there orders the two.
final class ConnectionSlot: @unchecked Sendable {
    /// Nil before the first use and after the close.
    var connection: Connection?

    init(_ connection: Connection? = nil) {
        self.connection = connection
    }
}
