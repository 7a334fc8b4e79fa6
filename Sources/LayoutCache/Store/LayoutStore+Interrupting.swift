internal import LayoutSQLite
internal import Synchronization

extension LayoutStore {
    /// Makes the statements that the store is running now fail with `cancelled`, from any thread.
    ///
    /// What a transaction has written is rolled back. Where no statement is running nothing happens: a
    /// caller that wants all of the work to stop calls it again.
    package func interrupt() {
        interruptHandles.interruptAll()
    }
}

/// The connections that a store has opened, as far as other threads may touch them.
final class InterruptHandles: Sendable {
    private let handles = Mutex<[InterruptHandle]>([])

    func insert(_ handle: InterruptHandle) {
        handles.withLock { $0.append(handle) }
    }

    func interruptAll() {
        for handle in handles.withLock({ $0 }) { handle.interrupt() }
    }
}
