internal import LayoutCSQLite
internal import Synchronization

/// Stops what a connection is doing, from any thread.
///
/// It may outlive the connection: after the close it does nothing.
package final class InterruptHandle: Sendable {
    /// The connection's handle as a number, 0 once closed. The mutex keeps the connection from
    /// being closed in the middle of an interruption.
    private let address: Mutex<UInt>
    private let hasBeenCancelled = Atomic<Bool>(false)
    /// How often it was interrupted: a wait for a lock ends when this changes.
    private let interruptions = Atomic<Int>(0)

    init(_ handle: OpaquePointer) { address = Mutex(UInt(bitPattern: handle)) }

    /// Makes the statements that are running now fail with ``ResultCode/interrupt``, also while they
    /// wait for a lock.
    ///
    /// A write that is stopped is undone, and with it its whole transaction. If no statement is running, nothing
    /// happens: see <https://sqlite.org/c3ref/interrupt.html>.
    package func interrupt() {
        interruptions.add(1, ordering: .relaxed)
        address.withLock { address in
            if let handle = unsafe OpaquePointer(bitPattern: address) { unsafe sqlite3_interrupt(handle) }
        }
    }

    /// Like ``interrupt()``, and makes every later statement fail as well until ``resume()``.
    ///
    /// SQLite's own interruption is lost when it falls between two statements.
    func cancel() {
        hasBeenCancelled.store(true, ordering: .relaxed)
        interrupt()
    }

    /// Lets statements run again after ``cancel()``.
    func resume() { hasBeenCancelled.store(false, ordering: .relaxed) }

    /// Whether ``cancel()`` was called.
    package var isCancelled: Bool { hasBeenCancelled.load(ordering: .relaxed) }

    /// How often ``interrupt()`` was called.
    var interruptionCount: Int { interruptions.load(ordering: .relaxed) }

    /// Forgets the connection.
    func disarm() { address.withLock { $0 = 0 } }
}
